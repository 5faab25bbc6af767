"""A play in memory: its view, its windows, and its unwritten changes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ...analysis.hints import Hint
from ...formats.json import level_to_json
from ...play.stars import Known
from ...sentence import say
from ...store.levels import LevelEntry
from ...store.play_writes import PlayWrite, WriteResult
from ...store.plays import PlayEntry, PlayStatus, Step
from ...store.solutions import ReplayedSolution
from ..sockets import envelope
from ..sockets.connection import NOT_FOUND, Connection
from ..sockets.envelope import Object
from .commands import History
from .game_view import PlayView
from .records import Recorder
from .write_behind import PendingWrite

_LEVEL_FIELDS = ("id", "number", "collection", "title", "author", "notes", "game", "width", "height", "boxes")
SAVED_INTERVAL = 2.0  # seconds between two messages on what is saved
MOVED = envelope.encode({"is": "moved"})


@dataclass(eq=False, slots=True)
class ActivePlay:
    """A play in memory: its history, and the windows that show it, the newest last.

    The history is a view where the server plays, and else the tree of the moves that come in records.
    It is this server's while it is `owned`, under the `epoch` of its claim; what it has in memory is what is stored as
    long as nobody else has raised that.  `on_outdated` is called with a result that says that somebody has.
    """

    entry: PlayEntry
    level: LevelEntry
    history: History
    epoch: int
    on_outdated: Callable[[ActivePlay, WriteResult], object]
    offered: Sequence[str]  # the optional commands that it has
    known: Known  # of the solutions of its level, before it was loaded
    foresees: bool = False  # whether a window wants to know what keys lead to
    owned: bool = True
    windows: dict[Connection, Recorder] = field(default_factory=dict)  # with what each has recorded
    has_acted: bool = False  # whether the window with the keys has done anything with them
    left_at: float = field(default_factory=time.monotonic)  # when the last window went
    solved: set[int] = field(default_factory=set)  # the positions whose solution has been added
    solutions: dict[int, ReplayedSolution] = field(default_factory=dict)  # those that have not been taken to be written
    replaying: set[asyncio.Task[None]] = field(default_factory=set)  # solutions, without which nothing is written
    reloading: asyncio.Task[None] | None = None  # from the store, as it is outdated
    hint: tuple[int, Hint] | None = None  # the last one, with its position
    saved: int = 0  # the position up to which all is on the disk
    _saved_records: Mapping[Connection, int | None] = field(default_factory=dict)  # the last ones that are on the disk
    _sent_at: float = 0.0  # when the last message on what is saved went out
    _sending: asyncio.TimerHandle | None = None
    _taken: tuple[dict[str, int], dict[int, str]] = ({}, {})  # the names and comments that were taken to be written

    @property
    def view(self) -> PlayView:
        """Return the view of a play that the server plays."""
        assert isinstance(self.history, PlayView), "it is shown before it is looked at"
        return self.history

    @property
    def is_view(self) -> bool:
        """Return whether the server plays."""
        return isinstance(self.history, PlayView)

    @property
    def weight(self) -> int:
        """Return how many positions of a view take as much memory."""
        return self.history.size if isinstance(self.history, PlayView) else self.history.weight

    @property
    def keyholder(self) -> Connection | None:
        """Return the window that has the keys, None where another server has the play."""
        return next(reversed(self.windows), None) if self.owned else None

    def says_where(self, window: Connection) -> bool:
        """Return whether a window says where the play stands.

        It has the keys, or had them before one that has done nothing with them: its last record is late then.
        """
        has_had = not self.has_acted and window in [*self.windows][-2:-1]
        return self.owned and (window is self.keyholder or has_had)

    def give_keys(self, window: Connection) -> None:
        """Have a window be the newest, which has the keys, and let the others know."""
        recorder = self.windows.pop(window, None) or Recorder()
        self.broadcast(MOVED)
        self.windows[window] = recorder
        self.has_acted = False

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """Return the running tasks; nothing is written before they end."""
        return self.replaying | ({self.reloading} if self.reloading is not None else set())

    def open_anew(self, more: Object) -> None:
        """Have every window begin anew."""
        self.windows = {window: Recorder() for window in self.windows}
        self.broadcast(envelope.encode(self.opened_message() | more))

    async def reloaded(self) -> None:
        """Wait while it is being reloaded."""
        while self.reloading is not None:
            await asyncio.wait([self.reloading])

    def opened_message(self) -> Object:
        """Return everything that a window needs to begin with."""
        level, view = self.level, self.view
        start = view.session.start
        visible = start.rules.view_level(start.state)
        shown: Object = {name: getattr(level, name) for name in _LEVEL_FIELDS} | {"level": level_to_json(visible)}
        known = self.known
        shown["known"] = {"lowest": dict(known.lowest), "best": known.best, "proven": sorted(known.proven)}
        message = {"play": self.entry.id, "level": shown, "reverse": self.entry.reverse, "offers": self.offered}
        message["saved"] = self.saved
        return {**view.opened_message(), **message}

    def take_pending(self) -> PendingWrite | None:
        """Return the changes since the last call; the play is released with its last window.

        Return None while a solution is being replayed, which is written together with its position, and while the play
        is being reloaded; it is scheduled again after both.
        """
        if self.tasks:
            return None
        self.owned = self.owned and bool(self.windows)
        history, play = self.history, self.entry.id
        snapshots, comments = self._take_remarks()
        solutions, self.solutions = self.solutions, {}
        write = PlayWrite(
            self.entry.visitor,
            self.epoch,
            PlayStatus(play, history.current_id, history.seconds(), frozenset(history.assists), history.memo()),
            [Step(play, *row) for row in history.take_unsaved()],
            snapshots,
            comments,
            solutions,
            release=not self.owned,
        )
        return PendingWrite(write, history.size - 1, {window: it.n for window, it in self.windows.items()})

    def _take_remarks(self) -> tuple[dict[str, int | None], dict[int, str]]:
        """Return the names and comments that have changed since the last call; None and empty for what has gone."""
        before, self._taken = self._taken, (dict(self.history.snapshots), dict(self.history.comments))
        (names, comments), (names_now, comments_now) = before, self._taken
        changed = {slot for slot, _ in names.items() ^ names_now.items()}
        return (
            {slot: names_now.get(slot) for slot in changed},
            {node: comments_now.get(node, "") for node, _ in comments.items() ^ comments_now.items()},
        )

    def on_written(self, pending: PendingWrite, result: WriteResult) -> None:
        """Report to the windows what is on the disk."""
        if not result.exists:
            self.on_deleted()
            return
        for node, kept in result.solutions.items():
            number = result.numbers.get(node, node)
            if kept is None:
                self.broadcast(envelope.encode({"is": "shown", "node": number}))
            elif isinstance(kept, bool):
                self.broadcast(envelope.encode({"is": "kept", "node": number, "pure": kept}))
            else:
                self.broadcast(envelope.error(say("solution-not-kept", why=str(kept))))
        if result.outdated:
            self.on_outdated(self, result)
        else:
            self._on_saved(pending)

    def show(self, view: PlayView) -> None:
        """Show the play as it has been restored from the store."""
        self.history, self.hint = view, None
        view.foresees = self.foresees
        self.saved = view.size - 1 - view.unsaved_count
        self._take_remarks()
        self.solved.clear()

    def adopt(self, view: PlayView, numbers: Mapping[int, int]) -> None:
        """Show a restored view at the current position; it has all positions of this view, some with other numbers."""
        before, solved, here = self.history, set(self.solved), self.history.current_id
        snapshots, comments = self._take_remarks()
        self.show(view)
        self.solved = {numbers.get(node, node) for node in solved}
        self.solutions = {numbers.get(node, node): solution for node, solution in self.solutions.items()}
        view.snapshots |= {slot: numbers.get(node, node) for slot, node in snapshots.items() if node is not None}
        view.comments |= {numbers.get(node, node): text for node, text in comments.items()}
        view.comments = {node: text for node, text in view.comments.items() if text}
        view.assists |= before.assists
        view.resume_at(numbers.get(here, here), before.session.focus if isinstance(before, PlayView) else None)

    def _on_saved(self, pending: PendingWrite) -> None:
        """Notify every window that all up to a position is on the disk, at most every `SAVED_INTERVAL` seconds."""
        self.saved, self._saved_records = pending.newest, pending.records
        if self._sending is None:
            loop = asyncio.get_running_loop()
            self._sending = loop.call_at(max(loop.time(), self._sent_at + SAVED_INTERVAL), self._send_saved)

    def _send_saved(self) -> None:
        self._sent_at, self._sending = asyncio.get_running_loop().time(), None
        for window in self.windows:
            n = self._saved_records.get(window)
            record = {} if n is None else {"record": n}
            window.send(envelope.encode({"is": "saved", "node": self.saved} | record))

    def on_deleted(self) -> None:
        """Close every window: the play has been deleted."""
        for window in self.windows:
            window.close(NOT_FOUND, "this play has been deleted")

    def broadcast(self, text: str, *, besides: Connection | None = None) -> None:
        """Send a message to every window but one."""
        for window in self.windows:
            if window is not besides:
                window.send(text)
