"""All rooms of a server, what keeps them ticking, and when they are closed."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from ...level import Level
from ..errors import ApiError
from .room import Kind, Room

MAX_ROOMS = 500
MAX_ROOMS_OF_HOST = 5  # rooms that one visitor has opened
TICK = 1 / 8  # seconds
SEAT_TIMEOUT = 60.0  # seconds until the seat of somebody who is away is free
ROOM_TIMEOUT = 600.0  # seconds until a room with nobody in it is closed
_EVICT_INTERVAL = 5.0
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like digits
_logger = logging.getLogger("pushbox.web")


class Rooms:
    """The rooms by their codes."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._ticking: dict[str, asyncio.Task[None]] = {}

    def open(self, kind: Kind, host: str, level: Level, level_id: int | None = None) -> Room:
        """Open a room for a level.  Raises ApiError where there are too many, and what `Room` raises."""
        self.evict()
        if len(self._rooms) >= MAX_ROOMS:
            raise _too_many(f"found {MAX_ROOMS} rooms, which is all there may be: try again later")
        if sum(room.host == host for room in self._rooms.values()) >= MAX_ROOMS_OF_HOST:
            raise _too_many(f"found {MAX_ROOMS_OF_HOST} rooms of yours, which is all you may have at a time")
        code = next(code for code in iter(_code, "") if code not in self._rooms)
        self._rooms[code] = Room(code, kind, host, level, level_id=level_id)
        return self._rooms[code]

    def find(self, code: str) -> Room | None:
        """Return the room with a code, however it is typed."""
        return self._rooms.get(code.strip().upper())

    def joinable(self) -> list[Room]:
        """Return the rooms in which a seat is free, the newest first."""
        return [room for room in reversed(self._rooms.values()) if room.phase != "running" and None in room.seats]

    def evict(self) -> None:
        """Free the seats of those who stay away, and close rooms that stay empty."""
        now = time.monotonic()
        for code, room in [*self._rooms.items()]:
            room.free_abandoned_seats(SEAT_TIMEOUT)
            if not room.members and now - room.emptied_at > ROOM_TIMEOUT:
                del self._rooms[code]

    def start_ticking(self, room: Room) -> None:
        """Start the ticking of a room, which lasts while players press keys."""
        if room.has_actions and room.code not in self._ticking:
            task = self._ticking[room.code] = asyncio.create_task(self._keep_ticking(room))
            task.add_done_callback(lambda _: self._ticking.pop(room.code, None))

    async def _keep_ticking(self, room: Room) -> None:
        """Tick at whole multiples of `TICK` since the game began: keys that come within one count as one."""
        while room.has_actions:
            await asyncio.sleep(TICK - (time.monotonic() - room.started_at) % TICK)
            try:
                room.tick()
            except Exception:
                _logger.exception("the room %s", room.code)
                room.fail()
                return

    async def run(self) -> None:
        """Evict now and then, until cancelled."""
        while True:
            await asyncio.sleep(_EVICT_INTERVAL)
            self.evict()

    def close(self) -> None:
        """End all ticking."""
        for task in self._ticking.values():
            task.cancel()


def _too_many(message: str) -> ApiError:
    return ApiError("too-many", message, retry=60)


def _code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


@asynccontextmanager
async def open_rooms() -> AsyncIterator[Rooms]:
    """Yield the rooms of a server, evicting meanwhile."""
    rooms = Rooms()
    evicting = asyncio.create_task(rooms.run())
    try:
        yield rooms
    finally:
        evicting.cancel()
        with suppress(asyncio.CancelledError):
            await evicting
        rooms.close()
