"""Plain boards in native code: their cells, their texts and their normal form, which a library needs of every level."""

from __future__ import annotations

from .. import core
from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..tiling import SQUARE
from .sokoban_grid import SokobanGrid


def normal_form(grid: SokobanGrid, most_visits: int) -> str:
    """Return the rows of the normal form of a plain board, each with its LF; see `pushbox.identity.normalize`.

    Its rounds end where they have visited so many cells.
    """
    return core.normal_form(grid.width, grid.signs.encode("ascii"), grid.player, most_visits).decode("ascii")


def plain_cells(board: Board) -> bytes | None:
    """Return a byte for each cell of a plain board: 1 wall, 2 goal, 4 box, 8 player.

    None for a board of other parts, or with another number of players than one.
    """
    if board.counters or board.tiling is not SQUARE:
        return None
    return core.plain_cells(board.terrain, board.pieces, _SORTS, _PLAIN)


def plain_texts(width: int, cells: bytes, most_visits: int) -> tuple[str, str, bytes] | None:
    """Return the `position_text` of a board, the smallest of its symmetries, and its `normal_form` in ASCII.

    The board is given by its `plain_cells`; None for bytes that are those of no such board.
    """
    return core.plain_texts(width, cells, most_visits)


_SORTS = (WALL, FLOOR, GOAL)
_PLAIN = Piece("", ())[2:]
