"""Levels played backwards: the boxes are pulled from the goals to where they began, and the line is then turned round.

Source: the SOK format and YASC's reverse mode.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..board import Board, Piece, Terrain
from ..errors import IllegalMove, LevelError, PushboxError
from ..games.parts.position import plain_box
from ..games.registry import find
from ..grid import LETTERS
from ..level import Level
from ..path.walk import walk


def backwards(level: Level) -> Level:
    """Return a level of Sokoban or Plus for reverse play: boxes on its goals, goals where its boxes are.

    The cell of the player is marked as the one where he has to end; he begins there too, if no box is on it.  Records
    are left out, as they are played forwards.  Raises LevelError for a level that no state can hold, that has twists
    other than limits, or that has not as many goals as boxes, so that it is unknown which goals the boxes come from.
    """
    board, outside = level.board, level.board.grid.outside
    boxes, goals = board.of_kind("box"), board.cells_of("goal")
    if len(boxes) != len(goals):
        raise LevelError(f"found {len(boxes)} boxes and {len(goals)} goals, expected as many to play backwards")
    if any(cell.looks for cell in board.terrain) or any(box != plain_box(box.anchor, box.number) for box in boxes):
        raise LevelError("found hidden cells or special boxes, expected a level that can be played backwards")
    home = next((pusher.anchor for pusher in board.of_kind("pusher")), outside)
    terrain = [Terrain("floor") if cell.kind == "goal" else cell for cell in board.terrain]
    for box in boxes:
        terrain[box.anchor] = Terrain("goal", number=box.number)
    pieces = [Piece("box", (cell,), number=board.terrain[cell].number) for cell in goals]
    if home != outside:
        terrain[home] = terrain[home]._replace(player=1)
        if home not in goals:
            pieces.append(Piece("pusher", (home,)))
    options = (*((name, value) for name, value in level.options if name != "reverse"), ("reverse", "yes"))
    turned = replace(
        level,
        board=Board(board.width, board.height, tuple(terrain), tuple(pieces)),
        options=options,
        records=(),
        source=None,
    )
    faults = [problem for problem in find(level.game).problems(turned) if problem.severity == "error"]
    if faults:
        raise LevelError(str(faults[0]))
    return turned


def forwards(level: Level, text: str) -> str:
    """Return the solution of a level that a line of reverse play is, which solves ``backwards(level)``.

    The player first walks to where that line ends, then undoes it step by step as far as its first pull.  Raises
    NotationError or IllegalMove where the text is no line of play, and PushboxError where it solves nothing.
    """
    turned = backwards(level)
    game = find(level.game)
    state: Any = game.start(turned)
    moves = game.parse(state, text)
    back: list[str] = []
    for number, move in enumerate(moves, start=1):
        turn = game.turn(state, move)
        if turn is None:
            raise IllegalMove(game.refusal(state, move), step=number)
        state = turn.state
        if turn.pushed or back:
            letter = LETTERS[move % 4 ^ 2]
            back.append(letter.upper() if turn.pushed else letter)
    outcome = game.outcome(state)
    if not outcome.solved:
        raise PushboxError(f"the line does not solve the level backwards{': ' * bool(outcome.reason)}{outcome.reason}")
    free = [open_ and cell not in state.boxes for cell, open_ in enumerate(state.field.free)]
    home = next(pusher.anchor for pusher in level.board.of_kind("pusher"))
    way = walk(state.field.grid, free, home, state.player) if back else []
    return "".join(LETTERS[step] for step in way or ()) + "".join(reversed(back))
