"""Compare two levels: describe the difference of the second in words and mark it on the board."""

from __future__ import annotations

from dataclasses import dataclass

from ...level import Level
from ...rich_display import repr_html
from ...sentence import Language
from .difference import Difference, find_difference
from .layout import layout_of
from .sentences import describe


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two levels and the difference of the second, which a notebook shows."""

    first: Level
    second: Level
    difference: Difference

    def sentence(self, language: Language = "en") -> str:
        """Name the first level and describe the difference of the second; see `describe`."""
        return describe(self.first.title or "1", self.difference, language)

    _repr_html_ = repr_html


def compare(first: Level, second: Level) -> Comparison | None:
    """Return the difference between two levels of plain Sokoban, however large it is.

    Return None if a level has more than walls, goals, boxes and one player, or if one is much wider or higher than the
    other.
    """
    layouts = layout_of(first), layout_of(second)
    if layouts[0] is None or layouts[1] is None:
        return None
    difference = find_difference(layouts[0], layouts[1])
    return None if difference is None else Comparison(first, second, difference)
