"""What the Rust core does for readers of boards."""

from __future__ import annotations

from pushbox import _core


def openings(signs: str, width: int, players: str) -> list[int]:
    """Return the cells on the edge that are reached from those of `players`, past no ``#``, in whole rows of signs."""
    return _core.openings(signs, width, players)


def odd_row(rows: list[str]) -> tuple[int, int]:
    """Return the first row that does not fit the others, -1 where all do, and the number of players."""
    return _core.odd_row(rows)
