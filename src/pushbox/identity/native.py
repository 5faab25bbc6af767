"""The normal form and the texts of plain boards in native code: a library needs them of every level."""

from __future__ import annotations

from .. import core
from .sokoban_grid import SokobanGrid


def normal_form(grid: SokobanGrid, most_visits: int) -> str:
    """Return the rows of the normal form of a plain board, each with its LF; see `pushbox.identity.normalize`.

    Its rounds end where they have visited so many cells.
    """
    return core.normal_form(grid.width, grid.signs.encode("ascii"), grid.player, most_visits).decode("ascii")


def position_texts(grid: SokobanGrid) -> tuple[str, str]:
    """Return the `position_text` of a plain board, and the smallest of its eight symmetries."""
    return core.position_texts(grid.width, grid.signs.encode("ascii"), grid.player)
