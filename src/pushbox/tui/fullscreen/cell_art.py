"""Draw a cell on a terminal: two characters or more, in colours, so that a cell is about square.

The characters are those of `render.text`: the top one, and beside it the covered one, if that matters. Walls are filled
with their character, so that rooms are visible without colours too, and pieces with their colour.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

from ...board import Board
from ...render.ansi import basic, rgb
from ...render.text import Sign, TextPicture
from ...render.visible import outside_cells

_BLANK = " "
_INK = Color.from_rgb(16, 18, 22)  # of characters on pieces
_FLOOR = Color.from_rgb(38, 42, 50)
_BASIC_INK = Color.from_ansi(0)  # where there are 16 colours; floor has the terminal's own there


class Art(NamedTuple):
    """The picture of a cell: the character on top, the one that it covers, blank for none, and the style of both."""

    top: str
    below: str
    style: Style
    is_wall: bool = False

    def line(self, scale: int, row: int) -> str:
        """Return one of the `scale` lines of the cell, twice as many characters."""
        if self.is_wall:
            return self.top * (2 * scale)
        if row != (scale - 1) // 2:
            return _BLANK * (2 * scale)
        return f"{self.top}{self.below}".center(2 * scale)


def cell_arts(board: Board, picture: TextPicture, *, in_16: bool = False) -> list[Art]:
    """Return the pictures of the cells of a board, which is drawn as text, row by row, if need be in 16 colours."""
    layers = picture.layers
    numbers = {cell: piece.number for piece in board.pieces if not piece.hidden for cell in piece.cells}
    outside = outside_cells(board)
    stacks = chain.from_iterable(zip(*rows, strict=True) for rows in zip(*layers, strict=True))
    return [_art(stack, numbers.get(cell), cell in outside, in_16) for cell, stack in enumerate(stacks)]


@lru_cache(maxsize=1 << 12)
def _art(signs: tuple[Sign | None, ...], number: int | None, is_outside: bool, in_16: bool) -> Art:  # noqa: FBT001
    """Return the picture of a cell: a piece, of some number, is filled with its colour; terrain is drawn on floor."""
    top, *covered = [sign for sign in signs if sign is not None]
    below = covered[0].character if covered else _BLANK
    colour = _basic_colour(top.role) if in_16 else _colour(top.role)
    ink, floor = (_BASIC_INK, None) if in_16 else (_INK, None if is_outside else _FLOOR)
    if top.name == "wall":
        return Art(top.character, below, Style(color=colour), is_wall=True)
    if number is not None:
        beside = str(number % 10) if number and not covered else below
        return Art(top.character, beside, Style(color=ink, bgcolor=colour, bold=not in_16))
    return Art(top.character, below, Style(color=colour, bgcolor=floor))


def _basic_colour(role: str) -> Color | None:
    number = basic(role)
    return None if number is None else Color.from_ansi(number)


def _colour(role: str) -> Color | None:
    red_green_blue = rgb(role)
    return None if red_green_blue is None else Color.from_rgb(*red_green_blue)
