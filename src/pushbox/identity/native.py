"""The normal form in native code: a store needs it of every level, and a level may have a million cells."""

from __future__ import annotations

from pushbox import _core

from .sokoban_grid import SokobanGrid


def normal_form(grid: SokobanGrid, most_visits: int) -> str:
    """Return the rows of the normal form of a plain board, each with its LF; see `pushbox.identity.normalize`.

    Its rounds end where they have visited so many cells.
    """
    return _core.normal_form(grid.width, grid.signs.encode("ascii"), grid.player, most_visits).decode("ascii")
