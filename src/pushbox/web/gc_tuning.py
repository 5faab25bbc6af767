"""Tune the garbage collector of a server with many long-lived positions: collect only new objects, often.

A full collection takes half a second with a million live objects, too long for a player who waits for a key, and one of
all that a hundred players make in a second 40 ms.  So objects older than a moment are frozen (`gc.freeze`), and only
collected when there are half as many again as after the last time, in case some are circular garbage.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .running import running

_PAUSE = 0.1  # seconds: a collection takes 1 to 4 ms then
_COUNT = 6000  # pauses between two counts of all objects, which take some milliseconds
_GROWTH = 1.5  # times as many objects as after a full collection: time for the next


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
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        after = gc.get_freeze_count()
        while gc.get_freeze_count() <= _GROWTH * after:
            for _ in range(_COUNT):
                await asyncio.sleep(_PAUSE)
                gc.collect()
                gc.freeze()
