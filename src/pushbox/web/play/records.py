"""Records of what is played in a page by the core: checked, added to the history, and answered.

The page shows each key at once, by the same rules; so a record is answered with little, and the server keeps no boards
of the play, but only its moves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from ...play.recorded_session import Refused
from ..sockets.envelope import Object
from . import messages
from .commands import History, keep_remarks


@dataclass(slots=True)
class Recorder:
    """What a window has recorded: the `numbers` of positions that are others here, and its last `n`."""

    numbers: dict[int, int] = field(default_factory=dict)
    n: int | None = None


class Taken(NamedTuple):
    """What has become of a record.

    `ends` are the last positions of its lines, `remarks` what it has changed of names and comments, for other windows.
    They are `merged` with those of others where the window does not know all that is there now.
    """

    ends: list[int]
    remarks: Object
    merged: bool


def take(history: History, record: messages.Record, numbers: dict[int, int], *, has_keys: bool = True) -> Taken:
    """Add a record to a history.

    `numbers` are those of positions that the window calls otherwise; those of the record join them.  The play stands
    where the record says, and its clock runs in the window, unless another one has the keys.  Raises Refused,
    NotationError or IllegalMove where a move is not taken; the lines before it are there then.
    """
    if has_keys:
        history.pause()
    history.assists.update(record.assists)  # before a solution that they have helped to find
    size = history.size
    ends = history.add_lines(record.first, record.lines, numbers)
    if record.anew:
        history.restart_clock()
    if record.anew or history.size > size or not record.lines:  # told twice it counts once
        history.add_seconds(record.milliseconds / 1000)
    if has_keys and record.here is not None:
        redo = record.redo and [(numbers.get(parent, parent), numbers.get(it, it)) for parent, it in record.redo]
        history.stand(numbers.get(record.here, record.here), record.focus, record.place, redo)
    snapshots, comments = dict(history.snapshots), dict(history.comments)
    named = {slot: [it and numbers.get(it, it) for it in nodes] for slot, nodes in record.snapshots.items()}
    said = {numbers.get(node, node): texts for node, texts in record.comments.items()}
    for slot, (seen, node) in named.items():
        _put_name(snapshots, slot, seen, node)
    for node, texts in said.items():
        comments[node] = _merged(comments.get(node, ""), *texts)
    keep_remarks(history, snapshots, comments)
    names = {"snapshots": snapshots} if named else {}
    words = {"comments": {node: comments[node] for node in said}} if said else {}
    is_named = all(snapshots.get(slot) == node for slot, (_, node) in named.items())
    is_said = all(comments[node] == text for node, (_, text) in said.items())
    return Taken(ends, names | words, not (is_named and is_said))


def _put_name(names: dict[str, int], slot: str, seen: int | None, node: int | None) -> None:
    """Name a position, or none, by a window that has `seen` the name on another one, or on none.

    A name that somebody else has given meanwhile stays; the position gets another one then.
    """
    if names.get(slot) in (seen, node, None):
        names.pop(slot, None)
        if node is not None:
            names[slot] = node
    elif node is not None:
        others = (f"{slot[: messages.MAX_SLOT - len(str(number)) - 1]} {number}" for number in count(2))
        names[next(other for other in others if names.get(other, node) == node)] = node


def _merged(now: str, seen: str, text: str) -> str:
    """Return the comment on a position after a window that has `seen` one has put a text in its place.

    What somebody else has said meanwhile stays.  Raises Refused where both together are too long.
    """
    if now in (seen, ""):
        return text
    lines = f"\n{now}\n"
    if text and f"\n{text}\n" in lines:
        return now  # told before
    if seen and f"\n{seen}\n" in lines:
        both = lines.replace(f"\n{seen}\n", f"\n{text}\n" if text else "\n", 1).strip("\n")
    else:
        both = f"{now}\n{text}" if text else now
    if len(both) > messages.MAX_COMMENT:
        raise Refused.said("message-comment", value=ascii(both)[:40], most=messages.MAX_COMMENT)
    return both
