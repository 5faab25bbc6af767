"""The one scale of difficulty: a number from 0 to 100, and four grades with names.

Of the levels in collections that people put in an order, about an eighth is easy, three eighths each are medium and
hard, and an eighth is extreme.  `SCALE` is the version of what a number means: those of two versions are not to be
compared.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, get_args

Grade = Literal["easy", "medium", "hard", "extreme"]

_MOST = 100


class Bounds(NamedTuple):
    """The numbers of a grade: from `least` on and below `most`, which belongs to the last grade alone."""

    least: int
    most: int

    @property
    def both_included(self) -> tuple[float, float]:
        """The least number of the grade, and the greatest."""
        return self.least, self.most if self.most == _MOST else math.nextafter(self.most, 0)


SCALE = 3
GRADES: dict[Grade, Bounds] = {name: Bounds(25 * step, 25 * step + 25) for step, name in enumerate(get_args(Grade))}


def grade_of(value: float) -> Grade:
    """Return the grade of a difficulty from 0 to 100."""
    return next((name for name, bounds in GRADES.items() if value < bounds.most), "extreme")
