"""The socket of a room."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketException

from ...errors import PushboxError
from ...store import Store, solutions
from ..play import messages, serialize
from ..play.connection import BUSY, FAILED, NO_SUCH, Connection
from ..play.game_view import Refused
from ..play.messages import Malformed
from ..play.play_manager import Tables
from ..visitors import Visitor, of_socket
from .members import Misplaced, Win
from .room import Room
from .rooms import Rooms

router = APIRouter()
_LONGEST_NAME = 24
_logger = logging.getLogger("pushbox.web")


@router.websocket("/ws/rooms/{code}")
async def live(websocket: WebSocket, code: str, name: str = "") -> None:
    """Be in a room until the socket closes."""
    await websocket.accept()
    state = websocket.app.state
    async with Connection(websocket) as connection:
        try:
            visitor = of_socket(websocket)
        except WebSocketException as error:
            connection.close(error.code, error.reason)
            return
        room = state.rooms.find(code)
        if room is None:
            connection.close(NO_SUCH, "there is no such room, or it has been closed")
            return
        guest = Guest(connection, state.rooms, room, visitor, called(visitor, name), state.store, state.tables)
        try:
            room.enter(guest)
        except Misplaced as error:
            connection.close(BUSY, str(error))
            return
        try:
            await guest.listen()
        except Exception:
            _logger.exception("the socket of room %s", code)
            connection.close(FAILED, "the server has failed on this room")
        finally:
            room.exit(guest)


def called(visitor: Visitor, name: str) -> str:
    """Return what somebody is called: the name of his account, else the one that he gives, marked with a tilde."""
    if visitor.account is not None:
        return visitor.account
    shown = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    return f"{shown[:_LONGEST_NAME] or 'guest'}~"


@dataclass(eq=False, slots=True)
class Guest:
    """Somebody in a room, over a socket."""

    connection: Connection
    rooms: Rooms
    room: Room
    who: Visitor
    name: str
    library: Store
    tables: Tables

    @property
    def visitor(self) -> str:
        """Who he is."""
        return self.who.id

    def send(self, text: str) -> None:
        """Send him a message."""
        self.connection.send(text)

    async def listen(self) -> None:
        """Answer every message until the socket closes or he leaves."""
        while (text := await self.connection.receive()) is not None:
            n = None
            try:
                found = messages.message(text)
                n = messages.number(found)
                if found.get("do") == "leave":
                    self.room.watch(self)
                    self.connection.close(1000, "left")
                    return
                await self._answer(found, text, n)
            except Malformed as error:
                self.send(serialize.error(str(error), n))
            except (Refused, PushboxError) as error:
                self.send(serialize.error(str(error), n))

    async def _answer(self, found: dict[str, Any], text: str, n: int | None) -> None:
        room = self.room
        match found:
            case {"do": "sit", "seat": int(seat)} if type(seat) is int:
                room.sit(self, seat)
            case {"do": "sit"}:
                raise Malformed("seat: found none, expected the number of a seat from 0 on")
            case {"do": "watch"}:
                room.watch(self)
            case {"do": "ready"}:
                room.ready(self, ready=found.get("ready") is not False)
            case {"do": "rematch"}:
                room.ready(self)
            case {"do": "start"}:
                room.start(self)
            case _:
                await self._play(text, n)
        self.rooms.wake(room)

    async def _play(self, text: str, n: int | None) -> None:
        room = self.room
        _, ask = messages.read(text)
        match ask:
            case messages.Reach() | messages.Path() | messages.Origins() | messages.Pushable() | messages.Tell():
                seen = room.seen(self)
                self.send(serialize.encode(await self.tables.answer(room.game, seen, ask), n))
            case messages.Hint() | messages.Reverse() | messages.Take() | messages.Line() | messages.Assist():
                raise Misplaced("this is not for a room")
            case deed:
                room.do(self, deed, n)
                wins, room.wins = room.wins, []
                for win in wins:
                    await asyncio.to_thread(self._keep, win)

    def _keep(self, win: Win) -> None:
        """Keep the solution of a race, where its level is in the library."""
        if self.room.ident is not None:
            solutions.add(
                self.library,
                self.room.ident,
                win.text,
                visitor=win.visitor,
                account=self.who.account,
                seconds=win.seconds,
            )
