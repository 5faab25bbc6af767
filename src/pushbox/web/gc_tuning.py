"""Tune the garbage collector of a server with many long-lived positions: collect only new objects, often.

A full collection takes a third of a second with half a million live objects, too long for a player who waits for a key,
and one of all that a hundred players make in a second 40 ms.  So objects older than a moment are frozen (`gc.freeze`),
and collected only every ten minutes, in case some are circular garbage.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .running import running

_PAUSE = 0.1  # seconds: a collection takes 1 to 4 ms then
_ALL = 6000  # pauses between two looks at everything


@asynccontextmanager
async def tuned_gc() -> AsyncIterator[None]:
    """Collect so while the context lasts."""
    try:
        async with running(_collect_and_freeze()):
            yield
    finally:
        gc.unfreeze()


async def _collect_and_freeze() -> None:
    while True:
        for _ in range(_ALL):
            gc.collect()
            gc.freeze()
            await asyncio.sleep(_PAUSE)
        gc.unfreeze()
