"""Objectives, limits and verdicts of a solver.

An objective is ``any`` solution, or the best by the counts in its name, the most important first: ``pushes``, ``moves``
(a push is a move), ``pushes-moves``, ``moves-pushes``.

A `Verdict` is one of three: `Solved`, with a solution that the game's own rules have replayed; `Unsolvable`, with the
name of the proof; `GaveUp`, with the limit that was reached before a solution was found.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from ..arguments import check_flag, check_optional, check_seconds, check_type, check_whole, refused
from ..keywords import GAVE_UP_HINTS, LIMIT_HINTS, SOLVED_HINTS, UNSOLVABLE_HINTS, answering, naming
from ..metrics import Metrics
from ..reprs import abridged
from ..rich_display import repr_html
from ..sentence import say

Objective = Literal["any", "pushes", "moves", "pushes-moves", "moves-pushes"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)
_MAX_MEMORY = (1 << 43) - 1  # MiB, which in bytes is the greatest number that the core takes
LimitKind = Literal["seconds", "nodes", "memory", "stopped"]


@answering(LIMIT_HINTS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When to give up: wall-clock seconds, positions visited, MiB of memory; None is no limit of that kind."""

    seconds: float | None = 60.0
    nodes: int | None = None
    memory: int | None = 1024

    def __post_init__(self) -> None:
        check_optional(check_seconds, "seconds", self.seconds)
        check_optional(check_whole, "nodes", self.nodes)
        check_optional(check_whole, "memory", self.memory, 0, _MAX_MEMORY)

    @property
    def memory_bytes(self) -> int | None:
        """Return the limit of memory in bytes."""
        return None if self.memory is None else self.memory << 20


def check_limit(limit: object) -> None:
    """Raise ArgumentError unless a value is a limit or None."""
    check_optional(check_type, "limit", limit, Limit, "a Limit, such as Limit(seconds=10), or None")


_MOST_AT_ONCE = 1 << 16  # positions between two questions


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """How a search uses what its heuristic and its policy say.

    An `admissible` heuristic never says more pushes than a position needs: the search for the fewest pushes then ends
    when it has proven that there are no fewer.  Any other only decides what comes first; the proof is left to the
    bounds of the solver, and may take much longer.  `weight` is what a push ahead counts beside one that has been made
    (Pohl 1970): the more, the greedier; a search that proves by its heuristic leaves it out.  `batch` positions are
    expanded between two questions.
    """

    admissible: bool = False
    weight: float = 2.0
    batch: int = 64

    def __post_init__(self) -> None:
        check_flag("admissible", self.admissible)
        check_whole("batch", self.batch, 1, _MOST_AT_ONCE)
        check_type("weight", self.weight, int | float, say("number-from-0"))
        if not 0 <= self.weight < math.inf:
            raise refused("weight", self.weight, say("number-from-0"))


class Progress(NamedTuple):
    """Progress of a search: seconds since its start, positions visited, positions waiting.

    `bound` is a proven lower bound of the objective's first count (pushes for ``any``), or None. `best` has the moves
    and pushes of the best solution so far, which is the result if the search is stopped.
    """

    seconds: float
    nodes: int
    open: int
    bound: int | None = None
    best: tuple[int, int] | None = None


@naming(SOLVED_HINTS)
@dataclass(frozen=True, slots=True)
class Solved:
    """A solution in the game's notation, replayed; `optimal` is the objective for which it is proven the best.

    Where a limit was reached before there was a proof, `limit` names it, and `bound` is as in `Progress`.
    `note` is a sentence on what else there is to know, such as what another program claims of it.
    """

    text: str
    metrics: Metrics
    optimal: Objective | None
    nodes: int
    seconds: float
    limit: LimitKind | None = None
    bound: int | None = None
    note: str = ""

    def __repr__(self) -> str:
        optimal = f", optimal by {self.optimal}" if self.optimal else ""
        return f"<Solved: {abridged(self.text)}, {self.metrics.summary}{optimal}>"

    _repr_html_ = repr_html


@naming(UNSOLVABLE_HINTS)
@dataclass(frozen=True, slots=True)
class Unsolvable:
    """A proof that there is no solution; `proof` names its kind."""

    proof: str
    nodes: int
    seconds: float

    _repr_html_ = repr_html


@naming(GAVE_UP_HINTS)
@dataclass(frozen=True, slots=True)
class GaveUp:
    """No answer: which limit was reached; ``stopped`` where the caller asked for it.  `bound` is as in `Progress`."""

    limit: LimitKind
    nodes: int
    seconds: float
    bound: int | None = None

    _repr_html_ = repr_html


Verdict = Solved | Unsolvable | GaveUp
ProgressCallback = Callable[[Progress], object]
