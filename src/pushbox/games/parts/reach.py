"""Pointer actions for walking and pushing: a click on a cell, a box taken to a cell."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

from ...grid import Cell, Grid
from ...path.lazy_paths import LazyPaths
from ...path.push import PushPaths, push_paths
from ...path.walk import distances, walk
from ...tiling import Direction

Move = TypeVar("Move")


def pusher_reach(
    grid: Grid,
    floor: Sequence[bool],
    boxes: AbstractSet[Cell],
    pusher: Cell,
    origin: Cell,
    limit: int,
    ends: AbstractSet[Cell] = frozenset(),
) -> Mapping[Cell, Sequence[Direction]]:
    """Return `pushers_reach` of one pusher, whose steps are the moves; of nobody where their cell is off the board."""
    pushers = {pusher} - {grid.outside}
    return pushers_reach(grid, floor, boxes, pushers, origin, limit, lambda _, steps: steps, ends)


def pushers_reach(
    grid: Grid,
    floor: Sequence[bool],
    boxes: AbstractSet[Cell],
    pushers: AbstractSet[Cell],
    origin: Cell,
    limit: int,
    moves: Callable[[Cell, Sequence[Direction]], Sequence[Move]],
    ends: AbstractSet[Cell] = frozenset(),
) -> Mapping[Cell, Sequence[Move]]:
    """Return the cells a pointer can reach from `origin`: a pusher walks from there, or a box is pushed from there.

    The others do not move. A box is pushed by the pusher who needs the fewest pushes, then the fewest moves; on the
    cells of `ends` it stops. `moves` converts the steps of a pusher to moves. Empty if more than `limit` cells would be
    visited, or nothing at `origin` can move.
    """
    free = [is_open and cell not in boxes and cell not in pushers for cell, is_open in enumerate(floor)]
    if origin in pushers:
        free[origin] = True
        far = distances(grid, free, origin)
        targets = far.keys() if len(far) <= limit else frozenset[Cell]()
        return LazyPaths(targets, lambda cell: moves(origin, walk(grid, free, origin, cell) or ()), far.__getitem__)
    if origin not in boxes or not pushers:
        return {}
    free[origin] = True
    if len(pushers) == 1:
        (pusher,) = pushers
        free[pusher] = True
        only = push_paths(grid, free, origin, pusher, limit=limit, ends=ends)
        lengths = {cell: count for cell, (_, _, count) in only.best.items()}
        return LazyPaths(only.cells, lambda cell: moves(pusher, only.path(cell)), lengths.__getitem__)
    best: dict[Cell, tuple[tuple[int, int], Cell, PushPaths]] = {}
    for pusher in sorted(pushers):
        free[pusher] = True
        paths = push_paths(grid, free, origin, pusher, limit=limit // len(pushers), ends=ends)
        free[pusher] = False
        for cell in paths.cells:
            if cell not in best or paths.cost(cell) < best[cell][0]:
                best[cell] = (paths.cost(cell), pusher, paths)
    return LazyPaths(
        best.keys(),
        lambda cell: moves(best[cell][1], best[cell][2].path(cell)),
        lambda cell: best[cell][0][1],
    )


def pushable_beside(
    grid: Grid, boxes: Iterable[Cell], walked: Container[Cell], pushes: Callable[[Cell, Direction], bool]
) -> dict[Cell, list[Direction]]:
    """Return the boxes that a pusher can push who can walk to the cells of `walked`, each with the directions.

    `pushes` says whether a step from a cell in a direction pushes the box before it.  O(boxes).
    """
    ways: dict[Cell, list[Direction]] = {}
    for box in sorted(boxes):
        for direction in grid.directions:
            beside = grid.step[grid.opposite[direction]][box]
            if beside in walked and pushes(beside, direction):
                ways.setdefault(box, []).append(direction)
    return ways
