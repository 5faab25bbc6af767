"""One end of a socket: messages go out in order, and a client that reads slowly or sends too fast holds up nobody."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Self

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...errors import PushboxError
from ..rate_limits import SentBytes

_MAX_UNSENT = 512  # messages that a client has not taken yet
_MAX_UNSENT_LENGTH = 8 << 20  # characters of them
BURST = 240.0  # messages at once
RATE = 60.0  # messages a second from then on
COUNTED = 64 << 10  # bytes of messages that are counted at once for an address

UNKNOWN_VISITOR = 4403  # the codes that close a socket
NOT_FOUND = 4404
RESTARTED = 1012
BUSY = 1013
FAILED = 1011


class CapacityError(PushboxError):
    """The plays, positions, windows or people are as many as allowed."""


class TokenBucket:
    """The pace of one client: `burst` messages at once, then `rate` a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._tokens, self._counted = burst, time.monotonic()

    def take(self) -> float:
        """Count a message; return how many seconds it has to wait."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._counted) * self._rate) - 1
        self._counted = now
        return max(0.0, -self._tokens / self._rate)


class Connection:
    """An accepted socket; use it as a context, which ends with the socket closed.

    `send` never waits: a client with `_MAX_UNSENT` unread messages, or too long ones, is disconnected, and may come
    back.
    """

    def __init__(self, socket: WebSocket, sent: SentBytes | None = None) -> None:
        self._socket = socket
        self._sent = sent  # counts messages for an address
        self._outgoing: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue(_MAX_UNSENT)
        self._writer: asyncio.Task[None] | None = None
        self._pace = TokenBucket(BURST, RATE)
        self._unsent_length = 0
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
            if self._unsent_length > _MAX_UNSENT_LENGTH or self._outgoing.full():
                self.close(BUSY, "too many messages are waiting for this client")
                return
            self._unsent_length += len(text)
            self._outgoing.put_nowait(text)

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket once all that was sent before has gone out."""
        if not self._closing:
            self._closing = True
            if self._outgoing.full():
                self._outgoing.get_nowait()
            self._outgoing.put_nowait((code, reason))

    async def receive(self) -> str | None:
        """Return the next message, None at the end; who sends too fast waits.  Bytes come as an empty text."""
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
        if wait := self._pace.take():
            await asyncio.sleep(wait)
        size = len(message.get("text") or message.get("bytes") or "")
        while self._sent is not None and (wait := await self._sent.take(size)):
            size = 0
            await asyncio.sleep(wait)
        return message.get("text") or ""

    async def _write(self) -> None:
        while True:
            text = await self._outgoing.get()
            with suppress(WebSocketDisconnect, RuntimeError):  # the other end has gone, which `receive` reports
                if isinstance(text, str):
                    self._unsent_length -= len(text)
                    await self._socket.send_text(text)
                else:
                    await self._socket.close(*text)
            if not isinstance(text, str):
                return
