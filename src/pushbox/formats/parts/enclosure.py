"""Whether walls enclose the player."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ...grid import edge_cells, edge_of
from ...tiling import SQUARE

_IS_WALL = bytes(byte == ord("#") for byte in range(256))
_IS_FREE = bytes(ord("01"[byte != ord("#")]) for byte in range(256))


def opening(signs: str, width: int, players: str = "P") -> int:
    """Return a cell on the edge of a board that a player can reach, ignoring boxes, or -1 if walls enclose all.

    `signs` is the board as text, row by row, with walls ``#`` and `players` for the characters of a player.
    O(len(signs)).
    """
    if not signs or not edge_of(signs, width).strip("#"):
        return -1
    if len(signs) <= _SMALL and _is_closed(signs, width, players):
        return -1
    return next(openings(signs, width, players), -1)


def is_open(signs: str, width: int, players: str = "P") -> bool:
    """Return whether `opening` finds a cell: soon known on a large open board, where it looks for the nearest.

    O(len(signs)), and where nothing is in the way O(width + height).
    """
    if not signs or not edge_of(signs, width).strip("#"):
        return False
    if len(signs) <= _SMALL and _is_closed(signs, width, players):
        return False
    stack, seen = _start(signs, players)
    edge, strides = edge_cells(width, len(signs)), SQUARE.strides(width)
    while stack:
        if (cell := stack.pop()) in edge:
            return True
        for stride in strides:
            if not seen[neighbour := cell + stride]:
                seen[neighbour] = 1
                stack.append(neighbour)
    return False


_SMALL = 2000  # cells of a board that is looked at from outside first
_ROUNDS = 32  # steps from the edge, which most boards have little of that is no wall


def _is_closed(signs: str, width: int, players: str) -> bool:
    """Return whether no player stands where one gets from the edge in some steps, and no more steps lead on.

    A set of cells is a number with a bit for each, so that a step of all of them is a shift. One over the end of a row
    leads from the edge to the edge, which is the same from either end of the board.
    """
    cells = signs.encode("ascii", "replace")
    free = int(cells.translate(_IS_FREE), 2)
    edge, shifts = _edge(width, len(signs))
    outside = free & edge
    for _ in range(_ROUNDS):
        reached = outside
        for shift in shifts:
            reached |= outside << shift | outside >> shift
        reached &= free
        if reached == outside:
            return not outside & int(cells.translate(_digits(players)), 2)
        outside = reached
    return False


@lru_cache(maxsize=256)
def _edge(width: int, area: int) -> tuple[int, tuple[int, ...]]:
    """Return the cells on the edge of a board as a number, and by how much a step shifts those."""
    return sum(1 << cell for cell in edge_cells(width, area)), tuple({*map(abs, SQUARE.strides(width))})


@lru_cache(maxsize=16)
def _digits(players: str) -> bytes:
    return bytes(ord("01"[chr(byte) in players]) for byte in range(256))


def openings(signs: str, width: int, players: str = "P") -> Iterator[int]:
    """Yield the cells on the edge of a board at which a player can leave it.  O(len(signs))."""
    queue, seen = _start(signs, players)
    edge, strides = edge_cells(width, len(signs)), SQUARE.strides(width)
    for cell in queue:  # grows while it is walked
        if cell in edge:
            yield cell
            continue
        for stride in strides:
            if not seen[neighbour := cell + stride]:
                seen[neighbour] = 1
                queue.append(neighbour)


def _start(signs: str, players: str) -> tuple[list[int], bytearray]:
    """Return the cells of the players, and of each cell whether it is one of them or a wall."""
    cells = [match.start() for match in _pattern(players).finditer(signs)]
    seen = bytearray(signs.encode("ascii", "replace").translate(_IS_WALL))
    for cell in cells:
        seen[cell] = 1
    return cells, seen


@lru_cache(maxsize=16)
def _pattern(players: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(players)}]")
