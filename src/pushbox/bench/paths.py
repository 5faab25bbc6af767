"""The time to find everything that a box can reach, which a hovering pointer needs."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from ..grid import Cell, Grid, grid
from ..path.push import push_paths
from . import Figure, timed


def paths(_shared: Path) -> Iterator[Figure]:
    """Yield the milliseconds of one query on open floors, and where ways round a box are blocked, of the processor."""
    for size in (10, 20, 30, 50):
        yield _query(f"open floor {size} x {size}", *_open_floor(size))
    for boxes, walls in ((30, 0), (100, 0), (300, 0), (30, 250), (100, 250), (300, 250), (30, 500)):
        yield _query(f"50 x 50, {boxes} boxes, {walls} walls", *_crowded_floor(50, boxes, walls))
    for size in (5, 10):
        yield _query(f"50 x 50, rooms of {size} x {size}", *_rooms(50, size))


def _query(name: str, shape: Grid, free: list[bool], box: Cell, player: Cell) -> Figure:
    cells = len(push_paths(shape, free, box, player).cells)
    seconds = timed(partial(push_paths, shape, free, box, player), clock=time.process_time)
    return Figure("paths", name, seconds * 1000, "ms", f"all {cells} cells, pushes first")


def _open_floor(size: int) -> tuple[Grid, list[bool], Cell, Cell]:
    """Return the arguments of a query: the box in the middle of a walled square, the player in a corner of it."""
    shape = grid(size, size)
    inner = range(1, size - 1)
    free = [row in inner and column in inner for row in range(size) for column in range(size)]
    return shape, [*free, False], shape.cell(size // 2, size // 2), shape.cell(1, 1)


def _crowded_floor(size: int, boxes: int, walls: int) -> tuple[Grid, list[bool], Cell, Cell]:
    """Return the same with other boxes and single walls anywhere but beside the box, where the player stands."""
    shape, free, box, _ = _open_floor(size)
    near = {box + row * size + column for row in (-1, 0, 1) for column in (-1, 0, 1)}
    open_ = [cell for cell, is_open in enumerate(free) if is_open and cell not in near]
    for cell in random.Random(f"{boxes} {walls}").sample(open_, boxes - 1 + walls):
        free[cell] = False
    return shape, free, box, box - size - 1


def _rooms(size: int, inner: int) -> tuple[Grid, list[bool], Cell, Cell]:
    """Return the same with square rooms, a door in each wall between two of them, where the ways round are longest."""
    shape, free, _, player = _open_floor(size)
    rng = random.Random(inner)
    walls = range(inner + 1, size - 1, inner + 1)
    for cell in range(shape.outside):
        row, column = shape.rc(cell)
        free[cell] = free[cell] and row not in walls and column not in walls
    for wall in walls:
        for start in range(1, size - 1, inner + 1):
            for across in (True, False):
                door = rng.randrange(start, min(start + inner, size - 1))
                free[shape.cell(wall, door) if across else shape.cell(door, wall)] = True
    return shape, free, shape.cell(2, 3), player
