"""Cells and directions.

A cell is one int, ``row * width + column``, counted from 0 at the top left.  Everything off the board is one more
cell, `Grid.outside` (``width * height``), which steps only to itself: give it the terrain of a wall, and no rule needs
a bounds check.

Directions are ints in the order of the letters ``lurd``, which is clockwise, so ``d ^ 2`` is the opposite direction
and ``(d + 1) % 4`` the next one clockwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from .arguments import check_text
from .errors import PushboxError

_T = TypeVar("_T")
Cell = int
Direction = int

LEFT, UP, RIGHT, DOWN = range(4)
DIRECTIONS = (LEFT, UP, RIGHT, DOWN)
LETTERS = "lurd"
NAMES = ("left", "up", "right", "down")
DELTAS = ((0, -1), (-1, 0), (0, 1), (1, 0))  # (rows, columns) of one step, by direction


class Grid:
    """The shape of a board: its size and, for every cell, its neighbours.

    `step[direction][cell]` is the neighbour, for the cells 0 to `outside` inclusive.  Make one with `grid`, which keeps
    recent shapes, as the tables cost O(cells).
    """

    __slots__ = ("height", "outside", "step", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.outside = outside = width * height

        # In whole ranges, as a board may have a million cells; then the ends of the rows.
        cells = [*range(outside + 1)]  # each made once, as four tables name them
        left, right = [outside, *cells[:-1]], [*cells[1:], outside]
        left[outside] = outside
        if width:
            left[:outside:width] = right[width - 1 : outside : width] = [outside] * height
        edge = [outside] * min(width, outside)
        up = *edge, *cells[: outside - width], outside
        down = *cells[width:outside], *edge, outside
        self.step = tuple(left), up, tuple(right), down

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

    @property
    def edge(self) -> set[Cell]:
        """The cells on the edge of the board."""
        width, outside = self.width, self.outside
        rows = (range(width), range(outside - width, outside))
        return set().union(*rows, range(0, outside, width), range(width - 1, outside, width)) if width else set()

    def __reduce__(self) -> tuple[object, ...]:
        return grid, (self.width, self.height)

    def __repr__(self) -> str:
        return f"grid({self.width}, {self.height})"


def grid(width: int, height: int) -> Grid:
    """Return the `Grid` of a size; the same object while it is among the 64 sizes used last, the 2 of large ones."""
    return (_grid if width * height <= _LARGE else _large_grid)(width, height)


_LARGE = 20_000  # cells; the tables of a million take 64 MB
_grid = lru_cache(maxsize=64)(Grid)
_large_grid = lru_cache(maxsize=2)(Grid)


def framed(cells: Sequence[_T], width: int, wall: _T) -> list[_T]:
    """Return what is on the cells of a board, row by row, with a frame of wall around it."""
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
    raise PushboxError(f"found {text[:40]!r}, expected a cell such as 5,2 (row, column from 0) or C6 (on the rulers)")
