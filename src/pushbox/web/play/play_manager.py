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
from typing import Any

from anyio import CapacityLimiter, to_thread

from ...errors import IllegalMove, NotFound, PushboxError
from ...games.api import Game, Status
from ...play.reverse import forward_solution, reverse_level
from ...store import Store, accounts, levels, plays, solutions
from . import hints, messages, queries, serialize
from .active_play import Sitting
from .connection import Connection
from .game_view import Row, Table
from .hints import Hint
from .serialize import Object
from .write_behind import Journal

MOST_TABLES = 2_000
MOST_WINDOWS = 16  # of one visitor
MOST_POSITIONS = 2_000_000  # of all tables together
IDLE = 300.0  # seconds that a table nobody looks at stays
_AT_ONCE = 2  # questions that are looked into
_logger = logging.getLogger("pushbox.web")


class Full(PushboxError):
    """There are as many tables as there may be."""


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
        self._looking = CapacityLimiter(_AT_ONCE)
        self._searching = CapacityLimiter(1)  # a search takes a core
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
        sitting.tell(serialize.encode({"is": "moved"}))
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
                reverse_level(level)
            reverse = not entry.reverse
            found = plays.latest_unfinished(self.store, entry.visitor, entry.level, reverse=reverse)
            return (found or plays.create(self.store, entry.visitor, entry.level, reverse=reverse)).id

        return await asyncio.to_thread(find)

    async def answer(self, game: Game[Any, Any], seen: Any, question: messages.Question) -> Object:
        """Return the answer to a question, when its turn comes.  Raises Refused."""
        return await to_thread.run_sync(queries.answer, game, seen, question, limiter=self._looking)

    async def hint(self, sitting: Sitting) -> Hint:
        """Return the hint for the position that is shown, which counts as a help; it may take some seconds."""
        table = sitting.table
        line = table.line()
        if sitting.hint is None or sitting.hint[0] != line[-1].node:
            found = await to_thread.run_sync(hints.hint, table.game, line, table.session.focus, limiter=self._searching)
            sitting.hint = line[-1].node, found
        table.assists.add("hint")
        self.journal.note(sitting)
        return sitting.hint[1]

    def note(self, sitting: Sitting, *, moved: bool) -> None:
        """Have written what was done, and add the solution where a move has just solved it."""
        self.journal.note(sitting)
        table = sitting.table
        if not moved or not table.here or table.here in sitting.solved:
            return
        if table.session.outcome().status is Status.SOLVED:
            sitting.solved.add(table.here)
            self._works.add(work := asyncio.create_task(self._add_solution(sitting, table.here, table.session.text)))
            work.add_done_callback(self._works.discard)

    async def _add_solution(self, sitting: Sitting, node: int, text: str) -> None:
        """Replay and keep a solution with the helps it took; tell the windows."""
        entry, level, table = sitting.entry, sitting.level, sitting.table
        assists, seconds = frozenset(table.assists), table.session.seconds()

        def add() -> bool:
            line = forward_solution(level.level, text) if entry.reverse else text
            account = accounts.logged_in(self.store, entry.visitor)
            found = solutions.add(
                self.store, level.id, line, visitor=entry.visitor, account=account, assists=assists, seconds=seconds
            )
            plays.finish(self.store, entry.id)
            return found.pure

        try:
            pure = await asyncio.to_thread(add)
        except PushboxError as error:
            _logger.warning("the solution of play %s is not kept: %s", entry.id, error)
            sitting.tell(serialize.error(f"the solution is not kept: {error}"))
        else:
            sitting.tell(serialize.encode({"is": "kept", "node": node, "pure": pure}))

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
        table = Table(reverse_level(level.level) if entry.reverse else level.level, seconds=entry.seconds)
        rows = [Row(step.node, step.parent, step.text) for step in plays.steps(self.store, play)]
        # What was noted last may stand before steps that a crash has cost.
        here = entry.here if entry.here <= len(rows) else 0
        try:
            table.restore(rows, here, entry.memo)
        except (IllegalMove, IndexError):
            raise NotFound("the level has been changed since this play began: begin it anew") from None
        table.assists |= entry.assists
        table.snapshots |= plays.snapshots(self.store, play)
        return Sitting(entry, level, table, kept=dict(table.snapshots))

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
