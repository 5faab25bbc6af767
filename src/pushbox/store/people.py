"""People: visitors, whom a random cookie tells apart, accounts with a name, and who is logged in.

A visitor's id is made of the cookie's secret so that the library alone does not open anybody's session; passwords
arrive here hashed.  Whoever leaves takes all his rows along.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ..errors import Conflict, NotFound, StoreError
from .database import Store, insert_new
from .tables import accounts, collections, levels, logins, now, plays, snapshots, solutions, steps, visitors
from .words import folded, plain


@dataclass(frozen=True, slots=True)
class AccountEntry:
    """An account; `password` is its Argon2 hash."""

    name: str
    password: str
    made: datetime


def visit(store: Store, visitor: str) -> None:
    """Take note of a visitor, who may have been here before."""
    with store.write() as connection:
        greet(connection, visitor)


def greet(connection: sa.Connection, visitor: str) -> None:
    """Take note of a visitor within a transaction."""
    if not visitor:
        raise StoreError("found a visitor without an id")
    connection.execute(insert_new(connection, visitors), {"id": visitor, "met": now()})


def register(store: Store, name: str, password: str) -> AccountEntry:
    """Make an account of a password's hash.

    Raises Conflict for a name that looks like one there is, StoreError for one that is too long or has no letter.
    """
    name = plain(name).strip()
    if not folded(name) or len(name) > 40 or not name.isprintable():
        raise StoreError(f"found a name of {len(name)} characters, expected 1 to 40 that can be seen")
    made = now()
    with store.write() as connection:
        try:
            row = {"name": name, "folded": folded(name), "password": password, "made": made}
            connection.execute(sa.insert(accounts).values(row))
        except IntegrityError:
            raise Conflict(f"found an account named {name!r} already, expected another name") from None
    return AccountEntry(name, password, made)


def account(store: Store, name: str) -> AccountEntry:
    """Return the account with a name, however it is spelled.  Raises NotFound."""
    query = sa.select(accounts).where(accounts.c.folded == folded(plain(name).strip()))
    with store.read() as connection:
        found = connection.execute(query).one_or_none()
    if found is None:
        raise NotFound(f"found no account named {name[:40]!r}")
    return AccountEntry(found.name, found.password, found.made)


def set_password(store: Store, name: str, password: str) -> None:
    """Give an account another password's hash, and end all its sessions.  Raises NotFound."""
    with store.write() as connection:
        change = sa.update(accounts).where(accounts.c.name == name).values(password=password)
        if not connection.execute(change).rowcount:
            raise NotFound(f"found no account named {name[:40]!r}")
        connection.execute(sa.delete(logins).where(logins.c.account == name))


def log_in(store: Store, ident: str, *, visitor: str, name: str, ends: datetime) -> None:
    """Note a session, by the hash of its secret, in which a visitor is an account until it ends."""
    with store.write() as connection:
        greet(connection, visitor)
        connection.execute(sa.delete(logins).where(logins.c.ends < now()))
        row = {"id": ident, "visitor": visitor, "account": name, "ends": ends}
        try:
            connection.execute(sa.insert(logins).values(row))
        except IntegrityError:
            raise NotFound(f"found no account named {name[:40]!r}") from None


def logged_in(store: Store, visitor: str) -> str | None:
    """Return the name of the account that a visitor is logged in to, None for nobody."""
    query = sa.select(logins.c.account).where(logins.c.visitor == visitor, logins.c.ends > now())
    with store.read() as connection:
        return connection.execute(query.order_by(logins.c.ends.desc()).limit(1)).scalar()


def session(store: Store, ident: str) -> str | None:
    """Return the name of the account whose session has this id, None for one that is over."""
    query = sa.select(logins.c.account).where(logins.c.id == ident, logins.c.ends > now())
    with store.read() as connection:
        return connection.execute(query).scalar()


def log_out(store: Store, visitor: str) -> None:
    """End the sessions of a visitor."""
    with store.write() as connection:
        connection.execute(sa.delete(logins).where(logins.c.visitor == visitor))


def counts(store: Store, visitor: str) -> tuple[int, int, int]:
    """Return how many collections, levels in them, and plays a visitor has."""
    own = sa.select(collections.c.id).where(collections.c.owner == visitor)
    queries = (
        sa.select(sa.func.count()).select_from(own.subquery()),
        sa.select(sa.func.count(levels.c.id)).where(levels.c.collection_id.in_(own)),
        sa.select(sa.func.count(plays.c.id)).where(plays.c.visitor == visitor),
    )
    with store.read() as connection:
        shelves, inside, played = (connection.execute(query).scalar_one() for query in queries)
    return shelves, inside, played


def forget(store: Store, visitor: str) -> None:
    """Delete everything of a visitor: plays, solutions, collections, sessions.

    What he published under an account stays the account's.
    """
    with store.write() as connection:
        connection.execute(sa.delete(collections).where(collections.c.owner == visitor))
        own = solutions.c.visitor == visitor
        connection.execute(sa.delete(solutions).where(own, solutions.c.account == ""))
        connection.execute(sa.update(solutions).where(own).values(visitor=""))
        connection.execute(sa.delete(visitors).where(visitors.c.id == visitor))


def close(store: Store, name: str) -> None:
    """Delete an account with everything under its name.  Raises NotFound."""
    with store.write() as connection:
        if not connection.execute(sa.delete(accounts).where(accounts.c.name == name)).rowcount:
            raise NotFound(f"found no account named {name[:40]!r}")
        connection.execute(sa.delete(solutions).where(solutions.c.account == name))
        connection.execute(sa.delete(collections).where(collections.c.owner == name))


def everything(store: Store, visitor: str) -> dict[str, Any]:
    """Return everything of a visitor as JSON values: his plays with their trees, his solutions and collections.

    A level is told with its collection, number and title, and by the id that any library gives it (`equal`).
    """
    with store.read() as connection:

        def told(query: sa.Select[Any]) -> list[dict[str, Any]]:
            return [_told(row) for row in connection.execute(query).mappings()]

        level = (
            collections.c.name.label("collection"),
            levels.c.number,
            levels.c.title.label("level_title"),
            levels.c.equal,
        )
        parts = [column for column in plays.c if column.name != "visitor"]
        joined = plays.join(levels, plays.c.level_id == levels.c.id).join(collections)
        games = told(sa.select(*parts, *level).select_from(joined).where(plays.c.visitor == visitor))
        for play in games:
            of = play["id"]
            tree = sa.select(steps.c.node, steps.c.parent, steps.c.text).where(steps.c.play_id == of)
            play["steps"] = told(tree.order_by(steps.c.node))
            marks = sa.select(snapshots.c.name, snapshots.c.node).where(snapshots.c.play_id == of)
            play["snapshots"] = told(marks.order_by(snapshots.c.name))
        parts = [column for column in solutions.c if column.name != "visitor"]
        joined = solutions.join(levels, solutions.c.level_id == levels.c.id).join(collections)
        found = told(sa.select(*parts, *level).select_from(joined).where(solutions.c.visitor == visitor))
        own = told(sa.select(collections).where(collections.c.owner == visitor))
        for shelf in own:
            inside = sa.select(levels.c.number, levels.c.level).where(levels.c.collection_id == shelf["id"])
            shelf["levels"] = told(inside.order_by(levels.c.number))
    return {"plays": games, "solutions": found, "collections": own}


def _told(row: sa.RowMapping) -> dict[str, Any]:
    return {key: value.isoformat() if isinstance(value, datetime) else value for key, value in row.items()}
