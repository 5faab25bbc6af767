"""The normal form of a plain Sokoban board: what is left when all that cannot matter is gone.

Boxes on goals that can never move are walls; dead ends are walls; what cannot be reached is gone, and with it all wall
that nobody sees; the player stands at the first cell of its area.  Two boards of one normal form are one puzzle for
whoever looks for duplicates; the level itself stays as it is.

Source: soukoban's normalisation, with the player taken out of dead ends as well.
"""

from __future__ import annotations

from ..board import Board
from .sokoban_grid import sokoban_grid

MOST_VISITS = 4_000_000


def normal_text(board: Board) -> str | None:
    """Return the rows of a board's normal form, the smallest of its eight symmetries, as text.

    None where the board is not of plain parts with one player.  O(cells) a round, of which there are few; those of a
    board that is made to need many end where they have visited `MOST_VISITS` cells, in all symmetries alike.
    """
    from .native import normal_form  # for those alone who want it: ids are known without the core

    grid = sokoban_grid(board)
    return None if grid is None else normal_form(grid, MOST_VISITS)
