"""The analysis of a position without a search: its dead squares, and the pushes that a solution needs at least."""

from __future__ import annotations

from dataclasses import dataclass

from ..board import Board
from ..games.position import Position
from ..grid import Cell
from ..level import Level
from ..path.walk import reachable_from
from ..play.validate import require_playable
from ..solver import Limit, Solved, Unsolvable, solve

_ONE_POSITION = Limit(nodes=1, seconds=2, memory=256)


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


def analyze(level: Level | Position) -> StaticAnalysis:
    """Analyse a position, or the start of a level, without a search.

    The bound is that of a solver that looks at one position only. Raises LevelError for a level with faults that
    prevent play, UnsupportedError for a game that does not exist.
    """
    position = require_playable(level)
    rules, state = position.rules, position.state
    dead = tuple(sorted(rules.dead_squares(state) & _inside(position.level.board)))
    if rules.is_deadlock(state):
        return StaticAnalysis(dead, None, "a box can never get home")
    verdict = solve(position, objective="pushes", limit=_ONE_POSITION)
    if isinstance(verdict, Unsolvable):
        return StaticAnalysis(dead, None, verdict.proof)
    proven = verdict.metrics.pushes if isinstance(verdict, Solved) and verdict.optimal else verdict.bound
    return StaticAnalysis(dead, max(proven or 0, rules.lower_bound(state)))


def _inside(board: Board) -> set[Cell]:
    """Return the cells that no walls part from every piece."""
    free = [*(terrain.kind != "wall" for terrain in board.terrain), False]
    return reachable_from(board.grid, free, (piece.anchor for piece in board.pieces))
