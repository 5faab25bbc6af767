"""Solving: one question, `solve`, and an answer that is a value with a reason.

Levels whose rules the native search knows are solved by it, all others by the plain search, which knows the rules only
through the game.
"""

from __future__ import annotations

from ..arguments import check_callback, check_choice, check_seed, check_threads
from ..level import Level, check_level
from ..play.check import playable
from ..play.verify import verify
from . import native, plain
from .api import (
    OBJECTIVES,
    GaveUp,
    Limit,
    Objective,
    Progress,
    ProgressCallback,
    Solved,
    Unsolvable,
    Verdict,
    check_limit,
)

__all__ = ["OBJECTIVES", "GaveUp", "Limit", "Objective", "Progress", "Solved", "Unsolvable", "Verdict", "solve"]


class InvalidSolution(AssertionError):
    """A search has answered with something that the rules do not take for a solution: a defect of pushbox."""


def solve(
    level: Level,
    *,
    objective: Objective = "any",
    limit: Limit | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: ProgressCallback | None = None,
) -> Verdict:
    """Solve a level for an objective: ``any`` solution, or the best by ``pushes``, ``moves``, or both.

    A search for the best finds solutions on its way: where a limit ends it before there is a proof, the answer is the
    best one so far.

    `progress` is called several times a second; the search stops where it returns True.  The same level, seed and
    limits, other than seconds and memory, give the same answer; another seed makes the native search try what looks
    equally good in another order, and changes nothing for the plain one.  With several `threads`, of which the native
    search of Sokoban and kin makes use, the answer may differ from run to run.  Raises LevelError for a level with
    faults that keep it from being played, UnsupportedError for a game that there is not, KeyboardInterrupt on Ctrl-C.
    """
    check_level(level)
    check_choice("objective", objective, OBJECTIVES)
    check_limit(limit)
    check_seed(seed)
    check_threads(threads)
    check_callback("progress", progress)
    playable(level)
    limit = limit or Limit()
    if native.knows(level):
        return verified(level, native.search(level, objective, limit, progress, seed, threads))
    return verified(level, plain.search(level, objective, limit, progress))


def verified(level: Level, verdict: Verdict) -> Verdict:
    """Return `verdict` once the rules have replayed its solution.  Raises InvalidSolution where they refuse it."""
    if isinstance(verdict, Solved):
        replay = verify(level, verdict.text)
        if not replay.solved or replay.metrics != verdict.metrics:
            message = f"{verdict.text!r} does not solve\n{level.board}\n{replay.message}"
            raise InvalidSolution(message)
    return verdict
