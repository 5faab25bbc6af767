"""The handler of a socket, of a play or of a room: who comes in, message after message, and how it ends."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from anyio import to_thread
from fastapi import WebSocket

from ...errors import LibraryUnavailable, NotFound, PushboxError, with_notes
from ..identity_cookie import Visitor, identify
from ..rate_limits import SentBytes
from . import envelope
from .connection import BUSY, COUNTED, FAILED, NOT_FOUND, UNKNOWN_VISITOR, CapacityError, Connection
from .envelope import Object

_logger = logging.getLogger("pushbox.web")


class SocketHandler(Protocol):
    """A client at a socket."""

    async def answer(self, message: Object, n: int | None) -> None:
        """Answer a message with its number.  Raises PushboxError for one that is not executed."""

    def leave(self) -> None:
        """Handle that the client has gone."""


async def serve(
    websocket: WebSocket, subject: str, join: Callable[[Connection, Visitor], Awaitable[SocketHandler]]
) -> None:
    """Serve a socket until it closes; `join` lets a visitor in, and raises NotFound or CapacityError for others."""
    await websocket.accept()
    sent = SentBytes(websocket, websocket.app.state.settings.limits.sent, COUNTED)
    async with Connection(websocket, sent) as connection:
        handler = await _let_in(websocket, connection, join)
        if handler is None:
            return
        try:
            while (text := await connection.receive()) is not None:
                await _answer(handler, connection, text)
        except Exception:
            _logger.exception("the socket %s", websocket.url)
            connection.close(FAILED, f"the server has failed on this {subject}")
        finally:
            handler.leave()


async def _let_in(
    websocket: WebSocket, connection: Connection, join: Callable[[Connection, Visitor], Awaitable[SocketHandler]]
) -> SocketHandler | None:
    """Return the result of `join` for a visitor; if they may not enter, close the connection and return None."""
    try:
        visitor = await to_thread.run_sync(identify, websocket)
        if visitor is not None:
            state = websocket.app.state
            await to_thread.run_sync(state.last_seen.note, visitor.id, state.clock())
            return await join(connection, visitor)
        connection.close(UNKNOWN_VISITOR, "no cookie: open a page first")
    except NotFound as error:
        connection.close(NOT_FOUND, str(error))
    except CapacityError as error:
        connection.close(BUSY, str(error))
    except LibraryUnavailable as error:
        _logger.error("%s", with_notes(error))  # noqa: TRY400
        connection.close(BUSY, str(error))
    return None


async def _answer(handler: SocketHandler, connection: Connection, text: str) -> None:
    n = None
    try:
        message = envelope.decode(text)
        n = envelope.number_of(message)
        await handler.answer(message, n)
    except PushboxError as error:
        if isinstance(error, LibraryUnavailable):
            _logger.error("%s", with_notes(error))  # noqa: TRY400
        connection.send(envelope.error(str(error), n))
