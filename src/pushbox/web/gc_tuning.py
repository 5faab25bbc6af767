"""The garbage collector of a server that holds many positions for long: once a second it looks at what is new.

A collection of everything takes a third of a second where half a million objects are alive, which is long for somebody
who waits for a key.  What has outlived a second is therefore left alone (`gc.freeze`), and looked at again every ten
minutes, in case something of it refers to itself only.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

_PAUSE = 1.0  # seconds
_ALL = 600  # pauses between two looks at everything


@asynccontextmanager
async def tuned_gc() -> AsyncIterator[None]:
    """Collect so while the context lasts."""
    task = asyncio.create_task(_collect_and_freeze())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        gc.unfreeze()


async def _collect_and_freeze() -> None:
    while True:
        for _ in range(_ALL):
            gc.collect()
            gc.freeze()
            await asyncio.sleep(_PAUSE)
        gc.unfreeze()
