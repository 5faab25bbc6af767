"""Push lists, which name the pushes of a solution only, and the letters of all its moves: from one to the other.

Between two pushes of a list the player takes a shortest walk; of several it is the first in the order of directions, so
that the same list gives the same letters each time.
"""

from __future__ import annotations

from ..board import Board
from ..errors import IllegalMove, LevelError
from ..games.position import Position, position_of
from ..grid import Cell
from ..level import Level
from ..notation import PushRun, expand_moves, format_push_list, push_list
from ..path.walk import walk
from ..sentence import say


def decode(level: Level | Position, text: str) -> str:
    """Return the letters of a push list, ``lurd`` for walks and ``LURD`` for pushes, as the rules of its game allow.

    Raises NotationError for a text that is not a push list, IllegalMove with the step at fault if the player cannot
    walk to the start of a push or if it pushes nothing, LevelError for a level without exactly one player, and the
    errors of `pushbox.load`. O(cells) for each walk.
    """
    position, player, (top, left) = _begin(level)
    letters: list[str] = []
    for column, row, run in push_list(text):
        board = position.board
        target = board.cell(row + top, column + left)
        path = walk(board.grid, free_cells(board), player, target)
        if path is None:
            raise IllegalMove(say("no-walk-to", column=column, row=row), step=len(letters) + 1)
        for letter, pushes in [(board.tiling.letters[step], False) for step in path] + [
            (letter, True) for letter in run
        ]:
            position, pushed = _step(position, letter, len(letters) + 1)
            if pushed != pushes:
                raise IllegalMove(say("list-without-box"), step=len(letters) + 1)
            player = board.grid.step[board.tiling.letters.index(letter)][player]
            letters.append(letter.upper() if pushes else letter)
    return "".join(letters)


def encode(level: Level | Position, text: str) -> str:
    """Return the push list of a line of letters, without the moves after its last push; `decode` plays the same.

    The letters' case does not matter. Raises NotationError for other texts, IllegalMove for a step that the rules
    refuse, LevelError for a level without exactly one player, and the errors of `pushbox.load`.
    """
    position, player, (top, left) = _begin(level)
    board = position.level.board
    runs: list[PushRun] = []
    pushing = False
    for number, letter in enumerate(expand_moves(text).lower(), start=1):
        position, pushed = _step(position, letter, number)
        if pushed and pushing:
            runs[-1] = runs[-1]._replace(letters=runs[-1].letters + letter)
        elif pushed:
            row, column = board.rc(player)
            runs.append(PushRun(column - left, row - top, letter))
        pushing = pushed
        player = board.grid.step[board.tiling.letters.index(letter)][player]
    return format_push_list(runs)


def _begin(level: Level | Position) -> tuple[Position, Cell, tuple[int, int]]:
    """Return the position, the player's cell, and row and column of the board's first cell in its text.

    A frame that was added to the board does not count.  Raises LevelError unless there is exactly one player.
    """
    position = position_of(level)
    board, source = position.level.board, position.level.source
    players = board.of_kind("pusher")
    if len(players) != 1:
        raise LevelError.said("list-players", count=len(players))
    corner = (source.row, source.left) if source is not None and source.board == board else (0, 0)
    return position, players[0].anchor, corner


def _step(position: Position, letter: str, number: int) -> tuple[Position, bool]:
    """Return the position after the step of a letter and whether it pushes.  Raises IllegalMove with its number."""
    (move,) = position.parse(letter)
    transition = position.transition(move, step=number)
    return Position(position.game, transition.state), bool(transition.pushes)


def free_cells(board: Board) -> list[bool]:
    """Return for each cell whether it has neither wall nor box; False for the sentinel off the board."""
    free = [terrain.kind != "wall" for terrain in board.terrain]
    for box in board.of_kind("box"):
        free[box.anchor] = False
    return [*free, False]
