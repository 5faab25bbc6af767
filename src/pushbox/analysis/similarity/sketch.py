"""A sketch of a layout: a few numbers, of which levels that are nearly the same share one as a rule, and others none.

Around each cell there is a window of three by three cells.  A change of one cell changes nine of them, however large
the level, and none is changed by turning, mirroring or shifting it.  MinHash (Broder, 1997) makes numbers of the set of
windows, of which two levels share as large a part as they do of their windows; bands of such numbers are the keys of an
index (locality-sensitive hashing: Indyk and Motwani, 1998).  Two more keys are exact: the walls alone, and the boxes
and goals alone.  Where nothing but the one is changed, the other finds the level.
"""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter
from functools import lru_cache

from ...identity.symmetry import ALL, turned_text
from .layout import Layout

BANDS, ROWS = 20, 3

_HASHES = BANDS * ROWS
_WINDOW = 3


def shingles(layout: Layout) -> Counter[str]:
    """Return how often each window of three by three cells comes up around the cells that are no walls.

    A window is the smallest of its eight symmetries; the player does not count.  O(cells).
    """
    signs, width = layout.grid.signs, layout.width
    corners = (cell - width - 1 for cell, sign in enumerate(signs) if sign != "#")
    rows = (0, width, 2 * width)
    return Counter(
        _canonical("".join([signs[start + row : start + row + _WINDOW] for row in rows])) for start in corners
    )


@lru_cache(maxsize=1 << 16)
def _canonical(window: str) -> str:
    return min(turned_text(window, _WINDOW, _WINDOW, symmetry) for symmetry in ALL)


@lru_cache(maxsize=1 << 14)
def _hashes(window: str, count: int) -> array[int]:
    """Return the hashes of the window that comes up for the count-th time."""
    return array("I", hashlib.shake_128(f"{window}{count}".encode()).digest(4 * _HASHES))


def sketch(layout: Layout) -> tuple[int, ...]:
    """Return the keys of a layout, whole numbers of 63 bits, none twice; the exact ones are odd.  O(cells)."""
    sets = [_hashes(window, count) for window, times in shingles(layout).items() for count in range(times)]
    least = [*map(min, zip(*sets, strict=True))]
    bands = [_key(f"{band} {least[band * ROWS : (band + 1) * ROWS]}") for band in range(BANDS)]
    return tuple(dict.fromkeys([*bands, *_exact_keys(layout)]))


def _exact_keys(layout: Layout) -> list[int]:
    signs = layout.grid.signs
    walls = signs.translate({ord(sign): " " for sign in ".$*"})
    keys = [_key("walls" + _least(walls, layout.width), exact=True)]
    pieces = [cell for cell, sign in enumerate(signs) if sign in ".$*"]
    if len(pieces) >= _FEWEST:
        rows, columns = [cell // layout.width for cell in pieces], [cell % layout.width for cell in pieces]
        left, right = min(columns), max(columns) + 1
        starts = range(min(rows) * layout.width, max(rows) * layout.width + 1, layout.width)
        text = "".join([signs[start + left : start + right] for start in starts])
        keys.append(_key("pieces" + _least(text.replace("#", " "), right - left), exact=True))
    return keys


_FEWEST = 4  # boxes and goals that are a pattern of their own


def _least(signs: str, width: int) -> str:
    """Return the smallest of the eight symmetries of some signs, with its width."""
    height = len(signs) // width
    return min(f"{one.size(width, height)[0]} {turned_text(signs, width, height, one)}" for one in ALL)


def _key(text: str, *, exact: bool = False) -> int:
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1
    return number & ~1 | exact


def weight_of(key: int) -> int:
    """Return how much it says that two levels share a key: an exact one says more."""
    return 1 + (key & 1)
