"""Paths to many cells, each found when it is looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

from ..grid import Cell

_Move = TypeVar("_Move")


class LazyPaths(Mapping[Cell, Sequence[_Move]]):
    """The paths from one origin to every cell of `targets`, each computed when it is looked up.

    `count` tells how many moves a path has, for less than it costs to find it.
    """

    def __init__(
        self,
        targets: AbstractSet[Cell],
        path: Callable[[Cell], Sequence[_Move]],
        count: Callable[[Cell], int] | None = None,
    ) -> None:
        self._targets = targets
        self._path = path
        self._count = count

    def __getitem__(self, cell: Cell) -> Sequence[_Move]:
        if cell not in self._targets:
            raise KeyError(cell)
        return self._path(cell)

    def __contains__(self, cell: object) -> bool:
        return cell in self._targets

    def __iter__(self) -> Iterator[Cell]:
        return iter(sorted(self._targets))

    def __len__(self) -> int:
        return len(self._targets)

    def length(self, cell: Cell) -> int:
        """Return how many moves the path to a cell has."""
        return len(self[cell]) if self._count is None else self._count(cell)


def path_lengths(paths: Mapping[Cell, Sequence[_Move]]) -> dict[Cell, int]:
    """Return for each target cell how many moves its path has."""
    if isinstance(paths, LazyPaths):
        return {cell: paths.length(cell) for cell in paths}
    return {cell: len(path) for cell, path in paths.items()}
