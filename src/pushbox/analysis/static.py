"""The analysis of a position without a search: its dead squares, and the pushes that a solution needs at least."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..arguments import check_optional, check_seconds
from ..board import Board
from ..deadline import Deadline
from ..errors import PushboxError
from ..games.position import Position
from ..grid import Cell
from ..level import Level
from ..path.walk import reachable_from
from ..play.validate import require_playable
from ..solver import Limit, Solved, Unsolvable, solve

_SOLVER_SECONDS = 2.0
_ONE_POSITION = Limit(nodes=1, seconds=_SOLVER_SECONDS, memory=256)
_MOST_WORK = 4_000_000  # cells of the board, as often as there are numbers of boxes: a second or two


@dataclass(frozen=True, slots=True)
class StaticAnalysis:
    """The static analysis of a position.

    `dead_squares` are the cells within the walls from which no box can reach a goal, in reading order. `lower_bound` is
    a lower bound of the pushes (in a game without them, moves) of a solution, or None if there is no solution; then
    `proof` says why.
    """

    dead_squares: tuple[Cell, ...]
    lower_bound: int | None
    proof: str = ""


def analyze(level: Level | Position, *, seconds: float | None = None) -> StaticAnalysis:
    """Analyse a position, or the start of a level, without a search.

    The bound is that of a solver that looks at one position only. Raises LevelError for a level with faults that
    prevent play, UnsupportedError for a game that does not exist, PushboxError for a board with so many cells and
    numbers of boxes that it would take long, and OutOfTime if it is not done within `seconds`.
    """
    check_optional(check_seconds, "seconds", seconds)
    deadline = Deadline(seconds)
    position = require_playable(level)
    rules, state, board = position.rules, position.state, position.board
    numbers = {box.number for box in board.of_kind("box")}
    PushboxError.beyond(_MOST_WORK // max(1, len(numbers)), len(board.terrain), "cells-to-analyse")
    deadline.check()
    dead = tuple(sorted(rules.dead_squares(state) & _inside(position.level.board)))
    deadline.check()
    if rules.is_deadlock(state):
        return StaticAnalysis(dead, None, "a box can never get home")
    deadline.check()
    bound = rules.lower_bound(state)
    left = deadline.left
    limit = _ONE_POSITION if left is None else replace(_ONE_POSITION, seconds=min(left, _SOLVER_SECONDS))
    verdict = solve(position, objective="pushes", limit=limit)
    deadline.check()
    if isinstance(verdict, Unsolvable):
        return StaticAnalysis(dead, None, verdict.proof)
    proven = verdict.metrics.pushes if isinstance(verdict, Solved) and verdict.optimal else verdict.bound
    return StaticAnalysis(dead, max(proven or 0, bound))


def _inside(board: Board) -> set[Cell]:
    """Return the cells that no walls part from every piece."""
    free = [*(terrain.kind != "wall" for terrain in board.terrain), False]
    return reachable_from(board.grid, free, (piece.anchor for piece in board.pieces))
