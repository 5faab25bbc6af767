"""The socket of a room."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, field
from typing import NamedTuple

from fastapi import APIRouter, WebSocket

from ... import store
from ...batch.fair_queue import Place
from ...errors import NotFound
from ...store import Store
from ...store.glicko2 import Rating
from ...store.rooms import RoomElsewhere
from ..identity_cookie import Visitor
from ..play import messages
from ..play.move_shares import MoveShares
from ..play.window_queries import WindowQueries
from ..rate_limits import household_of, take_for_address
from ..sockets import envelope
from ..sockets.connection import RESTARTED, CapacityError, Connection, TokenBucket
from ..sockets.envelope import Malformed, Object
from ..sockets.handler import serve
from .class_room import ClassRoom
from .members import RoomError
from .names import display_name, distinct
from .room import Room
from .rooms import Rooms

router = APIRouter()
_ROOM_COMMANDS = ("sit", "watch", "ready", "rematch", "start", "next", "end")
_ROOM_BURST, _ROOM_RATE = 20.0, 2.0  # commands at once, and a second, of which everybody in the room learns


@router.websocket("/ws/rooms/{code}")
async def live(
    websocket: WebSocket,
    code: str,
    name: str = "",
    ahead: bool = True,  # noqa: FBT001, FBT002  # of a query
) -> None:
    """Join a room until the socket closes, with what keys lead to in a race sent `ahead` of them."""
    state = websocket.app.state

    async def join(connection: Connection, visitor: Visitor) -> RoomSocket:
        if wait := await take_for_address(websocket, "entries", state.settings.limits.entries):
            raise CapacityError.said("room-entries", seconds=math.ceil(wait))
        try:
            room = await state.rooms.find(code)
            guest = await asyncio.to_thread(_introduce, state.store, visitor, name, room)
            room = await state.rooms.find(code)  # again: it may have been handed over meanwhile
        except RoomElsewhere as error:
            raise CapacityError.said("try-again", error=str(error)) from None
        others = {it.name for it in room.members if it.visitor != guest.visitor}
        shown = guest.name if guest.account is not None else distinct(guest.name, others)
        place = Place(household_of(websocket), visitor.id)
        queries = WindowQueries(state.plays.queries, place, connection.send)
        who = guest.visitor, guest.account, shown
        shares, household = state.plays.shares, place.group
        member = RoomSocket(connection, state.rooms, room, *who, queries, shares, household, ahead, guest.rating)
        room.enter(member)
        state.rooms.record(room)
        return member

    await serve(websocket, "room", join)


class _Guest(NamedTuple):
    """Who comes into a room, as it knows them."""

    visitor: str
    account: str | None
    name: str
    rating: Rating | None = None


def _introduce(library: Store, visitor: Visitor, name: str, room: Room) -> _Guest:
    """Return who somebody is in a room.

    In that of a class a pupil has the name that they have there and no account, and its teacher is the host from
    whichever browser.  Raises NotFound for anybody else.
    """
    if room.class_id is not None:
        member = store.classes.member(library, room.class_code or "", visitor.owners)
        if member is None:
            raise NotFound.said("room-gone")
        if member.pupil is not None:
            return _Guest(visitor.id, None, member.pupil.name)
        return _Guest(room.host, None, display_name(visitor, name, library=library))
    shown = display_name(visitor, name, library=library)
    if visitor.account is None:
        return _Guest(visitor.id, None, shown)
    return _Guest(visitor.id, visitor.account, shown, store.player_ratings.get(library, visitor.account, room.kind))


@dataclass(eq=False, slots=True)
class RoomSocket:
    """A member of a room, over a socket."""

    connection: Connection
    rooms: Rooms
    room: Room
    visitor: str
    account: str | None
    name: str
    queries: WindowQueries
    shares: MoveShares
    household: str
    foresees: bool
    rating: Rating | None = None
    pace: TokenBucket = field(default_factory=lambda: TokenBucket(_ROOM_BURST, _ROOM_RATE))

    def send(self, text: str) -> None:
        """Send a message to the member."""
        self.connection.send(text)

    def leave(self) -> None:
        """Leave the room, in which the seat is kept for a while."""
        self.queries.drop()
        self.room.leave(self)
        self.rooms.record(self.room)

    def disconnect(self, reason: str) -> None:
        """Close the connection; the client comes back at once."""
        self.connection.close(RESTARTED, reason)

    async def answer(self, message: Object, n: int | None) -> None:
        """Answer a message to the room, or to the play in it."""
        room = self.room
        if message.get("do") in _ROOM_COMMANDS:
            await asyncio.sleep(self.pace.take())
        match message:
            case {"do": "leave"}:
                room.leave_seat(self)
                self.connection.close(1000, "left")
                return
            case {"do": "sit", "seat": int(seat)} if type(seat) is int:
                room.take_seat(self, seat)
            case {"do": "sit"}:
                raise Malformed.said("seat-missing")
            case {"do": "watch"}:
                room.leave_seat(self)
            case {"do": "ready"}:
                room.set_ready(self, ready=message.get("ready") is not False)
            case {"do": "rematch"}:
                room.set_ready(self)
            case {"do": "start"}:
                room.start(self)
            case {"do": "next"}:
                room.request_level(self)
            case {"do": "end"} if isinstance(room, ClassRoom):
                room.end(self)
            case _:
                await self._play(messages.parse(message), n)
        self.rooms.record(room)

    async def _play(self, request: messages.Request, n: int | None) -> None:
        room = self.room
        match request:
            case _ if isinstance(request, messages.Query):
                await self.queries.submit(room.visible_to(self), request, n)
            case (
                messages.Hint()
                | messages.Reverse()
                | messages.Take()
                | messages.Line()
                | messages.Assist()
                | messages.Comment()
                | messages.Judge()
                | messages.Record()
            ):
                raise RoomError.said("room-command")
            case messages.Ahead():
                seat = room.seat_of(self)
                if seat is None or seat.view is None:
                    raise RoomError.said("no-board-yours")
                self.send(envelope.encode(seat.view.ahead_message(), n))
            case command:
                self._execute(command, n)
                if room.solutions:
                    await self.rooms.writer.add_solutions(room)

    def _execute(self, command: messages.Command, n: int | None) -> None:
        """Execute a player's command; its positions count for their address, a key on a shared board for one."""
        self.shares.require(self.household, command)
        seat = self.room.seat_of(self)
        view = seat.view if seat is not None else None
        before = view.size if view is not None else 0
        self.room.execute(self, command, n)
        self.shares.count(self.household, view.size - before if view is not None else 1)
