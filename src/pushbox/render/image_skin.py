"""Skins from one image of tiles, in the common skin format of Sokoban programs.

The image has four columns of square tiles, in at least four rows, from above: floor, pusher, box; goal, pusher on a
goal, box on a goal; a wall alone, one between left and right, the cap where four walls meet, what is outside; a wall
between above and below, one with walls on all sides.  Rows five and six, where there are any, are the pusher and the
pusher on a goal, going up, left, down and right.  What the format has no tile for is drawn as in the plain skin.

Source: the descriptions of the format by YSokoban, Simple Sokoban and sokoenginepy.
"""

from __future__ import annotations

import base64
import io
import zlib
from typing import TYPE_CHECKING

from ..board import GOAL, Board, Piece, Terrain, map_terrain
from ..errors import FormatError
from ..extras import requiring
from ..grid import Cell
from ..sentence import say
from ..tiling import DOWN, LEFT, RIGHT, UP, Direction
from .geometry import SIDE, Point, point_of, squares
from .skins import Skin
from .visible import outside_cells

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS, LEAST_ROWS = 4, 4
MAX_SIDE = 8192
_KINDS = ("PNG", "BMP", "GIF", "JPEG", "WEBP")  # of images; for EPS Pillow would start another program
_FLOOR, _PUSHER, _BOX, _GOAL, _PUSHER_HOME, _BOX_HOME = 0, 1, 2, 4, 5, 6
_ALONE, _ACROSS, _CAP, _OUTSIDE, _UPRIGHT, _CROSSING = 8, 9, 10, 11, 12, 13
_TURNED = {UP: 0, LEFT: 1, DOWN: 2, RIGHT: 3}
_TURNED_ROW, _TURNED_HOME_ROW = 4, 5

_QUARTER_TILES = {  # by whether there is a wall beside, and one above or below
    (True, True): _CROSSING,
    (True, False): _ACROSS,
    (False, True): _UPRIGHT,
    (False, False): _ALONE,
}

# The quarters of a cell by their corner: whether at the right and at the bottom, and the ways to the neighbours there.
_QUARTERS = ((0, 0, LEFT, UP), (1, 0, RIGHT, UP), (0, 1, LEFT, DOWN), (1, 1, RIGHT, DOWN))


class ImageSkin(Skin):
    """A skin whose floor, walls, goals, boxes and pushers are the tiles of an image."""

    def __init__(self, data: bytes, name: str = "image") -> None:
        """Read an image.

        Raises FormatError for what is none, or has other sizes, and PushboxError without pushbox[render].
        """
        super().__init__("plain")
        self.name = name
        self._image = _open(data)
        self._tiles: dict[object, str] = {}
        self._side = self._image.width // COLUMNS

    @property
    def doubt(self) -> str:
        """What else the image may be, empty where it is one of this format for sure.

        Of 4 x 6 tiles the pixels are those of 6 x 9 too, which other programs have.
        """
        width, height = self._image.size
        if height * COLUMNS != width * (_TURNED_HOME_ROW + 1) or width % 6:
            return ""
        return say("image-doubt", width=width, height=height, side=self._side, other=width // 6)

    def ground(self, board: Board, *, checkerboard: bool) -> str:
        """Return floor, walls and the outside, as areas filled with tiles."""
        del checkerboard  # the tiles have a pattern of their own
        kinds = map_terrain(lambda terrain: terrain.kind == "wall", board.terrain)
        outside = outside_cells(board)
        areas: dict[str, list[Point]] = {}
        for cell, is_wall in enumerate(kinds):
            if is_wall:
                drawn = self._wall(_wall_mask(board, kinds, cell))
            else:
                drawn = self._tile(_OUTSIDE if cell in outside else _FLOOR)
            areas.setdefault(drawn, []).append(point_of(board, cell))
        parts = []
        for drawn, points in areas.items():
            size = f'width="{SIDE}" height="{SIDE}"'
            name = f"t{zlib.crc32(drawn.encode()):08x}"
            parts.append(f'<pattern id="{name}" {size} patternUnits="userSpaceOnUse">{drawn}</pattern>')
            parts.append(f'<path d="{squares(points)}" fill="url(#{name})"/>')
        return f'<g class="ground">{"".join(parts)}</g>'

    def tile(self, terrain: Terrain) -> str:
        """Return the tile of terrain, or an empty string."""
        return self._tile(_GOAL) if terrain == GOAL else super().tile(terrain)

    def piece(self, look: Piece, offsets: tuple[Point, ...], facing: Direction, *, is_home: bool, on_goal: bool) -> str:
        """Return a box or a pusher without marks as a tile, any other piece as in the plain skin."""
        if look == Piece("box", (0,)):
            return self._tile(_BOX_HOME if on_goal else _BOX)
        if look == Piece("pusher", (0,)):
            row = _TURNED_HOME_ROW if on_goal else _TURNED_ROW
            if facing in _TURNED and self._has_row(row):
                return self._tile(row * COLUMNS + _TURNED[facing])
            return self._tile(_PUSHER_HOME if on_goal else _PUSHER)
        return super().piece(look, offsets, facing, is_home=is_home, on_goal=on_goal)

    def _has_row(self, row: int) -> bool:
        """Return whether the image has a row without an empty tile."""
        if (row + 1) * self._side > self._image.height:
            return False
        tiles = (self._crop(row * COLUMNS + column) for column in range(COLUMNS))
        return all(tile.getchannel("A").getbbox() is not None for tile in tiles)

    def _crop(self, number: int) -> Image:
        row, column = divmod(number, COLUMNS)
        side = self._side
        return self._image.crop((column * side, row * side, (column + 1) * side, (row + 1) * side))

    def _tile(self, number: int) -> str:
        if number not in self._tiles:
            self._tiles[number] = _embedded(self._crop(number))
        return self._tiles[number]

    def _wall(self, mask: tuple[tuple[bool, bool, bool], ...]) -> str:
        """Return a wall whose quarters fit the walls beside, above or below, and at the corner of each."""
        if mask not in self._tiles:
            half = self._side // 2
            wall = self._crop(_ALONE)
            for (right, bottom, _, _), (beside, over, corner) in zip(_QUARTERS, mask, strict=True):
                number = _QUARTER_TILES[beside, over]
                start = right * half, bottom * half
                box = (*start, self._side if right else half, self._side if bottom else half)
                wall.paste(self._crop(number).crop(box), start)
                if beside and over and corner:  # the cap lies over the corner: its opposite quarter is here
                    left, top = (0 if right else half), (0 if bottom else half)
                    size = box[2] - box[0], box[3] - box[1]
                    cap = self._crop(_CAP).crop((left, top, left + size[0], top + size[1]))
                    wall.paste(cap, start, cap)
            self._tiles[mask] = _embedded(wall)
        return self._tiles[mask]


def _wall_mask(board: Board, walls: list[bool], cell: Cell) -> tuple[tuple[bool, bool, bool], ...]:
    """Return for each quarter of a wall whether it has walls at its side, above or below, and at its corner."""
    step = board.grid.step

    def is_wall(place: Cell) -> bool:
        return place < len(walls) and walls[place]

    return tuple(
        (is_wall(step[across][cell]), is_wall(step[over][cell]), is_wall(_diagonal(board, cell, across, over)))
        for _, _, across, over in _QUARTERS
    )


def _diagonal(board: Board, cell: Cell, across: Direction, over: Direction) -> Cell:
    step = board.grid.step
    diagonal: Cell = step[over][step[across][cell]]
    return diagonal


def _open(data: bytes) -> Image:
    with requiring("render"):
        from PIL import Image, UnidentifiedImageError
    try:
        opened = Image.open(io.BytesIO(data), formats=_KINDS)
        width, height = opened.size
        if max(width, height) > MAX_SIDE:
            raise FormatError.said("image-large", width=width, height=height, most=MAX_SIDE)
        image = opened.convert("RGBA")
    except UnidentifiedImageError:
        raise FormatError.said("no-image") from None
    except (Image.DecompressionBombError, OSError, SyntaxError, ValueError) as error:
        raise FormatError.said("image-unreadable", error=str(error)) from None
    if width < COLUMNS or width % COLUMNS or height < LEAST_ROWS * (width // COLUMNS):
        raise FormatError.said("image-tiles", width=width, height=height, columns=COLUMNS, rows=LEAST_ROWS)
    return image


def _embedded(image: Image) -> str:
    out = io.BytesIO()
    image.save(out, "PNG")
    code = base64.b64encode(out.getvalue()).decode()
    return f'<image width="{SIDE}" height="{SIDE}" preserveAspectRatio="none" href="data:image/png;base64,{code}"/>'
