"""Describe the contents of a cell in words."""

from __future__ import annotations

from ..board import Board, Piece
from ..grid import Cell
from ..tiling import SQUARE


def describe(board: Board, cell: Cell) -> str:
    """Describe the contents of a cell in words."""
    if cell == len(board.terrain):
        return "off the board"
    terrain = board.terrain[cell]
    kind = terrain.looks if terrain.looks is not None and not terrain.uses else terrain.kind
    words = [
        terrain.colour or "",
        kind or "",
        str(terrain.number or ""),
        f"of player {terrain.player}" * bool(terrain.player),
    ]
    place = " ".join(filter(None, words))
    pieces = [_describe_piece(piece) for piece in board.at(cell) if not piece.hidden]
    contents = f"{', '.join(pieces)} on {place}" if pieces else place
    return f"{board.cell_name(cell)}: {contents}"


def _describe_piece(piece: Piece) -> str:
    words = [
        *dict.fromkeys(piece.colours),
        piece.kind,
        str(piece.number or ""),
        f"of group {piece.group}" if piece.group else "",
        f"of player {piece.player}" if piece.player else "",
        f"that blooms {SQUARE.names[piece.arrow]}" if piece.arrow >= 0 and not piece.bloomed else "",
        f"with a fuse of {piece.fuse}" if piece.fuse else "",
        "that never moves again" if piece.fixed else "",
    ]
    return " ".join(filter(None, words))
