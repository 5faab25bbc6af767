"""What was played goes to the store: many plays in one transaction, some twenty times a second, beside the event loop.

A client is told once it is on the disk.  Where the store cannot be written for a while all is kept and tried again;
what belongs to a play that has been deleted is dropped.
"""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple, Protocol

from sqlalchemy.exc import SQLAlchemyError

from ...errors import NotFound, StoreError
from ...store import Store, plays
from ...store.plays import PlayStatus, Step

PAUSE = 0.04  # seconds that are gathered for one transaction
_AGAIN = 1.0  # seconds until a failed one is tried again
_logger = logging.getLogger("pushbox.web")


class Kept(Protocol):
    """Something that is written down as it goes."""

    def take(self) -> Page:
        """Return what there is to write since this was asked last."""

    def saved(self, node: int) -> None:
        """Hear that everything up to a position is on the disk."""

    def lost(self) -> None:
        """Hear that the play is not in the store any more."""


class Page(NamedTuple):
    """What is written of one play: new positions, how it stands, new snapshots; `newest` is its last position."""

    steps: list[Step]
    point: PlayStatus
    snapshots: dict[str, int]
    newest: int

    def after(self, before: Page) -> Page:
        """Return what there is to write where another page of the play has not been written before."""
        return self._replace(steps=before.steps + self.steps, snapshots=before.snapshots | self.snapshots)


class Journal:
    """Writes what is `Kept`; run it as a task, and `flush` it before the store is closed."""

    def __init__(self, store: Store, *, pause: float = PAUSE) -> None:
        self._store = store
        self._pause = pause
        self._noted: dict[Kept, None] = {}
        self._owed: dict[Kept, Page] = {}  # what was taken and is not on the disk
        self._wake = asyncio.Event()
        self._writing = asyncio.Lock()

    def note(self, kept: Kept) -> None:
        """Write something soon."""
        self._noted[kept] = None
        self._wake.set()

    def owes(self, kept: Kept) -> bool:
        """Return whether something is still to be written of it."""
        return kept in self._noted or kept in self._owed

    async def run(self) -> None:
        """Write until cancelled."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(self._pause)
            if not await self.flush():
                await asyncio.sleep(_AGAIN)
                self._wake.set()

    async def flush(self) -> bool:
        """Write all that is noted; return whether it worked."""
        async with self._writing:
            self._wake.clear()
            noted, self._noted = self._noted, {}
            for kept in noted:
                page, before = kept.take(), self._owed.get(kept)
                self._owed[kept] = page if before is None else page.after(before)
            if not self._owed:
                return True
            try:
                gone = await asyncio.to_thread(_write, self._store, self._owed)
            except (StoreError, SQLAlchemyError) as error:
                _logger.error("the library cannot be written; it is tried again: %s", error)  # noqa: TRY400
                return False
            written, self._owed = self._owed, {}
        for kept, page in written.items():
            if kept in gone:
                kept.lost()
            else:
                kept.saved(page.newest)
        return True


def _write(store: Store, pages: dict[Kept, Page]) -> set[Kept]:
    """Write pages; return what belongs to plays that are not there any more.

    Raises StoreError or SQLAlchemyError where nothing can be written now: all can be written again, as what is there
    stays.
    """
    gone: set[Kept] = set()
    try:
        plays.append(store, [step for page in pages.values() for step in page.steps])
    except NotFound:  # of one of them, or some: each by itself tells which
        for kept, page in pages.items():
            try:
                plays.append(store, page.steps)
            except NotFound:
                gone.add(kept)
    for kept, page in pages.items():
        try:
            for slot, node in page.snapshots.items():
                plays.snapshot(store, page.point.play, slot, node)
        except NotFound:
            gone.add(kept)
    plays.update_status(store, [page.point for page in pages.values()])
    return gone
