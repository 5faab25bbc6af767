"""Writing plays to the store: many in one transaction, some twenty times a second, beside the event loop.

A client gets a message once its moves, or its solution, are on the disk.  What belongs to a deleted play is dropped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Protocol

from ...errors import LibraryUnavailable, with_notes
from ...store import Store, play_writes
from ...store.play_writes import PlayWrite, WriteResult
from ..gathering import GatheringWriter

GATHER_SECONDS = 0.04  # seconds that are gathered for one transaction
_logger = logging.getLogger("pushbox.web")


class Persisted(Protocol):
    """A play that is written as it goes."""

    def take_pending(self) -> PendingWrite | None:
        """Return the changes since the last call; None if it will be scheduled again."""

    def on_written(self, pending: PendingWrite, result: WriteResult) -> None:
        """Handle that a write is on the disk, or that the play is not in the store any more."""


class PendingWrite(NamedTuple):
    """A write of one play; `newest` is its last position, `records` the numbers of each window's last record in it."""

    write: PlayWrite
    newest: int
    records: Mapping[Any, int | None]

    def after(self, before: PendingWrite) -> PendingWrite:
        """Return this write joined to an earlier one of the play that has not been written."""
        return self._replace(write=self.write.after(before.write))


class WriteBehind(GatheringWriter[Persisted, PendingWrite]):
    """Writes the plays of a server."""

    def __init__(self, store: Store, server: str) -> None:
        super().__init__(store, server, "plays", GATHER_SECONDS)

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Let nothing be written while the context lasts."""
        async with self._writing:
            yield

    async def flush(self) -> bool:
        """Write all that is scheduled; return whether it worked."""
        async with self._writing:
            await self._write(self._gathered(lambda play: play.take_pending()))
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
        if self._is_failing:
            self._is_failing = False
            _logger.warning("plays are written again")
        for (play, pending), result in zip(writes.items(), results, strict=True):
            del self._pending[play]
            try:
                play.on_written(pending, result)
            except Exception:
                _logger.exception("a play has been written, and failed on that")

    def _report(self, error: Exception) -> None:
        if not self._is_failing:
            trace = None if isinstance(error, LibraryUnavailable) else error
            words = with_notes(error)
            _logger.error("plays cannot be written; it is tried again until they are: %s", words, exc_info=trace)
        self._is_failing = True
