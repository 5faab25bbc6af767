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
    above, here, below = (start - 1 for start in cells_within(-1, 0, 1, 0, layout.width))
    windows = Counter(
        [
            signs[cell + above : cell + above + _WINDOW]
            + signs[cell + here : cell + here + _WINDOW]
            + signs[cell + below : cell + below + _WINDOW]
            for cell, sign in enumerate(signs)
            if sign != "#"
        ]
    )
    counts = Counter[str]()
    for window, times in windows.items():
        counts[_canonical(window)] += times
    return counts


@lru_cache(maxsize=1 << 16)
def _canonical(window: str) -> str:
    return min(Rectangle(_WINDOW, _WINDOW).turned_text(window, symmetry) for symmetry in ALL)


@lru_cache(maxsize=1 << 13)
def _least_hashes(window: str, times: int) -> tuple[int, ...]:
    """Return the smallest of each hash of a window that comes up a number of times, each with hashes of its own."""
    hashes = [array("I", hashlib.shake_128(f"{window}{count}".encode()).digest(4 * _HASHES)) for count in range(times)]
    return tuple(map(min, *hashes)) if times > 1 else tuple(hashes[0])


def sketch(layout: Layout) -> tuple[int, ...]:
    """Return the keys of a layout, whole numbers of 63 bits, none twice; the exact ones are odd.  O(cells)."""
    sets = [_least_hashes(window, times) for window, times in shingles(layout).items()]
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
    images: list[str] = []
    for lines in (cut(signs, width), [signs[column::width] for column in range(width)]):
        text, mirrored = "".join(lines), "".join([line[::-1] for line in lines])
        images += [f"{len(lines[0])} {image}" for image in (text, text[::-1], mirrored, mirrored[::-1])]
    return min(images)


def _key(text: str, *, exact: bool = False) -> int:
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1
    return number & ~1 | exact


def weight_of(key: int) -> int:
    """Return the weight of a shared key; exact keys weigh more."""
    return 1 + (key & 1)
