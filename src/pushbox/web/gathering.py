"""Writing beside the event loop: what is scheduled within a moment goes into one transaction, in a thread."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, Protocol, Self, TypeVar

from ..store import Store

_RETRY_SECONDS = 1.0  # seconds until a failed transaction is tried again


class Joinable(Protocol):
    """One write of a subject."""

    def after(self, before: Self) -> Self:
        """Return this write joined to an earlier one that has not been written."""


Subject = TypeVar("Subject")
Write = TypeVar("Write", bound=Joinable)


class GatheringWriter(ABC, Generic[Subject, Write]):
    """Writes subjects as a server with an id; run it as a task, and close it before the library.

    `gather_seconds` are gathered for one transaction.  What cannot be written is kept and tried again.
    """

    def __init__(self, store: Store, server: str, name: str, gather_seconds: float) -> None:
        self._store = store
        self._server = server
        self._gather_seconds = gather_seconds
        self._scheduled: dict[Subject, None] = {}
        self._pending: dict[Subject, Write] = {}  # what was taken and is not on the disk
        self._wake = asyncio.Event()
        self._writing = asyncio.Lock()
        self._is_failing = self._is_stopped = False
        # A thread of its own: those that all share may all be at long work.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    def schedule(self, subject: Subject) -> None:
        """Write a subject soon."""
        self._scheduled[subject] = None
        self._wake.set()

    def has_pending(self, subject: Subject) -> bool:
        """Return whether a subject has unwritten changes."""
        return subject in self._scheduled or subject in self._pending

    async def run(self) -> None:
        """Write until `stop`, or until cancelled."""
        while not self._is_stopped:
            await self._wake.wait()
            await asyncio.sleep(self._gather_seconds)
            if not await self.flush():
                await asyncio.sleep(_RETRY_SECONDS)
                self._wake.set()

    def stop(self) -> None:
        """Stop `run` after the current write."""
        self._is_stopped = True
        self._wake.set()

    @abstractmethod
    async def flush(self) -> bool:
        """Write all that is scheduled; return whether it worked."""

    def _gathered(self, take: Callable[[Subject], Write | None]) -> dict[Subject, Write]:
        """Take the changes of what is scheduled, and return all that is to be written."""
        self._wake.clear()
        scheduled, self._scheduled = self._scheduled, {}
        for subject in scheduled:
            write, before = take(subject), self._pending.get(subject)
            if write is not None:
                self._pending[subject] = write if before is None else write.after(before)
        return dict(self._pending)

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()
