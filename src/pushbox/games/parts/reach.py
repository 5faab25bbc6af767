"""What a pointer means where somebody walks and pushes: a click on a cell, a box carried to a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from ...grid import Cell, Direction, Grid
from ...path.lazy_paths import LazyPaths
from ...path.push import push_paths
from ...path.walk import distances, walk


def walk_paths(grid: Grid, free: Sequence[bool], start: Cell, limit: int) -> LazyPaths[Direction]:
    """Return the walks from `start` to every cell, `start` included; empty where these are more than `limit`."""
    far = distances(grid, free, start)
    targets = far.keys() if len(far) <= limit else frozenset[Cell]()
    return LazyPaths(targets, lambda cell: walk(grid, free, start, cell) or (), far.__getitem__)


def pusher_reach(
    grid: Grid,
    floor: Sequence[bool],
    boxes: AbstractSet[Cell],
    pusher: Cell,
    origin: Cell,
    limit: int,
    ends: AbstractSet[Cell] = frozenset(),
    *,
    pushes: bool = True,
) -> Mapping[Cell, Sequence[Direction]]:
    """Return where a pointer can go from `origin`: the pusher walks from their cell, a box is pushed from another.

    Where boxes do not move by plain `pushes` a pointer only walks.  On the cells of `ends` a pushed box comes to its
    end.  Empty where more than `limit` cells would be visited, or nothing at `origin` can move.
    """
    free = [is_open and cell not in boxes for cell, is_open in enumerate(floor)]
    if pusher == grid.outside:
        return {}
    if origin == pusher:
        return walk_paths(grid, free, pusher, limit)
    if origin in boxes and pushes:
        free[origin] = True
        paths = push_paths(grid, free, origin, pusher, limit=limit, ends=ends)
        return LazyPaths(frozenset(paths.cells), paths.path, lambda cell: paths.cost(cell)[1])
    return {}
