"""Classes that somebody looks at: each is read now and then, and all who look are told what has changed.

Reading the library, instead of listening to plays, sees those of every server that shares it. A class takes at most a
tenth of a thread, however large it is.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from ...errors import NotFound, StoreError
from ...store import Store, class_results, classes
from ...store.class_results import Cell, ClassState, KnownLevels
from ...store.classes import Member, Pupil
from ..live.rooms import Rooms
from ..running import running
from ..sockets import envelope
from ..sockets.connection import NOT_FOUND, CapacityError
from ..threadpool import pooled
from .models import visible_levels, visible_results

INTERVAL = 1.0  # seconds between two looks at a class
_SHORTEST = 0.2  # the same where there is known to be news
_SHARE = 10  # the pause after a look is this many times as long as it took
MAX_WINDOWS = 8  # of one visitor at one class
MAX_LISTENERS = 200  # of one class
MAX_FEEDS = 500  # classes that are looked at
_CLEANUP_INTERVAL = 3600.0
_logger = logging.getLogger("pushbox.web")


class Listener(Protocol):
    """Somebody who looks at a class."""

    @property
    def member(self) -> Member:
        """Return who they are in the class."""

    @property
    def visitor(self) -> str:
        """Return the visitor's id."""

    def send(self, text: str) -> None:
        """Send a message."""

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection."""


class ClassFeed:
    """A class that somebody looks at."""

    def __init__(self, library: Store, ident: int) -> None:
        self._store = library
        self._ident = ident
        self._known = KnownLevels()
        self._told: dict[Listener, tuple[object, dict[tuple[int, int], Cell]]] = {}
        self._news = asyncio.Event()
        self.listeners: list[Listener] = []

    def wake(self) -> None:
        """Look at the class soon."""
        self._news.set()

    async def run(self) -> None:
        """Look at the class until nobody listens any more."""
        while self.listeners:
            self._news.clear()
            began = time.monotonic()
            try:
                state = await pooled.run(class_results.read, self._store, self._ident, self._known)
            except NotFound as error:
                for listener in [*self.listeners]:
                    listener.close(NOT_FOUND, str(error))
                return
            except (StoreError, SQLAlchemyError) as error:
                _logger.warning("a class cannot be read; it is tried again: %s", error)
            else:
                for listener in [*self.listeners]:
                    self._tell(listener, state)
            pause = max(_SHORTEST, _SHARE * (time.monotonic() - began))
            await asyncio.sleep(pause)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), max(0.0, INTERVAL - pause))

    def leave(self, listener: Listener) -> None:
        """Let somebody go."""
        if listener in self.listeners:
            self.listeners.remove(listener)
        self._told.pop(listener, None)

    def _tell(self, listener: Listener, state: ClassState) -> None:
        """Tell somebody what they do not know yet: that the class is another one, and which results are."""
        pupil = listener.member.pupil
        if pupil is not None and not any(pupil.id == it.id for it in state.pupils):
            listener.close(NOT_FOUND, "you are not in this class any more")
            return
        shape, cells = _shape(state, pupil), {(it.pupil, it.level): it for it in visible_results(state, pupil)}
        before = self._told.get(listener)
        self._told[listener] = shape, cells
        if before is not None and before[0] != shape:
            listener.send(envelope.encode({"is": "changed"}))
        news = [cell for key, cell in cells.items() if before is None or before[1].get(key) != cell]
        if news or before is None:
            results = [cell._asdict() | {"helps": list(cell.helps)} for cell in news]
            listener.send(envelope.encode({"is": "results", "results": results}))


def _shape(state: ClassState, pupil: Pupil | None) -> object:
    """Return what somebody sees of a class beside results."""
    return state.entry.title, visible_levels(state, pupil), state.pupils if pupil is None else None, state.room


class ClassFeeds:
    """The classes that somebody looks at on this server."""

    def __init__(self, library: Store, rooms: Rooms) -> None:
        self._store = library
        self._rooms = rooms
        self._feeds: dict[int, ClassFeed] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def enter(self, listener: Listener) -> None:
        """Add somebody who looks at a class.  Raises CapacityError."""
        ident = listener.member.entry.id
        feed = self._feeds.get(ident)
        if feed is None and len(self._feeds) >= MAX_FEEDS:
            raise CapacityError.said("classes-full")
        if feed is not None and len(feed.listeners) >= MAX_LISTENERS:
            raise CapacityError.said("classes-full")
        if feed is not None and sum(it.visitor == listener.visitor for it in feed.listeners) >= MAX_WINDOWS:
            raise CapacityError.said("class-windows", count=MAX_WINDOWS)
        if feed is not None:
            feed.listeners.append(listener)
            feed.wake()
            return
        feed = self._feeds[ident] = ClassFeed(self._store, ident)
        feed.listeners.append(listener)
        task = asyncio.create_task(self._run(ident, feed))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, ident: int, feed: ClassFeed) -> None:
        try:
            await feed.run()
        finally:
            if self._feeds.get(ident) is feed:
                del self._feeds[ident]

    def leave(self, listener: Listener) -> None:
        """Let somebody go."""
        if (feed := self._feeds.get(listener.member.entry.id)) is not None:
            feed.leave(listener)

    def wake(self, ident: int) -> None:
        """Let those who look at a class know soon that something has changed."""
        if (feed := self._feeds.get(ident)) is not None:
            feed.wake()

    async def run(self) -> None:
        """Delete abandoned classes now and then, until cancelled."""
        while True:
            try:
                for ident in await pooled.run(classes.remove_abandoned, self._store):
                    self._rooms.close_class(ident)
            except (StoreError, SQLAlchemyError) as error:
                _logger.warning("abandoned classes are not deleted yet: %s", error)
            await asyncio.sleep(_CLEANUP_INTERVAL)

    async def close(self) -> None:
        """Stop looking at classes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def open_class_feeds(library: Store, rooms: Rooms) -> AsyncIterator[ClassFeeds]:
    """Yield the classes that somebody looks at on a server; abandoned ones are deleted meanwhile."""
    feeds = ClassFeeds(library, rooms)
    try:
        async with running(feeds.run()):
            yield feeds
    finally:
        await feeds.close()
