"""An index of levels by their sketches, in memory; a library keeps one in its database, see `pushbox.store.near`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ...level import Level
from .difference import Difference, find_difference, may_be_near
from .layout import Layout, layout_of
from .sketch import sketch, weight_of

MOST_OF_A_KEY = 256  # levels that are looked at of those that share a key: one that more share says little
MOST_COMPARED = 24  # levels that are laid over one, those first that share the most keys


class Near(NamedTuple):
    """A level, by number, that another is nearly equal to, and the difference of the other."""

    level: int
    difference: Difference


class NearIndex:
    """Levels, numbered from 0 as they are added, that are found by others that are nearly the same."""

    def __init__(self) -> None:
        self._layouts: list[Layout | None] = []
        self._levels_of: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self._layouts)

    def add(self, level: Level) -> None:
        """Add a level.  One of a game whose levels are not compared is counted, and never found."""
        layout = layout_of(level)
        self._add(layout, () if layout is None else sketch(layout))

    def find(self, level: Level) -> list[Near]:
        """Return the levels that one is nearly the same as, the nearest first, and of those as near the first."""
        layout = layout_of(level)
        return [] if layout is None else self._near(layout, sketch(layout))

    def _add(self, layout: Layout | None, keys: Iterable[int]) -> None:
        index = len(self._layouts)
        self._layouts.append(layout)
        for key in keys:
            levels = self._levels_of.setdefault(key, [])
            if len(levels) < MOST_OF_A_KEY:
                levels.append(index)

    def _near(self, layout: Layout, keys: Iterable[int]) -> list[Near]:
        shared = Counter[int]()
        for key in keys:
            shared.update(dict.fromkeys(self._levels_of.get(key, ()), weight_of(key)))
        chosen = ((index, self._layouts[index]) for index in most_shared(shared))
        return nearest(layout, ((index, other) for index, other in chosen if other is not None))


def most_shared(shared: Counter[int]) -> list[int]:
    """Return the levels, as their numbers, that share the most keys, the earlier first where as many."""
    return sorted(shared, key=lambda index: (-shared[index], index))[:MOST_COMPARED]


def nearest(layout: Layout, others: Iterable[tuple[int, Layout]]) -> list[Near]:
    """Return the levels nearly equal to a layout, nearest first, then earliest first."""
    likely = ((index, other) for index, other in others if may_be_near(other, layout))
    compared = ((index, find_difference(other, layout, if_near=True)) for index, other in likely)
    near = [Near(index, difference) for index, difference in compared if difference is not None]
    return sorted(near, key=lambda one: (one.difference.count, one.difference.player_moved, one.level))
