"""The plays in memory: one for each play that is open, whatever the number of its windows.

A play without windows is evicted after a while, when all of it is in the store, and comes back from there exactly
as it was.  How many there are, and how many positions they hold together, is bounded.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from anyio import CapacityLimiter, to_thread

from ...errors import IllegalMove, NotFound, PushboxError
from ...games.api import Status
from ...games.position import Position
from ...play.reverse import forward_solution, reverse_level
from ...store import Store, levels, plays, sessions, solutions
from . import hints, messages, queries, serialize
from .active_play import ActivePlay
from .connection import CapacityError, Connection
from .game_view import NodeRow, PlayView
from .hints import Hint
from .serialize import Object
from .write_behind import WriteBehind

MAX_PLAYS = 2_000
MAX_WINDOWS = 16  # of one visitor
MAX_POSITIONS = 2_000_000  # of all plays together
IDLE_SECONDS = 300.0  # that a play without windows stays
_MAX_QUERIES = 2  # questions that are looked into
_logger = logging.getLogger("pushbox.web")


class PlayManager:
    """The plays in memory."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.writer = WriteBehind(store)
        self._active: dict[int, ActivePlay] = {}
        self._loading: dict[int, asyncio.Task[ActivePlay]] = {}
        self._windows = Counter[str]()  # how many each visitor has open
        self._query_limiter = CapacityLimiter(_MAX_QUERIES)
        self._hint_limiter = CapacityLimiter(1)  # a search takes a core
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._active)

    def __contains__(self, play: int) -> bool:
        return play in self._active

    async def join(self, play: int, visitor: str, window: Connection) -> ActivePlay:
        """Add a window to a play, which has the keys from now on.

        Raises NotFound for a play that does not exist or is another visitor's, and CapacityError.
        """
        if self._windows[visitor] >= MAX_WINDOWS:
            raise CapacityError(f"{MAX_WINDOWS} windows of yours are open already, close one")
        loaded = self._active.get(play) or await self._load(play)
        active = self._active.setdefault(play, loaded)  # another window may have been first
        if active.entry.visitor != visitor:
            raise NotFound(f"found no play {play} of yours")
        active.broadcast(serialize.encode({"is": "moved"}))
        active.windows.append(window)
        self._windows[visitor] += 1
        return active

    def leave(self, active: ActivePlay, window: Connection) -> None:
        """Take a window away; with the last one the clock stops."""
        if window in active.windows:
            active.windows.remove(window)
            self._windows -= Counter({active.entry.visitor: 1})
        if not active.windows:
            active.left_at = time.monotonic()
            active.view.session.pause()
            self.writer.schedule(active)
            self.evict()

    def discard(self, play: int) -> None:
        """Drop a play that is deleted."""
        if active := self._active.pop(play, None):
            active.on_deleted()

    def evict(self, *, room_for: int = 0, idle: float = IDLE_SECONDS) -> bool:
        """Drop plays without windows: those left `idle` seconds ago, and as many more as must make room.

        Return whether there is room.
        """
        in_memory = self._active.values()
        unwatched = [active for active in in_memory if not active.windows and not self.writer.has_pending(active)]
        positions = sum(active.view.size for active in in_memory)
        for active in sorted(unwatched, key=lambda active: active.left_at):
            full = len(self._active) + room_for > MAX_PLAYS or positions > MAX_POSITIONS
            if full or time.monotonic() - active.left_at > idle:
                del self._active[active.entry.id]
                positions -= active.view.size
        return len(self._active) + room_for <= MAX_PLAYS and positions <= MAX_POSITIONS

    async def reversed_play(self, active: ActivePlay) -> int:
        """Return the reverse play of the same level, or from there the play, begun now if need be.

        Raises LevelError for a level that is not played backwards.
        """
        entry, level = active.entry, active.level.level

        def find() -> int:
            if not entry.reverse:
                reverse_level(level)
            reverse = not entry.reverse
            unfinished = plays.latest_unfinished(self.store, entry.visitor, entry.level, reverse=reverse)
            return (unfinished or plays.create(self.store, entry.visitor, entry.level, reverse=reverse)).id

        return await asyncio.to_thread(find)

    async def answer(self, position: Position[Any, Any], query: messages.Query) -> Object:
        """Return the answer to a query, computed in a thread.  Raises Refused."""
        return await to_thread.run_sync(queries.answer, position, query, limiter=self._query_limiter)

    async def hint(self, active: ActivePlay) -> Hint:
        """Return the hint for the position that is shown, which counts as an assist; it may take some seconds."""
        view = active.view
        line = view.line()
        if active.hint is None or active.hint[0] != line[-1].node:
            hint = await to_thread.run_sync(hints.hint, line, view.session.focus, limiter=self._hint_limiter)
            active.hint = line[-1].node, hint
        view.assists.add("hint")
        self.writer.schedule(active)
        return active.hint[1]

    def record(self, active: ActivePlay, *, moved: bool) -> None:
        """Schedule what was done for writing, and add the solution where a move has just solved the level."""
        self.writer.schedule(active)
        view = active.view
        if not moved or not view.current_id or view.current_id in active.solved:
            return
        if view.session.outcome().status is Status.SOLVED:
            active.solved.add(view.current_id)
            self._tasks.add(task := asyncio.create_task(self._add_solution(active, view.current_id, view.session.text)))
            task.add_done_callback(self._tasks.discard)

    async def _add_solution(self, active: ActivePlay, node: int, text: str) -> None:
        """Replay and keep a solution with the assists it took; let the windows know."""
        entry, level, view = active.entry, active.level, active.view
        assists, seconds = frozenset(view.assists), view.session.seconds()

        def add() -> bool:
            line = forward_solution(level.level, text) if entry.reverse else text
            account = sessions.logged_in(self.store, entry.visitor)
            solution = solutions.add(
                self.store, level.id, line, visitor=entry.visitor, account=account, assists=assists, seconds=seconds
            )
            plays.finish(self.store, entry.id)
            return solution.pure

        try:
            pure = await asyncio.to_thread(add)
        except PushboxError as error:
            _logger.warning("the solution of play %s is not kept: %s", entry.id, error)
            active.broadcast(serialize.error(f"the solution is not kept: {error}"))
        else:
            active.broadcast(serialize.encode({"is": "kept", "node": node, "pure": pure}))

    async def _load(self, play: int) -> ActivePlay:
        """Return a play as the store has it, loaded once however many windows join at the same time."""
        if play not in self._loading:
            if not self.evict(room_for=len(self._loading) + 1):
                raise CapacityError("as many levels are being played here as there may be; try again later")
            task = asyncio.create_task(asyncio.to_thread(self._restore, play))
            self._loading[play] = task
            task.add_done_callback(lambda _: self._loading.pop(play, None))
        return await asyncio.shield(self._loading[play])

    def _restore(self, play: int) -> ActivePlay:
        entry = plays.get(self.store, play)
        level = levels.get(self.store, entry.level)
        view = PlayView(reverse_level(level.level) if entry.reverse else level.level, seconds=entry.seconds)
        rows = [NodeRow(step.node, step.parent, step.text) for step in plays.steps(self.store, play)]
        # What was noted last may stand before steps that a crash has cost.
        current_id = entry.here if entry.here <= len(rows) else 0
        try:
            view.restore(rows, current_id, entry.memo)
        except (IllegalMove, IndexError):
            raise NotFound("the level has been changed since this play began: begin it anew") from None
        view.assists |= entry.assists
        view.snapshots |= plays.snapshots(self.store, play)
        return ActivePlay(entry, level, view, saved_snapshots=dict(view.snapshots))

    async def close(self) -> None:
        """Write everything that is pending."""
        for active in self._active.values():
            active.view.session.pause()
            self.writer.schedule(active)
        await asyncio.gather(*self._tasks)
        await self.writer.flush()


@asynccontextmanager
async def open_play_manager(store: Store) -> AsyncIterator[PlayManager]:
    """Yield the plays of a server, written to the store meanwhile."""
    manager = PlayManager(store)
    writing = asyncio.create_task(manager.writer.run())
    try:
        yield manager
    finally:
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing
        await manager.close()
