"""Work that runs beside the requests of a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress


@asynccontextmanager
async def running(work: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """Run work while the context lasts, and wait for its end when it is cancelled then."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
