"""Try the level without a box and its goal, or without a wall, and compare the fewest pushes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from ...board import FLOOR, Board
from ...errors import PushboxError
from ...games.position import Position, load
from ...grid import Cell
from ...path.walk import reachable_from
from ...solver import Solved, Unsolvable, solve
from .budget import Budget

_FIRST_NODES = 1  # of the search that only compares bounds


class Trial(NamedTuple):
    """The result of a trial: ``same`` needs no fewer pushes than expected, ``shorter`` is solved with `pushes`."""

    outcome: Literal["same", "shorter", "unknown"]
    pushes: int = 0
    moves: str = ""


def try_level(position: Position, board: Board, expected: int, budget: Budget) -> Trial:
    """Return whether a level with another board can be solved with fewer pushes than `expected`.

    Bounds are compared first because they need no search.
    """
    try:
        changed = load(replace(position.level, board=board, saved_moves=(), source=None))
        for limit in (replace(budget.limit(), nodes=_FIRST_NODES), budget.limit()):
            verdict = solve(changed, objective="pushes", limit=limit, progress=budget.on_progress)
            if isinstance(verdict, Solved) and verdict.metrics.pushes < expected:
                return Trial("shorter", verdict.metrics.pushes, verdict.text)
            optimal = isinstance(verdict, Solved) and verdict.optimal is not None
            bound = None if isinstance(verdict, Unsolvable) else verdict.bound
            if optimal or (bound is not None and bound >= expected):
                return Trial("same")
    except PushboxError:  # what is left is no level
        pass
    return Trial("unknown")


def without_box(board: Board, box: Cell, goal: Cell) -> Board:
    """Return a board without the box on a cell and without a goal."""
    terrain = tuple(FLOOR if cell == goal else sort for cell, sort in enumerate(board.terrain))
    pieces = (piece for piece in board.pieces if piece.kind != "box" or piece.anchor != box)
    return replace(board, terrain=terrain, pieces=tuple(pieces))


def without_wall(board: Board, wall: Cell) -> Board:
    """Return a board with floor in place of a wall."""
    return replace(board, terrain=tuple(FLOOR if cell == wall else sort for cell, sort in enumerate(board.terrain)))


def inner_floor(board: Board) -> set[Cell]:
    """Return the cells that pieces could come to if there were no boxes."""
    free = [*(sort.kind != "wall" for sort in board.terrain), False]
    return reachable_from(board.grid, free, (piece.anchor for piece in board.pieces))


def inner_walls(board: Board) -> Iterator[Cell]:
    """Yield the walls without which the board would be larger, yet closed; those beside the most floor first."""
    grid, floor = board.grid, inner_floor(board)
    free = [*(sort.kind != "wall" for sort in board.terrain), False]
    beside = {cell: sum(row[cell] in floor for row in grid.step) for cell in board.cells_of("wall")}
    edge = grid.edge
    for wall in sorted(beside, key=lambda cell: (-beside[cell], cell)):
        if beside[wall]:
            around = [row[wall] for row in grid.step if free[row[wall]] and row[wall] not in floor]
            if wall not in edge and not reachable_from(grid, free, around) & edge:
                yield wall
