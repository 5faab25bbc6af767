"""Levels that are nearly equal to others, however turned, are left out."""

from __future__ import annotations

from collections.abc import Iterable
from operator import ne

from pushbox.level import Level

from .rating import Rated

_UNLIKE = 0.25  # share of the cells within the frame in which two levels of a pack differ at least, however turned


def unlike(pool: Iterable[Rated], others: Iterable[Level]) -> list[Rated]:
    """Leave out what is equal to another, or nearly, however turned."""
    taken: list[Rated] = []
    seen = [_rows(other) for other in others]
    for rated in pool:
        rows = _rows(rated.level)
        if all(_difference(rows, other) >= _UNLIKE for other in seen):
            seen.append(rows)
            taken.append(rated)
    return taken


Rows = list[list[object]]


def _rows(level: Level) -> Rows:
    """Return what is on the cells, row by row, but for what turns with the board."""
    board = level.board
    cells: list[object] = [(cell.kind, cell.colour, cell.number, cell.looks) for cell in board.terrain]
    for piece in board.pieces:
        for cell in piece.cells:
            cells[cell] = cells[cell], piece.kind, piece.colours, piece.number
    return [cells[row * board.width : (row + 1) * board.width] for row in range(board.height)]


def _difference(one: Rows, other: Rows) -> float:
    """Return the share of cells within the frame that differ, the other turned and mirrored as is best."""
    inner = (len(one) - 2) * (len(one[0]) - 2)
    least = 1.0
    for _ in range(4):
        other = [list(row) for row in zip(*other[::-1], strict=True)]
        for image in (other, [row[::-1] for row in other]):
            if (len(image), len(image[0])) == (len(one), len(one[0])):
                differing = sum(sum(map(ne, *rows)) for rows in zip(one, image, strict=True))
                least = min(least, differing / inner)
    return least
