"""Whether walls enclose the player."""

from __future__ import annotations

import re
from functools import lru_cache

_IS_WALL = bytes(byte == ord("#") for byte in range(256))


def opening(signs: str, width: int, players: str = "P") -> int:
    """Return a cell on the edge of a board that a player reaches if no box is in the way, -1 where walls enclose all.

    `signs` is the board as text, row by row, with walls ``#`` and `players` for the characters of a player.
    O(len(signs)).
    """
    if not signs:
        return -1
    height = len(signs) // width
    edges = signs[:width] + signs[-width:] + signs[::width] + signs[width - 1 :: width]
    if not edges.strip("#"):
        return -1
    queue = [match.start() for match in _pattern(players).finditer(signs)]
    seen = bytearray(signs.encode("ascii", "replace").translate(_IS_WALL))
    for cell in queue:
        seen[cell] = 1
    for cell in queue:  # grows while it is walked
        row, column = divmod(cell, width)
        if row in (0, height - 1) or column in (0, width - 1):
            return cell
        for neighbour in (cell - 1, cell - width, cell + 1, cell + width):
            if not seen[neighbour]:
                seen[neighbour] = 1
                queue.append(neighbour)
    return -1


@lru_cache(maxsize=16)
def _pattern(players: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(players)}]")
