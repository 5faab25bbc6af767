"""The socket of a storm."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, field

from fastapi import APIRouter, WebSocket

from ..identity_cookie import Visitor
from ..live.names import display_name
from ..play import messages
from ..play.queries import answer
from ..rate_limits import take_for_address
from ..sockets import envelope
from ..sockets.connection import CapacityError, Connection, TokenBucket
from ..sockets.envelope import Object
from ..sockets.handler import serve
from .run import StormError
from .storms import Entry, Storms, storm_to_json

router = APIRouter()
_BURST, _RATE = 20.0, 1.0  # levels left at once, and a second


@router.websocket("/ws/storm")
async def storm(
    websocket: WebSocket,
    name: str = "",
    ahead: bool = True,  # noqa: FBT001, FBT002  # of a query
) -> None:
    """Play a storm, or go on with one, until the socket closes, with what keys lead to sent `ahead` of them."""
    state = websocket.app.state

    async def join(connection: Connection, visitor: Visitor) -> StormSocket:
        if wait := await take_for_address(websocket, "storms", state.settings.limits.storms):
            raise CapacityError.said("storms-address", seconds=math.ceil(wait))
        shown = await asyncio.to_thread(display_name, visitor, name, library=state.store)
        player = StormSocket(connection, state.storms, visitor.id, visitor.account, shown, ahead)
        await player.enter()
        return player

    await serve(websocket, "storm", join)


@dataclass(eq=False, slots=True)
class StormSocket:
    """The player of a storm, over a socket.

    Keys that were pressed before the client had the next level are none of that level: what comes until the client has
    said which level it shows is left out.
    """

    connection: Connection
    storms: Storms
    visitor: str
    account: str | None
    name: str
    foresees: bool
    shown: int = -1
    entry: Entry | None = None
    pace: TokenBucket = field(default_factory=lambda: TokenBucket(_BURST, _RATE))

    async def enter(self) -> None:
        """Come to the run."""
        self.entry = await self.storms.enter(self)
        self._send_level()

    def send(self, text: str) -> None:
        """Send a message to the player."""
        self.connection.send(text)

    def leave(self) -> None:
        """Leave the run."""
        if self.entry is not None:
            self.storms.leave(self.entry, self)

    async def answer(self, message: Object, n: int | None) -> None:
        """Answer a message: of the storm, or of the level that is played."""
        entry = self.entry
        assert entry is not None, "a player has entered"
        if entry.player is not self:
            raise StormError.said("storm-window")
        match message:
            case {"do": "shown", "number": int(number)}:
                self.shown = number
            case {"do": "skip"}:
                await asyncio.sleep(self.pace.take())
                entry.run.skip()
                self.storms.watch_time(entry)
                self._send_level()
            case {"do": "again"}:
                await asyncio.sleep(self.pace.take())
                if entry.result is None:
                    raise StormError.said("storm-running")
                self.shown = -1
                await self.enter()
            case _:
                self._play(entry, messages.parse(message), n)

    def _play(self, entry: Entry, request: messages.Request, n: int | None) -> None:
        run = entry.run
        if self.shown != run.number:
            return
        match request:
            case messages.Ahead():
                self.send(envelope.encode(run.view.ahead_message(), n))
            case messages.Press() | messages.Undo() | messages.Redo() | messages.Restart() | messages.Run():
                self._execute(entry, request, n)
            case messages.Drag() | messages.Goto():
                self._execute(entry, request, n)
            case messages.Reach() | messages.Ends() | messages.Path() | messages.Origins():
                self.send(envelope.encode(answer(run.view.session.visible, request), n))
            case _:
                raise StormError.said("storm-command")

    def _execute(self, entry: Entry, command: messages.Command, n: int | None) -> None:
        begins = entry.run.phase == "ready"
        message, is_solved = entry.run.execute(command)
        self.send(envelope.encode(message, n))
        if begins:
            self.storms.watch_time(entry)
            self.send(envelope.encode(storm_to_json(entry)))
        if is_solved:
            self._send_level()

    def _send_level(self) -> None:
        """Send how far the run is, and the level that is played."""
        assert self.entry is not None, "a player has entered"
        self.send(envelope.encode(storm_to_json(self.entry)))
        view = self.entry.run.view
        view.foresees = self.foresees
        self.send(envelope.encode(view.opened_message()))
