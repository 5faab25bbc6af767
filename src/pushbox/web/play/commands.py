"""The commands of a client, executed on its play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...board import Board
from ...errors import IllegalMove, NotationError
from ...games.api import Focus, PlayerAction, Transition
from ...games.position import Position
from ...grid import Cell, cell_name
from . import messages
from .game_view import MAX_MOVES_AT_ONCE, PlayView, Refused
from .serialize import Object

MAX_REACH = 250_000  # cells that one question of a pointer may visit: up to 60,000 on 50 x 50, 243,000 on 100 x 100
MAX_SNAPSHOTS = 40
_MAX_RUN = 200  # steps of a run


def execute(view: PlayView, command: messages.Command) -> Object:
    """Execute a command and return the message on what happened; what is refused was executed as far as it went."""
    refused = ""
    try:
        _execute(view, command)
    except (Refused, NotationError) as error:
        refused = str(error)
    except IllegalMove as error:
        refused = error.reason
    message = view.take_turned_message()
    return message | {"refused": refused} if refused else message


def _execute(view: PlayView, command: messages.Command) -> None:
    match command:
        case messages.Press(key, player):
            view.press(key, player)
        case messages.Undo(times):
            view.undo(times)
        case messages.Redo(times, node):
            view.redo(times, node)
        case messages.Goto(node):
            view.goto(node)
        case messages.Restart():
            view.restart()
        case messages.Run():
            _run(view, command)
        case messages.Drag():
            _drag(view, command)
        case messages.Type(text):
            _play(view, view.session.parse(text))
        case messages.Follow(text):
            view.assists.add("handed in")  # nobody watched it being found
            _play(view, view.session.position.parse(text))
        case _:
            _execute_bookmark(view, command)


def _execute_bookmark(view: PlayView, command: messages.Snapshot | messages.Recall | messages.Assist) -> None:
    match command:
        case messages.Snapshot(slot):
            if slot not in view.snapshots and len(view.snapshots) >= MAX_SNAPSHOTS:
                raise Refused(f"there are {MAX_SNAPSHOTS} snapshots already")
            view.snapshots[slot] = view.current_id
        case messages.Recall(slot):
            if slot not in view.snapshots:
                raise Refused(f"there is no snapshot {slot}")
            view.goto(view.snapshots[slot])
        case messages.Assist(name):
            view.assists.add(name)


def _play(view: PlayView, moves: Sequence[Any]) -> None:
    if len(moves) > MAX_MOVES_AT_ONCE:
        raise Refused(f"found {len(moves)} moves, expected at most {MAX_MOVES_AT_ONCE} at a time")
    for move in moves:
        view.play(move)


def _run(view: PlayView, run: messages.Run) -> None:
    session = view.session
    status = session.outcome().status
    for _ in range(_MAX_RUN):
        move = session.resolve_key(run.key)
        if move is None or isinstance(move, Focus | PlayerAction):
            return
        visible = session.visible
        transition = visible.rules.apply(visible.state, move)
        if transition is None or (transition.pushes and not run.push):
            return
        if not _plays_as_foreseen(view, move, transition) or session.outcome().status != status:
            return


def _drag(view: PlayView, drag: messages.Drag) -> None:
    require_on_board(view.session.level.board, drag.start, drag.end)
    visible = view.session.visible
    moves = reach(visible, drag.start, through=drag.through).get(drag.end)
    if moves is None:
        board = view.session.level.board
        start, end = (cell_name(*board.rc(cell)) for cell in (drag.start, drag.end))
        raise Refused(f"nothing can be taken from {start} to {end}")
    for move, transition in zip(moves, visible.transitions(moves), strict=True):
        if not _plays_as_foreseen(view, move, transition):
            return


def reach(position: Position[Any, Any], start: Cell, *, through: bool) -> Mapping[Cell, Sequence[Any]]:
    """Return where a pointer can take what stands on a cell, each with the moves."""
    controls = position.controls
    return (controls.reach_moving_boxes if through else controls.reach)(position.state, start, MAX_REACH)


def require_on_board(board: Board, *cells: Cell) -> None:
    """Raise Refused for a cell that is neither on the board nor the one that stands for everything off it."""
    for cell in cells:
        if not 0 <= cell <= len(board.terrain):
            raise Refused(f"found cell {cell}, expected one of the {len(board.terrain)} cells of the board")


def _plays_as_foreseen(view: PlayView, move: Any, foreseen: Transition[Any]) -> bool:
    """Play a move; return whether it led to what the player could foresee."""
    view.play(move)
    return not view.session.has_hidden_parts or view.session.visible.state == foreseen.state
