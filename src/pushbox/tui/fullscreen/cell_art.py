"""Draw a cell on a terminal: two characters or more, in colours, so that a cell is about square.

Pieces and goals have edges at every size, double ones for a box on its goal, so that a board is read without colours.
Inside stands the character of `render.text`, and beside it what it covers, where they tell more than the edges.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

from ...board import Board, Piece, map_terrain
from ...render.ansi import basic, rgb
from ...render.text import Sign, TextPicture
from ...render.visible import buried_walls, is_home, outside_cells, visible_terrain
from ...tiling import DOWN, LEFT, RIGHT, UP

_BLANK = " "
_INK = Color.from_rgb(16, 18, 22)  # of characters on pieces
_FLOORS = {  # on a dark and on a light screen, in turn as on a chessboard
    True: (Color.from_rgb(34, 38, 46), Color.from_rgb(40, 44, 53)),
    False: (Color.from_rgb(240, 242, 246), Color.from_rgb(230, 233, 239)),
}
_BASIC_INK = Color.from_ansi(0)  # where there are 16 colours; floor has the terminal's own there
_SHADE = 0.62  # of the front of a wall
_SOLID = "█"
_ALL_SIDES = 1 << LEFT | 1 << UP | 1 << RIGHT | 1 << DOWN

# Edges: horizontal, vertical, and the corners from the top left on, row by row.
_EDGES = {"box": "─│┌┐└┘", "home": "═║╔╗╚╝", "pusher": "─│╭╮╰╯", "goal": "─│╭╮╰╯"}
_FIRST_LARGE = 2  # the smallest size with frames, at which that of a goal has no room for a label
_TEXTURES = "░▒▓"  # characters that fill a cell
_PLAIN = {"box": "[]", "goal": "()"}  # where there is room for two characters only


class Art(NamedTuple):
    """The picture of a cell: its two characters at the smallest size, and the frame and the label of larger ones.

    `sides` are those of the frame, a bit for each direction.  `front` is the style of the lower edge of a wall above a
    room, None for any other cell.
    """

    small: str
    label: str
    style: Style
    frame: str = ""
    sides: int = _ALL_SIDES
    front: Style | None = None

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing to see, so that a mark may be."""
        return self.small == 2 * _BLANK

    def line(self, scale: int, row: int) -> str:
        """Return one of the `scale` lines of the cell, twice as many characters."""
        if self.frame == "texture":
            return self.small[0] * (2 * scale)
        if self.frame == "wall":
            return ("▄" if self.is_front(scale, row) else self.small[0]) * (2 * scale)
        if scale == 1:
            return self.small
        middle = self.label if row == (scale - 1) // 2 else ""
        if self.frame not in _EDGES or (self.frame == "goal" and self.label and scale == _FIRST_LARGE):
            return middle.center(2 * scale)
        if self.frame == "goal":
            return self._line(middle, 2 * scale - 2, scale, row).center(2 * scale)
        return self._line(middle, 2 * scale, scale, row)

    def _line(self, middle: str, width: int, scale: int, row: int) -> str:
        horizontal, vertical, *corners = tuple(_EDGES[self.frame])
        has_left, has_right = (bool(self.sides >> side & 1) for side in (LEFT, RIGHT))
        edge = UP if row == 0 else DOWN if row == scale - 1 else -1
        is_edge = edge >= 0 and bool(self.sides >> edge & 1)
        filling = horizontal if is_edge else _BLANK
        left, right = corners[:2] if edge == UP else corners[2:]
        ends = (left, right) if is_edge else (vertical, vertical)
        inner = middle.center(width - 2).replace(_BLANK, filling)
        return f"{ends[0] if has_left else filling}{inner}{ends[1] if has_right else filling}"

    def is_front(self, scale: int, row: int) -> bool:
        """Return whether a line is the lower edge of a wall."""
        return self.front is not None and scale > 1 and row == scale - 1

    def style_of(self, scale: int, row: int) -> Style:
        """Return the style of a line."""
        return self.front if self.front is not None and self.is_front(scale, row) else self.style


class _Cell(NamedTuple):
    """What a cell is drawn by, beside its characters."""

    frame: str = ""
    sides: int = _ALL_SIDES
    number: int = 0
    is_odd: bool = False
    is_outside: bool = False
    is_front: bool = False


def cell_arts(
    board: Board, picture: TextPicture, *, in_16: bool = False, is_dark: bool = True, with_buried: bool = False
) -> list[Art]:
    """Return the pictures of the cells of a board, which is drawn as text, row by row, if need be in 16 colours.

    `with_buried` draws walls that touch no room too.
    """
    pieces = {cell: piece for piece in board.pieces if not piece.hidden for cell in piece.cells}
    outside = outside_cells(board)
    buried = frozenset[int]() if with_buried else buried_walls(board, outside)
    kinds = map_terrain(lambda terrain: visible_terrain(terrain).kind, board.terrain)
    step, cells = board.grid.step, len(kinds)
    stacks = chain.from_iterable(zip(*rows, strict=True) for rows in zip(*picture.layers, strict=True))
    arts = []
    for cell, stack in enumerate(stacks):
        if cell in buried:
            arts.append(_NOTHING)
            continue
        piece, is_wall = pieces.get(cell), kinds[cell] == "wall"
        below = step[DOWN][cell] if is_wall else cells
        about = _Cell(
            _frame(board, piece, kinds[cell]),
            _ALL_SIDES if piece is None or len(piece.cells) == 1 else _sides(board, piece, cell),
            0 if piece is None else piece.number,
            bool(sum(board.rc(cell)) % 2),
            cell in outside,
            is_wall and below < cells and kinds[below] != "wall" and below not in outside,
        )
        arts.append(_art(stack, about, in_16, is_dark))
    return arts


_NOTHING = Art(2 * _BLANK, "", Style())


def _frame(board: Board, piece: Piece | None, kind: str) -> str:
    if piece is not None:
        return "pusher" if piece.kind == "pusher" else "home" if is_home(board, piece) else "box"
    return kind if kind in {"wall", "goal"} else "goal" if kind == "flower" else ""


def _sides(board: Board, piece: Piece, cell: int) -> int:
    """Return the sides of a cell at which its piece ends."""
    neighbours = (board.grid.step[side][cell] for side in (LEFT, UP, RIGHT, DOWN))
    return sum(
        1 << side for side, near in zip((LEFT, UP, RIGHT, DOWN), neighbours, strict=True) if near not in piece.cells
    )


@lru_cache(maxsize=1 << 12)
def _art(signs: tuple[Sign | None, ...], about: _Cell, in_16: bool, is_dark: bool) -> Art:  # noqa: FBT001
    """Return the picture of a cell: a piece is filled with its colour; terrain is drawn on floor."""
    top, *covered = [sign for sign in signs if sign is not None]
    below = covered[0].character if covered else _BLANK
    colour = _basic_colour(top.role) if in_16 else _colour(top.role)
    ink = _BASIC_INK if in_16 else _INK
    floor = None if in_16 or about.is_outside else _FLOORS[is_dark][about.is_odd]
    small = top.character + below
    match about.frame:
        case "wall":
            front = _front(colour) if about.is_front and not in_16 and top.character == _SOLID else None
            solid = Style(color=colour, bgcolor=colour if top.character == _SOLID else None)
            return Art(2 * top.character, "", solid, "wall", front=front)
        case "pusher":
            small = small if covered else 2 * top.character
            return Art(small, small, Style(color=ink, bgcolor=colour, bold=not in_16), "pusher", about.sides)
        case "box" | "home":
            style = Style(color=ink, bgcolor=colour, bold=not in_16)
            if about.number and covered and about.frame == "box":
                small = label = f"{about.number % 10}{below}"
            elif about.number:
                small, label = f"{top.character}{about.number % 10}", str(about.number)[-2:]
            elif top.name == "box" and not covered:
                small, label = _PLAIN["box"], ""
            elif top.name == "box on goal" and not covered:
                small = label = 2 * top.character
            else:
                label = small.strip()
            return Art(small, label, style, about.frame, about.sides)
        case "goal":
            style = Style(color=colour, bgcolor=floor, bold=True)
            is_plain = not top.character.isalnum()
            return Art(_PLAIN["goal"] if is_plain else small, "" if is_plain else small.strip(), style, "goal")
        case _:
            style = Style(color=colour, bgcolor=floor)
            if top.character in _TEXTURES:
                return Art(2 * top.character, "", style, "texture")
            return Art(small, small.strip(), style)


def _front(colour: Color | None) -> Style | None:
    if colour is None or colour.triplet is None:
        return None
    shaded = Color.from_rgb(*(part * _SHADE for part in colour.triplet))
    return Style(color=shaded, bgcolor=colour)


def _basic_colour(role: str) -> Color | None:
    number = basic(role)
    return None if number is None else Color.from_ansi(number)


def _colour(role: str) -> Color | None:
    red_green_blue = rgb(role)
    return None if red_green_blue is None else Color.from_rgb(*red_green_blue)
