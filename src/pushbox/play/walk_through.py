"""Solutions as walk-throughs: which box goes where, one after the other, as people tell each other a way.

Boxes are numbered from 1 as one reads, row by row, where they stand at the start.
"""

from __future__ import annotations

from typing import NamedTuple

from ..arguments import Line
from ..board import Board
from ..games.position import Position, position_of
from ..grid import Cell
from ..level import Level


class Stretch(NamedTuple):
    """A box that is pushed with no other one in between: its number, and the cells where it begins, turns and ends.

    The last cell is -1 where it has left the board.
    """

    box: int
    cells: tuple[Cell, ...]


def numbered_boxes(board: Board) -> tuple[Cell, ...]:
    """Return the cells of the pieces that are no pushers as one reads: the first is that of box 1."""
    return tuple(sorted(piece.anchor for piece in board.pieces if piece.kind != "pusher"))


def walk_through(level: Level | Position, moves: Line) -> tuple[Stretch, ...]:
    r"""Return the pushes of some moves as stretches; several boxes that one move pushes take turns.

    Raises NotationError and IllegalMove for moves that cannot be played.  O(moves).

    >>> from pushbox import read
    >>> walk_through(read("#######\n#@$  .#\n#  $. #\n#######").levels[0], "RdRuR")
    (Stretch(box=1, cells=(9, 10)), Stretch(box=2, cells=(17, 18)), Stretch(box=1, cells=(10, 11)))
    """
    start = position_of(level)
    numbers = {cell: number for number, cell in enumerate(numbered_boxes(start.board), start=1)}
    stretches: list[tuple[int, list[Cell]]] = []
    for push in start.pushes(moves):
        number = numbers[push.box.anchor]
        if not stretches or stretches[-1][0] != number or stretches[-1][1][-1] != push.start:
            stretches.append((number, [push.start]))
        cells = stretches[-1][1]
        if len(cells) > 1 and _goes_on(start.board, cells[-2], cells[-1], push.end):
            cells[-1] = push.end
        else:
            cells.append(push.end)
    return tuple(Stretch(number, tuple(cells)) for number, cells in stretches)


def _goes_on(board: Board, before: Cell, here: Cell, after: Cell) -> bool:
    """Return whether a box goes on in the direction that it came from."""
    if after < 0:
        return False
    (row, column), (down, right), (y, x) = (board.rc(cell) for cell in (before, here, after))
    return (_sign(down - row), _sign(right - column)) == (_sign(y - down), _sign(x - right))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
