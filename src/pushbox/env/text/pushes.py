"""Pushes by the cell of a box and a direction, to which the player walks by themselves."""

from __future__ import annotations

from random import Random

from ...errors import IllegalMove
from ...games.position import Position
from ...grid import Cell
from ...path.walk import reachable, walk
from ...play.push_lists import free_cells
from ...sentence import say
from ...tiling import Direction

Push = tuple[Cell, Direction]


def legal_pushes(position: Position) -> list[Push]:
    """Return the box and the direction of each push that the player can walk to, in reading order.  O(cells)."""
    board = position.board
    grid, free = board.grid, free_cells(board)
    reach = reachable(grid, free, board.of_kind("pusher")[0].anchor)
    return [
        (box.anchor, direction)
        for box in board.of_kind("box")
        for direction in grid.directions
        if grid.step[grid.opposite[direction]][box.anchor] in reach and free[grid.step[direction][box.anchor]]
    ]


def push(position: Position, box: Cell, direction: Direction) -> tuple[Position, str]:
    """Return the position after a push, and its moves: a shortest walk, and the push as a capital.

    Raises IllegalMove where there is no box, no walk to the cell behind it, or no room before it.  O(cells).
    """
    board = position.board
    grid, free = board.grid, free_cells(board)
    if box not in [piece.anchor for piece in board.of_kind("box")]:
        raise IllegalMove(say("push-no-box", cell=board.cell_name(box)))
    behind = grid.step[grid.opposite[direction]][box]
    path = walk(grid, free, board.of_kind("pusher")[0].anchor, behind) if free[behind] else None
    if path is None:
        where = say("push-off-board") if behind == grid.outside else board.cell_name(behind)
        raise IllegalMove(say("push-no-walk", cell=where))
    letters = "".join([board.tiling.letters[step] for step in (*path, direction)])
    moves = position.parse(letters)
    line = position.play_line(moves)
    if line.played < len(moves):
        raise IllegalMove(position.illegal_move(moves, line).reason)
    return Position(position.game, line.state), letters[:-1] + letters[-1].upper()


def random_pushes(position: Position, count: int, random: Random) -> tuple[Position, str]:
    """Return the position after so many random legal pushes, or fewer where there are no more, and their moves."""
    letters = []
    for _ in range(count):
        if not (choices := legal_pushes(position)):
            break
        position, moves = push(position, *random.choice(choices))
        letters.append(moves)
    return position, "".join(letters)
