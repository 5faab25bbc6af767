"""Writing plays to the store: many in one transaction, some twenty times a second, beside the event loop.

A client gets a message once its moves are on the disk.  Where the store cannot be written for a while all is kept and
tried again; what belongs to a play that has been deleted is dropped.
"""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple, Protocol

from sqlalchemy.exc import SQLAlchemyError

from ...errors import NotFound, StoreError
from ...store import Store, plays
from ...store.plays import PlayStatus, Step

GATHER_SECONDS = 0.04  # seconds that are gathered for one transaction
_RETRY_SECONDS = 1.0  # seconds until a failed one is tried again
_logger = logging.getLogger("pushbox.web")


class Persisted(Protocol):
    """A play that is written as it goes."""

    def take_pending(self) -> PendingWrite:
        """Return what there is to write since the last call."""

    def on_saved(self, node: int) -> None:
        """Handle that everything up to a position is on the disk."""

    def on_deleted(self) -> None:
        """Handle that the play is not in the store any more."""


class PendingWrite(NamedTuple):
    """A write of one play: new positions, its status, new snapshots; `newest` is its last position."""

    steps: list[Step]
    status: PlayStatus
    snapshots: dict[str, int]
    newest: int

    def after(self, before: PendingWrite) -> PendingWrite:
        """Return these writes joined to earlier ones of the play that have not been written."""
        return self._replace(steps=before.steps + self.steps, snapshots=before.snapshots | self.snapshots)


class WriteBehind:
    """Writes what is `Persisted`; run it as a task, and `flush` it before the store is closed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._scheduled: dict[Persisted, None] = {}
        self._pending: dict[Persisted, PendingWrite] = {}  # what was taken and is not on the disk
        self._wake = asyncio.Event()
        self._writing = asyncio.Lock()

    def schedule(self, play: Persisted) -> None:
        """Write a play soon."""
        self._scheduled[play] = None
        self._wake.set()

    def has_pending(self, play: Persisted) -> bool:
        """Return whether something is still to be written of it."""
        return play in self._scheduled or play in self._pending

    async def run(self) -> None:
        """Write until cancelled."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(GATHER_SECONDS)
            if not await self.flush():
                await asyncio.sleep(_RETRY_SECONDS)
                self._wake.set()

    async def flush(self) -> bool:
        """Write all that is noted; return whether it worked."""
        async with self._writing:
            self._wake.clear()
            scheduled, self._scheduled = self._scheduled, {}
            for play in scheduled:
                write, before = play.take_pending(), self._pending.get(play)
                self._pending[play] = write if before is None else write.after(before)
            if not self._pending:
                return True
            try:
                deleted = await asyncio.to_thread(_write_all, self._store, self._pending)
            except (StoreError, SQLAlchemyError) as error:
                _logger.error("the library cannot be written; it is tried again: %s", error)  # noqa: TRY400
                return False
            written, self._pending = self._pending, {}
        for play, write in written.items():
            if play in deleted:
                play.on_deleted()
            else:
                play.on_saved(write.newest)
        return True


def _write_all(store: Store, writes: dict[Persisted, PendingWrite]) -> set[Persisted]:
    """Write plays; return those that have been deleted.

    Raises StoreError or SQLAlchemyError where nothing can be written now: all can be written again, as what is there
    stays.
    """
    deleted: set[Persisted] = set()
    try:
        plays.append(store, [step for page in writes.values() for step in page.steps])
    except NotFound:  # of one of them, or some: each by itself shows which
        for play, write in writes.items():
            try:
                plays.append(store, write.steps)
            except NotFound:
                deleted.add(play)
    for play, write in writes.items():
        try:
            for slot, node in write.snapshots.items():
                plays.snapshot(store, write.status.play, slot, node)
        except NotFound:
            deleted.add(play)
    plays.update_status(store, [page.status for page in writes.values()])
    return deleted
