"""The rooms in the memory of a server: how they are loaded and released, and what keeps them ticking.

A room is opened in the library. The first visitor brings it into the memory of their server, which writes it
continuously; it can be restored after a restart, or by another server once this one has released it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable
from contextlib import asynccontextmanager, suppress

from sqlalchemy.exc import SQLAlchemyError

from ...errors import Conflict, NotFound, PushboxError, StoreError
from ...level import Level
from ...store import Store, rooms
from ...store.rooms import Kind, TooManyRooms
from ..errors import ApiError
from ..server_lease import ServerLease
from ..sockets.connection import CapacityError
from .class_room import ClassRoom
from .level_choice import following_level
from .room import Room
from .room_state import RACERS
from .room_writer import RoomWriter
from .stored import restore

MAX_ROOMS = 500  # in memory
MAX_ROOMS_OF_HOST = 5  # rooms that one visitor has opened
TICK = 1 / 8  # seconds
SEAT_TIMEOUT = 60.0  # seconds until the seat of somebody who is away is free
ROOM_TIMEOUT = 600.0  # seconds until a room with nobody in it is closed
COUNTDOWN = 3.0  # seconds before a game
PROGRESS_INTERVAL = 0.5  # seconds between two messages on who has moved in a large race
RESUME_TIMEOUT = 10.0  # seconds that a game waits for its players after a restart
_EVICT_INTERVAL = 5.0
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like digits
_CODE_LENGTH = 6
_logger = logging.getLogger("pushbox.web")


class Rooms:
    """The rooms in memory, by their codes."""

    def __init__(self, store: Store, lease: ServerLease) -> None:
        self._store = store
        self._lease = lease
        self.writer = RoomWriter(store, lease.server, self._on_lost)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._leaving: set[str] = set()  # which the library does not know yet
        self._ticking: dict[str, asyncio.Task[None]] = {}
        self._choosing: dict[str, asyncio.Task[None]] = {}  # the level of the next game
        self._resuming: dict[str, asyncio.TimerHandle] = {}
        self._progressing: dict[str, asyncio.TimerHandle] = {}  # until large races are told who has moved
        self._ending = asyncio.Event()
        lease.on_lapse.append(self._write_all)

    async def open(
        self,
        kind: Kind,
        host: str,
        level: Level,
        level_id: int | None = None,
        *,
        best_of: int = 1,
        seats: int = RACERS,
        class_id: int | None = None,
    ) -> str:
        """Open a room for a level, and return its code once it is in the library.

        Raises ApiError where there are too many, what `Room` raises, and StoreError.
        """
        while True:
            room = Room(_code(), kind, host, level, level_id=level_id, best_of=best_of, seats=seats)
            try:
                await asyncio.to_thread(
                    rooms.create,
                    self._store,
                    room.code,
                    kind,
                    host,
                    level,
                    seats=len(room.seats),
                    level_id=level_id,
                    max_of_host=MAX_ROOMS_OF_HOST,
                    best_of=best_of,
                    class_id=class_id,
                )
            except Conflict:  # a code that is taken
                continue
            except TooManyRooms as error:
                raise ApiError("too-many", str(error), retry=60) from None
            return room.code

    async def find(self, code: str) -> Room:
        """Return the room with a code, however it is typed, from memory or from the library.

        Raises NotFound, RoomElsewhere where another server has it, CapacityError and StoreError.
        """
        code = code.strip().upper()
        if len(code) != _CODE_LENGTH or not code.isascii():
            raise NotFound.said("room-gone")
        while code not in self._rooms:  # it may be handed over before whoever waited for it goes on
            if code in self._leaving:
                raise CapacityError.said("room-moves")
            await self._load(code)
        return self._rooms[code]

    async def _load(self, code: str) -> None:
        """Bring a room into memory as the library has it, once however many come at the same time."""
        if code not in self._loading:
            if len(self._rooms) + len(self._loading) >= MAX_ROOMS:
                raise CapacityError.said("rooms-full")
            task = self._loading[code] = asyncio.create_task(self._restore(code))
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        await asyncio.shield(self._loading[code])

    async def _restore(self, code: str) -> None:
        entry = await asyncio.to_thread(rooms.acquire, self._store, code, self._lease.server)
        try:
            room = self._rooms[code] = await asyncio.to_thread(restore, entry, countdown=COUNTDOWN)
        except PushboxError as error:
            await self._remove([code])
            raise NotFound.said("room-unplayable", error=str(error)) from None
        if room.game_clock.is_paused:
            self._resuming[code] = asyncio.get_running_loop().call_later(RESUME_TIMEOUT, self._resume, room)

    def _resume(self, room: Room) -> None:
        self._resuming.pop(room.code, None)
        room.resume()
        self.record(room)

    def record(self, room: Room) -> None:
        """Write the changes of a room, and start its pending work.

        This is its next level, and its ticking, which lasts while players press keys.
        """
        self.writer.schedule(room)
        if room.wants_level and room.code not in self._choosing:
            choosing = self._choosing[room.code] = asyncio.create_task(self._choose_level(room))
            choosing.add_done_callback(lambda _: self._choosing.pop(room.code, None))
        if room.stale and room.code not in self._progressing:
            loop = asyncio.get_running_loop()
            self._progressing[room.code] = loop.call_later(PROGRESS_INTERVAL, self._send_progress, room)
        if room.has_actions and room.code not in self._ticking:
            task = self._ticking[room.code] = asyncio.create_task(self._keep_ticking(room))
            task.add_done_callback(lambda _: self._ticking.pop(room.code, None))

    def _send_progress(self, room: Room) -> None:
        self._progressing.pop(room.code, None)
        room.send_stale_progress()

    async def _choose_level(self, room: Room) -> None:
        found = None
        try:
            found = await asyncio.to_thread(following_level, self._store, room.kind, room.level_id, room.host)
        except (StoreError, SQLAlchemyError) as error:
            _logger.warning("no next level for the room %s: %s", room.code, error)
        room.supply_level(found)
        self.writer.schedule(room)

    async def _keep_ticking(self, room: Room) -> None:
        """Tick at whole multiples of `TICK` since the game began: keys that come within one count as one."""
        while room.has_actions:
            await asyncio.sleep(TICK - room.game_clock.seconds() % TICK)
            try:
                room.tick()
            except Exception:
                _logger.exception("the room %s", room.code)
                room.fail()
            self.writer.schedule(room)
        if room.wants_level:
            self.record(room)

    def evict(self) -> list[str]:
        """Free the seats of those who stay away, and drop rooms that stay empty, whose codes are returned."""
        now = time.monotonic()
        closed = []
        for code, room in [*self._rooms.items()]:
            if room.free_abandoned_seats(SEAT_TIMEOUT) or room.phase == "running":  # for its clock
                self.writer.schedule(room)
            if not room.members and not room.solutions and now - room.emptied_at > ROOM_TIMEOUT:
                self._drop(room)
                closed.append(code)
        return closed

    def forget_visitor(self, visitor: str) -> None:
        """Free the seats of a visitor whose data is deleted, in all rooms in memory."""
        for room in self._rooms.values():
            if room.forget_visitor(visitor):
                self.writer.schedule(room)

    def close_class(self, class_id: int, *, but: str = "") -> None:
        """Drop the rooms of a class that are not in the library any more, all but one."""
        for room in [*self._rooms.values()]:
            if room.class_id == class_id and room.code != but:
                self._drop(room)
                room.disconnect("the room has been closed")

    def forget_pupil(self, class_id: int, visitor: str) -> None:
        """Send somebody away who is no pupil of a class any more."""
        for room in self._rooms.values():
            if isinstance(room, ClassRoom) and room.class_id == class_id:
                room.forget_pupil(visitor)
                self.writer.schedule(room)

    async def run(self) -> None:
        """Evict now and then, until the server ends."""
        while not await self._ends_within(_EVICT_INTERVAL):
            await self._try(self._remove(self.evict()))

    async def run_handover(self) -> None:
        """Release rooms with nobody in them that other servers ask for, until the server ends."""
        while not await self._ends_within(self._lease.times.poll):
            await self._try(self._hand_over())

    async def _ends_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), seconds)
        return self._ending.is_set()

    async def _remove(self, codes: Collection[str]) -> None:
        await self._give_up(codes, rooms.remove)

    async def _hand_over(self) -> None:
        for code in await asyncio.to_thread(rooms.requested, self._store, self._lease.server):
            room = self._rooms.get(code)
            if room is None and code not in self._loading:
                await self._give_up([code], rooms.release)
            elif room is not None and await self._is_written_and_empty(room):
                self._drop(room)
                await self._give_up([code], rooms.release)

    async def _is_written_and_empty(self, room: Room) -> bool:
        """Write a room with nobody in it; return whether meanwhile nobody has come in, nor come, played and gone."""
        if room.members or not await self.writer.flush():
            return False
        return not room.members and not self.writer.has_pending(room)

    async def _give_up(self, codes: Collection[str], give_up: Callable[[Store, str, Iterable[str]], None]) -> None:
        """Remove or release rooms that are not in memory any more; until that is done nobody brings them back there."""
        self._leaving.update(codes)
        try:
            await asyncio.to_thread(give_up, self._store, self._lease.server, codes)
        finally:
            self._leaving.difference_update(codes)

    async def _try(self, work: Awaitable[None]) -> None:
        try:
            await work
        except (StoreError, SQLAlchemyError) as error:
            _logger.warning("the rooms cannot be looked after; it is tried again: %s", error)

    def _on_lost(self, room: Room) -> None:
        """Drop a room that another server has taken over, where its members find it again."""
        if self._rooms.get(room.code) is room:
            self._drop(room)
        room.disconnect("the room is on another server now")

    def _drop(self, room: Room) -> None:
        self._rooms.pop(room.code, None)
        self.writer.discard(room)
        timers = (self._resuming.pop(room.code, None), self._progressing.pop(room.code, None))
        for handle in (self._ticking.get(room.code), *timers):
            if handle is not None:
                handle.cancel()

    def stop(self) -> None:
        """Stop `run`, `run_handover` and the writer after their current work."""
        self._ending.set()
        self.writer.stop()

    async def close(self) -> None:
        """End all ticking, and write everything that is pending."""
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        for task in (*self._ticking.values(), *self._choosing.values()):
            task.cancel()
        for handle in (*self._resuming.values(), *self._progressing.values()):
            handle.cancel()
        self._write_all()
        await self.writer.flush()
        self.writer.close()

    def _write_all(self) -> None:
        for room in self._rooms.values():
            self.writer.schedule(room)


def _code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))


@asynccontextmanager
async def open_rooms(store: Store, lease: ServerLease) -> AsyncIterator[Rooms]:
    """Yield the rooms of a server, written and evicted meanwhile."""
    opened = Rooms(store, lease)
    has_others = store.engine.dialect.name != "sqlite"
    tasks = [asyncio.create_task(work) for work in (opened.writer.run(), opened.run())]
    if has_others:
        tasks.append(asyncio.create_task(opened.run_handover()))
    try:
        yield opened
    finally:
        opened.stop()
        await asyncio.gather(*tasks)
        await opened.close()
