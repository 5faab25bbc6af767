"""Writing plays to the store: many in one transaction, some twenty times a second, beside the event loop.

A client gets a message once its moves, or its solution, are on the disk.  Where the store cannot be written for a while
all is kept and tried again; what belongs to a play that has been deleted is dropped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import NamedTuple, Protocol

from ...errors import LibraryUnavailable, with_notes
from ...store import Store, play_writes
from ...store.play_writes import PlayWrite, WriteResult

GATHER_SECONDS = 0.04  # seconds that are gathered for one transaction
_RETRY_SECONDS = 1.0  # seconds until a failed one is tried again
_logger = logging.getLogger("pushbox.web")


class Persisted(Protocol):
    """A play that is written as it goes."""

    def take_pending(self) -> PendingWrite | None:
        """Return the changes since the last call; None if it will be scheduled again."""

    def on_written(self, pending: PendingWrite, result: WriteResult) -> None:
        """Handle that a write is on the disk, or that the play is not in the store any more."""


class PendingWrite(NamedTuple):
    """A write of one play; `newest` is its last position."""

    write: PlayWrite
    newest: int

    def after(self, before: PendingWrite) -> PendingWrite:
        """Return this write joined to an earlier one of the play that has not been written."""
        return self._replace(write=self.write.after(before.write))


class WriteBehind:
    """Writes `Persisted` objects as a server with an id; run it as a task, and `close` it before the store."""

    def __init__(self, store: Store, server: str) -> None:
        self._store = store
        self._server = server
        self._scheduled: dict[Persisted, None] = {}
        self._pending: dict[Persisted, PendingWrite] = {}  # what was taken and is not on the disk
        self._wake = asyncio.Event()
        self._writing = asyncio.Lock()
        self._failing = False
        # A thread of its own: those that all share may all be waiting for something.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="plays")

    def schedule(self, play: Persisted) -> None:
        """Write a play soon."""
        self._scheduled[play] = None
        self._wake.set()

    def has_pending(self, play: Persisted) -> bool:
        """Return whether an object has unwritten changes."""
        return play in self._scheduled or play in self._pending

    async def run(self) -> None:
        """Write until cancelled."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(GATHER_SECONDS)
            if not await self.flush():
                await asyncio.sleep(_RETRY_SECONDS)
                self._wake.set()

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Let nothing be written while the context lasts."""
        async with self._writing:
            yield

    async def flush(self) -> bool:
        """Write all that is noted; return whether it worked."""
        async with self._writing:
            self._wake.clear()
            scheduled, self._scheduled = self._scheduled, {}
            for play in scheduled:
                pending, before = play.take_pending(), self._pending.get(play)
                if pending is not None:
                    self._pending[play] = pending if before is None else pending.after(before)
            await self._write(dict(self._pending))
        return not self._pending

    async def _write(self, writes: dict[Persisted, PendingWrite]) -> None:
        """Write plays all at once, or one by one if that fails for a reason other than the database."""
        if not writes:
            return
        loop = asyncio.get_running_loop()
        try:
            values = [pending.write for pending in writes.values()]
            results = await loop.run_in_executor(self._thread, play_writes.write, self._store, self._server, values)
        except Exception as error:  # noqa: BLE001  # whatever it is: nobody else's play may wait for ever
            self._report(error)
            if not isinstance(error, LibraryUnavailable) and len(writes) > 1:
                for play, pending in writes.items():
                    await self._write({play: pending})
            return
        if self._failing:
            self._failing = False
            _logger.warning("plays are written again")
        for (play, pending), result in zip(writes.items(), results, strict=True):
            del self._pending[play]
            try:
                play.on_written(pending, result)
            except Exception:
                _logger.exception("a play has been written, and failed on that")

    def _report(self, error: Exception) -> None:
        if not self._failing:
            trace = None if isinstance(error, LibraryUnavailable) else error
            words = with_notes(error)
            _logger.error("plays cannot be written; it is tried again until they are: %s", words, exc_info=trace)
        self._failing = True

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()
