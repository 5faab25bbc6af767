"""Places on the picture, and the outlines of sets of cells; pages lay out boards in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..board import Board
from ..grid import Cell
from ..tiling import DOWN, LEFT, RIGHT, SQUARE, UP, Symmetry

SIDE = 100  # of a cell, in the units of the picture

DELTAS = tuple([(columns, rows) for rows, columns in SQUARE.deltas])  # (x, y) of one step, by direction
_RIGHT_TURN, _LEFT_TURN = (SQUARE.turned(Symmetry(turns)) for turns in (1, 3))

Point = tuple[int, int]  # (column, row)


def point_of(board: Board, cell: Cell) -> Point:
    """Return the (column, row) of a cell."""
    row, column = board.rc(cell)
    return column, row


class _Corner(NamedTuple):
    """A corner of an outline: the directions before and after it, with the inside on its right."""

    x: int
    y: int
    incoming: int
    direction: int


Ring = list[_Corner]


def rings(points: Iterable[Point]) -> list[Ring]:
    """Return the outlines of a set of cells: rings clockwise, and holes the other way round.  O(cells).

    Cells that touch at a corner only are apart.
    """
    cells = list(points)
    inside = set(cells)
    edges: dict[Point, list[int]] = {}  # directions of the edges that start at a corner of cells
    for x, y in cells:
        if (x, y - 1) not in inside:
            edges.setdefault((x, y), []).append(RIGHT)
        if (x + 1, y) not in inside:
            edges.setdefault((x + 1, y), []).append(DOWN)
        if (x, y + 1) not in inside:
            edges.setdefault((x + 1, y + 1), []).append(LEFT)
        if (x - 1, y) not in inside:
            edges.setdefault((x, y + 1), []).append(UP)
    found = []
    for start, directions in edges.items():
        while directions:
            found.append(_ring(edges, start, directions[0]))
    return found


def path_data(outlines: Iterable[Ring], inset: int = 0, radius: int = 0) -> str:
    """Return outlines as the data of a path, `inset` inside the cells, with corners of a radius."""
    return "".join(
        "".join(_bend(corner, inset, radius, "L" if index else "M") for index, corner in enumerate(ring)) + "Z"
        for ring in outlines
    )


def outline(points: Iterable[Point], inset: int = 0, radius: int = 0) -> str:
    """Return the outline of a set of cells as the data of a path; edges between its cells do not show."""
    return path_data(rings(points), inset, radius)


def rows(points: Iterable[Point], heights: Sequence[int], indent: int = 0) -> str:
    """Return lines through cells from left to right, each as long as its run of cells.

    `heights` are those of the lines in a cell; every other one begins `indent` later.
    """
    ordered = sorted(points, key=lambda point: (point[1], point[0]))
    parts, start = list[str](), 0
    while start < len(ordered):
        (x, y), end = ordered[start], start + 1
        while end < len(ordered) and ordered[end] == (x + end - start, y):
            end += 1
        for line, height in enumerate(heights):
            late = line % 2 * indent
            parts.append(f"M{x * SIDE + late} {y * SIDE + height}h{(end - start) * SIDE - late}")
        start = end
    return "".join(parts)


def squares(points: Iterable[Point]) -> str:
    """Return cells as the data of a path, each a square of its own."""
    return "".join([f"M{x * SIDE} {y * SIDE}h{SIDE}v{SIDE}h-{SIDE}z" for x, y in points])


def _ring(edges: dict[Point, list[int]], start: Point, first: int) -> Ring:
    """Follow one ring, taking its edges away."""
    corners: Ring = []
    (x, y), direction = start, first
    while True:
        dx, dy = DELTAS[direction]
        x, y = x + dx, y + dy
        candidates = edges[x, y]
        turned = candidates[0]
        if len(candidates) > 1:  # the sharpest turn to the right stays at the same cell
            turned = next((near for near in (_RIGHT_TURN[direction], direction) if near in candidates), turned)
        candidates.remove(turned)
        if turned != direction:
            corners.append(_Corner(x, y, direction, turned))
        direction = turned
        if (x, y) == start and direction == first:
            return corners


def _bend(corner: _Corner, inset: int, radius: int, command: str) -> str:
    x, y, incoming, direction = corner
    (ax, ay), (bx, by) = DELTAS[incoming], DELTAS[direction]
    # Seen along an edge, the inside is on the right.
    px, py = x * SIDE - inset * (ay + by), y * SIDE + inset * (ax + bx)
    is_convex = _RIGHT_TURN[incoming] == direction
    size = min(radius, SIDE // 2 - (inset if is_convex else 0))
    begin = f"{command}{px - ax * size} {py - ay * size}"
    return f"{begin}Q{px} {py} {px + bx * size} {py + by * size}" if size > 0 else begin
