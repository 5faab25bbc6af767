"""Plain Sokoban boards as a grid of signs: walls, floor, goals, boxes and one player, and the cells in reach.

The published ids and the normal form are defined only for these boards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Board, Piece, draw_terrain
from ..grid import Cell, Rectangle, bounds_of, cells_within, cut, framed_cell, height_of
from ..tiling import SQUARE, Symmetry

_SIGNS = {WALL: "#", FLOOR: " ", GOAL: "."}
_WITH_BOX = {" ": "$", ".": "*"}
_WITH_PLAYER = {" ": "@", ".": "+"}


class SokobanGrid(NamedTuple):
    """A plain board: its signs cell by cell, without the player, and the player's cell."""

    width: int
    signs: str
    player: Cell

    @property
    def height(self) -> int:
        """The number of rows."""
        return height_of(self.signs, self.width)

    def text(self, player: Cell) -> str:
        """Return the rows, each with its LF, with the player on a given cell."""
        signs = self.signs[:player] + _WITH_PLAYER[self.signs[player]] + self.signs[player + 1 :]
        return "\n".join(cut(signs, self.width)) + "\n"

    def transformed(self, symmetry: Symmetry) -> SokobanGrid:
        """Return the board turned and mirrored.  O(cells)."""
        shape = Rectangle(self.width, self.height)
        width = shape.transformed(symmetry).width
        return SokobanGrid(width, shape.turned_text(self.signs, symmetry), shape.image(symmetry)(self.player))

    def reach(self, blocked: str) -> set[Cell]:
        """Return the cells that the player reaches over cells that are none of the signs `blocked`.  O(cells).

        The signs at the edge must be walls.
        """
        signs, strides = self.signs, SQUARE.strides(self.width)
        reached = {self.player}
        queue = [self.player]
        for cell in queue:  # grows while it is walked
            for stride in strides:
                neighbour = cell + stride
                if neighbour not in reached and signs[neighbour] not in blocked:
                    reached.add(neighbour)
                    queue.append(neighbour)
        return reached


def sokoban_grid(board: Board) -> SokobanGrid | None:
    """Return a board as signs inside a frame of walls, None where it is none of plain parts with one player."""
    signs = [*draw_terrain(lambda terrain: _SIGNS.get(terrain, _UNKNOWN), board.terrain)]
    player = -1
    for kind, cells, *properties in board.pieces:
        cell = cells[0] if len(cells) == 1 else -1
        if not 0 <= cell < len(signs) or signs[cell] not in _WITH_BOX or properties != _PLAIN:
            return None
        if kind == "box":
            signs[cell] = _WITH_BOX[signs[cell]]
        elif kind == "pusher" and player < 0:
            player = cell
        else:
            return None
    if player < 0 or board.counters or board.tiling is not SQUARE or _UNKNOWN in signs:
        return None
    if signs[player] not in _WITH_PLAYER:
        return None
    edge = "#" * (board.width + 2)
    rows = "".join([f"#{row}#" for row in cut("".join(signs), board.width)])
    return SokobanGrid(board.width + 2, f"{edge}{rows}{edge}", framed_cell(player, board.width))


_UNKNOWN = "?"
_PLAIN = [*Piece("", ())[2:]]


def cropped(board: SokobanGrid, keep: Iterable[Cell]) -> SokobanGrid:
    """Return a board on which everything but the cells `keep` is wall, with one cell of wall around them.

    `keep` has no cell at the edge.  O(cells).
    """
    kept = set(keep)
    (top, left), (bottom, right) = bounds_of(kept, board.width)
    cells = cells_within(top - 1, left - 1, bottom + 1, right + 1, board.width)
    signs = "".join([board.signs[cell] if cell in kept else "#" for cell in cells])
    return SokobanGrid(right - left + 3, signs, cells.index(board.player))
