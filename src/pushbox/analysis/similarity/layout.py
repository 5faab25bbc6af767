"""The playable part of a level as layers of bits, for overlays with other levels."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ...errors import UnsupportedError
from ...games.registry import find
from ...grid import Cell, bounds_of, cell_of, cut, rc_of
from ...identity.sokoban_grid import SokobanGrid, cropped, sokoban_grid
from ...level import Level
from ...tiling import IDENTITY, Symmetry

MAX_CELLS = 20_000  # of a board that is compared

Bits = int


class Layers(NamedTuple):
    """The cells of each kind as bits, row by row from the first cell, in rows of one width."""

    floor: Bits
    goals: Bits
    boxes: Bits
    player: Bits


class Layout:
    """The playable part of a level within a frame of walls, so that walls outside it and where it lies do not count.

    `origin` is where on a board of some `rows` and `columns` the first cell of `grid` lies, which may be off it; else
    the grid is the board.
    """

    def __init__(self, grid: SokobanGrid, origin: tuple[int, int] = (0, 0), rows: int = 0, columns: int = 0) -> None:
        self.grid = grid
        self._origin = origin
        self._rows = rows or grid.height
        self._columns = columns or grid.width
        self._layers: dict[tuple[int, Symmetry], Layers] = {}

    @cached_property
    def width(self) -> int:
        """Columns, the frame included."""
        return self.grid.width

    @cached_property
    def height(self) -> int:
        """Rows, the frame included."""
        return self.grid.height

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of floor, goal and box cells."""
        signs = self.grid.signs
        both = signs.count("*")
        return len(signs) - signs.count("#"), signs.count(".") + both, signs.count("$") + both

    @cached_property
    def size(self) -> int:
        """Return their sum."""
        return sum(self.counts)

    def board_cell(self, row: int, column: int) -> Cell | None:
        """Return the cell of the level's board that a row and a column of the layout are, None off it."""
        row, column = row + self._origin[0], column + self._origin[1]
        return cell_of(row, column, self._columns) if 0 <= row < self._rows and 0 <= column < self._columns else None

    def layers(self, pitch: int, symmetry: Symmetry = IDENTITY) -> Layers:
        """Return the layers of the layout, turned and mirrored, in rows of `pitch` bits; they are kept."""
        if (pitch, symmetry) not in self._layers:
            grid = self.grid.transformed(symmetry)
            text = "".join([row.ljust(pitch, "#") for row in cut(grid.signs, grid.width)])
            backwards = text[::-1]  # the first cell becomes the lowest bit
            floor, goals, boxes = (int(backwards.translate(table), 2) for table in _TABLES)
            player = 1 << cell_of(*rc_of(grid.player, grid.width), pitch)
            self._layers[pitch, symmetry] = Layers(floor, goals, boxes, player)
        return self._layers[pitch, symmetry]


def _table(ones: str) -> dict[int, str]:
    return str.maketrans({sign: "1" if sign in ones else "0" for sign in "# .$*"})


_TABLES = (_table(" .$*"), _table(".*"), _table("$*"))


def layout_of(level: Level) -> Layout | None:
    """Return the layout of a level, None where there is more to it than walls, goals, boxes and one player.

    None too for a board that is larger than `MAX_CELLS`, and for a game in which more counts.  O(cells).
    """
    board = level.board
    try:
        plain = find(level.game).info.has_normal_form and not level.options
    except UnsupportedError:
        return None
    if not plain or len(board.terrain) > MAX_CELLS or (grid := sokoban_grid(board)) is None:
        return None
    kept = grid.reach("#")
    (row, column), _ = bounds_of(kept, grid.width)
    return Layout(cropped(grid, kept), (row - 2, column - 2), board.height, board.width)  # both have a frame
