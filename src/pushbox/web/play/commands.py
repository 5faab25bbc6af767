"""The commands of a client, executed on its play."""

from __future__ import annotations

from ...errors import IllegalMove, NotationError
from ...play.pointing import drag, play_moves, run
from ...play.recorded_session import Refused
from . import messages, serialize
from .game_view import PlayView
from .serialize import Object

MAX_SNAPSHOTS = 40
MAX_COMMENTS = 200


def execute(view: PlayView, command: messages.Command) -> Object:
    """Execute a command and return the message about it; a refused command is executed up to the refusal."""
    refused = ""
    try:
        _execute(view, command)
    except (Refused, NotationError) as error:
        refused = str(error)
    except IllegalMove as error:
        refused = error.reason
    message = view.take_turned_message() | _changed_remarks(view, command)
    return message | {"refused": refused} | serialize.phrase_to_json(refused) if refused else message


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
            run(view, command.key, push=command.push)
        case messages.Drag():
            drag(view, command.start, command.end, through=command.through)
        case messages.Type(text):
            play_moves(view, view.session.parse(text))
        case messages.Follow(text):
            view.assists.add("handed in")  # nobody watched it being found
            play_moves(view, view.session.position.parse(text))
        case _:
            _execute_bookmark(view, command)


def _changed_remarks(view: PlayView, command: messages.Command) -> Object:
    """Return the names or the comment of positions that a command has changed, for all windows."""
    match command:
        case messages.Snapshot() | messages.Forget():
            return {"snapshots": view.snapshots}
        case messages.Comment(node):
            return {"comments": {node: view.comments.get(node, "")}}
        case _:
            return {}


def _execute_bookmark(view: PlayView, command: messages.Bookmark) -> None:
    match command:
        case messages.Snapshot(slot):
            if slot not in view.snapshots and len(view.snapshots) >= MAX_SNAPSHOTS:
                raise Refused.said("many-snapshots", count=MAX_SNAPSHOTS)
            view.snapshots[slot] = view.current_id
        case messages.Forget(slot):
            view.snapshots.pop(slot, None)
        case messages.Comment(node, text):
            _comment(view, node, text)
        case messages.Recall(slot):
            if slot not in view.snapshots:
                raise Refused.said("no-snapshot", slot=slot)
            view.goto(view.snapshots[slot])
        case messages.Assist(name):
            view.assists.add(name)


def _comment(view: PlayView, node: int, text: str) -> None:
    if node >= view.size:
        raise Refused.said("no-position", node=node)
    if not text:
        view.comments.pop(node, None)
    elif node not in view.comments and len(view.comments) >= MAX_COMMENTS:
        raise Refused.said("many-comments", count=MAX_COMMENTS)
    else:
        view.comments[node] = text
