"""Plays as the library has them, to go on with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from ..errors import IllegalMove, NotFound
from ..play.recorded_session import NodeRow, RecordedSession
from ..play.reverse import reverse_level
from . import levels, plays
from .database import Store
from .levels import LevelEntry
from .plays import PlayEntry

Recorded = TypeVar("Recorded", bound=RecordedSession)


class RestoredPlay(NamedTuple, Generic[Recorded]):
    """A play with its level, and its session as it was when it was written last."""

    entry: PlayEntry
    level: LevelEntry
    session: Recorded


def restore(store: Store, play: int, make: Callable[..., Recorded], *, seconds: float = 0.0) -> RestoredPlay[Recorded]:
    """Rebuild a stored play; its clock shows at least the given seconds.

    `make` is called like `RecordedSession`, with a level and its `seconds`. Raises NotFound if the play does not exist,
    or if its level has changed.
    """
    entry = plays.get(store, play)
    level = levels.get(store, entry.level)
    start: Any = reverse_level(level.level) if entry.reverse else level.level
    session = make(start, seconds=max(entry.seconds, seconds))
    rows = [NodeRow(step.node, step.parent, step.text) for step in plays.steps(store, play)]
    # What was noted last may stand before steps that a crash has cost.
    current_id = entry.here if entry.here <= len(rows) else 0
    try:
        session.restore(rows, current_id, entry.memo)
    except (IllegalMove, IndexError):
        raise NotFound.said("level-changed") from None
    session.assists |= entry.assists
    session.snapshots |= plays.snapshots(store, play)
    session.comments |= plays.comments(store, play)
    return RestoredPlay(entry, level, session)
