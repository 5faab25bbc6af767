"""Plays as the store has them, for the memory of a server."""

from __future__ import annotations

from typing import NamedTuple

from ...errors import IllegalMove, NotFound
from ...play.recorded_session import NodeRow
from ...play.reverse import reverse_level
from ...store import Store, levels, plays
from ...store.levels import LevelEntry
from ...store.plays import PlayEntry
from .game_view import PlayView


class RestoredPlay(NamedTuple):
    """A play with its level, and its view as it was when it was written last."""

    entry: PlayEntry
    level: LevelEntry
    view: PlayView


def restore(store: Store, play: int, *, seconds: float = 0.0) -> RestoredPlay:
    """Return a play, whose clock stands at no less than some seconds.

    Raises NotFound for one that does not exist, or whose level is another one now.
    """
    entry = plays.get(store, play)
    level = levels.get(store, entry.level)
    view = PlayView(reverse_level(level.level) if entry.reverse else level.level, seconds=max(entry.seconds, seconds))
    rows = [NodeRow(step.node, step.parent, step.text) for step in plays.steps(store, play)]
    # What was noted last may stand before steps that a crash has cost.
    current_id = entry.here if entry.here <= len(rows) else 0
    try:
        view.restore(rows, current_id, entry.memo)
    except (IllegalMove, IndexError):
        raise NotFound("the level has been changed since this play began: begin it anew") from None
    view.assists |= entry.assists
    view.snapshots |= plays.snapshots(store, play)
    return RestoredPlay(entry, level, view)
