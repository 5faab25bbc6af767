"""The playable part of a level as layers of bits, for overlays with other levels."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ...errors import UnsupportedError
from ...games.registry import find
from ...grid import Cell, Rectangle, bounds_of, cell_of, cut, rc_of
from ...identity.sokoban_grid import SokobanGrid, cropped, sokoban_grid
from ...identity.symmetry import ALL
from ...level import Level
from ...tiling import IDENTITY, Symmetry

MAX_CELLS = 20_000  # of a board that is compared
MAX_SIDE = 400  # rows or columns of what is compared, as a turned layer has the square of the longer
_KEPT = 1 << 12  # bits of the largest layers that are kept, each of them in eight symmetries

Bits = int


class Layers(NamedTuple):
    """The cells of each kind as bits, row by row from the first cell, in rows of one width."""

    floor: Bits
    goals: Bits
    boxes: Bits
    player: Bits


class Sums(NamedTuple):
    """How many floor, goal and box cells are in each row, and in each column: as many bits, one layer behind another.

    So the bits that differ are the cells by which the sums do, and no overlay has fewer changes.
    """

    rows: Bits
    columns: Bits
    rows_backwards: Bits
    columns_backwards: Bits


LAYERS = 3


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
        self._sums: dict[int, Sums] = {}

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
        """Return the layers of the layout, turned and mirrored, in rows of `pitch` bits; small ones are kept."""
        layers = self._layers.get((pitch, symmetry))
        if layers is None:
            grid = self.grid.transformed(symmetry)
            text = "".join([row.ljust(pitch, "#") for row in cut(grid.signs, grid.width)])
            backwards = text[::-1]  # the first cell becomes the lowest bit
            floor, goals, boxes = (int(backwards.translate(table), 2) for table in _TABLES)
            player = 1 << cell_of(*rc_of(grid.player, grid.width), pitch)
            layers = Layers(floor, goals, boxes, player)
            if self._is_kept(pitch):
                self._layers[pitch, symmetry] = layers
        return layers

    def sums(self, pitch: int) -> Sums:
        """Return the sums of the layout, each layer of a line in `pitch` bits; small ones are kept."""
        sums = self._sums.get(pitch)
        if sums is None:
            signs, width = self.grid.signs, self.width
            rows = [_line_sums(row, pitch) for row in cut(signs, width)]
            columns = [_line_sums(signs[column::width], pitch) for column in range(width)]
            sums = Sums(*(_joined(lines, pitch) for lines in (rows, columns, rows[::-1], columns[::-1])))
            if self._is_kept(pitch):
                self._sums[pitch] = sums
        return sums

    def _is_kept(self, pitch: int) -> bool:
        """Return whether layers in rows of so many bits are small enough for an index of many layouts."""
        return pitch * max(self.width, self.height) <= _KEPT


def _joined(lines: list[Bits], pitch: int) -> Bits:
    return sum([line << LAYERS * pitch * place for place, line in enumerate(lines)])


def _line_sums(line: str, pitch: int) -> Bits:
    both = line.count("*")
    floor, goals, boxes = len(line) - line.count("#"), line.count(".") + both, line.count("$") + both
    return (1 << floor) - 1 | (1 << goals) - 1 << pitch | (1 << boxes) - 1 << 2 * pitch


def _sources(symmetry: Symmetry) -> tuple[int, int]:
    """Return which of the `Sums` of a layout are those of the rows, and of the columns, of the layout turned."""
    corner, right, below, _ = [*Rectangle(2, 2).turned_text("abcd", symmetry)]
    lines = ("ab", "ac", "cd", "bd")
    return lines.index("".join(sorted(corner + right))), lines.index("".join(sorted(corner + below)))


SOURCES = {symmetry: _sources(symmetry) for symmetry in ALL}


def _table(ones: str) -> dict[int, str]:
    return str.maketrans({sign: "1" if sign in ones else "0" for sign in "# .$*"})


_TABLES = (_table(" .$*"), _table(".*"), _table("$*"))


def layout_of(level: Level) -> Layout | None:
    """Return the layout of a level, None where there is more to it than walls, goals, boxes and one player.

    None too for a board that is larger than `MAX_CELLS` or, where it can be reached, longer than `MAX_SIDE`, and for a
    game in which more counts.  O(cells).
    """
    board = level.board
    try:
        plain = find(level.game).info.has_normal_form and not level.options
    except UnsupportedError:
        return None
    if not plain or len(board.terrain) > MAX_CELLS or (grid := sokoban_grid(board)) is None:
        return None
    kept = grid.reach("#")
    (row, column), (bottom, right) = bounds_of(kept, grid.width)
    if max(bottom - row, right - column) >= MAX_SIDE:
        return None
    return Layout(cropped(grid, kept), (row - 2, column - 2), board.height, board.width)  # both have a frame
