"""Ten bands of difficulty by the fewest pushes of a level, from one push to over a hundred.

Each band begins where the one before ends and is about one and a half times as wide.  Boards and boxes grow with it.
"""

from __future__ import annotations

from typing import NamedTuple

from ..arguments import check_whole


class Size(NamedTuple):
    """The columns and rows of a board, its frame included, and its boxes."""

    columns: int
    rows: int
    boxes: int


class Band(NamedTuple):
    """Levels whose fewest pushes are in an interval; `most` is None in the last band.

    `sizes` are those of the boards that levels are made from, each in its turn.
    """

    number: int
    fewest: int
    most: int | None
    sizes: tuple[Size, ...]

    @property
    def columns(self) -> int:
        """The columns of its widest board."""
        return max(size.columns for size in self.sizes)

    @property
    def rows(self) -> int:
        """The rows of its highest board."""
        return max(size.rows for size in self.sizes)

    def holds(self, pushes: int) -> bool:
        """Return whether a level with these fewest pushes is in the band."""
        return self.fewest <= pushes and (self.most is None or pushes <= self.most)


# No size has 4 boxes on 10 x 10 cells or fewer: so no level is one of Boxoban.
BANDS = (
    Band(1, 1, 1, (Size(6, 6, 1), Size(7, 6, 1), Size(7, 7, 1), Size(7, 7, 2))),
    Band(2, 2, 3, (Size(6, 6, 1), Size(7, 6, 2), Size(7, 7, 1), Size(7, 7, 2))),
    Band(3, 4, 6, (Size(7, 6, 2), Size(7, 7, 2), Size(8, 7, 2))),
    Band(4, 7, 10, (Size(7, 7, 2), Size(8, 7, 2), Size(8, 8, 3))),
    Band(5, 11, 16, (Size(8, 8, 2), Size(8, 8, 3), Size(9, 8, 3))),
    Band(6, 17, 25, (Size(9, 9, 3), Size(10, 9, 3), Size(10, 10, 5))),
    Band(7, 26, 40, (Size(11, 10, 5), Size(11, 11, 5), Size(12, 11, 5))),
    Band(8, 41, 63, (Size(12, 12, 6), Size(13, 12, 6), Size(13, 13, 6))),
    Band(9, 64, 99, (Size(14, 13, 7), Size(14, 14, 7), Size(15, 14, 7))),
    Band(10, 100, None, (Size(16, 15, 8), Size(16, 16, 8), Size(17, 16, 8))),
)


def band_of(number: int) -> Band:
    """Return a band by its number, 1 to 10.  Raises ArgumentError for any other."""
    check_whole("band", number, 1, len(BANDS))
    return BANDS[number - 1]
