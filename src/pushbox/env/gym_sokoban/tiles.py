"""The tiles of gym-sokoban: what each cell of a room looks like, in small and in large."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...arguments import refused
from ...board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from ...extras import requiring
from ...render import raster, svg

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

SIDE = 16  # pixels of a tile
_AROUND = 2  # cells on each side of one that is drawn


class Tile(NamedTuple):
    """One look of a cell: gym-sokoban's picture of it and its colour as a single pixel, and what pushbox draws."""

    file: str
    colour: tuple[int, int, int]
    terrain: Terrain = FLOOR
    piece: Piece | None = None


Tiles = tuple[Tile, ...]

_PLAYER, _BOX = Piece("pusher", (0,)), Piece("box", (0,))
_SECOND = _PLAYER._replace(player=2)

PLAIN: Tiles = (
    Tile("wall", (0, 0, 0), WALL),
    Tile("floor", (243, 248, 238)),
    Tile("box_target", (254, 126, 125), GOAL),
    Tile("box_on_target", (254, 95, 56), GOAL, _BOX),
    Tile("box", (142, 121, 56), FLOOR, _BOX),
    Tile("player", (160, 212, 56), FLOOR, _PLAYER),
    Tile("player_on_target", (219, 212, 56), GOAL, _PLAYER),
)
"""Wall, floor, goal, box on a goal, box, player, player on a goal."""

TWO_PLAYERS: Tiles = (
    *PLAIN,
    Tile("multiplayer/player1", (96, 5, 145), FLOOR, _SECOND),
    Tile("multiplayer/player1_on_target", (195, 127, 232), GOAL, _SECOND),
)
"""The same, and the second player on the floor and on a goal."""

COLOURED_BOXES = 4  # that gym-sokoban tells apart
_OTHER = (255, 255, 255)  # a fifth box, and its goal
_OF_BOXES = (  # goal, box on its goal, box on another goal, box
    ((111, 127, 232), (6, 33, 130), (69, 81, 122), (11, 60, 237)),
    ((195, 127, 232), (96, 5, 145), (96, 63, 114), (145, 17, 214)),
    ((221, 113, 167), (140, 5, 72), (109, 60, 71), (239, 0, 55)),
    ((247, 193, 145), (132, 64, 3), (94, 68, 46), (239, 111, 0)),
)


def _numbered(index: int, colours: tuple[tuple[int, int, int], ...]) -> Tiles:
    goal, box = GOAL._replace(number=index + 1), _BOX._replace(number=index + 1)
    looks = ((goal, None), (goal, box), (GOAL, box), (FLOOR, box))
    names = ("_target", "_on_target", "_on_wrong_target", "")
    return tuple(
        Tile(f"multibox/box{index}{name}", colour, terrain, piece)
        for name, colour, (terrain, piece) in zip(names, colours, looks, strict=True)
    )


FIXED_TARGETS: Tiles = (
    *PLAIN,
    *(tile for index, colours in enumerate(_OF_BOXES) for tile in _numbered(index, colours)),
    *(PLAIN[code]._replace(colour=_OTHER) for code in (2, 3, 3, 4)),
)
"""The tiles of `PLAIN`; then for each box: its goal, itself on it, on another goal, on the floor."""


def colours(tiles: Tiles) -> NDArray[np.uint8]:
    """Return the pixel of each tile, of shape (tiles, 3)."""
    return np.array([tile.colour for tile in tiles], np.uint8)


@cache
def pixels(tiles: Tiles, folder: str | None) -> NDArray[np.uint8]:
    """Return the pictures of tiles, of shape (tiles, `SIDE`, `SIDE`, 3): those of a folder, or drawn by pushbox.

    Raises ArgumentError for a picture of another size, OSError for what is none, PushboxError without pushbox[render].
    """
    drawn = [_drawn(tile) if folder is None else _read(Path(folder), tile.file) for tile in tiles]
    return np.array([np.asarray(one.convert("RGB")) for one in drawn], np.uint8)


def _drawn(tile: Tile) -> Image:
    """Draw a tile as it is in the middle of a room, or of walls."""
    wide = 2 * _AROUND + 1
    centre = _AROUND * wide + _AROUND
    inside = WALL if tile.terrain.kind == "wall" else FLOOR
    edge = (0, wide - 1)
    terrain = [WALL if cell // wide in edge or cell % wide in edge else inside for cell in range(wide * wide)]
    terrain[centre] = tile.terrain
    pieces = () if tile.piece is None else (tile.piece._replace(cells=(centre,)),)
    picture = raster.rasterize(svg.draw(Board(wide, wide, tuple(terrain), pieces), svg.Look(cell=SIDE)))
    start, end = _AROUND * SIDE, (_AROUND + 1) * SIDE
    return picture.crop((start, start, end, end))


def _read(folder: Path, name: str) -> Image:
    with requiring("render"):
        from PIL import Image
    path = folder / f"{name}.png"
    with Image.open(path) as picture:
        if picture.size != (SIDE, SIDE):
            found = "{} x {} pixels".format(*picture.size)
            raise refused("tiles", f"{path.name} of {found}", f"pictures of {SIDE} x {SIDE} pixels")
        return picture.convert("RGB")
