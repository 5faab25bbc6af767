"""A sketch of a layout: a few numbers that nearly equal levels usually share, and other levels do not.

Around each cell there is a 3 x 3 window. A change of one cell changes nine windows, however large the level; turning,
mirroring and shifting change none. MinHash (Broder, 1997) turns the set of windows into numbers, of which two levels
share about the same part as of their windows; bands of such numbers are the keys of an index (locality-sensitive
hashing: Indyk and Motwani, 1998). Two more keys are exact: the walls alone, and the boxes and goals alone. If only one
of the two is changed, the other finds the level.
"""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter
from functools import lru_cache

from ...grid import Rectangle, bounds_of, cells_within, cut
from ...identity.symmetry import ALL
from .layout import Layout

BANDS, ROWS = 20, 3

_HASHES = BANDS * ROWS
_WINDOW = 3


def shingles(layout: Layout) -> Counter[str]:
    """Count the 3 x 3 windows around the cells that are not walls.

    A window is represented by the smallest of its eight symmetries; the player does not count. O(cells).
    """
    signs = layout.grid.signs
    lines = [(start - 1, start - 1 + _WINDOW) for start in cells_within(-1, 0, 1, 0, layout.width)]
    inner = (cell for cell, sign in enumerate(signs) if sign != "#")
    return Counter(_canonical("".join([signs[cell + start : cell + end] for start, end in lines])) for cell in inner)


@lru_cache(maxsize=1 << 16)
def _canonical(window: str) -> str:
    return min(Rectangle(_WINDOW, _WINDOW).turned_text(window, symmetry) for symmetry in ALL)


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
        (top, left), (bottom, right) = bounds_of(pieces, layout.width)
        text = "".join([row[left : right + 1] for row in cut(signs, layout.width)[top : bottom + 1]])
        keys.append(_key("pieces" + _least(text.replace("#", " "), right - left + 1), exact=True))
    return keys


_FEWEST = 4  # boxes and goals that are a pattern of their own


def _least(signs: str, width: int) -> str:
    """Return the smallest of the eight symmetries of some signs, with its width."""
    shape = Rectangle(width, len(cut(signs, width)))
    return min(f"{shape.transformed(one).width} {shape.turned_text(signs, one)}" for one in ALL)


def _key(text: str, *, exact: bool = False) -> int:
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1
    return number & ~1 | exact


def weight_of(key: int) -> int:
    """Return the weight of a shared key; exact keys weigh more."""
    return 1 + (key & 1)
