"""What is done at a table when a client asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...board import Board
from ...errors import IllegalMove, NotationError
from ...games.api import Focus, Game, PlayerAction, Transition
from ...grid import Cell, cell_name
from . import messages
from .game_view import MOST_AT_ONCE, Refused, Table
from .serialize import Object

FARTHEST = 250_000  # cells that one question of a pointer may visit: up to 60,000 on 50 x 50, 243,000 on 100 x 100
MOST_SLOTS = 40
_RUN = 200  # steps of a run


def do(table: Table, deed: messages.Deed) -> Object:
    """Do something and return what came of it; what is refused has been done as far as it went."""
    refused = ""
    try:
        _do(table, deed)
    except (Refused, NotationError) as error:
        refused = str(error)
    except IllegalMove as error:
        refused = error.reason
    told = table.turned()
    return told | {"refused": refused} if refused else told


def _do(table: Table, deed: messages.Deed) -> None:
    match deed:
        case messages.Press(key, player):
            table.press(key, player)
        case messages.Undo(times):
            table.undo(times)
        case messages.Redo(times, node):
            table.redo(times, node)
        case messages.Goto(node):
            table.goto(node)
        case messages.Restart():
            table.restart()
        case messages.Run():
            _run(table, deed)
        case messages.Drag():
            _drag(table, deed)
        case messages.Type(text):
            _play(table, table.game.parse_from(table.session.state, table.session.focus, text))
        case messages.Follow(text):
            table.assists.add("handed in")  # nobody watched it being found
            _play(table, table.game.parse(table.session.state, text))
        case _:
            _keep(table, deed)


def _keep(table: Table, deed: messages.Snapshot | messages.Recall | messages.Assist) -> None:
    match deed:
        case messages.Snapshot(slot):
            if slot not in table.snapshots and len(table.snapshots) >= MOST_SLOTS:
                raise Refused(f"there are {MOST_SLOTS} snapshots already")
            table.snapshots[slot] = table.here
        case messages.Recall(slot):
            if slot not in table.snapshots:
                raise Refused(f"there is no snapshot {slot}")
            table.goto(table.snapshots[slot])
        case messages.Assist(name):
            table.assists.add(name)


def _play(table: Table, moves: Sequence[Any]) -> None:
    if len(moves) > MOST_AT_ONCE:
        raise Refused(f"found {len(moves)} moves, expected at most {MOST_AT_ONCE} at a time")
    for move in moves:
        table.play(move)


def _run(table: Table, run: messages.Run) -> None:
    session = table.session
    status = session.outcome().status
    for _ in range(_RUN):
        move = session.resolve_key(run.key)
        if move is None or isinstance(move, Focus | PlayerAction):
            return
        transition = table.game.apply(session.player_state, move)
        if transition is None or (transition.pushes and not run.push):
            return
        if not _goes_as_seen(table, move, transition) or session.outcome().status != status:
            return


def _drag(table: Table, drag: messages.Drag) -> None:
    on_board(table.session.level.board, drag.start, drag.end)
    seen = table.session.player_state
    way = reach(table.game, seen, drag.start, through=drag.through).get(drag.end)
    if way is None:
        board = table.session.level.board
        start, end = (cell_name(*board.rc(cell)) for cell in (drag.start, drag.end))
        raise Refused(f"nothing can be taken from {start} to {end}")
    for move in way:
        transition = table.game.apply(seen, move)
        assert transition is not None, "what a pointer means can be played"
        if not _goes_as_seen(table, move, transition):
            return
        seen = transition.state


def reach(game: Game[Any, Any], seen: Any, start: Cell, *, through: bool) -> Mapping[Cell, Sequence[Any]]:
    """Return where a pointer can take what stands on a cell, each with the moves."""
    return (game.reach_moving_boxes if through else game.reach)(seen, start, FARTHEST)


def on_board(board: Board, *cells: Cell) -> None:
    """Raise Refused for a cell that is neither on the board nor the one that stands for everything off it."""
    for cell in cells:
        if not 0 <= cell <= len(board.terrain):
            raise Refused(f"found cell {cell}, expected one of the {len(board.terrain)} cells of the board")


def _goes_as_seen(table: Table, move: Any, foreseen: Transition[Any]) -> bool:
    """Play a move; return whether it led to what the player could foresee."""
    table.play(move)
    return not table.session.has_hidden_parts or table.session.player_state == foreseen.state
