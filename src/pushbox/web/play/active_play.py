"""A play in memory: its table, the windows that look at it, and what the journal writes of it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from ...formats.json import level_to_json
from ...store.levels import LevelEntry
from ...store.plays import PlayEntry, PlayStatus, Step
from . import serialize
from .connection import NO_SUCH, Connection
from .game_view import Table
from .hints import Hint
from .serialize import Object
from .write_behind import Page

QUIET = 1.0  # seconds between two messages that tell what is saved


@dataclass(eq=False, slots=True)
class Sitting:
    """A play in memory: its table, and the windows that look at it, the one that has the keys last."""

    entry: PlayEntry
    level: LevelEntry
    table: Table
    watching: list[Connection] = field(default_factory=list)
    left: float = field(default_factory=time.monotonic)  # when the last window went
    solved: set[int] = field(default_factory=set)  # the positions whose solution has been added
    hint: tuple[int, Hint] | None = None  # the last one, with its position
    _saved: int = 0
    _told: float = 0.0  # when it was told last what is saved
    _telling: asyncio.TimerHandle | None = None
    kept: dict[str, int] = field(default_factory=dict)  # the snapshots that have been written

    def opened(self) -> Object:
        """Return everything that a window needs to begin with."""
        level, table = self.level, self.table
        seen = table.game.view_level(table.session.root.state)
        told = {
            "id": level.id,
            "number": level.number,
            "collection": level.collection,
            "title": level.title,
            "author": level.author,
            "notes": level.notes,
            "game": level.game,
            "width": level.width,
            "height": level.height,
            "boxes": level.boxes,
            "level": level_to_json(seen),
        }
        return {**table.opened(), "play": self.entry.id, "level": told, "reverse": self.entry.reverse}

    def take(self) -> Page:
        """Return what there is to write since this was asked last."""
        table, play = self.table, self.entry.id
        steps = [Step(play, *row) for row in table.news()]
        point = PlayStatus(play, table.here, table.session.seconds(), frozenset(table.assists), table.memo())
        new = {slot: node for slot, node in table.snapshots.items() if self.kept.get(slot) != node}
        self.kept |= new
        return Page(steps, point, new, table.size - 1)

    def saved(self, node: int) -> None:
        """Tell every window that all up to a position is on the disk, at most every `QUIET` seconds."""
        self._saved = node
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_at(max(loop.time(), self._told + QUIET), self._tell_saved)

    def _tell_saved(self) -> None:
        self._told, self._telling = asyncio.get_running_loop().time(), None
        self.tell(serialize.encode({"is": "saved", "node": self._saved}))

    def lost(self) -> None:
        """Close every window: the play has been deleted."""
        for window in self.watching:
            window.close(NO_SUCH, "this play has been deleted")

    def tell(self, text: str, *, besides: Connection | None = None) -> None:
        """Send a message to every window but one."""
        for window in self.watching:
            if window is not besides:
                window.send(text)
