"""The replay of what searches find: no solution leaves the solver before the rules have played it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..games.position import Position, position_of
from ..level import Level
from ..play.verify import verify
from .api import LimitKind, Objective, Solved, Verdict


class InvalidSolution(AssertionError):
    """A search has answered with something that the rules do not take for a solution: a defect of pushbox."""


def replayed(
    position: Position[Any, Any],
    moves: Sequence[Any],
    optimal: Objective | None,
    nodes: int,
    seconds: float,
    limit: LimitKind | None = None,
    bound: int | None = None,
) -> Solved:
    """Return the answer with a search's moves once the rules have played them, written and counted by the rules.

    Raises InvalidSolution where they refuse a move, and where the position after the last one is not solved.
    """
    line = position.play_line(moves)
    if line.played < len(moves):
        raise _invalid(position, moves, str(position.illegal_move(moves, line)))
    if not (outcome := position.rules.outcome(line.state)).solved:
        raise _invalid(position, moves, outcome.reason or "the position after the last move is not solved")
    return Solved(position.format_played(moves, line), line.metrics, optimal, nodes, seconds, limit, bound)


def verified(level: Level | Position[Any, Any], verdict: Verdict) -> Verdict:
    """Return the verdict of another program once the rules have replayed its solution.

    Raises InvalidSolution where they refuse it, or count it otherwise.
    """
    if isinstance(verdict, Solved):
        position = position_of(level)
        replay = verify(position, verdict.text)
        if not replay.solved or replay.metrics != verdict.metrics:
            raise _invalid(position, verdict.text, replay.message)
    return verdict


def _invalid(position: Position[Any, Any], moves: object, reason: str) -> InvalidSolution:
    return InvalidSolution(f"{moves!r} does not solve\n{position.board}\n{reason}")
