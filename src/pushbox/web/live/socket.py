"""The socket of a room."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketException

from ...errors import PushboxError
from ...store import Store, solutions
from ..identity_cookie import Visitor, identify_socket
from ..play import messages, serialize
from ..play.connection import BUSY, FAILED, NOT_FOUND, Connection
from ..play.game_view import Refused
from ..play.messages import Malformed
from ..play.play_manager import PlayManager
from .members import RaceSolution, RoomError
from .room import Room
from .rooms import Rooms

router = APIRouter()
_MAX_NAME = 24
_logger = logging.getLogger("pushbox.web")


@router.websocket("/ws/rooms/{code}")
async def live(websocket: WebSocket, code: str, name: str = "") -> None:
    """Join a room until the socket closes."""
    await websocket.accept()
    state = websocket.app.state
    async with Connection(websocket) as connection:
        try:
            visitor = identify_socket(websocket)
        except WebSocketException as error:
            connection.close(error.code, error.reason)
            return
        room = state.rooms.find(code)
        if room is None:
            connection.close(NOT_FOUND, "the room does not exist, or it has been closed")
            return
        member = RoomSocket(
            connection, state.rooms, room, visitor, display_name(visitor, name), state.store, state.plays
        )
        try:
            room.enter(member)
        except RoomError as error:
            connection.close(BUSY, str(error))
            return
        try:
            await member.listen()
        except Exception:
            _logger.exception("the socket of room %s", code)
            connection.close(FAILED, "the server has failed on this room")
        finally:
            room.leave(member)


def display_name(visitor: Visitor, name: str) -> str:
    """Return the name that others see: that of the account, else the one given, marked with a tilde."""
    if visitor.account is not None:
        return visitor.account
    printable = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    return f"{printable[:_MAX_NAME] or 'guest'}~"


@dataclass(eq=False, slots=True)
class RoomSocket:
    """A member of a room, over a socket."""

    connection: Connection
    rooms: Rooms
    room: Room
    identity: Visitor
    name: str
    library: Store
    plays: PlayManager

    @property
    def visitor(self) -> str:
        """Return the visitor's id."""
        return self.identity.id

    def send(self, text: str) -> None:
        """Send a message to the member."""
        self.connection.send(text)

    async def listen(self) -> None:
        """Answer every message until the socket closes or the member leaves."""
        while (text := await self.connection.receive()) is not None:
            n = None
            try:
                message = messages.decode(text)
                n = messages.message_number(message)
                if message.get("do") == "leave":
                    self.room.leave_seat(self)
                    self.connection.close(1000, "left")
                    return
                await self._answer(message, text, n)
            except Malformed as error:
                self.send(serialize.error(str(error), n))
            except (Refused, PushboxError) as error:
                self.send(serialize.error(str(error), n))

    async def _answer(self, message: dict[str, Any], text: str, n: int | None) -> None:
        room = self.room
        match message:
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
                await self._play(text, n)
        self.rooms.start_ticking(room)

    async def _play(self, text: str, n: int | None) -> None:
        room = self.room
        _, request = messages.parse(text)
        match request:
            case messages.Reach() | messages.Path() | messages.Origins() | messages.Pushable() | messages.Describe():
                self.send(serialize.encode(await self.plays.answer(room.visible_to(self), request), n))
            case messages.Hint() | messages.Reverse() | messages.Take() | messages.Line() | messages.Assist():
                raise RoomError("this is not for a room")
            case command:
                room.execute(self, command, n)
                solutions_found, room.solutions = room.solutions, []
                for solution in solutions_found:
                    await asyncio.to_thread(self._save_solution, solution)

    def _save_solution(self, solution: RaceSolution) -> None:
        """Keep the solution of a race, where its level is in the library."""
        if self.room.level_id is not None:
            solutions.add(
                self.library,
                self.room.level_id,
                solution.text,
                visitor=solution.visitor,
                account=self.identity.account,
                seconds=solution.seconds,
            )
