"""Cells, and the grid that they lie in.

A cell is one int, ``row * width + column``, counted from 0 at the top left.  Everything off the board is one more
cell, `Grid.outside` (``width * height``), which steps only to itself: give it the terrain of a wall, and no rule needs
a bounds check.  Which directions there are, and which is the opposite of which, is said by the `Tiling` of the grid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import ClassVar, NamedTuple, TypeVar

from .arguments import check_text
from .errors import PushboxError
from .tiling import SQUARE, Direction, Symmetry, Tiling

_T = TypeVar("_T")
Cell = int


class Rectangle(NamedTuple):
    """The size and the tiling of a board, without tables: cheap facts about its cells."""

    width: int
    height: int
    tiling: Tiling = SQUARE

    @property
    def area(self) -> int:
        """The number of cells."""
        return self.width * self.height

    def rc(self, cell: Cell) -> tuple[int, int]:
        """Return (row, column) from 0 of a cell that is on the board."""
        return divmod(cell, self.width)

    def cell(self, row: int, column: int) -> Cell:
        """Return the cell at (row, column) from 0, or `area` where that is off the board."""
        if 0 <= row < self.height and 0 <= column < self.width:
            return row * self.width + column
        return self.area

    def transformed(self, symmetry: Symmetry) -> Rectangle:
        """Return the smallest rectangle that holds the cells of this one turned and mirrored."""
        if self.tiling is SQUARE:
            return Rectangle(self.height, self.width) if symmetry.turns % 2 else self
        return self._images(symmetry)[0]

    def origins(self, symmetry: Symmetry) -> Sequence[Cell]:
        """Return for every cell of the `transformed` rectangle the cell of this one that it comes from.

        `area` for a cell that comes from none; squares have none of these.  O(cells); recent answers for squares are
        kept.
        """
        if self.tiling is SQUARE:
            return (_kept_origins if self.area <= _MOST_KEPT else _origins)(self.width, self.height, symmetry)
        turned, images = self._images(symmetry)
        origins = [self.area] * turned.area
        for cell, image in enumerate(images):
            origins[image] = cell
        return origins

    def image(self, symmetry: Symmetry) -> Callable[[Cell], Cell]:
        """Return the function that maps a cell to its image in the `transformed` rectangle."""
        if self.tiling is not SQUARE:
            return self._images(symmetry)[1].__getitem__
        start, below, right = _traversal(*self.transformed(symmetry)[:2], self.tiling.inverse(symmetry))
        width = self.width

        def image(cell: Cell) -> Cell:
            row, column = divmod(cell, width)
            return start + row * below + column * right

        return image

    def turned_text(self, cells: str, symmetry: Symmetry) -> str:
        """Return the signs of the cells turned and mirrored, row by row.  O(cells).

        A last sign, for `area`, is that of cells which come from none.
        """
        if self.tiling is SQUARE:
            slices_of = _kept_row_slices if max(self.width, self.height) <= _LONGEST_KEPT else _row_slices
            return "".join([cells[row] for row in slices_of(self.width, self.height, symmetry)])
        return "".join([cells[origin] for origin in self.origins(symmetry)])

    def _images(self, symmetry: Symmetry) -> tuple[Rectangle, list[Cell]]:
        """Return the turned rectangle, and where each cell comes to lie: from neighbour to neighbour, of any tiling."""
        tiling, turned = self.tiling, self.tiling.turned(symmetry)
        period = len(tiling.shapes), len(tiling.shapes[0])
        wanted = [turned[direction] for direction, delta in enumerate(tiling.shape(0, 0).deltas) if delta]
        starts = ((row, column) for row in range(period[0]) for column in range(period[1]))
        start = next(place for place in starts if all(tiling.shape(*place).deltas[direction] for direction in wanted))
        places = {0: start} if self.area else {}
        queue = [*places]
        steps = grid(*self).step
        for cell in queue:  # grows while it is walked
            row, column = places[cell]
            deltas = tiling.shape(row, column).deltas
            for direction, step in enumerate(steps):
                near, delta = step[cell], deltas[turned[direction]]
                if near < self.area and near not in places and delta:
                    places[near] = (row + delta[0], column + delta[1])
                    queue.append(near)
        # Moved to the corner by whole periods, so that the cells keep their shapes.
        top, left = (min((place[axis] for place in places.values()), default=0) for axis in (0, 1))
        bottom, right = (max((place[axis] + 1 for place in places.values()), default=0) for axis in (0, 1))
        top, left = top - top % period[0], left - left % period[1]
        within = Rectangle(right - left, bottom - top, tiling)
        return within, [
            cell_of(places[cell][0] - top, places[cell][1] - left, within.width) for cell in range(self.area)
        ]


def _traversal(width: int, height: int, symmetry: Symmetry) -> tuple[Cell, int, int]:
    """Return where the cells of a rectangle of squares come from when it is turned and mirrored.

    This is the old cell of the first one, and the steps among the old cells to what is then below, and on the right.
    """
    start, below, right = (width - 1, width, -1) if symmetry.mirrored else (0, width, 1)
    for _ in range(symmetry.turns):
        start, below, right = start + (height - 1) * below, right, -below
        width, height = height, width
    return start, below, right


_MOST_KEPT = 10_000  # cells of a rectangle whose recent origins are kept
_LONGEST_KEPT = 100  # rows or columns of a rectangle whose slices are kept


def _row_slices(width: int, height: int, symmetry: Symmetry) -> tuple[slice, ...]:
    """Return where each row of the new rectangle of squares stands in the text of the old one."""
    if not width * height:
        return ()
    start, below, right = _traversal(width, height, symmetry)
    columns, rows = (height, width) if symmetry.turns % 2 else (width, height)
    firsts = range(start, start + rows * below, below)
    return tuple(slice(first, end if (end := first + columns * right) >= 0 else None, right) for first in firsts)


def _origins(width: int, height: int, symmetry: Symmetry) -> tuple[Cell, ...]:
    cells = range(width * height)
    return tuple(chain.from_iterable([cells[row] for row in _row_slices(width, height, symmetry)]))


_kept_row_slices = lru_cache(maxsize=2048)(_row_slices)  # a collection has a hundred sizes, each in eight symmetries
_kept_origins = lru_cache(maxsize=128)(_origins)


class Grid:
    """The shape of a board: its size, its tiling and, for every cell, its neighbours.

    `step[direction][cell]` is the neighbour, for the cells 0 to `outside` inclusive, and `opposite[direction]` leads
    back.  Make one with `grid`, which keeps recent shapes, as the tables cost O(cells).
    """

    __slots__ = ("directions", "height", "opposite", "outside", "step", "tiling", "width")
    detour: ClassVar[int] = 1

    def __init__(self, width: int, height: int, tiling: Tiling = SQUARE) -> None:
        self.width = width
        self.height = height
        self.tiling = tiling
        self.directions = tiling.directions
        self.opposite = tiling.opposites
        self.outside = width * height
        self.step = self._steps()

    def _steps(self) -> tuple[tuple[Cell, ...], ...]:
        shapes = [self.tiling.shape(*self.rc(cell)) for cell in range(self.outside)]

        def neighbour(cell: Cell, direction: Direction) -> Cell:
            row, column = self.rc(cell)
            delta = shapes[cell].deltas[direction]
            return self.cell(row + delta[0], column + delta[1]) if delta else self.outside

        return tuple(
            (*(neighbour(cell, direction) for cell in range(self.outside)), self.outside)
            for direction in self.tiling.directions
        )

    @property
    def edge(self) -> frozenset[Cell]:
        """The cells on the edge of the board."""
        return edge_cells(self.width, self.outside)

    def cell(self, row: int, column: int) -> Cell:
        """Return the cell at (row, column) from 0, or `outside` where that is off the board."""
        if 0 <= row < self.height and 0 <= column < self.width:
            return row * self.width + column
        return self.outside

    def rc(self, cell: Cell) -> tuple[int, int]:
        """Return (row, column) from 0 of a cell that is on the board."""
        return divmod(cell, self.width)

    def direction(self, start: Cell, end: Cell) -> Direction | None:
        """Return the direction of the single step from `start` to `end`, None where it is no single step."""
        for direction, step in enumerate(self.step):
            if step[start] == end != self.outside:
                return direction
        return None

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells round a cell, clockwise, as `Tiling.around` has them."""
        step, around = self.step, []
        for route in self.tiling.around:
            near = self.outside if route is None else cell
            for direction in route or ():
                near = step[direction][near]
            around.append(near)
        return tuple(around)

    def towards(self, end: Cell) -> Callable[[Cell], Iterable[tuple[Cell, bool]]]:
        """Return what gives the neighbours of a cell, each with whether it is nearer to `end` on an empty board.

        A walk gets `detour` longer by a step that leads no nearer, than the `distance` from its start.  A grid that
        cannot tell which do says that none does.
        """
        del end
        return lambda cell: [(step[cell], False) for step in self.step]

    def distance(self, start: Cell, end: Cell) -> int:
        """Return the steps from one cell to another on an empty board, 0 for a grid that cannot tell."""
        del start, end
        return 0

    def ahead(self, cell: Cell, direction: Direction) -> int:
        """Return the number of cells from a cell to the edge of the board in a direction."""
        towards, count = self.step[direction], 0
        while (cell := towards[cell]) != self.outside:
            count += 1
        return count

    def __reduce__(self) -> tuple[object, ...]:
        return grid, (self.width, self.height, self.tiling)

    def __repr__(self) -> str:
        tiling = "" if self.tiling is SQUARE else f", {self.tiling!r}"
        return f"grid({self.width}, {self.height}{tiling})"


class _SquareGrid(Grid):
    """A grid of squares, whose tables are made of whole ranges, as a board may have a million cells."""

    __slots__ = ()
    detour = 2

    def _steps(self) -> tuple[tuple[Cell, ...], ...]:
        width, height, outside = self.width, self.height, self.outside
        cells = [*range(outside + 1)]  # each made once, as four tables name them
        left, right = [outside, *cells[:-1]], [*cells[1:], outside]
        left[outside] = outside
        if width:  # the ends of the rows
            left[:outside:width] = right[width - 1 : outside : width] = [outside] * height
        edge = [outside] * min(width, outside)
        up = *edge, *cells[: outside - width], outside
        down = *cells[width:outside], *edge, outside
        return tuple(left), up, tuple(right), down

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        left, up, right, down = self.step
        west, north, east, south = left[cell], up[cell], right[cell], down[cell]
        return west, up[west], north, right[north], east, down[east], south, left[south]

    def towards(self, end: Cell) -> Callable[[Cell], Iterable[tuple[Cell, bool]]]:
        (left, up, right, down), width = self.step, self.width
        row, column = divmod(end, width)

        def towards(cell: Cell) -> Iterable[tuple[Cell, bool]]:
            y, x = divmod(cell, width)
            return (left[cell], x > column), (up[cell], y > row), (right[cell], x < column), (down[cell], y < row)

        return towards

    def distance(self, start: Cell, end: Cell) -> int:
        return sum(abs(here - there) for here, there in zip(self.rc(start), self.rc(end), strict=True))

    def ahead(self, cell: Cell, direction: Direction) -> int:
        row, column = divmod(cell, self.width)
        return (column, row, self.width - 1 - column, self.height - 1 - row)[direction]


def grid(width: int, height: int, tiling: Tiling = SQUARE) -> Grid:
    """Return the `Grid` of a size; the same object while it is among the 64 sizes used last, the 2 of large ones."""
    if tiling is SQUARE:
        return (_grid if width * height <= _LARGE else _large_grid)(width, height)
    return (_tiled_grid if width * height <= _LARGE else Grid)(width, height, tiling)


_LARGE = 20_000  # cells; the tables of a million take 64 MB
_grid = lru_cache(maxsize=64)(_SquareGrid)
_large_grid = lru_cache(maxsize=2)(_SquareGrid)
_tiled_grid = lru_cache(maxsize=64)(Grid)


def cut(signs: str, width: int) -> list[str]:
    """Return the rows of a board whose cells have these signs, or the lines of moves of so many letters."""
    return [signs[start : start + width] for start in range(0, len(signs), width)]


@lru_cache(maxsize=64)
def edge_cells(width: int, area: int) -> frozenset[Cell]:
    """Return the cells on the edge of a board of so many cells, in rows of `width`.  O(width + height)."""
    if not width:
        return frozenset()
    return frozenset(
        chain(range(width), range(area - width, area), range(0, area, width), range(width - 1, area, width))
    )


def edge_of(cells: str, width: int) -> str:
    """Return the signs of the cells on the edge of a board, those in the corners twice."""
    return cells[:width] + cells[-width:] + cells[::width] + cells[width - 1 :: width]


def rc_of(cell: Cell, width: int) -> tuple[int, int]:
    """Return (row, column) from 0 of a cell in rows of `width` cells, for text that is no board yet; else `Grid.rc`."""
    return divmod(cell, width)


def height_of(cells: Sequence[object], width: int) -> int:
    """Return the number of rows of `width` cells."""
    return len(cells) // width


def cell_of(row: int, column: int, width: int) -> Cell:
    """Return the cell at (row, column) from 0 in rows of `width` cells; `Grid.cell` also takes places off the board."""
    return row * width + column


def bounds_of(cells: Collection[Cell], width: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return (top, left) and (bottom, right) of some cells, of which there is one at least.  O(cells)."""
    rows = [cell // width for cell in cells]
    columns = [cell % width for cell in cells]
    return (min(rows), min(columns)), (max(rows), max(columns))


def cells_within(top: int, left: int, bottom: int, right: int, width: int) -> list[Cell]:
    """Return the cells from (top, left) to (bottom, right), both included, in reading order."""
    return [row * width + column for row in range(top, bottom + 1) for column in range(left, right + 1)]


def framed_cell(cell: Cell, width: int) -> Cell:
    """Return the new cell of a cell after a frame was put around a board with rows of `width` cells."""
    row, column = divmod(cell, width)
    return (row + 1) * (width + 2) + column + 1


def framed(cells: Sequence[_T], width: int, wall: _T) -> list[_T]:
    """Return the cells of a board, row by row, with a frame of wall."""
    framed = [wall] * (width + 2)
    for start in range(0, len(cells), width):
        framed += [wall, *cells[start : start + width], wall]
    return framed + [wall] * (width + 2)


def cell_name(row: int, column: int) -> str:
    """Return a cell as people see it on the rulers: column letter, row number from 1 at the top.

    >>> cell_name(5, 2), cell_name(0, 27)
    ('C6', 'AB1')
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


def parse_cell(text: str) -> tuple[int, int]:
    """Read ``R,C`` (from 0) or a ruler name such as ``C6`` as (row, column) from 0; `cell_name` is the inverse.

    Raises PushboxError where it is neither.

    >>> parse_cell("5,2"), parse_cell("c6")
    ((5, 2), (5, 2))
    """
    check_text("text", text, "a cell such as '5,2' or 'C6'")
    if match := re.fullmatch(r"\s*([0-9]{1,6})\s*,\s*([0-9]{1,6})\s*", text):
        return int(match[1]), int(match[2])
    if match := re.fullmatch(r"\s*([A-Za-z]{1,4})([0-9]{1,6})\s*", text):
        column = 0
        for letter in match[1].upper():
            column = column * 26 + ord(letter) - ord("A") + 1
        if (row := int(match[2])) > 0:
            return row - 1, column - 1
    raise PushboxError.said("not-a-cell", text=text[:40])
