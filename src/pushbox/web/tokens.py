"""Tokens of accounts for programs: ``Authorization: Bearer pushbox_...`` in place of the cookies of a browser.

A request with a token acts as the account, and as the visitor who made it, within the scopes of the token.  What is
about the account itself no token may do: its passwords, codes, sessions, tokens and its end.
"""

from __future__ import annotations

import re
import secrets
from datetime import datetime, timedelta
from typing import Literal, get_args

from .. import store
from ..store import Store
from ..store.tables import now
from ..store.tokens import TokenEntry
from .errors import ApiError

Scope = Literal["read", "write", "publish"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
PREFIX = "pushbox_"  # by which a token that leaked is found in a text

_SAFE = ("GET", "HEAD", "OPTIONS")
_PERSONAL = re.compile(r"/api/(me|accounts|login|logout|recover)(/|$)")
_READABLE = ("/api/me", "/api/me/milestones", "/api/me/following", "/api/me/export")
_PUBLISHING = re.compile(r"/api/(publish|collections/\d+/(publish|draft-link)|levels/\d+/versions)(/|$)")


def new_token() -> str:
    """Return a token that nobody can guess."""
    return PREFIX + secrets.token_urlsafe(32)


def end_of(days: int | None) -> datetime | None:
    """Return when a token ends that is made now, None for never."""
    return None if days is None else now() + timedelta(days=days)


def authorize(library: Store, ident: str, method: str, path: str, at: datetime) -> TokenEntry:
    """Return the token of a request, by its hash, and note that it is used.

    Raises ApiError for one that is unknown, that has ended, or whose scopes do not allow this.
    """
    entry = store.tokens.get(library, ident)
    if entry is None:
        raise ApiError.said("forbidden", "wrong-token")
    scope = needed_scope(method, path)
    if scope is None:
        raise ApiError.said("forbidden", "token-never")
    if scope not in entry.scopes:
        raise ApiError.said("forbidden", "token-scope", scope=scope)
    store.tokens.touch(library, entry, at)
    return entry


def needed_scope(method: str, path: str) -> Scope | None:
    """Return the scope that a request needs, None for one that no token may send."""
    if _PERSONAL.match(path):
        return "read" if method in _SAFE and path in _READABLE else None
    if method in _SAFE:
        return "read"
    return "publish" if _PUBLISHING.match(path) else "write"
