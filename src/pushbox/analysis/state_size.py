"""The memory that a state of a game takes, for searches that keep every state."""

from __future__ import annotations

from ..games.position import Position

_BYTES, _CELL_BYTES = 800, 100  # of a state, and of each cell of its pieces


def bytes_of_state(position: Position) -> int:
    """Return how many bytes a state of a level takes at most: its pieces, and a set of cells as bits."""
    board = position.board
    return _BYTES + _CELL_BYTES * sum(len(piece.cells) for piece in board.pieces) + len(board.terrain) // 8
