"""What a pointer means where one player walks and pushes: a click on a cell, a box carried to a cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

from ...grid import Cell, Direction, Grid
from ...path.push import push_paths
from ...path.walk import reachable, walk

_Move = TypeVar("_Move")


class Ways(Mapping[Cell, Sequence[_Move]]):
    """The ways from one origin to every cell of `targets`, each computed when it is asked for."""

    def __init__(self, targets: AbstractSet[Cell], way: Callable[[Cell], Sequence[_Move]]) -> None:
        self._targets = targets
        self._way = way

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
        targets = reachable(grid, free, player)
        return Ways(
            targets if len(targets) <= limit else frozenset(), lambda cell: walk(grid, free, player, cell) or ()
        )
    if origin in boxes and player != grid.outside:
        free[origin] = True
        paths = push_paths(grid, free, origin, player, limit=limit, ends=ends)
        return Ways(frozenset(paths.cells), paths.path)
    return {}
