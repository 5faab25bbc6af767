"""The cells a player can reach who also pushes boxes out of the way, straight on, and back again behind them.

From a cell in reach the player pushes the box before them k cells on, walks around it and pushes it back k cells: they
are then beyond it, and every box is where it was. They walk on from there, and may do so again.

Source: go-through, 穿越, which JSoko and the programs of Yang Chao have.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import NamedTuple

from ..grid import Cell, Grid
from ..tiling import Direction
from .lazy_paths import LazyPaths
from .walk import walk, waves


class Link(NamedTuple):
    """How a cell is reached: from which cell, by which steps, and the moves of the whole way."""

    before: Cell
    steps: tuple[Direction, ...]
    moves: int


def go_through_paths(
    grid: Grid, floor: Sequence[bool], boxes: AbstractSet[Cell], start: Cell, *, limit: int | None = None
) -> LazyPaths[Direction]:
    """Return the ways to where a player on `start` comes to: a shortest walk where there is one.

    `floor` says of every cell whether player and box can stand there: one bool a cell and a last one, False, for the
    sentinel off the board; boxes stand on floor.  `limit` bounds the cells that are looked at; the answer is empty
    where that is not enough.  O(cells * boxes) at worst, little more than O(cells) where most boxes stand in rooms.
    """
    free = [open_ and cell not in boxes for cell, open_ in enumerate(floor)]
    links = {start: Link(start, (), 0)}
    budget = limit if limit is not None else 1 << 62
    front = [start]
    while front:
        met = _walked(grid, free, boxes, front, links)
        budget -= len(links)
        front = []
        for cell, direction in met:
            beyond = grid.step[direction][grid.step[direction][cell]]
            if beyond in links or budget < 0:
                continue
            route, looked = _round(grid, free, cell, direction)
            budget -= looked
            if route:
                links[beyond] = Link(cell, route, links[cell].moves + len(route))
                front.append(beyond)
    cells = links.keys() if budget >= 0 else frozenset[Cell]()
    return LazyPaths(cells, partial(_path, links), lambda cell: links[cell].moves)


def _path(links: dict[Cell, Link], cell: Cell) -> tuple[Direction, ...]:
    """Return the steps to a cell.  O(steps)."""
    parts: list[tuple[Direction, ...]] = []
    while links[cell].steps:
        cell, steps, _ = links[cell]
        parts.append(steps)
    return tuple(step for part in reversed(parts) for step in part)


def _walked(
    grid: Grid, free: list[bool], boxes: AbstractSet[Cell], front: list[Cell], links: dict[Cell, Link]
) -> list[tuple[Cell, Direction]]:
    """Add the cells walkable from `front` to `links`; return the boxes next to them."""
    met = []
    queue = [*front]
    for cell in queue:
        for direction, step in enumerate(grid.step):
            near = step[cell]
            if near in boxes:
                met.append((cell, direction))
            elif free[near] and near not in links:
                links[near] = Link(cell, (direction,), links[cell].moves + 1)
                queue.append(near)
    return met


def _round(grid: Grid, free: list[bool], cell: Cell, direction: Direction) -> tuple[tuple[Direction, ...], int]:
    """Return the steps from `cell` past the box before it, none where it cannot be passed, and how many cells it took.

    The box is pushed as few cells on as will do.
    """
    towards = grid.step[direction]
    home = player = towards[cell]
    box = towards[home]
    pushes = looked = 0
    route: tuple[Direction, ...] = ()
    free[home] = True
    while not route and free[box] and free[beyond := towards[box]]:
        pushes += 1
        free[box] = False
        for wave in waves(grid, free, player):
            looked += len(wave)
            if beyond in wave:
                walked = walk(grid, free, player, beyond) or []
                route = (*[direction] * pushes, *walked, *[grid.opposite[direction]] * pushes)
                break
        free[box] = True
        player, box = box, beyond
    free[home] = False
    return route, looked
