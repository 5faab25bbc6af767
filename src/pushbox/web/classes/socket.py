"""The socket of a class: the server says what has changed, and takes no messages."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass

from fastapi import APIRouter, WebSocket

from ... import store
from ...errors import NotFound
from ...store.classes import Member
from ..identity_cookie import Visitor
from ..rate_limits import take_for_address
from ..sockets.connection import CapacityError, Connection
from ..sockets.envelope import Malformed, Object
from ..sockets.handler import serve
from .access import seconds_until_code
from .feeds import ClassFeeds

router = APIRouter()


@router.websocket("/ws/classes/{code}")
async def follow_class(websocket: WebSocket, code: str) -> None:
    """Tell a member of a class what changes until the socket closes."""
    state = websocket.app.state

    async def join(connection: Connection, visitor: Visitor) -> ClassSocket:
        member = await asyncio.to_thread(store.classes.member, state.store, code[:40], visitor.owners)
        if member is None:
            if wait := await seconds_until_code(websocket):
                raise CapacityError.said("class-entries", seconds=wait)
            raise NotFound.said("no-class")
        if wait := math.ceil(await take_for_address(websocket, "class-entries", state.settings.limits.class_entries)):
            raise CapacityError.said("class-entries", seconds=wait)
        listener = ClassSocket(connection, state.classes, member, visitor.id)
        state.classes.enter(listener)
        return listener

    await serve(websocket, "class", join)


@dataclass(eq=False, slots=True)
class ClassSocket:
    """Somebody who looks at a class, over a socket."""

    connection: Connection
    feeds: ClassFeeds
    member: Member
    visitor: str

    def send(self, text: str) -> None:
        """Send a message."""
        self.connection.send(text)

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection."""
        self.connection.close(code, reason)

    def leave(self) -> None:
        """Handle a disconnect."""
        self.feeds.leave(self)

    async def answer(self, message: Object, n: int | None) -> None:
        """Refuse any message: a class is changed over HTTP."""
        del message, n
        raise Malformed.said("class-listens")
