"""Overlays on sets of cells by name, as in the client's ``board/shapes.js``."""

from __future__ import annotations

from collections.abc import Sequence

from ..board import Board
from ..grid import Cell
from .elements import Element, element
from .geometry import SIDE, outline, point_of
from .shapes import SHAPES

BELOW_PIECES = frozenset(SHAPES["below"])


def draw_overlay(name: str, cells: Sequence[Cell], board: Board) -> Element:
    """Draw an overlay on at least one cell: dots, a line in their order, crosses, frames, or an area."""
    points = [point_of(board, cell) for cell in cells]
    centres = [(x * SIDE + SIDE // 2, y * SIDE + SIDE // 2) for x, y in points]
    shape = SHAPES["overlays"].get(name)
    if shape == "dots":
        parts = [element("path", d="".join(f"M{x} {y}h.1" for x, y in centres))]
    elif shape == "crosses":
        parts = [element("path", d="".join(f"M{x - 13} {y - 13}l26 26m0-26l-26 26" for x, y in centres))]
    elif shape == "line":
        line = " ".join(f"{x},{y}" for x, y in centres)
        (cx, cy) = centres[-1]
        parts = [
            element("polyline", "casing", points=line),
            element("polyline", points=line),
            element("circle", "end", cx=cx, cy=cy, r=15),
        ]
    elif shape == "frame":
        parts = [element("path", d=outline([point], 3, 16)) for point in points]
    else:
        parts = [element("path", d=outline(points, 3, 14))]
    return element("g", f"overlay {name}", *parts, data_count=len(cells))
