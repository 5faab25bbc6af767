"""Records of what is played in a page by the core: checked, added to the history, and answered.

The page shows each key at once, by the same rules; so a record is answered with little, and the server keeps no boards
of the play, but only its moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ...play.move_tree import MoveTree
from ...play.recorded_session import Refused
from . import messages
from .commands import MAX_COMMENTS, MAX_SNAPSHOTS
from .game_view import PlayView
from .serialize import Object

History = PlayView | MoveTree
Name = TypeVar("Name")
Value = TypeVar("Value")


def require_open(view: PlayView) -> None:
    """Refuse records of a level that the server plays itself: something is hidden, several play, or it is limited.

    Raises Refused.
    """
    if not view.can_preview or view.limits:
        raise Refused.said("record-none")


def take(history: History, record: messages.Record, *, has_keys: bool = True) -> tuple[dict[int, int], list[int]]:
    """Add a record to a history; return the numbers that are others here, and the last position of each line.

    The play stands where the record says, unless another window has the keys.  Raises Refused, NotationError or
    IllegalMove where a move is not taken; the lines before it are there then.
    """
    history.assists.update(record.assists)  # before a solution that they have helped to find
    history.add_seconds(record.milliseconds / 1000)
    numbers, ends = history.add_lines(record.first, record.lines)

    def here(node: int) -> int:
        return numbers.get(node, node)

    if has_keys:
        redo = record.redo and [(here(parent), here(branch)) for parent, branch in record.redo]
        history.stand(here(record.here), record.focus, record.place, redo)
    named = {slot: None if node is None else here(node) for slot, node in record.snapshots.items()}
    said = {here(node): text or None for node, text in record.comments.items()}
    beyond = next((node for node in (*named.values(), *said) if node is not None and node >= history.size), None)
    if beyond is not None:
        raise Refused.said("no-position", node=beyond)
    snapshots, comments = _changed(history.snapshots, named), _changed(history.comments, said)
    if len(snapshots) > MAX_SNAPSHOTS:
        raise Refused.said("many-snapshots", count=MAX_SNAPSHOTS)
    if len(comments) > MAX_COMMENTS:
        raise Refused.said("many-comments", count=MAX_COMMENTS)
    history.snapshots, history.comments = snapshots, comments
    return numbers, ends


def _changed(before: Mapping[Name, Value], new: Mapping[Name, Value | None]) -> dict[Name, Value]:
    """Return values by names, with others in the place of some; None takes one away."""
    return {name: value for name, value in {**before, **new}.items() if value is not None}


def answer(history: History, numbers: dict[int, int], saved: int) -> Object:
    """Return the answer to a record: how many positions there are, up to which all is on the disk, and new numbers."""
    message: Object = {"is": "recorded", "size": history.size, "saved": saved}
    return message | {"numbers": numbers} if numbers else message
