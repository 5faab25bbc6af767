"""The ways of one box in native code, for boards of squares; `pushbox.path.push` is its reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from .. import core
from ..grid import Cell, Grid

Node = int


class PackedPairs(Mapping[Node, Node]):
    """A mapping packed as pairs of native 32-bit integers, unpacked when it is first used.

    A box on an open board of 100 x 100 has 35,000 nodes, and most questions of a pointer ask for none.
    """

    def __init__(self, packed: bytes) -> None:
        self._packed = packed

    @cached_property
    def _pairs(self) -> dict[Node, Node]:
        numbers = memoryview(self._packed).cast("i").tolist()
        return dict(zip(numbers[::2], numbers[1::2], strict=True))

    def __getitem__(self, node: Node) -> Node:
        return self._pairs[node]

    def __iter__(self) -> Iterator[Node]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._packed) // 8


def push_paths(
    grid: Grid,
    free: Sequence[bool],
    box: Cell,
    player: Cell,
    *,
    pushes_first: bool,
    limit: int | None,
    ends: Iterable[Cell],
) -> tuple[dict[Cell, tuple[Node, int, int]], Mapping[Node, Node]]:
    """Return `PushPaths.best` and `PushPaths.previous` of a box on a free cell.  Raises MissingCore."""
    best, previous = core.push_paths(grid.width, bytes(free), box, player, pushes_first, limit, [*ends])
    return best, PackedPairs(previous)
