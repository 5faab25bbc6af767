"""The JSON of plain boards in native code: a library keeps that of every level."""

from __future__ import annotations

from ... import core
from ...board import FLOOR, GOAL, WALL, Board, Piece
from ...tiling import SQUARE


def plain_board(board: Board) -> str | None:
    """Return the JSON of a board of plain Sokoban with one player, None for any other."""
    if board.counters or board.tiling is not SQUARE:
        return None
    return core.plain_json(board.width, board.terrain, board.pieces, _SORTS, _PLAIN)


_SORTS = (WALL, FLOOR, GOAL)
_PLAIN = Piece("", ())[2:]
