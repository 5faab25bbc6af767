"""Whether rows of XSB signs make sense as a level: what tells a board from a part of one, or from another alphabet."""

from __future__ import annotations

from . import enclosure, native

PIECES = "@+$*."  # what stands within walls, goals included


def is_whole(signs: str, width: int) -> bool:
    """Return whether a board has a player and as many boxes as goals, all of them within walls.  O(len(signs))."""
    return (
        ("$" in signs or "*" in signs)
        and ("@" in signs or "+" in signs)
        and signs.count("$") == signs.count(".") + signs.count("+")
        and enclosure.opening(signs, width, PIECES) < 0
    )


def are_whole(rows: list[str]) -> bool:
    """Return whether rows of signs, of any lengths, are a whole board."""
    width = max(map(len, rows))
    return is_whole("".join([row.ljust(width) for row in rows]), width)


def odd_row(rows: list[str]) -> tuple[int, int]:
    """Return the first row that does not fit the others, -1 where all do, and how many players there are.

    A row does not fit that reaches beyond both its neighbours by more than two signs, as two rows in one line do; or
    that has something before it, as items of a list have, be it that all rows have.
    """
    return native.odd_row(rows)
