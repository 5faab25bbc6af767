"""Plain Sokoban boards as a grid of signs: walls, floor, goals, boxes and one player, and what they can reach.

The published ids and the normal form are defined for these boards alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Board, Piece, map_terrain
from ..grid import Cell, framed
from .symmetry import Symmetry, traversal, turned_text

_SIGNS = {WALL: "#", FLOOR: " ", GOAL: "."}
_WITH_BOX = {" ": "$", ".": "*"}
_WITH_PLAYER = {" ": "@", ".": "+"}


class SokobanGrid(NamedTuple):
    """A plain board: its signs cell by cell, without the player, and where they stand."""

    width: int
    signs: str
    player: Cell

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.signs) // self.width

    def text(self, player: Cell) -> str:
        """Return the rows, each with its LF, with the player on a cell that they can stand on."""
        signs = self.signs[:player] + _WITH_PLAYER[self.signs[player]] + self.signs[player + 1 :]
        width = self.width
        return "".join([f"{signs[start : start + width]}\n" for start in range(0, len(signs), width)])

    def transformed(self, symmetry: Symmetry) -> SokobanGrid:
        """Return the board turned and mirrored.  O(cells)."""
        width, height = symmetry.size(self.width, self.height)
        signs = turned_text(self.signs, self.width, self.height, symmetry)
        player = traversal(width, height, symmetry.inverse).old_cell(self.player, self.width)
        return SokobanGrid(width, signs, player)

    def reach(self, blocked: str) -> set[Cell]:
        """Return the cells that the player reaches over cells that are none of the signs `blocked`.  O(cells).

        The signs at the edge must be walls.
        """
        signs, width = self.signs, self.width
        reached = {self.player}
        queue = [self.player]
        for cell in queue:  # grows while it is walked
            for neighbour in neighbours(cell, width):
                if neighbour not in reached and signs[neighbour] not in blocked:
                    reached.add(neighbour)
                    queue.append(neighbour)
        return reached


def sokoban_grid(board: Board) -> SokobanGrid | None:
    """Return a board as signs inside a frame of walls, None where it is none of plain parts with one player."""
    signs = map_terrain(lambda terrain: _SIGNS.get(terrain, ""), board.terrain)
    player = -1
    for piece in board.pieces:
        cell = piece.cells[0] if len(piece.cells) == 1 else -1
        if not 0 <= cell < len(signs) or signs[cell] not in _WITH_BOX:
            return None
        if piece == Piece("box", (cell,)):
            signs[cell] = _WITH_BOX[signs[cell]]
        elif piece == Piece("pusher", (cell,)) and player < 0:
            player = cell
        else:
            return None
    if player < 0 or board.counters or "" in signs or signs[player] not in _WITH_PLAYER:
        return None
    width = board.width + 2
    row, column = divmod(player, board.width)
    return SokobanGrid(width, "".join(framed(signs, board.width, "#")), (row + 1) * width + column + 1)


def cropped(grid: SokobanGrid, keep: Iterable[Cell]) -> SokobanGrid:
    """Return a board on which everything but the cells `keep` is wall, with one cell of wall around them.

    `keep` has no cell at the edge.  O(cells).
    """
    kept = set(keep)
    width = grid.width
    rows = [cell // width for cell in kept]
    columns = [cell % width for cell in kept]
    top, bottom, left, right = min(rows) - 1, max(rows) + 1, min(columns) - 1, max(columns) + 1
    cells = [row * width + column for row in range(top, bottom + 1) for column in range(left, right + 1)]
    signs = "".join([grid.signs[cell] if cell in kept else "#" for cell in cells])
    return SokobanGrid(right - left + 1, signs, cells.index(grid.player))


def neighbours(cell: Cell, width: int) -> tuple[Cell, ...]:
    """Return the four neighbours of a cell that is not at the edge."""
    return cell - 1, cell - width, cell + 1, cell + width
