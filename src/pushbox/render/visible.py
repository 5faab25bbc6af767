"""The visible board: without hidden pieces, with disguised terrain as it looks."""

from __future__ import annotations

from collections.abc import Iterable

from ..board import Board, Piece, Terrain, distinct_terrain, map_terrain
from ..grid import Cell


def visible_terrain(terrain: Terrain) -> Terrain:
    """Return terrain as it is drawn: disguised until it has been used."""
    return Terrain(terrain.looks) if terrain.looks is not None and not terrain.uses else terrain


def visible_board(board: Board) -> Board:
    """Return a board without its hidden pieces, and with disguised terrain as it looks. O(cells)."""
    terrain = board.terrain
    if any(visible_terrain(sort) is not sort for sort in distinct_terrain(terrain)):
        terrain = tuple(map_terrain(visible_terrain, terrain))
    pieces = tuple(piece for piece in board.pieces if not piece.hidden)
    return board.with_parts(terrain, pieces)


def is_home(board: Board, piece: Piece) -> bool:
    """Return whether a piece is on a goal of its number, and of its colour if the goal has one."""
    for index, cell in enumerate(piece.cells):
        terrain = visible_terrain(board.terrain[cell])
        if terrain.kind != "goal" or terrain.number != piece.number:
            return False
        if terrain.colour and terrain.colour != (piece.colours[index] if index < len(piece.colours) else None):
            return False
    return True


def outside_cells(board: Board) -> frozenset[Cell]:
    """Return the cells outside the walls, which are not drawn.

    They are floor that reaches the edge of the board past no wall, in regions where nothing stands.  O(cells).
    """
    kinds = map_terrain(lambda terrain: visible_terrain(terrain).kind, board.terrain)
    plain = map_terrain(lambda terrain: visible_terrain(terrain).kind == "floor" and not terrain.player, board.terrain)
    used = {cell for piece in board.pieces for cell in piece.cells}
    steps, edge = board.grid.step, len(kinds)
    outside: set[Cell] = set()
    visited = bytearray(edge)
    for start in sorted(board.grid.edge):
        if visited[start] or kinds[start] == "wall":
            continue
        region, visited[start] = [start], 1
        for cell in region:
            for towards in steps:
                near = towards[cell]
                if near < edge and not visited[near] and kinds[near] != "wall":
                    visited[near] = 1
                    region.append(near)
        if all(plain[cell] and cell not in used for cell in region):
            outside.update(region)
    return frozenset(outside)


def buried_walls(board: Board, outside: frozenset[Cell]) -> frozenset[Cell]:
    """Return the walls that touch no cell of a room, not even at a corner, given the `outside_cells`.  O(cells)."""
    around, edge = board.grid.around, len(board.terrain)
    walls = map_terrain(lambda terrain: visible_terrain(terrain).kind == "wall", board.terrain)
    hollow = {cell for cell, is_wall in enumerate(walls) if is_wall or cell in outside} | {edge}
    return frozenset(cell for cell, is_wall in enumerate(walls) if is_wall and hollow.issuperset(around(cell)))


def cell_names(board: Board, cells: Iterable[Cell]) -> str:
    """Return the names of cells as on the rulers, such as ``C4 D4``."""
    return " ".join(board.cell_name(cell) for cell in cells)
