"""All rooms of a server, what keeps them ticking, and when they are closed."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from ...level import Level
from .members import Misplaced
from .room import Kind, Room

MOST_ROOMS = 500
MOST_OWN = 5  # rooms that one visitor has opened
TICK = 1 / 8  # seconds
AWAY = 60.0  # seconds until the seat of somebody who is away is free
EMPTY = 600.0  # seconds until a room with nobody in it is closed
_SWEEP = 5.0
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like digits
_logger = logging.getLogger("pushbox.web")


class Crowded(Misplaced):
    """There are as many rooms as there may be."""


class Rooms:
    """The rooms by their codes."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._rooms: dict[str, Room] = {}
        self._ticking: dict[str, asyncio.Task[None]] = {}
        self._clock = clock

    def open(self, kind: Kind, host: str, level: Level, ident: int | None = None) -> Room:
        """Open a room for a level.  Raises Crowded, and what `Room` has against the level."""
        self.sweep()
        if len(self._rooms) >= MOST_ROOMS:
            raise Crowded(f"found {MOST_ROOMS} rooms, which is all there may be: try again later")
        if sum(room.host == host for room in self._rooms.values()) >= MOST_OWN:
            raise Crowded(f"found {MOST_OWN} rooms of yours, which is all you may have at a time")
        code = next(code for code in iter(_code, "") if code not in self._rooms)
        room = self._rooms[code] = Room(code, kind, host, level, ident=ident, clock=self._clock)
        return room

    def find(self, code: str) -> Room | None:
        """Return the room with a code, however it is typed."""
        return self._rooms.get(code.strip().upper())

    def listing(self) -> list[Room]:
        """Return the rooms in which a seat is free, the newest first."""
        return [room for room in reversed(self._rooms.values()) if room.phase != "running" and None in room.seats]

    def sweep(self) -> None:
        """Free the seats of those who stay away, and close rooms that stay empty."""
        now = self._clock()
        for code, room in [*self._rooms.items()]:
            room.vacate(AWAY)
            if not room.members and now - room.emptied > EMPTY:
                del self._rooms[code]

    def wake(self, room: Room) -> None:
        """Let a room tick while it is wanted."""
        if room.wanted and room.code not in self._ticking:
            task = self._ticking[room.code] = asyncio.create_task(self._tick(room))
            task.add_done_callback(lambda _: self._ticking.pop(room.code, None))

    async def _tick(self, room: Room) -> None:
        """Tick at whole multiples of `TICK` since the game began: keys that come within one count as one."""
        while room.wanted:
            await asyncio.sleep(TICK - (self._clock() - room.began) % TICK)
            try:
                room.tick()
            except Exception:
                _logger.exception("the room %s", room.code)
                return

    async def run(self) -> None:
        """Sweep now and then, until cancelled."""
        while True:
            await asyncio.sleep(_SWEEP)
            self.sweep()

    def close(self) -> None:
        """End all ticking."""
        for task in self._ticking.values():
            task.cancel()


def _code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


@asynccontextmanager
async def open_rooms() -> AsyncIterator[Rooms]:
    """Yield the rooms of a server, swept meanwhile."""
    rooms = Rooms()
    sweeping = asyncio.create_task(rooms.run())
    try:
        yield rooms
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        rooms.close()
