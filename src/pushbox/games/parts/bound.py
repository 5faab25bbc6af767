"""How many pushes boxes need at least, each for itself, on a board without other boxes: a bound, and dead squares.

Boxes are not matched with goals: two may count on the same one.  That keeps a bound cheap and sound under every twist.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from functools import lru_cache

from ...grid import DIRECTIONS, Cell, Grid

NEVER = math.inf


@lru_cache(maxsize=256)
def pushes(grid: Grid, free: tuple[bool, ...], goals: frozenset[Cell], *, pulls: bool = False) -> tuple[float, ...]:
    """Return for every cell, the sentinel included, the pushes (or `pulls`) from there to the nearest of `goals`.

    `free` are the cells on which something can ever stand; the player is taken to get anywhere.  NEVER where no pushes
    lead to a goal.
    """
    found: list[float] = [NEVER] * (grid.outside + 1)
    front = [goal for goal in sorted(goals) if free[goal]]
    for goal in front:
        found[goal] = 0
    for cell in front:
        for back in DIRECTIONS:  # the box came from `before`, the player walked from behind it, or ahead of it
            before = grid.step[back][cell]
            player = grid.step[back ^ 2][cell] if pulls else grid.step[back][before]
            if free[before] and free[player] and found[before] == NEVER:
                found[before] = found[cell] + 1
                front.append(before)
    return tuple(found)


def never(free: tuple[bool, ...], tables: Collection[tuple[float, ...]]) -> frozenset[Cell]:
    """Return the cells but walls from which none of the `tables` of `pushes` knows a way home."""
    homes = map(min, zip(*tables, strict=True))
    return frozenset(
        cell for cell, (is_free, home) in enumerate(zip(free, homes, strict=True)) if is_free and home == NEVER
    )


def at_least(distances: Iterable[float], *, together: bool = False) -> int:
    """Return the pushes that boxes at these distances need at least; of boxes pushed `together`, the farthest counts.

    A box that never gets there counts for nothing: that it is dead is another question.
    """
    known = [int(distance) for distance in distances if distance != NEVER]
    return max(known, default=0) if together else sum(known)
