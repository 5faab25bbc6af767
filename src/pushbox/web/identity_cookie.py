"""The visitor of a request, known by a random cookie, whose token only they have and whose hash is their id.

A browser that comes for the first time may send several requests at once: two tabs, or the parts of one page. Each of
them would make a visitor, and the last answer would take the browser away from the others. So `core/early.js` puts a
random draw into the cookie `FIRST` before any of them, the token of a new visitor is a hash of it, and all the answers
set the same one. They remove the draw: scripts cannot read the token, and nothing that they can read leads to it.

A program sends a token of an account instead, and acts as the visitor who made it.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from typing import Annotated, NamedTuple

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from .. import store
from ..errors import StoreError
from ..sentence import say
from ..store.sessions import SessionEntry
from . import rate_limits
from .bearer import bearer_of
from .dependencies import CurrentTime
from .errors import ApiError
from .tokens import authorize

COOKIE = "pushbox"
SESSION = "pushbox-session"
FIRST = "pushbox-first"

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_DRAW = re.compile(r"[0-9]{1,10}(-[0-9]{1,10}){3}")  # four numbers of 32 bits


class Visitor(NamedTuple):
    """A visitor: the hash of their token, the account that they are logged in to, None for none, and its session."""

    id: str
    account: str | None = None
    session: str = ""

    @property
    def owners(self) -> list[str]:
        """The owners as whom they keep things in the library: themselves, and their account."""
        return [self.id] if self.account is None else [self.id, self.account]


class LoggedInVisitor(NamedTuple):
    """A visitor who is logged in: the hash of their token, their account, and the id of the session."""

    id: str
    account: str
    session: str


def hashed(token: str) -> str:
    """Return the hash by which the store knows a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection, name: str) -> str:
    """Return the token in a cookie, or an empty string if it has none that a server could have issued."""
    token = connection.cookies.get(name, "")
    return token if _TOKEN.fullmatch(token) else ""


def identify(connection: HTTPConnection) -> Visitor | None:
    """Return the visitor of a connection, None for one without a cookie."""
    token = token_of(connection, COOKIE)
    return _visitor(token, _session(connection, token)) if token else None


def known_visitor(request: Request, at: CurrentTime) -> Visitor | None:
    """Return the visitor of a request, as `identify` does, or whom its token of an account is of.

    Notes now and then that they, and their session or token, are here.  Raises ApiError for a token that is not valid
    or does not allow the request.
    """
    bearer = bearer_of(request)
    if bearer is not None:
        entry = authorize(request.app.state.store, hashed(bearer), request.method, request.url.path, at)
        return Visitor(entry.visitor, entry.account)
    token = token_of(request, COOKIE)
    if not token:
        return None
    request.app.state.last_seen.note(hashed(token), at)
    session = _session(request, token)
    if session is not None:
        # What the request is for may well be had from a library that can only be read just now.
        with suppress(StoreError):
            store.sessions.touch(request.app.state.store, session, at)
    return _visitor(token, session)


def _visitor(token: str, session: SessionEntry | None) -> Visitor:
    return Visitor(hashed(token), session.account, session.id) if session else Visitor(hashed(token))


def _session(connection: HTTPConnection, token: str) -> SessionEntry | None:
    """Return the session that a connection's cookie is of, None where it is over or another visitor's."""
    secret = token_of(connection, SESSION)
    session = store.sessions.get(connection.app.state.store, hashed(secret)) if secret else None
    return session if session and session.visitor == hashed(token) else None


async def ensure_visitor(request: Request, known: Annotated[Visitor | None, Depends(known_visitor)]) -> Visitor:
    """Return the visitor, new with a cookie if need be.  Raises ApiError for too many new ones from an address."""
    if known is not None:
        return known
    limits = request.app.state.settings.limits
    await rate_limits.require_pace(request, "visitors", limits.visitors, say("many-visitors"))
    draw = request.cookies.get(FIRST, "")
    token = _token_of_draw(draw) if _DRAW.fullmatch(draw) else secrets.token_urlsafe(32)
    set_cookie(request, COOKIE, token)
    if draw:
        set_cookie(request, FIRST, "")
    return Visitor(hashed(token))


def _token_of_draw(draw: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(draw.encode()).digest()).decode().rstrip("=")


def renew_cookie(request: Request) -> None:
    """Renew the cookie of a returning visitor, so that it never expires for regular visitors."""
    if token := token_of(request, COOKIE):
        set_cookie(request, COOKIE, token)


def set_cookie(request: Request, name: str, token: str) -> None:
    """Set a cookie with the response to a request, or remove it where the token is empty."""
    request.scope["state"].setdefault("cookies", {})[name] = token


OptionalVisitor = Annotated[Visitor | None, Depends(known_visitor)]
CurrentVisitor = Annotated[Visitor, Depends(ensure_visitor)]


def _logged_in(visitor: OptionalVisitor) -> LoggedInVisitor:
    if visitor is None or visitor.account is None:
        raise ApiError.said("forbidden", "needs-account")
    return LoggedInVisitor(visitor.id, visitor.account, visitor.session)


LoggedIn = Annotated[LoggedInVisitor, Depends(_logged_in)]
