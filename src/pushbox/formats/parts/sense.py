"""Whether rows of XSB signs make sense as a level: what tells a board from a part of one, or from another alphabet."""

from __future__ import annotations

from . import enclosure

PIECES = "@+$*."  # what stands within walls, goals included


def is_whole(signs: str, width: int) -> bool:
    """Return whether a board has a player and as many boxes as goals, all of them within walls.  O(len(signs))."""
    return (
        ("$" in signs or "*" in signs)
        and ("@" in signs or "+" in signs)
        and signs.count("$") == signs.count(".") + signs.count("+")
        and not enclosure.is_open(signs, width, PIECES)
    )


def are_whole(rows: list[str]) -> bool:
    """Return whether rows of signs, of any lengths, are a whole board."""
    width = max(map(len, rows))
    return is_whole("".join([row.ljust(width) for row in rows]), width)


def odd_row(rows: list[str]) -> int:
    """Return the first row that does not fit the others, -1 where all do.

    A row does not fit that reaches beyond both its neighbours by more than two signs, as two rows in one line do; or
    that has something before it, as an item of a list has.
    """
    if (long := long_row([len(row) for row in rows])) >= 0:
        return long
    starts = "".join([row[:1] for row in rows])
    if "-" in starts or "_" in starts:
        for index in range(len(rows)):
            if _is_item(rows, index):
                return index
    return -1


def long_row(lengths: list[int]) -> int:
    """Return the first row that reaches beyond both its neighbours by more than two signs, -1 where none does."""
    if max(lengths) > min(lengths) + _BEYOND:
        lengths = [0, *lengths, 0]
        for index, length in enumerate(lengths[1:-1]):
            if length > max(lengths[index], lengths[index + 2]) + _BEYOND:
                return index
    return -1


def are_marked(rows: list[str]) -> bool:
    """Return whether all rows have the same sign and a blank before them, as items of a list and comments have."""
    first = rows[0][:2]
    return first[1:] == " " and first != "  " and all(row.startswith(first) for row in rows)


_BEYOND = 2  # columns by which rows of boards may stick out


def _is_item(rows: list[str], index: int) -> bool:
    """Return whether the floor before the first wall of a row is drawn in two ways, not as pushbox writes a board."""
    row = rows[index]
    margin = row[: len(row) - len(row.lstrip("-_ "))]
    is_drawn_so = row[:1] in ("-", "_") and len({*margin}) > 1
    return is_drawn_so and not (index == 0 and all(other[:1] == " " for other in rows[1:]))
