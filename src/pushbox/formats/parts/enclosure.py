"""Whether walls enclose the player."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ...grid import edge_cells, edge_of
from ...tiling import SQUARE

_IS_WALL = bytes(byte == ord("#") for byte in range(256))


def opening(signs: str, width: int, players: str = "P") -> int:
    """Return a cell on the edge of a board that a player can reach, ignoring boxes, or -1 if walls enclose all.

    `signs` is the board as text, row by row, with walls ``#`` and `players` for the characters of a player.
    O(len(signs)).
    """
    if not signs or not edge_of(signs, width).strip("#"):
        return -1
    return next(openings(signs, width, players), -1)


def openings(signs: str, width: int, players: str = "P") -> Iterator[int]:
    """Yield the cells on the edge of a board at which a player can leave it.  O(len(signs))."""
    queue = [match.start() for match in _pattern(players).finditer(signs)]
    seen = bytearray(signs.encode("ascii", "replace").translate(_IS_WALL))
    for cell in queue:
        seen[cell] = 1
    edge, strides = edge_cells(width, len(signs)), SQUARE.strides(width)
    for cell in queue:  # grows while it is walked
        if cell in edge:
            yield cell
            continue
        for stride in strides:
            if not seen[neighbour := cell + stride]:
                seen[neighbour] = 1
                queue.append(neighbour)


@lru_cache(maxsize=16)
def _pattern(players: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(players)}]")
