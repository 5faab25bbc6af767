"""Walks: searches over the free cells.

`free` tells for every cell whether one can stand there: one bool per cell of `grid` and a last one, False, for the
sentinel off the board. Each step costs 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from ..grid import Cell, Grid
from ..tiling import Direction


def waves(grid: Grid, free: Sequence[bool], start: Cell) -> Iterator[list[Cell]]:
    """Yield the cells that are 0, 1, 2 ... steps from `start`, one list a distance, until there are no more.

    `start` is the first wave whether it is free or not.  A flood that is left early has cost O(cells yielded).
    """
    seen = {start}
    front = [start]
    while front:
        yield front
        beyond = []
        for cell in front:
            for row in grid.step:
                near = row[cell]
                if free[near] and near not in seen:
                    seen.add(near)
                    beyond.append(near)
        front = beyond


def reachable(grid: Grid, free: Sequence[bool], start: Cell) -> set[Cell]:
    """Return every cell that can be walked to from `start`, `start` included. O(cells reached)."""
    return set().union(*waves(grid, free, start))


def reachable_from(grid: Grid, free: Sequence[bool], starts: Iterable[Cell]) -> set[Cell]:
    """Return every cell that can be walked to from one of several, these included.  O(cells reached)."""
    reached: set[Cell] = set()
    for start in starts:
        if start not in reached:
            reached |= reachable(grid, free, start)
    return reached


def distances(grid: Grid, free: Sequence[bool], start: Cell) -> dict[Cell, int]:
    """Return the steps from `start` to every cell that can be reached, nearest first.  O(cells reached)."""
    return {cell: steps for steps, front in enumerate(waves(grid, free, start)) for cell in front}


def walk(grid: Grid, free: Sequence[bool], start: Cell, target: Cell) -> list[Direction] | None:
    """Return the steps of a shortest walk from `start` to `target`, both of them free, or None.

    Among shortest walks it is the first in the order of directions. O(cells no farther from `target` than `start`).
    """
    if not (free[start] and free[target]):
        return None
    # The flood starts at the target: going down its distances then finds the first walk of all, step by step.
    steps: dict[Cell, int] = {}
    for count, front in enumerate(waves(grid, free, target)):
        steps.update(dict.fromkeys(front, count))
        if start in steps:
            break
    else:
        return None
    directions = []
    cell = start
    for left in reversed(range(steps[start])):
        direction = next(d for d in grid.directions if steps.get(grid.step[d][cell]) == left)
        directions.append(direction)
        cell = grid.step[direction][cell]
    return directions


def steps_between(
    grid: Grid, free: Sequence[bool], start: Cell, end: Cell, *, limit: float = math.inf
) -> tuple[int | None, int]:
    """Return the steps of a shortest walk between two free cells, and how many cells were looked at.

    The steps are None where there is no walk, or none within about `limit` cells.  O(cells reached) at worst, and far
    less where the walk is hardly longer than on an empty board.

    Source: A* (Hart, Nilsson and Raphael, 1968).  A step that leads no nearer is a detour of one length; so all that
    waits lies on two stacks, for a walk of the length that is hoped for and for one that is a detour longer.
    """
    neighbours, detour, hoped = grid.towards(end), grid.detour, grid.distance(start, end)
    seen: set[Cell] = set()
    now: list[Cell] = [start]
    later: list[Cell] = []
    while (now or later) and len(seen) <= limit:
        if not now:
            now, later = later, now
            hoped += detour
        cell = now.pop()
        if cell == end:
            return hoped, len(seen)
        if cell in seen:
            continue
        seen.add(cell)
        for near, closer in neighbours(cell):
            if free[near] and near not in seen:
                (now if closer else later).append(near)
    return None, len(seen)
