"""The normal form of a plain Sokoban board: what is left when all that cannot matter is gone.

Boxes on goals that can never move are walls; dead ends are walls; what cannot be reached is gone, and with it all wall
that nobody sees; the player stands at the first cell of its area.  Two boards of one normal form are one puzzle for
whoever looks for duplicates; the level itself stays as it is.

Source: soukoban's normalisation, with the player taken out of dead ends as well.
"""

from __future__ import annotations

import re

from ..board import Board
from .sokoban_grid import SokobanGrid, cropped, neighbours, sokoban_grid
from .symmetry import Symmetry, narrowest, places

MOST_VISITS = 4_000_000


def normal_text(board: Board) -> str | None:
    """Return the rows of a board's normal form, the smallest of its eight symmetries, as text.

    None where the board is not of plain parts with one player.  O(cells) a round, of which there are few; those of a
    board that is made to need many end where they have visited `MOST_VISITS` cells, in all symmetries alike.
    """
    grid = sokoban_grid(board)
    if grid is None:
        return None
    grid = cropped(grid, grid.reach("#"))
    visits = 0
    while visits < MOST_VISITS:  # a wall that is new may hold another box, or leave another dead end
        filled = _without_dead_ends(_with_frozen_as_walls(grid))
        if filled == grid:
            break
        visits += len(grid.signs)
        grid = cropped(filled, filled.reach("#"))
    area = grid.reach("#$*")
    marked = grid._replace(
        signs="".join([_MARKED[sign] if cell in area else sign for cell, sign in enumerate(grid.signs)])
    )
    # Their first rows are walls alone, so that of two texts the one with the shorter rows is the smaller.
    return min(_text(marked, symmetry) for symmetry in narrowest(grid.width, grid.height))


_MARKED = {" ": "_", ".": ","}  # where the player can walk
_AREA = re.compile("[_,]")
_UNMARKED = str.maketrans({mark: sign for sign, mark in _MARKED.items()})


def _text(marked: SokobanGrid, symmetry: Symmetry) -> str:
    """Return the rows of a board turned and mirrored, with the player on the first marked cell then."""
    width, height = marked.width, marked.height
    signs = "".join(map(marked.signs.__getitem__, places(width, height, symmetry)))
    first = _AREA.search(signs)
    assert first is not None
    return SokobanGrid(symmetry.size(width, height)[0], signs.translate(_UNMARKED), first.start()).text(first.start())


def _with_frozen_as_walls(grid: SokobanGrid) -> SokobanGrid:
    """Turn the boxes on goals that can never move into walls.

    A set of boxes never moves if each of them has, on both axes, a wall or a box of the set beside it: the first of
    them to move would need both sides free.  The largest such set is what is left after dropping the others.
    """
    signs, width = grid.signs, grid.width
    frozen = {cell for cell, sign in enumerate(signs) if sign in "$*"}
    doubtful = list(frozen)
    while doubtful:
        cell = doubtful.pop()
        if cell in frozen and any(
            all(signs[side] != "#" and side not in frozen for side in (cell - step, cell + step)) for step in (1, width)
        ):
            frozen.remove(cell)
            doubtful += [near for near in neighbours(cell, width) if near in frozen]
    walls = {cell for cell in frozen if signs[cell] == "*"}
    return grid._replace(signs="".join(["#" if cell in walls else sign for cell, sign in enumerate(signs)]))


def _without_dead_ends(grid: SokobanGrid) -> SokobanGrid:
    """Turn floor with at most one way out into wall, over and over; a player in a dead end first steps out of it.

    A box that is pushed into such a cell is lost, and the player has no use for it: they cannot be in it when a box
    comes to stand before it.
    """
    cells, width, player = list(grid.signs), grid.width, grid.player
    doubtful = [cell for cell, sign in enumerate(cells) if sign == " "]
    while doubtful:
        cell = doubtful.pop()
        if cells[cell] != " ":
            continue
        exits = [near for near in neighbours(cell, width) if cells[near] != "#"]
        if len(exits) > 1:
            continue
        if cell == player:
            if not exits or cells[exits[0]] in "$*":
                continue
            player = exits[0]
        cells[cell] = "#"
        doubtful += exits
    return SokobanGrid(width, "".join(cells), player)
