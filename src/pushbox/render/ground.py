"""The ground below the pieces: floor, walls and rulers as wholes; client/board/ground.js draws the same."""

from __future__ import annotations

from ..board import Board, map_terrain
from ..grid import cell_name
from .elements import Element, element
from .geometry import SIDE, path_data, rings, rows, squares
from .visible import outside_cells, visible_terrain

RULER_WIDTH = 46  # at the left and at the top
_RULER_LETTERS = 26  # their size in the browser, and wherever that can be read
_LEAST_LETTERS = 11  # in pixels


def draw_ground(board: Board, *, checkerboard: bool = False) -> Element:
    """Draw floor and walls, but for what lies outside the walls."""
    outside, width = outside_cells(board), board.width
    kinds = map_terrain(lambda terrain: visible_terrain(terrain).kind == "wall", board.terrain)
    walls, floor = [], []
    for cell, is_wall in enumerate(kinds):
        if is_wall:
            walls.append((cell % width, cell // width))
        elif cell not in outside:
            floor.append((cell % width, cell // width))
    lines = (
        element("path", "checks", d=squares((x, y) for x, y in floor if (x + y) % 2))
        if checkerboard
        else element("path", "grid", d=squares(floor))
    )
    wall_rings = rings(walls)
    wall = path_data(wall_rings, 0, 14)
    return element(
        "g",
        "ground",
        element("path", "floor", d=path_data(rings(floor))),
        element("path", "boards", d=rows(floor, (33, 67))),
        lines,
        element("path", "wall shade", d=wall),
        element("path", "wall", d=wall),
        element("path", "bricks", d=rows(walls, (0, 25, 50, 75))),
        element("path", "joints", d=rows(walls, (13, 38, 63, 88), 25)),
        element("path", "hatch", d=rows(walls, (50,))),
        element("path", "wall rim", d=path_data(wall_rings, 7, 9)),
    )


def ruler_letters(cell: int) -> float:
    """Return the size of letters on rulers that can be read where a cell has so many pixels."""
    return max(_RULER_LETTERS, min(0.75 * SIDE, _LEAST_LETTERS * SIDE / cell))


def ruler_widths(board: Board, letters: float = _RULER_LETTERS) -> tuple[float, float]:
    """Return the room for numbers at the left and for letters at the top."""
    return max(RULER_WIDTH, 13 + 0.62 * letters * len(str(board.height))), max(RULER_WIDTH, 1.4 * letters)


def draw_rulers(board: Board, letters: float = _RULER_LETTERS) -> Element:
    """Draw letters along the top and numbers along the left, of a size."""
    left, top = ruler_widths(board, letters)
    size = {} if letters == _RULER_LETTERS else {"font_size": letters}
    columns = [
        element("text", None, cell_name(0, x)[:-1], x=x * SIDE + 50, y=-top / 2, dy="0.36em", **size)
        for x in range(board.width)
    ]
    rows = [
        element("text", None, str(y + 1), x=-left / 2, y=y * SIDE + 50, dy="0.36em", **size)
        for y in range(board.height)
    ]
    return element("g", "rulers", *columns, *rows, aria_hidden="true")
