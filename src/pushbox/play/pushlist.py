"""Push lists, which name the pushes of a solution only, and the letters of all its moves: from one to the other.

Between two pushes of a list the player takes a shortest walk; of several it is the first in the order of directions, so
that the same list gives the same letters each time.
"""

from __future__ import annotations

from typing import Any

from ..board import Board
from ..errors import IllegalMove, LevelError
from ..games.api import Game
from ..games.registry import find
from ..grid import LETTERS, Cell
from ..level import Level
from ..notation import PushRun, expand_moves, format_push_list, push_list
from ..path.walk import walk


def decode(level: Level, text: str) -> str:
    """Return the letters of a push list, ``lurd`` for walks and ``LURD`` for pushes, as the rules of its game allow.

    Raises NotationError for a text that is no push list, IllegalMove with the step at fault where the player cannot
    walk to where a push begins or a push is none, LevelError for a level without exactly one player and what
    `Game.initial_state` raises.  O(cells) for each walk.
    """
    game = find(level.game)
    state = game.rules.initial_state(level)
    player = _player(level)
    top, left = _corner(level)
    found: list[str] = []
    for column, row, run in push_list(text):
        board = game.rules.board(state)
        place = f"column {column}, row {row}"
        target = board.cell(row + top, column + left)
        way = walk(board.grid, _free(board), player, target)
        if way is None:
            raise IllegalMove(f"the player cannot walk to {place}", step=len(found) + 1)
        for letter, pushes in [(LETTERS[step], False) for step in way] + [(letter, True) for letter in run]:
            state = _turn(game, state, letter, pushes=pushes, step=len(found) + 1)
            player = board.grid.step[LETTERS.index(letter)][player]
            found.append(letter.upper() if pushes else letter)
    return "".join(found)


def encode(level: Level, text: str) -> str:
    """Return the push list of a line of letters, the moves after its last push left out; `decode` plays the same.

    The letters' case does not matter.  Raises NotationError for what is no line of letters, IllegalMove for a step that
    the rules refuse, LevelError for a level without exactly one player and what `Game.initial_state` raises.
    """
    game = find(level.game)
    state = game.rules.initial_state(level)
    player = _player(level)
    top, left = _corner(level)
    step = level.board.grid.step
    found: list[PushRun] = []
    pushing = False
    for number, letter in enumerate(expand_moves(text).lower(), start=1):
        (move,) = game.controls.parse(state, letter)
        transition = game.rules.apply(state, move)
        if transition is None:
            raise IllegalMove(game.rules.explain_illegal(state, move), step=number)
        if transition.pushes and pushing:
            found[-1] = found[-1]._replace(letters=found[-1].letters + letter)
        elif transition.pushes:
            row, column = level.board.rc(player)
            found.append(PushRun(column - left, row - top, letter))
        pushing = bool(transition.pushes)
        state = transition.state
        player = step[LETTERS.index(letter)][player]
    return format_push_list(found)


def _turn(game: Game[Any, Any], state: Any, letter: str, *, pushes: bool, step: int) -> Any:
    (move,) = game.controls.parse(state, letter)
    transition = game.rules.apply(state, move)
    if transition is None:
        raise IllegalMove(game.rules.explain_illegal(state, move), step=step)
    if bool(transition.pushes) != pushes:
        raise IllegalMove("no box stands where the list pushes one", step=step)
    return transition.state


def _player(level: Level) -> Cell:
    players = level.board.of_kind("pusher")
    if len(players) != 1:
        raise LevelError(f"found {len(players)} players, expected one, as a push list names none")
    return players[0].anchor


def _corner(level: Level) -> tuple[int, int]:
    """Return row and column of the board's first cell in its text: a frame that was added does not count."""
    source = level.source
    return (source.row, source.left) if source is not None and source.board == level.board else (0, 0)


def _free(board: Board) -> list[bool]:
    free = [terrain.kind != "wall" for terrain in board.terrain]
    for box in board.of_kind("box"):
        free[box.anchor] = False
    return [*free, False]
