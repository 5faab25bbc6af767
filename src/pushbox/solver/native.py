"""The native search, for the games whose rules `pushbox._core` has."""

from __future__ import annotations

from typing import cast

from pushbox import _core

from ..level import Level
from ..metrics import measure
from ..play.native import cells, is_plain
from .api import GaveUp, Limit, LimitKind, Objective, Progress, Solved, Unsolvable, Verdict, Watch

_GAMES = {"sokoban"}
_MIB = 1 << 20


def knows(level: Level) -> bool:
    """Return whether the native search knows all the rules of a level: those of plain Sokoban."""
    return level.game in _GAMES and not level.options and is_plain(level.board)


def search(level: Level, objective: Objective, limit: Limit, progress: Watch | None) -> Verdict:
    """Search a level that the native search `knows`; see `pushbox.solver.solve`."""
    watch = None
    if progress is not None:

        def watch(nodes: int, waiting: int, bound: int | None, seconds: float) -> object:
            return progress(Progress(seconds, nodes, waiting, bound))

    answer = _core.solve(
        *cells(level),
        objective=objective,
        seconds=limit.seconds,
        nodes=limit.nodes,
        memory=None if limit.memory is None else limit.memory * _MIB,
        progress=watch,
    )
    match answer.status:
        case "solved":
            text = answer.lurd or ""
            return Solved(text, measure(text), "pushes" if answer.optimal else None, answer.nodes, answer.seconds)
        case "unsolvable":
            return Unsolvable(answer.proof or "", answer.nodes, answer.seconds)
        case _:
            return GaveUp(cast(LimitKind, answer.limit), answer.nodes, answer.seconds, answer.bound)
