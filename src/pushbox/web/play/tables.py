"""The tables in memory: each play that somebody looks at once, whatever the number of windows.

A table that nobody looks at is dropped after a while, when all of it is in the store, and comes back from there exactly
as it was.  How many there are, and how many positions they hold together, is bounded.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from ...errors import IllegalMove, NotFound, PushboxError
from ...formats.json import level_to_json
from ...games.api import Status
from ...play.backwards import backwards, forwards
from ...store import Store, levels, plays, solutions
from ...store.levels import LevelEntry
from ...store.plays import PlayEntry, Point, Step
from . import wire
from .connection import NO_SUCH, Connection
from .hints import Hint
from .journal import Journal, Page
from .table import Row, Table
from .wire import Object

MOST_TABLES = 2_000
MOST_WINDOWS = 16  # of one visitor
MOST_POSITIONS = 2_000_000  # of all tables together
QUIET = 1.0  # seconds between two messages that tell what is saved
IDLE = 300.0  # seconds that a table nobody looks at stays
_logger = logging.getLogger("pushbox.web")


class Full(PushboxError):
    """There are as many tables as there may be."""


@dataclass(eq=False, slots=True)
class Sitting:
    """A play in memory: its table, and the windows that look at it, the one that has the keys last."""

    entry: PlayEntry
    level: LevelEntry
    table: Table
    journal: Journal
    watching: list[Connection] = field(default_factory=list)
    left: float = field(default_factory=time.monotonic)  # when the last window went
    solved: set[int] = field(default_factory=set)  # the positions whose solution has been added
    hint: tuple[int, Hint] | None = None  # the last one, with its position
    _saved: int = 0
    _told: float = 0.0  # when it was told last what is saved
    _telling: asyncio.TimerHandle | None = None
    _kept_snapshots: dict[str, int] = field(default_factory=dict)

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

    # What the journal asks --------------------------------------------------------------------------------------------

    def take(self) -> Page:
        """Return what there is to write since this was asked last."""
        table, play = self.table, self.entry.id
        steps = [Step(play, *row) for row in table.news()]
        point = Point(play, table.here, table.session.seconds(), frozenset(table.assists), table.memo())
        kept = self._kept_snapshots
        new = {slot: node for slot, node in table.snapshots.items() if kept.get(slot) != node}
        self._kept_snapshots = dict(table.snapshots)
        return Page(steps, point, new, table.size - 1)

    def saved(self, node: int) -> None:
        """Tell every window that all up to a position is on the disk, at most every `QUIET` seconds."""
        self._saved = node
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_at(max(loop.time(), self._told + QUIET), self._tell_saved)

    def _tell_saved(self) -> None:
        self._told, self._telling = asyncio.get_running_loop().time(), None
        self.tell(wire.encode({"is": "saved", "node": self._saved}))

    def lost(self) -> None:
        """Close every window: the play has been deleted."""
        for window in self.watching:
            window.close(NO_SUCH, "this play has been deleted")

    def tell(self, text: str, *, besides: Connection | None = None) -> None:
        """Send a message to every window but one."""
        for window in self.watching:
            if window is not besides:
                window.send(text)


class Tables:
    """The tables in memory."""

    def __init__(
        self,
        store: Store,
        *,
        most: int = MOST_TABLES,
        positions: int = MOST_POSITIONS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.journal = Journal(store)
        self._most = most
        self._positions = positions
        self._clock = clock
        self._sittings: dict[int, Sitting] = {}
        self._loading: dict[int, asyncio.Task[Sitting]] = {}
        self._windows = Counter[str]()  # how many each visitor has open
        self._works: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._sittings)

    def holds(self, play: int) -> bool:
        """Return whether the table of a play is in memory."""
        return play in self._sittings

    async def sit(self, play: int, visitor: str, window: Connection) -> Sitting:
        """Return the sitting of a play, with a window that has the keys from now on.

        Raises NotFound for a play that is not there or is another visitor's, and Full.
        """
        if self._windows[visitor] >= MOST_WINDOWS:
            raise Full(f"{MOST_WINDOWS} windows of yours are open already, close one")
        loaded = self._sittings.get(play) or await self._load(play)
        sitting = self._sittings.setdefault(play, loaded)
        if sitting.entry.visitor != visitor:
            raise NotFound(f"found no play {play} of yours")
        sitting.tell(wire.encode({"is": "moved"}))
        sitting.watching.append(window)
        self._windows[visitor] += 1
        return sitting

    def leave(self, sitting: Sitting, window: Connection) -> None:
        """Take a window away; with the last one the clock stops."""
        if window in sitting.watching:
            sitting.watching.remove(window)
            self._windows -= Counter({sitting.entry.visitor: 1})
        if not sitting.watching:
            sitting.left = self._clock()
            sitting.table.session.pause()
            self.journal.note(sitting)
            self.sweep()

    def forget(self, play: int) -> None:
        """Drop the table of a play that is deleted."""
        if sitting := self._sittings.pop(play, None):
            sitting.lost()

    def sweep(self, *, spare: int = 0, idle: float = IDLE) -> bool:
        """Drop tables that nobody looks at: those left `idle` seconds ago, and as many more as must make room.

        Return whether there is room.
        """
        left = [sitting for sitting in self._sittings.values() if not sitting.watching]
        left = sorted((it for it in left if not self.journal.owes(it)), key=lambda it: it.left)
        positions = sum(sitting.table.size for sitting in self._sittings.values())
        for sitting in left:
            full = len(self._sittings) + spare > self._most or positions > self._positions
            if full or self._clock() - sitting.left > idle:
                del self._sittings[sitting.entry.id]
                positions -= sitting.table.size
        return len(self._sittings) + spare <= self._most and positions <= self._positions

    async def turn_round(self, sitting: Sitting) -> int:
        """Return the play of the same level the other way round, which may begin now.

        Raises LevelError for a level that is not played backwards.
        """
        entry, level = sitting.entry, sitting.level.level

        def find() -> int:
            if not entry.reverse:
                backwards(level)
            reverse = not entry.reverse
            found = plays.of(self.store, entry.visitor, entry.level, reverse=reverse)
            return (found or plays.create(self.store, entry.visitor, entry.level, reverse=reverse)).id

        return await asyncio.to_thread(find)

    def note(self, sitting: Sitting) -> None:
        """Have written what was done, and add the solution where it has just been solved."""
        self.journal.note(sitting)
        table = sitting.table
        if table.here and table.here not in sitting.solved and table.session.outcome().status is Status.SOLVED:
            sitting.solved.add(table.here)
            self._works.add(work := asyncio.create_task(self._add_solution(sitting, table.here, table.session.text)))
            work.add_done_callback(self._works.discard)

    async def _add_solution(self, sitting: Sitting, node: int, text: str) -> None:
        """Replay and keep a solution with the helps it took; tell the windows."""
        entry, level, table = sitting.entry, sitting.level, sitting.table
        assists, seconds = frozenset(table.assists), table.session.seconds()

        def add() -> bool:
            line = forwards(level.level, text) if entry.reverse else text
            found = solutions.add(self.store, level.id, line, visitor=entry.visitor, assists=assists, seconds=seconds)
            plays.finish(self.store, entry.id)
            return found.pure

        try:
            pure = await asyncio.to_thread(add)
        except PushboxError as error:
            _logger.warning("the solution of play %s is not kept: %s", entry.id, error)
            sitting.tell(wire.error(f"the solution is not kept: {error}"))
        else:
            sitting.tell(wire.encode({"is": "kept", "node": node, "pure": pure}))

    async def _load(self, play: int) -> Sitting:
        """Return a sitting as the store has it, loaded once however many ask at the same time."""
        if play not in self._loading:
            if not self.sweep(spare=len(self._loading) + 1):
                raise Full("as many levels are being played here as there may be; try again later")
            task = asyncio.create_task(self._fetch(play))
            self._loading[play] = task
            task.add_done_callback(lambda _: self._loading.pop(play, None))
        return await asyncio.shield(self._loading[play])

    async def _fetch(self, play: int) -> Sitting:
        sitting = await asyncio.to_thread(self._read, play)
        return self._sittings.setdefault(play, sitting)

    def _read(self, play: int) -> Sitting:
        entry = plays.get(self.store, play)
        level = levels.get(self.store, entry.level)
        table = Table(backwards(level.level) if entry.reverse else level.level, seconds=entry.seconds)
        rows = [Row(step.node, step.parent, step.text) for step in plays.steps(self.store, play)]
        # What was noted last may stand before steps that a crash has cost.
        here = entry.here if entry.here <= len(rows) else 0
        try:
            table.restore(rows, here, entry.memo)
        except (IllegalMove, IndexError):
            raise NotFound("the level has been changed since this play began: begin it anew") from None
        table.assists |= entry.assists
        table.snapshots |= plays.snapshots(self.store, play)
        return Sitting(entry, level, table, self.journal, _kept_snapshots=dict(table.snapshots))

    async def close(self) -> None:
        """Write everything that is owed."""
        for sitting in self._sittings.values():
            sitting.table.session.pause()
            self.journal.note(sitting)
        await asyncio.gather(*self._works)
        await self.journal.flush()


@asynccontextmanager
async def open_tables(store: Store, **limits: Any) -> AsyncIterator[Tables]:
    """Yield the tables of a server, whose journal runs meanwhile."""
    tables = Tables(store, **limits)
    writing = asyncio.create_task(tables.journal.run())
    try:
        yield tables
    finally:
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing
        await tables.close()
