"""Tokens of accounts for programs: each acts as its account within some scopes.  Only hashes of tokens arrive here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from ..errors import NotFound, StoreError
from .accounts import account_not_found, ensure_visitor
from .database import Store, from_row, violation_as
from .fulltext import sanitize
from .tables import api_tokens, now

MAX_TOKENS = 20  # of an account
MAX_NAME = 60  # characters of the name of a token
USE_INTERVAL = timedelta(minutes=5)  # how exactly it is known when a token was used last


@dataclass(frozen=True, slots=True)
class TokenEntry:
    """A token; it is known by the hash `id`, acts as the visitor who made it, and never `ends` if that is None."""

    id: str
    account: str
    visitor: str
    name: str
    scopes: tuple[str, ...]
    made: datetime
    used: datetime | None
    ends: datetime | None


def add(
    store: Store, ident: str, *, account: str, visitor: str, name: str, scopes: Sequence[str], ends: datetime | None
) -> TokenEntry:
    """Add a token of an account, by the hash of its secret; those that have ended go.

    Raises NotFound for no such account, StoreError where it has as many as it may.
    """
    made = now()
    entry = TokenEntry(ident, account, visitor, sanitize(name)[:MAX_NAME], tuple(scopes), made, None, ends)
    own = api_tokens.c.account == account
    count = sa.select(sa.func.count()).select_from(api_tokens).where(own)
    with store.write() as connection, violation_as(account_not_found(account)):
        connection.execute(sa.delete(api_tokens).where(own, api_tokens.c.ends < made))
        if connection.execute(count).scalar_one() >= MAX_TOKENS:
            raise StoreError.said("many-tokens", count=MAX_TOKENS)
        ensure_visitor(connection, visitor)
        row = {"id": ident, "account": account, "visitor": visitor, "name": entry.name, "made": made, "ends": ends}
        connection.execute(sa.insert(api_tokens).values(row | {"scopes": list(scopes)}))
    return entry


def get(store: Store, ident: str) -> TokenEntry | None:
    """Return the token with this hash, None for one that has ended or was revoked."""
    query = sa.select(api_tokens).where(api_tokens.c.id == ident, _is_valid())
    with store.read() as connection:
        row = connection.execute(query).mappings().one_or_none()
    return None if row is None else _entry(row)


def listing(store: Store, account: str) -> list[TokenEntry]:
    """Return the tokens of an account, the newest first."""
    query = sa.select(api_tokens).where(api_tokens.c.account == account, _is_valid())
    with store.read() as connection:
        rows = connection.execute(query.order_by(api_tokens.c.made.desc(), api_tokens.c.id)).mappings().all()
    return [_entry(row) for row in rows]


def touch(store: Store, entry: TokenEntry, at: datetime) -> None:
    """Note that a token is used, unless that was noted a short while ago."""
    if entry.used is not None and at - entry.used < USE_INTERVAL:
        return
    with store.write() as connection:
        connection.execute(sa.update(api_tokens).where(api_tokens.c.id == entry.id).values(used=at))


def revoke(store: Store, account: str, ident: str) -> None:
    """Revoke the token of an account whose hash begins so.  Raises NotFound."""
    own = api_tokens.c.account == account, api_tokens.c.id.startswith(ident, autoescape=True)
    with store.write() as connection:
        if not connection.execute(sa.delete(api_tokens).where(*own)).rowcount:
            raise NotFound.said("no-token", token=ident[:40])


def _is_valid() -> sa.ColumnElement[bool]:
    return api_tokens.c.ends.is_(None) | (api_tokens.c.ends > now())


def _entry(row: sa.RowMapping) -> TokenEntry:
    return from_row(TokenEntry, {**row, "scopes": tuple(row["scopes"])})
