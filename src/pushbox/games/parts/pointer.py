"""What a pointer means where one player walks and pushes: a click on a cell, a box carried to a cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

from ...grid import Cell, Direction, Grid
from ...path.push import push_paths
from ...path.walk import distances, walk

_Move = TypeVar("_Move")


class Ways(Mapping[Cell, Sequence[_Move]]):
    """The ways from one origin to every cell of `targets`, each computed when it is asked for.

    `count` tells how many moves a way has, for less than it costs to find it.
    """

    def __init__(
        self,
        targets: AbstractSet[Cell],
        way: Callable[[Cell], Sequence[_Move]],
        count: Callable[[Cell], int] | None = None,
    ) -> None:
        self._targets = targets
        self._way = way
        self._count = count

    def __getitem__(self, cell: Cell) -> Sequence[_Move]:
        if cell not in self._targets:
            raise KeyError(cell)
        return self._way(cell)

    def __contains__(self, cell: object) -> bool:
        return cell in self._targets

    def __iter__(self) -> Iterator[Cell]:
        return iter(sorted(self._targets))

    def __len__(self) -> int:
        return len(self._targets)

    def moves(self, cell: Cell) -> int:
        """Return how many moves the way to a cell has."""
        return len(self[cell]) if self._count is None else self._count(cell)


def counts(ways: Mapping[Cell, Sequence[_Move]]) -> dict[Cell, int]:
    """Return for each target how many moves its way has."""
    if isinstance(ways, Ways):
        return {cell: ways.moves(cell) for cell in ways}
    return {cell: len(way) for cell, way in ways.items()}


def hero_reach(
    grid: Grid,
    floor: Sequence[bool],
    boxes: AbstractSet[Cell],
    player: Cell,
    origin: Cell,
    limit: int,
    ends: AbstractSet[Cell] = frozenset(),
) -> Mapping[Cell, Sequence[Direction]]:
    """Return where a pointer can go from `origin`: the player walks from his own cell, a box is pushed from another.

    On the cells of `ends` a pushed box comes to its end.  Empty where more than `limit` cells would be visited, or
    nothing at `origin` can move.
    """
    free = [open_ and cell not in boxes for cell, open_ in enumerate(floor)]
    if origin == player != grid.outside:
        far = distances(grid, free, player)
        return Ways(
            far.keys() if len(far) <= limit else frozenset(),
            lambda cell: walk(grid, free, player, cell) or (),
            far.__getitem__,
        )
    if origin in boxes and player != grid.outside:
        free[origin] = True
        paths = push_paths(grid, free, origin, player, limit=limit, ends=ends)
        return Ways(frozenset(paths.cells), paths.path, lambda cell: paths.cost(cell)[1])
    return {}
