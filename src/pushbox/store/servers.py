"""The servers running on a library: each holds a lease and renews it.

A server is named as the owner of anything that it alone may hold, such as a play in memory. Once its lease has expired,
others may take that over. A server may be paused for longer than its lease without noticing, so each of its writes must
be conditional on something that the take-over changes. The clock of the database, the same for all, measures leases.
"""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from .database import Store, from_row, upsert
from .tables import now, servers

_SWEPT_AFTER = timedelta(hours=1)  # since the lease has lapsed


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """A server: the address at which people reach it, its process, and until when its lease holds."""

    id: str
    address: str
    process: int
    until: datetime


def database_clock(connection: sa.Connection) -> datetime:
    """Return the present instant by the clock of the database."""
    if connection.dialect.name == "sqlite":
        return now()  # the file is on this machine
    moment: datetime = connection.execute(sa.select(sa.func.clock_timestamp())).scalar_one()
    return moment


def new_id() -> str:
    """Return an id for a server."""
    return secrets.token_hex(8)


def register(store: Store, *, address: str, process: int, seconds: float, ident: str = "") -> ServerEntry:
    """Add a server, with a lease of some seconds, by an id that it has already if given.

    Servers that ended long ago without a word are removed.  On SQLite, which has one server at a time, these are all
    others: what they held is free.
    """
    with store.write() as connection:
        moment = database_clock(connection)
        entry = ServerEntry(ident or new_id(), address, process, moment + timedelta(seconds=seconds))
        ended = sa.true() if connection.dialect.name == "sqlite" else servers.c.until < moment - _SWEPT_AFTER
        connection.execute(sa.delete(servers).where(ended))
        connection.execute(sa.insert(servers), asdict(entry))
        return entry


def renew(store: Store, server: ServerEntry, *, seconds: float) -> bool:
    """Let the lease of a server last some seconds from now; return whether it has held until now."""
    with store.write() as connection:
        moment = database_clock(connection)
        row = {"id": server.id, "address": server.address, "process": server.process}
        held = sa.select(servers.c.id).where(servers.c.id == server.id, servers.c.until > moment).with_for_update()
        has_held = connection.execute(held).first() is not None
        until = moment + timedelta(seconds=seconds)
        connection.execute(upsert(connection, servers, "until"), row | {"until": until})
        return has_held


def remove(store: Store, server: str) -> None:
    """Remove a server that shuts down; everything it owned is free."""
    with store.write() as connection:
        connection.execute(sa.delete(servers).where(servers.c.id == server))


def is_running(connection: sa.Connection, server: str) -> bool:
    """Return whether a server's lease is valid, within a transaction."""
    held = sa.select(servers.c.id).where(servers.c.id == server, servers.c.until > database_clock(connection))
    return connection.execute(held).first() is not None


def listing(store: Store) -> list[ServerEntry]:
    """Return the servers whose leases hold, by their addresses."""
    with store.read() as connection:
        running = servers.c.until > database_clock(connection)
        query = sa.select(servers).where(running).order_by(servers.c.address, servers.c.id)
        return [from_row(ServerEntry, row) for row in connection.execute(query).mappings()]
