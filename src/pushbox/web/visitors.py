"""Who asks: a visitor is known by a random cookie, whose token only he has and whose hash is his id."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Annotated, NamedTuple

from fastapi import Depends, Request, WebSocketException
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

COOKIE = "pushbox"
SESSION = "pushbox-session"
NOT_YOURS = 4403  # the code that closes a socket of somebody who is not known

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class Visitor(NamedTuple):
    """Somebody who asks: the hash of his token, and the name of the account that he is logged in to, None for none."""

    id: str
    account: str | None = None


def hashed(token: str) -> str:
    """Return what the store knows a token by."""
    return hashlib.sha256(token.encode()).hexdigest()


def known(connection: HTTPConnection) -> Visitor | None:
    """Return the visitor of a connection, None for one without a cookie."""
    token = connection.cookies.get(COOKIE, "")
    return Visitor(hashed(token)) if _TOKEN.fullmatch(token) else None


def visitor(request: Request) -> Visitor:
    """Return who asks, given a cookie if he has none yet."""
    found = known(request)
    if found is None:
        token = secrets.token_urlsafe(32)
        request.state.cookies = {**getattr(request.state, "cookies", {}), COOKIE: token}
        found = Visitor(hashed(token))
    return found


def of_socket(websocket: WebSocket) -> Visitor:
    """Return who opens a socket.  Raises WebSocketException for somebody without a cookie."""
    found = known(websocket)
    if found is None:
        raise WebSocketException(NOT_YOURS, "no cookie: open a page first")
    return found


Guest = Annotated[Visitor | None, Depends(known)]
Asking = Annotated[Visitor, Depends(visitor)]
