"""One end of a socket: messages go out in order, and a client that reads slowly or sends too fast holds up nobody."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Self

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...errors import PushboxError

_MAX_UNSENT = 512  # messages that a client has not taken yet
BURST = 240.0  # messages at once
RATE = 60.0  # messages a second from then on

UNKNOWN_VISITOR = 4403  # the codes that close a socket
NOT_FOUND = 4404
BUSY = 1013
FAILED = 1011


class CapacityError(PushboxError):
    """The plays, positions, windows or people are as many as allowed."""


class Connection:
    """An accepted socket; use it as a context, which ends with the socket closed.

    `send` never waits: a client with `_MAX_UNSENT` unread messages is disconnected, and may come back.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._outgoing: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue(_MAX_UNSENT)
        self._writer: asyncio.Task[None] | None = None
        self._tokens, self._counted = BURST, time.monotonic()
        self._closing = False

    async def __aenter__(self) -> Self:
        self._writer = asyncio.create_task(self._write())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close(1000)
        if self._writer is not None:
            await self._writer

    def send(self, text: str) -> None:
        """Send a message after those before it."""
        if not self._closing:
            try:
                self._outgoing.put_nowait(text)
            except asyncio.QueueFull:
                self._closing = True
                self._outgoing.get_nowait()
                self._outgoing.put_nowait((BUSY, "too many messages are waiting for this client"))

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket once all that was sent before has gone out."""
        if not self._closing:
            self._closing = True
            if self._outgoing.full():
                self._outgoing.get_nowait()
            self._outgoing.put_nowait((code, reason))

    async def receive(self) -> str | None:
        """Return the next message, None at the end; a client faster than `RATE` waits.  Bytes come as an empty text."""
        if self._closing:
            return None
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            self._closing = True
            if self._writer is not None:
                self._writer.cancel()
                with suppress(asyncio.CancelledError):
                    await self._writer
                self._writer = None
            return None
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._counted) * RATE) - 1
        self._counted = now
        if self._tokens < 0:
            await asyncio.sleep(-self._tokens / RATE)
        return message.get("text") or ""

    async def _write(self) -> None:
        while True:
            text = await self._outgoing.get()
            with suppress(WebSocketDisconnect, RuntimeError):  # the other end has gone, which `receive` reports
                if isinstance(text, str):
                    await self._socket.send_text(text)
                else:
                    await self._socket.close(*text)
            if not isinstance(text, str):
                return
