"""Store the answers of searches: solutions, proofs that one is best, proofs that none exists."""

from __future__ import annotations

from ..solver.api import Solved, Unsolvable, Verdict
from . import solutions, unsolvable
from .database import Store
from .solutions import SolutionEntry


def keep_verdict(store: Store, level: int, verdict: Verdict) -> None:
    """Store a solver's verdict for a level: a solution, its optimality, or the proof that there is none.

    Raises NotFound and Conflict as `pushbox.store.solutions.add` and `pushbox.store.unsolvable.add` do.
    """
    match verdict:
        case Solved():
            entry = solutions.add(store, level, verdict.text)
            if verdict.optimal:
                solutions.mark_best(store, entry.id, verdict.optimal)
        case Unsolvable():
            unsolvable.add(store, level, verdict.proof)
        case _:
            pass


def keep_improved(store: Store, level: int, text: str, optimal: str | None) -> SolutionEntry:
    """Store an optimizer's solution unless the level has it, and the objective by which it is proven best, if any.

    Raises as `pushbox.store.solutions.add` does.
    """
    known = next((entry for entry in solutions.listing(store, level) if entry.text == text), None)
    entry = known or solutions.add(store, level, text)
    if optimal is not None:
        solutions.mark_best(store, entry.id, optimal)
    return entry


def improvable(store: Store, level: int, objective: str) -> list[str]:
    """Return the solutions of a level, none where one of them is proven the best by an objective.  Raises NotFound."""
    entries = solutions.listing(store, level)
    return [] if any(solutions.is_best(entry, objective) for entry in entries) else [entry.text for entry in entries]
