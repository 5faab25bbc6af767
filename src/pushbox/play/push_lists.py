"""Push lists, which name the pushes of a solution only, and the letters of all its moves: from one to the other.

Between two pushes of a list the player takes a shortest walk; of several it is the first in the order of directions, so
that the same list gives the same letters each time.
"""

from __future__ import annotations

from typing import Any

from ..board import Board
from ..errors import IllegalMove, LevelError
from ..games.api import Transition
from ..games.position import Position, position_of
from ..grid import LETTERS, Cell
from ..level import Level
from ..notation import PushRun, expand_moves, format_push_list, push_list
from ..path.walk import walk


def decode(level: Level | Position[Any, Any], text: str) -> str:
    """Return the letters of a push list, ``lurd`` for walks and ``LURD`` for pushes, as the rules of its game allow.

    Raises NotationError for a text that is no push list, IllegalMove with the step at fault where the player cannot
    walk to where a push begins or a push is none, LevelError for a level without exactly one player and what
    `pushbox.load` raises.  O(cells) for each walk.
    """
    position = position_of(level)
    player = _player(position.level)
    top, left = _corner(position.level)
    letters: list[str] = []
    for column, row, run in push_list(text):
        board = position.board
        target = board.cell(row + top, column + left)
        path = walk(board.grid, free_cells(board), player, target)
        if path is None:
            raise IllegalMove(f"the player cannot walk to column {column}, row {row}", step=len(letters) + 1)
        for letter, pushes in [(LETTERS[step], False) for step in path] + [(letter, True) for letter in run]:
            transition = _step(position, letter, len(letters) + 1)
            if bool(transition.pushes) != pushes:
                raise IllegalMove("no box stands where the list pushes one", step=len(letters) + 1)
            position = Position(position.game, transition.state)
            player = board.grid.step[LETTERS.index(letter)][player]
            letters.append(letter.upper() if pushes else letter)
    return "".join(letters)


def encode(level: Level | Position[Any, Any], text: str) -> str:
    """Return the push list of a line of letters, the moves after its last push left out; `decode` plays the same.

    The letters' case does not matter.  Raises NotationError for what is no line of letters, IllegalMove for a step that
    the rules refuse, LevelError for a level without exactly one player and what `pushbox.load` raises.
    """
    position = position_of(level)
    board = position.level.board
    player = _player(position.level)
    top, left = _corner(position.level)
    runs: list[PushRun] = []
    pushing = False
    for number, letter in enumerate(expand_moves(text).lower(), start=1):
        transition = _step(position, letter, number)
        if transition.pushes and pushing:
            runs[-1] = runs[-1]._replace(letters=runs[-1].letters + letter)
        elif transition.pushes:
            row, column = board.rc(player)
            runs.append(PushRun(column - left, row - top, letter))
        pushing = bool(transition.pushes)
        position = Position(position.game, transition.state)
        player = board.grid.step[LETTERS.index(letter)][player]
    return format_push_list(runs)


def _step(position: Position[Any, Any], letter: str, number: int) -> Transition[Any]:
    """Return what the step of a letter leads to.  Raises IllegalMove with its number."""
    (move,) = position.parse(letter)
    return position.transition(move, step=number)


def _player(level: Level) -> Cell:
    players = level.board.of_kind("pusher")
    if len(players) != 1:
        raise LevelError(f"found {len(players)} players, expected one, as a push list names none")
    return players[0].anchor


def _corner(level: Level) -> tuple[int, int]:
    """Return row and column of the board's first cell in its text: a frame that was added does not count."""
    source = level.source
    return (source.row, source.left) if source is not None and source.board == level.board else (0, 0)


def free_cells(board: Board) -> list[bool]:
    """Return for each cell whether it has neither wall nor box; False for the sentinel off the board."""
    free = [terrain.kind != "wall" for terrain in board.terrain]
    for box in board.of_kind("box"):
        free[box.anchor] = False
    return [*free, False]
