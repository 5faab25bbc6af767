"""The plays that this server owns, of several on one library: its claims, and the requests of other servers.

Where another server has a play, the claim is repeated while that one hands it over.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from sqlalchemy.exc import SQLAlchemyError

from ...errors import StoreError
from ...store import Store, claims
from ...store.claims import Request
from ..server_lease import ServerLease
from ..sockets.connection import CapacityError

_CLAIM_INTERVAL = 0.1  # seconds between two attempts


class Ownership:
    """The claims of a server with a lease; `on_request` is called for plays that others request."""

    def __init__(self, store: Store, lease: ServerLease, on_request: Callable[[Request], object]) -> None:
        self._store = store
        self._lease = lease
        self._on_request = on_request

    async def claim(self, play: int, visitor: str) -> int:
        """Make this server the owner of a visitor's play and return the epoch.

        Raises NotFound, LibraryUnavailable, and CapacityError where another server does not hand it over.
        """
        async for _ in self.attempts():
            epoch = await self.try_to_claim(play, visitor)
            if epoch is not None:
                return epoch
        raise AssertionError("attempts end with an error")

    async def try_to_claim(self, play: int, visitor: str) -> int | None:
        """Claim a play once; return None, and request it, where another server has it."""
        return await asyncio.to_thread(claims.claim, self._store, play, visitor=visitor, server=self._lease.server)

    async def attempts(self) -> AsyncIterator[None]:
        """Yield for as long as another server may take to hand a play over; raise CapacityError then."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._lease.times.handover
        while loop.time() < end:
            yield
            await asyncio.sleep(_CLAIM_INTERVAL)
        raise CapacityError.said("play-elsewhere")

    async def release(self, play: int) -> None:
        """Free a play that this server owns and does not have in memory; one that stays owned is claimed again."""
        try:
            await asyncio.to_thread(claims.release, self._store, play, server=self._lease.server)
        except (StoreError, SQLAlchemyError):
            return

    async def run(self) -> None:
        """Watch for requests until cancelled; a single server has none."""
        while not self._lease.is_alone:
            await asyncio.sleep(self._lease.times.poll)
            try:
                requests = await asyncio.to_thread(claims.requests, self._store, self._lease.server)
            except (StoreError, SQLAlchemyError):
                continue  # the lease, which is not renewed either, says so in the log
            for request in requests:
                self._on_request(request)
