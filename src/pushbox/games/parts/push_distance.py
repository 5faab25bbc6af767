"""Push distances of single boxes on a board without other boxes: a lower bound, and dead squares.

Boxes are not matched with goals, so two may use the same one. That keeps the bound cheap, and sound under every
variant.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from ...grid import Cell, Grid
from ..api import Rules
from .field import BoxState

NEVER = math.inf
_MOST_KEPT = 50_000  # cells of a board whose tables are kept: 100 MB of them at most
Move = TypeVar("Move", bound="int | tuple[int, int]")


State = TypeVar("State", bound=BoxState)


class BoxRules(Rules[State, Move]):
    """The rules of a game in which every box goes to a goal, with the bounds that follow from their distances.

    `pulls` tells whether boxes are pulled there.
    """

    pulls = False

    def box_goals(self, state: State) -> Mapping[Cell, frozenset[Cell]]:
        """Return the goals of each box, or nothing if the game is not won by boxes on goals."""
        return dict.fromkeys(state.boxes, state.field.goals)

    def moves_together(self, state: State) -> bool:
        """Return whether one push may move several boxes."""
        del state
        return False

    def lower_bound(self, state: State) -> int:
        return self.lower_bound_to(state, self.box_goals(state))

    def is_deadlock(self, state: State) -> bool:
        return self.is_deadlock_to(state, self.box_goals(state))

    def dead_squares(self, state: State) -> frozenset[Cell]:
        return self.dead_squares_to(state, self.box_goals(state))

    def lower_bound_to(self, state: State, goals: Mapping[Cell, frozenset[Cell]]) -> int:
        """Return `lower_bound` for boxes with these goals; of boxes that move together the farthest one counts.

        A box that never gets there counts for nothing: that it is dead is another question.
        """
        known = [int(distance) for distance in self._distances(state, goals) if distance != NEVER]
        return max(known, default=0) if self.moves_together(state) else sum(known)

    def is_deadlock_to(self, state: State, goals: Mapping[Cell, frozenset[Cell]]) -> bool:
        """Return `is_deadlock` for boxes with these goals."""
        return NEVER in self._distances(state, goals)

    def dead_squares_to(self, state: State, goals: Mapping[Cell, frozenset[Cell]]) -> frozenset[Cell]:
        """Return `dead_squares` for boxes with these goals."""
        grid, free = state.field.grid, state.field.free
        nearest = distances(grid, free, frozenset[Cell]().union(*goals.values()), pulls=self.pulls)
        return frozenset(cell for cell, far in enumerate(nearest) if goals and free[cell] and far == NEVER)

    def _distances(self, state: State, goals: Mapping[Cell, frozenset[Cell]]) -> Iterator[float]:
        grid, free = state.field.grid, state.field.free
        boxes: dict[frozenset[Cell], list[Cell]] = {}  # a table is looked up once for all that share their goals
        for box, ends in goals.items():
            boxes.setdefault(ends, []).append(box)
        for ends, cells in boxes.items():
            table = distances(grid, free, ends, pulls=self.pulls)
            yield from (table[box] for box in cells)


def distances(grid: Grid, free: tuple[bool, ...], goals: frozenset[Cell], *, pulls: bool = False) -> tuple[float, ...]:
    """Return for every cell, the sentinel included, the pushes (or `pulls`) from there to the nearest of `goals`.

    `free` are the cells on which something can ever stand; the player is taken to get anywhere.  NEVER where no pushes
    lead to a goal.  Tables are kept, unless the board is so large that they would fill the memory.
    """
    if len(free) > _MOST_KEPT:
        return _computed(grid, free, goals, pulls)
    return _kept(grid, free, goals, pulls)


def _computed(grid: Grid, free: tuple[bool, ...], goals: frozenset[Cell], pulls: bool) -> tuple[float, ...]:  # noqa: FBT001
    table: list[float] = [NEVER] * (grid.outside + 1)
    front = [goal for goal in sorted(goals) if free[goal]]
    for goal in front:
        table[goal] = 0
    ways = _ways_back(grid, free, pulls) if len(free) <= _MOST_KEPT else _found_ways_back(grid, free, pulls)
    for cell in front:
        far = table[cell] + 1
        for before in ways[cell]:
            if table[before] == NEVER:
                table[before] = far
                front.append(before)
    return tuple(table)


def _found_ways_back(grid: Grid, free: tuple[bool, ...], pulls: bool) -> tuple[tuple[Cell, ...], ...]:  # noqa: FBT001
    """Return for every cell those from which one push, or pull, brings a box there."""
    # The player walked from behind the box, or ahead of it.
    ways = [(back, grid.step[push] if pulls else back) for back, push in zip(grid.step, grid.opposite, strict=True)]
    found: list[tuple[Cell, ...]] = []
    for cell, is_free in enumerate(free):
        found.append(
            tuple(
                before
                for back, beside in ways
                if free[before := back[cell]] and free[beside[cell if pulls else before]]
            )
            if is_free
            else ()
        )
    return tuple(found)


_ways_back = lru_cache(maxsize=4)(_found_ways_back)
_kept = lru_cache(maxsize=256)(_computed)
