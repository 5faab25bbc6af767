"""Sessions: a visitor is logged in to an account, by a secret of which only the hash arrives here.

A visitor who has been logged in to an account is on a device that it knows, until its password changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from ..errors import NotFound
from .accounts import account_not_found, ensure_visitor
from .database import Store, from_row, upsert, violation_as
from .tables import devices, logins, now

MAX_SESSIONS, MAX_DEVICES = 50, 50  # of an account; the oldest ones go
USE_INTERVAL = timedelta(minutes=5)  # how exactly it is known when a session was used last
_DEVICE_LIFETIME = timedelta(days=365)  # as long as a browser keeps the visitor's cookie


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """A session; `client` is the program that began it, if known."""

    id: str
    account: str
    visitor: str
    made: datetime
    used: datetime
    ends: datetime
    client: str


def log_in(store: Store, ident: str, *, visitor: str, name: str, ends: datetime, client: str = "") -> None:
    """Add a session of an account, by the hash of its secret, that a visitor has until it `ends`.

    It takes the place of the visitor's other sessions.
    """
    made = now()
    with store.write() as connection:
        ensure_visitor(connection, visitor)
        connection.execute(sa.delete(logins).where((logins.c.ends < made) | (logins.c.visitor == visitor)))
        row = {"id": ident, "visitor": visitor, "account": name, "ends": ends}
        with violation_as(account_not_found(name)):
            connection.execute(sa.insert(logins).values(**row, made=made, used=made, client=client))
        connection.execute(
            upsert(connection, devices, "used").values(account=name, visitor=visitor, used=made),
        )
        connection.execute(sa.delete(devices).where(devices.c.used < made - _DEVICE_LIFETIME))
        for table, key, kept in ((logins, logins.c.id, MAX_SESSIONS), (devices, devices.c.visitor, MAX_DEVICES)):
            latest = sa.select(key).where(table.c.account == name).order_by(table.c.used.desc(), key).limit(kept)
            # A subquery of its own: neither database limits one that stands in an IN directly in all versions.
            connection.execute(
                sa.delete(table).where(table.c.account == name, key.not_in(sa.select(latest.subquery().c[0])))
            )


def logged_in(store: Store, visitor: str) -> str | None:
    """Return the name of the account that a visitor is logged in to, None for nobody."""
    with store.read() as connection:
        return account_of(connection, visitor)


def account_of(connection: sa.Connection, visitor: str) -> str | None:
    """Return the name of the account that a visitor is logged in to, within a transaction, None for nobody."""
    query = sa.select(logins.c.account).where(logins.c.visitor == visitor, logins.c.ends > now())
    return connection.execute(query.order_by(logins.c.ends.desc()).limit(1)).scalar()


def get(store: Store, ident: str) -> SessionEntry | None:
    """Return the session with this id, None for one that is over."""
    query = sa.select(logins).where(logins.c.id == ident, logins.c.ends > now())
    with store.read() as connection:
        row = connection.execute(query).mappings().one_or_none()
    return None if row is None else from_row(SessionEntry, row)


def listing(store: Store, name: str) -> list[SessionEntry]:
    """Return the sessions of an account, the one that was used last first."""
    query = sa.select(logins).where(logins.c.account == name, logins.c.ends > now())
    with store.read() as connection:
        rows = connection.execute(query.order_by(logins.c.used.desc(), logins.c.id)).mappings().all()
    return [from_row(SessionEntry, row) for row in rows]


def touch(store: Store, entry: SessionEntry, at: datetime) -> None:
    """Note that a session is used, unless that was noted a short while ago."""
    if at - entry.used < USE_INTERVAL:
        return
    with store.write() as connection:
        connection.execute(sa.update(logins).where(logins.c.id == entry.id, logins.c.used < at).values(used=at))


def log_out(store: Store, visitor: str) -> None:
    """End the sessions of a visitor."""
    with store.write() as connection:
        connection.execute(sa.delete(logins).where(logins.c.visitor == visitor))


def end(store: Store, name: str, ident: str) -> None:
    """End the session of an account whose id begins so.  Raises NotFound."""
    with store.write() as connection:
        own = logins.c.account == name
        if not connection.execute(
            sa.delete(logins).where(own, logins.c.id.startswith(ident, autoescape=True))
        ).rowcount:
            raise NotFound.said("no-session", session=ident[:40])


def end_others(store: Store, name: str, ident: str) -> None:
    """End all sessions of an account but the one with this id."""
    with store.write() as connection:
        connection.execute(sa.delete(logins).where(logins.c.account == name, logins.c.id != ident))


def is_device(store: Store, name: str, visitor: str) -> bool:
    """Return whether a visitor has logged in to an account since its password was set."""
    query = sa.select(devices.c.used).where(devices.c.account == name, devices.c.visitor == visitor)
    with store.read() as connection:
        return connection.execute(query).first() is not None
