"""The ways of one box in native code, for boards of squares; `pushbox.path.push` is its reference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .. import core
from ..grid import Cell, Grid

Node = int


def push_paths(
    grid: Grid,
    free: Sequence[bool],
    box: Cell,
    player: Cell,
    *,
    pushes_first: bool,
    limit: int | None,
    ends: Iterable[Cell],
) -> tuple[dict[Cell, tuple[Node, int, int]], dict[Node, Node]]:
    """Return `PushPaths.best` and `PushPaths.previous` of a box on a free cell.  Raises MissingCore."""
    return core.push_paths(grid.width, bytes(free), box, player, pushes_first, limit, [*ends])
