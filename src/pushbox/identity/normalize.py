"""The normal form of a plain Sokoban board: the board without everything irrelevant.

Boxes on goals that can never move become walls, as do dead ends; unreachable parts disappear, and with them all walls
that border nothing; the player is on the first cell of its area. Two boards with the same normal form are the same
puzzle when looking for duplicates; the level itself does not change.

Source: soukoban's normalisation, with the player taken out of dead ends as well.
"""

from __future__ import annotations

from ..board import Board
from ..errors import MissingCore
from ..grid import Cell
from ..tiling import SQUARE
from .sokoban_grid import SokobanGrid, cropped, sokoban_grid
from .symmetry import ALL

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
    from .native import normal_form  # for those alone who want it

    try:
        return normal_form(grid, MOST_VISITS)
    except MissingCore:
        return plain_normal_rows(grid)


def plain_normal_rows(grid: SokobanGrid) -> str:
    """Return the `normal_text` of a plain board, without native code."""
    grid = cropped(grid, grid.reach("#"))
    visits = 0
    while visits < MOST_VISITS:  # a wall that is new may hold another box, or leave another dead end
        filled = _without_dead_ends(_with_frozen_as_walls(grid))
        if filled == grid:
            break
        visits += len(grid.signs)
        grid = cropped(filled, filled.reach("#"))
    turned = [grid.transformed(symmetry) for symmetry in ALL]
    return min(one.text(min(one.reach("#$*"))) for one in turned)


def _with_frozen_as_walls(grid: SokobanGrid) -> SokobanGrid:
    """Turn the boxes on goals that can never move into walls.

    A set of boxes never moves if each of them has, on both axes, a wall or a box of the set beside it: the first of
    them to move would need both sides free.  The largest such set is what is left after dropping the others.
    """
    signs = grid.signs
    frozen = {cell for cell, sign in enumerate(signs) if sign in "$*"}
    doubtful = list(frozen)
    while doubtful:
        cell = doubtful.pop()
        axes = ((cell - step, cell + step) for step in (1, grid.width))
        if cell in frozen and any(all(signs[side] != "#" and side not in frozen for side in axis) for axis in axes):
            frozen.remove(cell)
            doubtful += [near for near in _neighbours(cell, grid) if near in frozen]
    walls = {cell for cell in frozen if signs[cell] == "*"}
    return grid._replace(signs="".join(["#" if cell in walls else sign for cell, sign in enumerate(signs)]))


def _without_dead_ends(grid: SokobanGrid) -> SokobanGrid:
    """Turn floor with at most one way out into wall, over and over; a player in a dead end first steps out of it.

    A box that is pushed into such a cell is lost, and the player has no use for it: they cannot be in it when a box
    comes to stand before it.
    """
    cells, player = list(grid.signs), grid.player
    doubtful = [cell for cell, sign in enumerate(cells) if sign == " "]
    while doubtful:
        cell = doubtful.pop()
        exits = [near for near in _neighbours(cell, grid) if cells[near] != "#"] if cells[cell] == " " else []
        if cells[cell] != " " or len(exits) > 1:
            continue
        if cell == player:
            if not exits or cells[exits[0]] in "$*":
                continue
            player = exits[0]
        cells[cell] = "#"
        doubtful += exits
    return SokobanGrid(grid.width, "".join(cells), player)


def _neighbours(cell: Cell, grid: SokobanGrid) -> list[Cell]:
    return [cell + stride for stride in SQUARE.strides(grid.width)]
