"""Boards turned and mirrored by a symmetry of their tiling.

Squares have eight: four turns, each with and without mirroring.
"""

from __future__ import annotations

from ..board import FLOOR, Board, Piece, Terrain, map_terrain
from ..grid import Cell, Rectangle
from ..tiling import IDENTITY, SQUARE, Symmetry, Turned, turned_ports

ALL = SQUARE.symmetries


def transform(board: Board, symmetry: Symmetry) -> Board:
    """Return a board turned and mirrored, everything on it that points somewhere too.

    The order of the cells of a piece is part of the piece and stays.  O(cells + pieces).
    """
    if symmetry == IDENTITY:
        return board
    shape, turned = board.rectangle, board.tiling.turned(symmetry)
    width, height, tiling = shape.transformed(symmetry)
    ends = ends_of(shape, symmetry)
    terrain = (*map_terrain(lambda terrain: turn_terrain(terrain, turned), board.terrain), FLOOR)
    return Board(
        width,
        height,
        tuple(map(terrain.__getitem__, shape.origins(symmetry))),
        tuple(turn_piece(piece, turned, ends) for piece in board.pieces),
        board.counters,
        tiling,
    )


def ends_of(shape: Rectangle, symmetry: Symmetry) -> dict[Cell, Cell]:
    """Return the cell that each cell of a board comes to lie on.  O(cells)."""
    origins = shape.origins(symmetry)
    ends = dict(zip(origins, range(len(origins)), strict=True))
    ends.pop(shape.area, None)
    return ends


def turn_terrain(terrain: Terrain, turned: Turned) -> Terrain:
    """Return the terrain with its direction and ports turned."""
    return terrain._replace(direction=turned[terrain.direction], ports=turned_ports(terrain.ports, turned))


def turn_piece(piece: Piece, turned: Turned, ends: dict[Cell, Cell]) -> Piece:
    """Return the piece with its arrow and ports turned, its cells where `ends` says that they come to lie.

    A cell off the board, which `ends` does not have, stays what it is.
    """
    moved = Piece(piece.kind, tuple([ends.get(cell, cell) for cell in piece.cells]), *piece[2:])
    if piece.arrow < 0 and not piece.ports:
        return moved
    return moved._replace(arrow=turned[piece.arrow], ports=turned_ports(piece.ports, turned))
