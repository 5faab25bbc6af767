"""When visitors were here last, noted once a day, and what nobody can reach any more, deleted in the background."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from .. import store
from ..errors import StoreError
from ..store import Store, retention
from .running import running
from .settings import Settings

MAX_NOTED = 50_000  # visitors of a day that are remembered; others are looked up again
FIRST, INTERVAL = 60.0, 3600.0  # seconds until a search for what may go, and between two of them
SHARE = 0.2  # of the time in which the library is written by a deletion: others write in the rest
_MIN_PAUSE = 0.05  # seconds between two transactions
_logger = logging.getLogger("pushbox.web")


class LastSeen:
    """The visitors whom a server has seen today."""

    def __init__(self, library: Store) -> None:
        self._library = library
        self._noted: OrderedDict[str, datetime] = OrderedDict()

    def note(self, visitor: str, at: datetime) -> None:
        """Note that a visitor is here."""
        noted = self._noted.get(visitor)
        if noted is not None and at - noted < store.accounts.SEEN_INTERVAL:
            return
        with suppress(StoreError):  # reading goes on where nothing can be written just now
            store.accounts.see_visitor(self._library, visitor, at)
            self._noted[visitor] = at
            while len(self._noted) > MAX_NOTED:
                self._noted.popitem(last=False)


class Forgetting:
    """Deletes what belongs to visitors who stay away for `keep`, from a thread of its own."""

    def __init__(self, library: Store, keep: timedelta, clock: Callable[[], datetime]) -> None:
        self._library = library
        self._keep = keep
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="forget")

    async def run(self) -> None:
        """Search now and then, until cancelled."""
        pause = FIRST
        while True:
            await asyncio.sleep(pause)
            pause = INTERVAL
            try:
                await self.forget()
            except (StoreError, SQLAlchemyError) as error:
                _logger.warning("data of visitors who stay away cannot be deleted; it is tried again: %s", error)

    async def forget(self) -> int:
        """Delete all that may go; return the number of rows. It takes a fifth of the time that others have to write."""
        loop = asyncio.get_running_loop()
        portions = retention.forget(self._library, self._clock() - self._keep)
        total = 0
        while True:
            begun = time.monotonic()
            rows = await loop.run_in_executor(self._thread, partial(next, portions, 0))
            if not rows:
                break
            total += rows
            await asyncio.sleep(max(_MIN_PAUSE, (time.monotonic() - begun) * (1 / SHARE - 1)))
        if total:
            _logger.warning("%d rows of visitors who stayed away for %d days are deleted", total, self._keep.days)
        return total

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()


@asynccontextmanager
async def open_forgetting(library: Store, settings: Settings, clock: Callable[[], datetime]) -> AsyncIterator[None]:
    """Delete, while the context lasts, what belongs to visitors who stay away."""
    forgetting = Forgetting(library, timedelta(days=settings.keep_days), clock)
    try:
        async with running(forgetting.run()):
            yield
    finally:
        await asyncio.to_thread(forgetting.close)
