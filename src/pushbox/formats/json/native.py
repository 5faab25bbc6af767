"""The JSON of plain boards in native code: a library keeps that of every level."""

from __future__ import annotations

from ... import core
from ...board import Board
from ...identity.native import plain_cells


def plain_board(board: Board, cells: bytes | None = None) -> str | None:
    """Return the JSON of a board of plain Sokoban with one player, None for any other.

    Its `plain_cells` need not be made once more where they are known.
    """
    known = plain_cells(board) if cells is None else cells
    return None if known is None else core.plain_json(board.width, known)
