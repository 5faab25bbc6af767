"""The normal form of a plain Sokoban board: the board without everything irrelevant.

Boxes on goals that can never move become walls, as do dead ends; unreachable parts disappear, and with them all walls
that border nothing; the player is on the first cell of its area. Two boards with the same normal form are the same
puzzle when looking for duplicates; the level itself does not change.

Source: soukoban's normalisation, with the player taken out of dead ends as well.
"""

from __future__ import annotations

from ..board import Board
from .sokoban_grid import SokobanGrid, sokoban_grid

MOST_VISITS = 4_000_000


def normal_text(board: Board) -> str | None:
    """Return the rows of a board's normal form, the smallest of its eight symmetries, as text.

    None where the board is not of plain parts with one player.  O(cells) a round, of which there are few; those of a
    board that is made to need many end where they have visited `MOST_VISITS` cells, in all symmetries alike.
    """
    grid = sokoban_grid(board)
    return None if grid is None else normal_rows(grid)


def normal_rows(grid: SokobanGrid) -> str:
    """Return the `normal_text` of a plain board."""
    from .native import normal_form  # for those alone who want it: ids are known without the core

    return normal_form(grid, MOST_VISITS)
