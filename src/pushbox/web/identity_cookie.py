"""Who asks: a visitor is known by a random cookie, whose token only he has and whose hash is his id."""

from __future__ import annotations

import hashlib
import math
import re
import secrets
from typing import Annotated, NamedTuple

from fastapi import Depends, Request, WebSocketException
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from .. import store
from . import rate_limits
from .errors import Refusal

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


def token_of(connection: HTTPConnection, name: str) -> str:
    """Return the token in a cookie, empty where there is none or something that no server has given out."""
    token = connection.cookies.get(name, "")
    return token if _TOKEN.fullmatch(token) else ""


def known(connection: HTTPConnection) -> Visitor | None:
    """Return the visitor of a connection, None for one without a cookie."""
    token = token_of(connection, COOKIE)
    if not token:
        return None
    session = token_of(connection, SESSION)
    account = store.accounts.of_session(connection.app.state.store, hashed(session)) if session else None
    return Visitor(hashed(token), account)


async def visitor(request: Request, found: Annotated[Visitor | None, Depends(known)]) -> Visitor:
    """Return who asks, given a cookie if he has none yet.  Raises Refusal where an address asks for too many."""
    if found is not None:
        return found
    wait = rate_limits.take_for_address(request, "visitors", request.app.state.settings.limits.visitors)
    if wait:
        raise Refusal("too-many", "too many new visitors from this address", retry=math.ceil(wait))
    token = secrets.token_urlsafe(32)
    set_cookie(request, COOKIE, token)
    return Visitor(hashed(token))


def renew(request: Request) -> None:
    """Let the cookie of somebody who has one live on: who comes back now and then never loses it."""
    if token := token_of(request, COOKIE):
        set_cookie(request, COOKIE, token)


def set_cookie(request: Request, name: str, token: str) -> None:
    """Let the answer to a request set a cookie, or remove it where the token is empty."""
    request.scope["state"].setdefault("cookies", {})[name] = token


def of_socket(websocket: WebSocket) -> Visitor:
    """Return who opens a socket.  Raises WebSocketException for somebody without a cookie."""
    found = known(websocket)
    if found is None:
        raise WebSocketException(NOT_YOURS, "no cookie: open a page first")
    return found


Guest = Annotated[Visitor | None, Depends(known)]
Asking = Annotated[Visitor, Depends(visitor)]
