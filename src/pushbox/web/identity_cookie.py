"""The visitor of a request, known by a random cookie, whose token only they have and whose hash is their id."""

from __future__ import annotations

import hashlib
import math
import re
import secrets
from typing import Annotated, NamedTuple

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from .. import store
from . import rate_limits
from .errors import ApiError

COOKIE = "pushbox"
SESSION = "pushbox-session"

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class Visitor(NamedTuple):
    """A visitor: the hash of their token, and the account that they are logged in to, None for none."""

    id: str
    account: str | None = None


def hashed(token: str) -> str:
    """Return the hash by which the store knows a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection, name: str) -> str:
    """Return the token in a cookie, empty where there is none or something that no server has given out."""
    token = connection.cookies.get(name, "")
    return token if _TOKEN.fullmatch(token) else ""


def identify(connection: HTTPConnection) -> Visitor | None:
    """Return the visitor of a connection, None for one without a cookie."""
    token = token_of(connection, COOKIE)
    if not token:
        return None
    session = token_of(connection, SESSION)
    account = store.accounts.of_session(connection.app.state.store, hashed(session)) if session else None
    return Visitor(hashed(token), account)


async def ensure_visitor(request: Request, known: Annotated[Visitor | None, Depends(identify)]) -> Visitor:
    """Return the visitor, new with a cookie if need be.  Raises ApiError for too many new ones from an address."""
    if known is not None:
        return known
    wait = await rate_limits.take_for_address(request, "visitors", request.app.state.settings.limits.visitors)
    if wait:
        raise ApiError("too-many", "too many new visitors from this address", retry=math.ceil(wait))
    token = secrets.token_urlsafe(32)
    set_cookie(request, COOKIE, token)
    return Visitor(hashed(token))


def renew_cookie(request: Request) -> None:
    """Renew the cookie of a visitor who has one: whoever comes back now and then never loses it."""
    if token := token_of(request, COOKIE):
        set_cookie(request, COOKIE, token)


def set_cookie(request: Request, name: str, token: str) -> None:
    """Set a cookie with the response to a request, or remove it where the token is empty."""
    request.scope["state"].setdefault("cookies", {})[name] = token


OptionalVisitor = Annotated[Visitor | None, Depends(identify)]
CurrentVisitor = Annotated[Visitor, Depends(ensure_visitor)]
