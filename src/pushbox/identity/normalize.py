"""The normal form of a plain Sokoban board: what is left when all that cannot matter is gone.

Boxes on goals that can never move are walls; dead ends are walls; what cannot be reached is gone, and with it all wall
that nobody sees; the player stands at the first cell of its area.  Two boards of one normal form are one puzzle for
whoever looks for duplicates; the level itself stays as it is.

Source: soukoban's normalisation, with the player taken out of dead ends as well.
"""

from __future__ import annotations

from ..board import Board
from ..grid import Cell
from .sokoban_grid import SokobanGrid, cropped, neighbours, sokoban_grid
from .symmetry import ALL, Symmetry, places

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
    reached = grid.reach("#$*")
    return min(_text(grid, symmetry, reached) for symmetry in ALL)


def _text(grid: SokobanGrid, symmetry: Symmetry, reached: set[Cell]) -> str:
    """Return the rows of a board turned and mirrored, with the player on the first cell then of those they reach."""
    first = next(cell for cell in places(grid.width, grid.height, symmetry) if cell in reached)
    transformed = grid._replace(player=first).transformed(symmetry)
    return transformed.text(transformed.player)


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
