"""How long it takes to find everything that a box can reach, which is what a pointer asks for while it hovers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from ..grid import Cell, Grid, grid
from ..path.push import push_paths
from . import Figure, timed


def paths(shared: Path) -> Iterator[Figure]:
    """Yield the milliseconds of one query on open floors, the dearest boards there are for it."""
    del shared
    for size in (10, 20, 30, 50):
        seconds = timed(partial(push_paths, *_open_floor(size)))
        yield Figure("paths", f"open floor {size} x {size}", seconds * 1000, "ms", "every cell, pushes first")


def _open_floor(size: int) -> tuple[Grid, list[bool], Cell, Cell]:
    """Return the arguments of a query: the box in the middle of a walled square, the player in a corner of it."""
    shape = grid(size, size)
    inner = range(1, size - 1)
    free = [row in inner and column in inner for row in range(size) for column in range(size)]
    return shape, [*free, False], shape.cell(size // 2, size // 2), shape.cell(1, 1)
