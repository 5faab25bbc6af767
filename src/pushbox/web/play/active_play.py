"""A play in memory: its view, the windows that show it, and what is still to be written of it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from ...formats.json import level_to_json
from ...store.levels import LevelEntry
from ...store.plays import PlayEntry, PlayStatus, Step
from . import serialize
from .connection import NOT_FOUND, Connection
from .game_view import PlayView
from .hints import Hint
from .serialize import Object
from .write_behind import PendingWrite

_LEVEL_FIELDS = ("id", "number", "collection", "title", "author", "notes", "game", "width", "height", "boxes")
SAVED_INTERVAL = 1.0  # seconds between two messages on what is saved


@dataclass(eq=False, slots=True)
class ActivePlay:
    """A play in memory: its view, and the windows that show it, the one that has the keys last."""

    entry: PlayEntry
    level: LevelEntry
    view: PlayView
    windows: list[Connection] = field(default_factory=list)
    left_at: float = field(default_factory=time.monotonic)  # when the last window went
    solved: set[int] = field(default_factory=set)  # the positions whose solution has been added
    hint: tuple[int, Hint] | None = None  # the last one, with its position
    _saved: int = 0
    _sent_at: float = 0.0  # when the last message on what is saved went out
    _sending: asyncio.TimerHandle | None = None
    saved_snapshots: dict[str, int] = field(default_factory=dict)  # the snapshots that have been written

    def opened_message(self) -> Object:
        """Return everything that a window needs to begin with."""
        level, view = self.level, self.view
        start = view.session.start
        visible = start.rules.view_level(start.state)
        shown: Object = {name: getattr(level, name) for name in _LEVEL_FIELDS} | {"level": level_to_json(visible)}
        return {**view.opened_message(), "play": self.entry.id, "level": shown, "reverse": self.entry.reverse}

    def take_pending(self) -> PendingWrite:
        """Return what there is to write since the last call."""
        view, play = self.view, self.entry.id
        steps = [Step(play, *row) for row in view.take_unsaved()]
        status = PlayStatus(play, view.current_id, view.session.seconds(), frozenset(view.assists), view.memo())
        new = {slot: node for slot, node in view.snapshots.items() if self.saved_snapshots.get(slot) != node}
        self.saved_snapshots |= new
        return PendingWrite(steps, status, new, view.size - 1)

    def on_saved(self, node: int) -> None:
        """Notify every window that all up to a position is on the disk, at most every `SAVED_INTERVAL` seconds."""
        self._saved = node
        if self._sending is None:
            loop = asyncio.get_running_loop()
            self._sending = loop.call_at(max(loop.time(), self._sent_at + SAVED_INTERVAL), self._send_saved)

    def _send_saved(self) -> None:
        self._sent_at, self._sending = asyncio.get_running_loop().time(), None
        self.broadcast(serialize.encode({"is": "saved", "node": self._saved}))

    def on_deleted(self) -> None:
        """Close every window: the play has been deleted."""
        for window in self.windows:
            window.close(NOT_FOUND, "this play has been deleted")

    def broadcast(self, text: str, *, besides: Connection | None = None) -> None:
        """Send a message to every window but one."""
        for window in self.windows:
            if window is not besides:
                window.send(text)
