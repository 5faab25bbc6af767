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
    """What is known of a position.

    `dead_squares` are the cells within the walls from which no box can ever get home, in reading order.  `lower_bound`
    is how many pushes (in a game without them, moves) a solution needs at least, None where there is none; then `proof`
    says why.
    """

    dead_squares: tuple[Cell, ...]
    lower_bound: int | None
    proof: str = ""


def analyze(level: Level | Position) -> StaticAnalysis:
    """Return what is known of a position, or of the one that a level begins in.

    The bound is that of a solver which may look at one position only.  Raises LevelError for a level with faults that
    keep it from being played, UnsupportedError for a game that does not exist.
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
