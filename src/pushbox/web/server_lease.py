"""The lease of this server: registered with the library while it runs, and renewed all the time.

By its id other servers know whose a play is; once the lease has lapsed they take over what is owned.  On SQLite, where
a file lock keeps other servers away (`store.serving`), it holds until the server ends.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext, suppress
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from ..errors import LibraryFull, StoreError
from ..store import Store, servers
from ..store.servers import ServerEntry
from ..store.tables import now
from .running import running
from .settings import LeaseTimes, Settings

_LATE = 5.0  # seconds until a server that had no room tries again
_ENDLESS = 100 * 365 * 24 * 3600.0  # seconds
_logger = logging.getLogger("pushbox.web")


class ServerLease:
    """The lease of this server on a library; `server` is its id, and `is_alone` whether there can be no other.

    `on_lapse` are called after the lease had lapsed for a while, in which others may have taken over what it owned.
    """

    def __init__(self, store: Store, entry: ServerEntry, times: LeaseTimes) -> None:
        self.server = entry.id
        self.is_alone = store.engine.dialect.name == "sqlite"
        self.times = times
        self.on_lapse: list[Callable[[], object]] = []
        self._store = store
        self._entry = entry
        # A thread of its own: those that all share may all be waiting for the library.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="lease")

    async def run(self) -> None:
        """Renew the lease until cancelled."""
        failing = False
        while True:
            await asyncio.sleep(self.times.renewal)
            try:
                held = await asyncio.get_running_loop().run_in_executor(self._thread, self._renew)
            except (StoreError, SQLAlchemyError) as error:
                if not failing:
                    _logger.warning("the lease of this server cannot be renewed; it is tried again: %s", error)
                failing = True
                continue
            failing = False
            if not held:
                _logger.warning("the lease of this server had lapsed: other servers may have taken over its plays")
                for callback in self.on_lapse:
                    callback()

    def _renew(self) -> bool:
        return servers.renew(self._store, self._entry, seconds=self.times.seconds)

    def close(self) -> None:
        """End the lease: everything that this server owns is free."""
        self._thread.shutdown()
        try:
            servers.remove(self._store, self.server)
        except (StoreError, SQLAlchemyError) as error:
            _logger.warning("the lease of this server lapses by itself: %s", error)


async def _register_late(register: Callable[[], object]) -> None:
    """Add a server to a library that has had no room for it."""
    while True:
        await asyncio.sleep(_LATE)
        with suppress(StoreError):
            await asyncio.to_thread(register)
            return


@asynccontextmanager
async def open_server_lease(store: Store, settings: Settings) -> AsyncIterator[ServerLease]:
    """Yield the lease of a server, renewed meanwhile; at the end everything that it owns is free.

    A server that is alone on its library begins without a lease where there is no room for it, and adds it later.
    """
    is_alone = store.engine.dialect.name == "sqlite"
    seconds = _ENDLESS if is_alone else settings.leases.seconds
    register = partial(servers.register, store, address=settings.address, process=os.getpid(), seconds=seconds)
    is_late = False
    try:
        entry = register()
    except LibraryFull:
        if not is_alone:
            raise
        entry, is_late = ServerEntry(servers.new_id(), settings.address, os.getpid(), now()), True
    lease = ServerLease(store, entry, settings.leases)
    late = running(_register_late(partial(register, ident=entry.id))) if is_late else nullcontext()
    try:
        async with late if is_alone else running(lease.run()):
            yield lease
    finally:
        await asyncio.to_thread(lease.close)
