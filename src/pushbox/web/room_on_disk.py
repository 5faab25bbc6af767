"""A server whose library has no room when it starts: it shows what is there, says so, and writes once there is room."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress

from ..errors import LibraryFull
from ..store import Store, full_disk, seed_library
from ..store.full_disk import OpenedLibrary
from .running import running
from .settings import Settings

RETRY = 10.0  # seconds until it is looked again whether there is room
_logger = logging.getLogger("pushbox.web")


@contextmanager
def open_library(settings: Settings, open_it: Callable[[], Store]) -> Iterator[OpenedLibrary]:
    """Yield the library of a server; say so if its disk has no room."""
    with full_disk.opened(open_it, settings.database, settings.busy_timeout) as library:
        if library.is_read_only:
            _logger.error(
                "the disk of the library is full: this server shows what is there, and takes nothing until there is "
                "room, which it looks for every %d seconds",
                RETRY,
            )
        yield library


def seed(library: Store) -> None:
    """Add the levels that pushbox brings along, as far as there is room."""
    with suppress(LibraryFull):
        seed_library.seed_library(library)


@asynccontextmanager
async def waiting_for_room(library: OpenedLibrary) -> AsyncIterator[None]:
    """Write a library again, while the context lasts, once its disk has room."""
    async with running(_wait(library)) if library.is_read_only else nullcontext():
        yield


async def _wait(library: OpenedLibrary) -> None:
    while True:
        if await asyncio.to_thread(library.try_to_write):
            break
        await asyncio.sleep(RETRY)
    _logger.warning("the disk of the library has room again: this server takes everything")
    await asyncio.to_thread(seed, library.store)
