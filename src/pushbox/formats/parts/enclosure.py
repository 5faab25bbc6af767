"""Whether walls enclose what stands on a drawn board."""

from __future__ import annotations

from ...grid import edge_of
from . import native


def opening(signs: str, width: int, players: str = "P") -> int:
    """Return a cell on the edge of a board that a player can reach, ignoring boxes, or -1 if walls enclose all.

    `signs` is the board as text, row by row, with walls ``#`` and `players` for the characters of a player.
    O(len(signs)).
    """
    if not signs or not edge_of(signs, width).strip("#"):
        return -1
    return next(iter(openings(signs, width, players)), -1)


def openings(signs: str, width: int, players: str = "P") -> list[int]:
    """Return the cells on the edge of a board at which a player can leave it.  O(len(signs))."""
    return native.openings(signs, width, players)
