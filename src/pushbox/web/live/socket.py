"""The socket of a room."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from fastapi import APIRouter, WebSocket

from ...errors import NotFound
from ...store import Store, solutions
from ..identity_cookie import Visitor
from ..play import messages, serialize
from ..play.connection import Connection, TokenBucket
from ..play.handler import serve
from ..play.messages import Malformed
from ..play.play_manager import PlayManager
from ..play.serialize import Object
from .members import RaceSolution, RoomError
from .names import display_name
from .room import Room
from .rooms import Rooms

router = APIRouter()
_ROOM_COMMANDS = ("sit", "watch", "ready", "rematch", "start")
_ROOM_BURST, _ROOM_RATE = 20.0, 2.0  # commands at once, and a second, of which everybody in the room learns


@router.websocket("/ws/rooms/{code}")
async def live(websocket: WebSocket, code: str, name: str = "") -> None:
    """Join a room until the socket closes."""
    state = websocket.app.state

    async def join(connection: Connection, visitor: Visitor) -> RoomSocket:
        room = state.rooms.find(code)
        if room is None:
            raise NotFound("the room does not exist, or it has been closed")
        shown_name = display_name(visitor, name)
        member = RoomSocket(
            connection, state.rooms, room, visitor.id, visitor.account, shown_name, state.store, state.plays
        )
        room.enter(member)
        return member

    await serve(websocket, "room", join)


@dataclass(eq=False, slots=True)
class RoomSocket:
    """A member of a room, over a socket."""

    connection: Connection
    rooms: Rooms
    room: Room
    visitor: str
    account: str | None
    name: str
    library: Store
    plays: PlayManager
    pace: TokenBucket = field(default_factory=lambda: TokenBucket(_ROOM_BURST, _ROOM_RATE))

    def send(self, text: str) -> None:
        """Send a message to the member."""
        self.connection.send(text)

    def leave(self) -> None:
        """Leave the room, in which the seat is kept for a while."""
        self.room.leave(self)

    async def answer(self, message: Object, n: int | None) -> None:
        """Answer a message: of the room itself, or of what is played in it."""
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
                raise Malformed("seat: found none, expected the number of a seat from 0 on")
            case {"do": "watch"}:
                room.leave_seat(self)
            case {"do": "ready"}:
                room.set_ready(self, ready=message.get("ready") is not False)
            case {"do": "rematch"}:
                room.set_ready(self)
            case {"do": "start"}:
                room.start(self)
            case _:
                await self._play(messages.parse(message), n)
        self.rooms.start_ticking(room)

    async def _play(self, request: messages.Request, n: int | None) -> None:
        room = self.room
        match request:
            case _ if isinstance(request, messages.Query):
                self.send(serialize.encode(await self.plays.answer(room.visible_to(self), request), n))
            case messages.Hint() | messages.Reverse() | messages.Take() | messages.Line() | messages.Assist():
                raise RoomError("this is not for a room")
            case command:
                room.execute(self, command, n)
                new, room.solutions = room.solutions, []
                for solution in new:
                    await asyncio.to_thread(self._save_solution, solution)

    def _save_solution(self, solution: RaceSolution) -> None:
        """Keep the solution of a race, where its level is in the library."""
        if self.room.level_id is not None:
            solutions.add(
                self.library,
                self.room.level_id,
                solution.text,
                visitor=solution.visitor,
                account=self.account,
                seconds=solution.seconds,
            )
