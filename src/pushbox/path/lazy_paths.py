"""Paths to many cells, each found when it is looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeVar

from ..grid import Cell

_Move = TypeVar("_Move")


@dataclass(frozen=True, eq=False)
class LazyPaths(Mapping[Cell, Sequence[_Move]]):
    """The paths from one origin to every cell of `targets`, each computed when it is looked up.

    `count` tells how many moves a path has, for less than it costs to find it.
    """

    targets: AbstractSet[Cell]
    path: Callable[[Cell], Sequence[_Move]]
    count: Callable[[Cell], int] | None = None

    def __getitem__(self, cell: Cell) -> Sequence[_Move]:
        if cell not in self.targets:
            raise KeyError(cell)
        return self.path(cell)

    def __contains__(self, cell: object) -> bool:
        return cell in self.targets

    def __iter__(self) -> Iterator[Cell]:
        return iter(sorted(self.targets))

    def __len__(self) -> int:
        return len(self.targets)

    def length(self, cell: Cell) -> int:
        """Return the number of moves of the path to a cell."""
        return len(self[cell]) if self.count is None else self.count(cell)


def path_lengths(paths: Mapping[Cell, Sequence[_Move]]) -> dict[Cell, int]:
    """Return for each target cell how many moves its path has."""
    if isinstance(paths, LazyPaths):
        length = paths.length if paths.count is None else paths.count
        return {cell: length(cell) for cell in sorted(paths.targets)}
    return {cell: len(path) for cell, path in paths.items()}
