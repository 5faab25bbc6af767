"""The commands of a client, executed on its play."""

from __future__ import annotations

from collections.abc import Mapping

from ...errors import IllegalMove, NotationError
from ...play.move_tree import MoveTree
from ...play.pointing import drag, play_moves, run
from ...play.recorded_session import Refused
from ..sockets import envelope
from ..sockets.envelope import Object
from . import messages
from .game_view import PlayView

History = PlayView | MoveTree

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
    message = view.take_turned_message()
    if isinstance(command, messages.Snapshot | messages.Forget):
        message["snapshots"] = view.snapshots
    elif isinstance(command, messages.Comment):
        message["comments"] = {command.node: view.comments.get(command.node, "")}
    return message | {"refused": refused} | envelope.phrase_to_json(refused) if refused else message


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


def _execute_bookmark(view: PlayView, command: messages.Bookmark) -> None:
    match command:
        case messages.Snapshot(slot):
            keep_remarks(view, view.snapshots | {slot: view.current_id}, view.comments)
        case messages.Forget(slot):
            view.snapshots.pop(slot, None)
        case messages.Comment(node, text):
            keep_remarks(view, view.snapshots, view.comments | {node: text})
        case messages.Recall(slot):
            if slot not in view.snapshots:
                raise Refused.said("no-snapshot", slot=slot)
            view.goto(view.snapshots[slot])
        case messages.Assist(name):
            view.assists.add(name)


def keep_remarks(history: History, snapshots: Mapping[str, int], comments: Mapping[int, str]) -> None:
    """Keep the names and the comments of positions, in the place of those before; empty comments go.

    Raises Refused for a position that is not there, and where there are too many.
    """
    if (beyond := max((*snapshots.values(), *comments), default=0)) >= history.size:
        raise Refused.said("no-position", node=beyond)
    comments = {node: text for node, text in comments.items() if text}
    if len(snapshots) > MAX_SNAPSHOTS:
        raise Refused.said("many-snapshots", count=MAX_SNAPSHOTS)
    if len(comments) > MAX_COMMENTS:
        raise Refused.said("many-comments", count=MAX_COMMENTS)
    history.snapshots, history.comments = dict(snapshots), comments
