"""Replay solutions by the rules before the solver returns them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import PushboxError
from .api import LimitKind, Objective, Solved

if TYPE_CHECKING:
    from ..games.position import Position
    from ..level import Level
    from ..metrics import Metrics


class InvalidSolution(AssertionError):
    """A search has answered with something that the rules do not take for a solution: a defect of pushbox."""


def replayed(
    position: Position,
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


def require_solved(level: Level | Position, text: str, metrics: Metrics | None = None) -> Metrics:
    """Return the counts of a solution by the rules.

    Raises InvalidSolution where they refuse it, or count it otherwise than the `metrics` that are claimed of it.
    """
    from ..play.validate import require_playable
    from ..play.verify import verify

    try:
        replay = verify(require_playable(level), text)
    except PushboxError as error:
        raise _invalid(level, text, str(error)) from error
    if not replay.solved or replay.metrics is None or replay.metrics != (metrics or replay.metrics):
        raise _invalid(level, text, replay.message)
    return replay.metrics


def _invalid(level: Level | Position, moves: object, reason: str) -> InvalidSolution:
    return InvalidSolution(f"{moves!r} does not solve\n{level.board}\n{reason}")
