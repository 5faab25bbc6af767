"""The ground below the pieces: floor and walls as wholes, by the client's ``board/shapes.js``, and rulers."""

from __future__ import annotations

from ..board import Board, map_terrain
from ..grid import cell_name
from .elements import Element, element
from .geometry import SIDE, Point, Ring, path_data, point_of, rings, rows, squares
from .shapes import SHAPES, Part
from .visible import outside_cells, visible_terrain

RULER_WIDTH = 46  # at the left and at the top
_RULER_LETTERS = 26  # their size in the browser, and wherever that can be read
_LEAST_LETTERS = 11  # in pixels


def draw_ground(board: Board, *, checkerboard: bool = False) -> Element:
    """Draw floor and walls, without the area outside the walls."""
    outside = outside_cells(board)
    kinds = map_terrain(lambda terrain: visible_terrain(terrain).kind == "wall", board.terrain)
    places: dict[str, list[Point]] = {"wall": [], "floor": [], "odd": []}
    for cell, is_wall in enumerate(kinds):
        if is_wall:
            places["wall"].append(point_of(board, cell))
        elif cell not in outside:
            places["floor"].append(point_of(board, cell))
    places["odd"] = [(x, y) for x, y in places["floor"] if (x + y) % 2]
    outlines = {name: rings(places[name]) for name in ("wall", "floor")}
    omitted = "grid" if checkerboard else "checks"
    layers = [
        element("path", layer["class"], d=_layer(layer, places[layer["of"]], outlines))
        for layer in SHAPES["ground"]
        if layer["class"] != omitted
    ]
    return element("g", "ground", *layers)


def _layer(layer: Part, points: list[Point], outlines: dict[str, list[Ring]]) -> str:
    if "outline" in layer:
        return path_data(outlines[layer["of"]], *layer["outline"])
    return rows(points, layer["rows"], layer.get("indent", 0)) if "rows" in layer else squares(points)


def ruler_letters(cell: int) -> float:
    """Return a readable size of letters on rulers for a cell size in pixels."""
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
