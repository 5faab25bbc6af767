"""Pictures of boards as SVG: one drawing for pages, papers and bitmaps.

The elements carry the classes of the web client (``tile goal``, ``piece box home``) and the attributes of the skin, so
that a picture looks the same everywhere. Equal drawings occur once, in ``<defs>``, under names made from their content,
so that several pictures can share a page.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ..arguments import check_flag, check_optional, check_text, check_type, check_whole, refused
from ..board import Board, Piece, map_terrain
from ..errors import UnsupportedError
from ..grid import Cell
from ..keywords import LOOK_HINTS, answering
from ..tiling import Direction
from .annotations import Annotations, draw_annotations
from .elements import escape
from .geometry import SIDE
from .ground import draw_rulers, ruler_letters, ruler_widths
from .lettering import text_line, wrap_lines
from .skins import Skin
from .skins import skin as named_skin
from .visible import is_home, visible_board

MAX_CELLS = 100_000  # of a board that is drawn
CELL_PIXELS = 32
MAX_CELL_PIXELS = 512
_SHADOW = 8  # how far the shadow of the walls reaches below the board
_CAPTION_PIXELS = 15
_LINE = 1.45  # of a caption, in sizes of its letters
_CAPTION_WIDTH = 0.96  # of the picture
_MAX_LINES = 8
_NO_FACING: Mapping[Cell, Direction] = MappingProxyType({})


@answering(LOOK_HINTS)
@dataclass(frozen=True, slots=True)
class Look:
    """The look of a board: skin, pixels per cell, rulers, checkerboard, background."""

    skin: str | Skin = "plain"
    cell: int = CELL_PIXELS
    rulers: bool = False
    checkerboard: bool = False
    background: bool = True

    def __post_init__(self) -> None:
        check_whole("cell", self.cell, 1, MAX_CELL_PIXELS)
        for name in ("rulers", "checkerboard", "background"):
            check_flag(name, getattr(self, name))

    @property
    def palette(self) -> Skin:
        """The skin itself.  Raises ArgumentError for a name that none has."""
        return self.skin if isinstance(self.skin, Skin) else named_skin(self.skin)


@dataclass(frozen=True, slots=True)
class Frame:
    """The rectangle of a picture, in units of which a cell has 100, and its size in pixels."""

    left: float
    top: float
    width: float
    height: float
    scale: float = field(default=CELL_PIXELS / SIDE)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in whole pixels."""
        return max(1, round(self.width * self.scale)), max(1, round(self.height * self.scale))


def draw(
    board: Board,
    look: Look | None = None,
    *,
    title: str = "",
    description: str | None = None,
    caption: str = "",
    annotations: Annotations | None = None,
    facing: Mapping[Cell, Direction] = _NO_FACING,
) -> str:
    """Draw the visible board as an SVG document, with a caption below.

    `title` and `description` are for screen readers; the default description is the size and the pieces. `facing` are
    the directions of pushers, by their cells. Raises ArgumentError for an invalid board or skin, and UnsupportedError
    for a board that is too large to draw.
    """
    check_type("board", board, Board, "a Board")
    for name, text in (("title", title), ("caption", caption)):
        check_text(name, text)
    check_optional(check_text, "description", description)
    look = look or Look()
    seen = visible_board(board)
    frame = picture_frame(seen, look, caption)
    drawings = Drawings()
    content = draw_content(seen, look, drawings, caption=caption, annotations=annotations, facing=facing)
    words = f"<title>{escape(title or 'Board')}</title><desc>{escape(description or seen.summary)}</desc>"
    return document(frame, f"{words}{drawings.definitions}{content}", f"board {look.palette.name}")


def picture_frame(board: Board, look: Look, caption: str = "") -> Frame:
    """Return the rectangle of the picture of a board.  Raises UnsupportedError where it is too large to draw."""
    if len(board.terrain) > MAX_CELLS:
        raise UnsupportedError.said("board-to-draw", width=board.width, height=board.height, most=MAX_CELLS)
    left = top = 0.0
    if look.rulers:
        left, top = (_whole_pixels(width, look) for width in ruler_widths(board, ruler_letters(look.cell)))
    width = max(board.width * SIDE + left, 1)
    lines = len(_caption_lines(caption, look, width))
    below = _whole_pixels((lines * _LINE + 0.5) * _letter_size(look), look) if lines else 0.0
    height = board.height * SIDE + top + _whole_pixels(_SHADOW, look) + below
    return Frame(-left, -top, width, height, look.cell / SIDE)


def _whole_pixels(units: float, look: Look) -> float:
    """Round units up to whole pixels, because cells begin at whole pixels."""
    return math.ceil(units * look.cell / SIDE - 1e-9) * SIDE / look.cell


def document(frame: Frame, content: str, classes: str) -> str:
    """Return a document of SVG around its content."""
    width, height = frame.size
    box = " ".join(escape(value) for value in (frame.left, frame.top, frame.width, frame.height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{escape(classes)}" role="img" viewBox="{box}" width="{width}"'
        f' height="{height}" font-family="system-ui, sans-serif" font-weight="700" text-anchor="middle">'
        f"{content}</svg>\n"
    )


class Drawings:
    """The drawings of a picture by name, each stored once."""

    def __init__(self) -> None:
        self._by_name: dict[str, str] = {}

    def use(self, markup: str, classes: str, place: str) -> str:
        """Return an element that shows a drawing at a place."""
        name = f"p{zlib.crc32(markup.encode()):08x}"
        self._by_name[name] = markup
        return f'<use class="{classes}" href="#{name}"{place}/>'

    @property
    def definitions(self) -> str:
        """The definitions of all drawings; empty without any."""
        defs = "".join(f'<g id="{name}">{markup}</g>' for name, markup in self._by_name.items())
        return f"<defs>{defs}</defs>" if defs else ""


def draw_content(
    board: Board,
    look: Look,
    drawings: Drawings,
    *,
    caption: str = "",
    annotations: Annotations | None = None,
    facing: Mapping[Cell, Direction] = _NO_FACING,
) -> str:
    """Return the content of the document of a `visible_board`, and add its drawings."""
    ground = _ground(board, look, drawings, caption)
    pieces = [
        drawings.use(*draw_piece(board, piece, look.palette, facing), place) for piece, place in placed_pieces(board)
    ]
    below, above = draw_annotations(board, annotations or Annotations(), look.palette)
    over = f"{above}{_rulers(board, look)}{_caption(board, look, caption)}"
    return f'{ground}{below}<g class="pieces">{"".join(pieces)}</g>{over}'


def draw_without_pieces(board: Board, look: Look, *, caption: str = "", more_pixels: int = 0) -> str:
    """Draw the ground, the tiles, the rulers and the caption of a `visible_board` as a document.

    There is room for some more pixels below.
    """
    drawings, frame = Drawings(), picture_frame(board, look, caption)
    frame = replace(frame, height=frame.height + more_pixels * SIDE / look.cell)
    ground = _ground(board, look, drawings, caption, frame)
    content = f"{drawings.definitions}{ground}{_rulers(board, look)}{_caption(board, look, caption)}"
    return document(frame, content, f"board {look.palette.name}")


def _ground(board: Board, look: Look, drawings: Drawings, caption: str, frame: Frame | None = None) -> str:
    skin = look.palette
    tiles = [
        drawings.use(markup, f"tile {terrain.kind}", _at(cell, board))
        for cell, (terrain, markup) in enumerate(zip(board.terrain, map_terrain(skin.tile, board.terrain), strict=True))
        if markup
    ]
    background = _background(frame or picture_frame(board, look, caption), look)
    ground = skin.ground(board, checkerboard=look.checkerboard)
    return f'{background}{ground}<g class="tiles">{"".join(tiles)}</g>'


def _background(frame: Frame, look: Look) -> str:
    if not look.background:
        return ""
    values = ("x", frame.left), ("y", frame.top), ("width", frame.width), ("height", frame.height)
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in values)
    return f'<rect class="background"{attributes} fill="{look.palette.colour("--bg")}"/>'


def _at(cell: Cell, board: Board) -> str:
    row, column = board.rc(cell)
    return (f' x="{column * SIDE}"' if column else "") + (f' y="{row * SIDE}"' if row else "")


def placed_pieces(board: Board) -> list[tuple[Piece, str]]:
    """Return the pieces of a board, each with the attributes that put its drawing in its place."""
    counts = Counter(piece.anchor for piece in board.pieces)
    indices: Counter[Cell] = Counter()
    placed = []
    for piece in board.pieces:
        placed.append((piece, _piece_place(board, piece, indices[piece.anchor], counts[piece.anchor])))
        indices[piece.anchor] += 1
    return placed


def draw_piece(board: Board, piece: Piece, skin: Skin, facing: Mapping[Cell, Direction]) -> tuple[str, str]:
    """Return the drawing of a piece on a board, from (0, 0), and its classes."""
    if any(not 0 <= cell < len(board.terrain) for cell in piece.cells):
        raise refused("piece", piece, "a piece on the board")
    row, column = board.rc(piece.anchor)
    offsets = tuple((x - column, y - row) for y, x in map(board.rc, piece.cells))
    look = piece._replace(cells=tuple(range(len(piece.cells))))
    home = piece.kind != "pusher" and is_home(board, piece)
    on_goal = board.terrain[piece.anchor].kind == "goal"
    direction = facing.get(piece.anchor, -1) if piece.kind == "pusher" else -1
    classes = escape(f"piece {piece.kind}{' home' if home else ''}")
    return skin.piece(look, offsets, direction, is_home=home, on_goal=on_goal), classes


def _piece_place(board: Board, piece: Piece, index: int, count: int) -> str:
    """Return the place of one of several pieces on the same cell: they are smaller, side by side."""
    if count < 2 or len(piece.cells) > 1:
        return _at(piece.anchor, board)
    columns = 1
    while columns * columns < count:
        columns += 1
    scale = 0.62 if count == 2 else 1 / columns
    x = index * (1 - scale) if count == 2 else (index % columns) / columns
    y = index * (1 - scale) if count == 2 else (index // columns) / columns
    row, column = board.rc(piece.anchor)
    left, top = round((column + x) * SIDE, 2), round((row + y) * SIDE, 2)
    return f' transform="translate({escape(left)} {escape(top)}) scale({escape(round(scale, 4))})"'


def _rulers(board: Board, look: Look) -> str:
    return look.palette.style(draw_rulers(board, ruler_letters(look.cell))) if look.rulers else ""


def _letter_size(look: Look) -> float:
    return _CAPTION_PIXELS * SIDE / look.cell


def _caption_lines(caption: str, look: Look, width: float) -> list[str]:
    return wrap_lines(caption, _letter_size(look), most=width * _CAPTION_WIDTH, count=_MAX_LINES)


def _caption(board: Board, look: Look, caption: str) -> str:
    if not caption:
        return ""
    frame, size = picture_frame(board, look, caption), _letter_size(look)
    middle, top = frame.left + frame.width / 2, board.height * SIDE + _SHADOW
    ink = look.palette.colour("--ink")
    lines = [
        text_line(line, middle, top + (index + 1) * _LINE * size, size, most=frame.width * _CAPTION_WIDTH, fill=ink)
        for index, line in enumerate(_caption_lines(caption, look, frame.width))
    ]
    return f'<g class="caption">{"".join(lines)}</g>'
