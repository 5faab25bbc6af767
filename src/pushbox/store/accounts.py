"""Visitors and accounts: a visitor is known by a random cookie, an account by a name and a password.

A visitor's id is a hash of the cookie's secret, so that nobody can take their place by reading the library; passwords
arrive here hashed.  Deleting a visitor or an account deletes all their rows.
"""

from __future__ import annotations

import getpass
import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from ..errors import Conflict, NotFound, StoreError
from . import account_names, hidden, rooms
from . import storms as storm_store
from .class_deletion import forget_owner
from .database import Store, take_lock, upsert, violation_as
from .fulltext import fold, sanitize
from .tables import (
    accounts,
    api_tokens,
    classes,
    collections,
    comments,
    devices,
    follows,
    levels,
    logins,
    now,
    opinions,
    player_ratings,
    plays,
    pupils,
    puzzle_attempts,
    rated_games,
    recovery_codes,
    snapshots,
    solutions,
    step_comments,
    steps,
    storms,
    studies,
    visitors,
)

SEEN_INTERVAL = timedelta(days=1)  # how exactly it is known when a visitor was here last
# The number of PostgreSQL's lock under which one account at a time is registered.
_REGISTRATION_LOCK = 0x6E616D65


@dataclass(frozen=True, slots=True)
class AccountEntry:
    """An account; `password` is its Argon2 hash."""

    name: str
    password: str
    created: datetime


def local_visitor() -> str:
    """Return the visitor of the terminal: the operating system's user."""
    return hashlib.sha256(f"terminal {getpass.getuser()}".encode()).hexdigest()


def ensure_visitor(connection: sa.Connection, visitor: str) -> None:
    """Add a visitor, who may be known already, within a transaction."""
    if not visitor:
        raise StoreError.said("visitor-without-id")
    moment = now()
    connection.execute(upsert(connection, visitors, "seen"), {"id": visitor, "met": moment, "seen": moment})


def add_visitor(store: Store, visitor: str) -> None:
    """Add a visitor who is about to keep something, unless they are known and were seen today."""
    with store.read() as connection:
        seen = connection.execute(sa.select(visitors.c.seen).where(visitors.c.id == visitor)).scalar()
    if seen is None or seen < now() - SEEN_INTERVAL:
        with store.write() as connection:
            ensure_visitor(connection, visitor)


def see_visitor(store: Store, visitor: str, at: datetime) -> None:
    """Note that a visitor is here, unless they are unknown, or that was noted today."""
    outdated = (visitors.c.id == visitor, visitors.c.seen.is_(None) | (visitors.c.seen < at - SEEN_INTERVAL))
    with store.read() as connection:
        if connection.execute(sa.select(visitors.c.id).where(*outdated)).first() is None:
            return
    with store.write() as connection:
        connection.execute(sa.update(visitors).where(*outdated).values(seen=at))


def register(store: Store, name: str, password: str) -> AccountEntry:
    """Create an account with a password's hash.

    Raises Conflict for a name that looks like one there is, StoreError for one that no account may have.
    """
    name = account_names.normalize(name)
    account_names.check(name)
    skeleton, created = account_names.skeleton(name), now()
    row = {"name": name, "folded": fold(name), "password": password, "made": created, "skeleton": skeleton}
    taken = Conflict.said("name-taken", name=name)
    with store.write() as connection, violation_as(taken):
        take_lock(connection, _REGISTRATION_LOCK)  # a name of before may share its look, so no key can hold this
        if connection.execute(sa.select(accounts.c.name).where(accounts.c.skeleton == skeleton)).first():
            raise taken
        connection.execute(sa.insert(accounts).values(row))
    return AccountEntry(name, password, created)


def get(store: Store, name: str) -> AccountEntry:
    """Return the account with a name, however it is spelled.  Raises NotFound."""
    query = sa.select(accounts).where(accounts.c.folded == fold(sanitize(name).strip()))
    with store.read() as connection:
        row = connection.execute(query).one_or_none()
    if row is None:
        raise account_not_found(name)
    return AccountEntry(row.name, row.password, row.made)


def looks_like_one(store: Store, name: str) -> bool:
    """Return whether a name looks like that of an existing account."""
    query = sa.select(accounts.c.name).where(accounts.c.skeleton == account_names.skeleton(name))
    with store.read() as connection:
        return connection.execute(query.limit(1)).first() is not None


def is_moderator(store: Store, name: str) -> bool:
    """Return whether an account is a moderator of comments."""
    query = sa.select(accounts.c.moderator).where(accounts.c.name == name)
    with store.read() as connection:
        return bool(connection.execute(query).scalar())


def moderators(store: Store) -> list[str]:
    """Return the accounts that moderate, by name."""
    query = sa.select(accounts.c.name).where(accounts.c.moderator).order_by(accounts.c.name)
    with store.read() as connection:
        return list(connection.execute(query).scalars())


def set_moderator(store: Store, name: str, *, moderates: bool) -> None:
    """Make an account a moderator, or revoke the right. Raises NotFound."""
    with store.write() as connection:
        change = sa.update(accounts).where(accounts.c.name == name).values(moderator=moderates)
        if not connection.execute(change).rowcount:
            raise account_not_found(name)


def set_password(store: Store, name: str, password: str) -> None:
    """Set the hash of an account's password, end its sessions and tokens, and forget its devices.  Raises NotFound."""
    with store.write() as connection:
        change_password(connection, name, password)


def change_password(connection: sa.Connection, name: str, password: str) -> None:
    """Set a password like `set_password`, within a transaction."""
    change = sa.update(accounts).where(accounts.c.name == name).values(password=password)
    if not connection.execute(change).rowcount:
        raise account_not_found(name)
    for table in (logins, devices, api_tokens):
        connection.execute(sa.delete(table).where(table.c.account == name))


def rehash_password(store: Store, old: AccountEntry, password: str) -> None:
    """Replace the hash of a password by another one of the same password, if it has not been changed meanwhile."""
    same = (accounts.c.name == old.name, accounts.c.password == old.password)
    with store.write() as connection:
        connection.execute(sa.update(accounts).where(*same).values(password=password))


def count_owned(store: Store, visitor: str) -> tuple[int, int, int]:
    """Count a visitor's collections, the levels in them, and their plays."""
    own = sa.select(collections.c.id).where(collections.c.owner == visitor)
    queries = (
        sa.select(sa.func.count()).select_from(own.subquery()),
        sa.select(sa.func.count(levels.c.id)).where(levels.c.collection_id.in_(own)),
        sa.select(sa.func.count(plays.c.id)).where(plays.c.visitor == visitor),
    )
    with store.read() as connection:
        collections_owned, levels_owned, played = (connection.execute(query).scalar_one() for query in queries)
    return collections_owned, levels_owned, played


def delete_visitor(store: Store, visitor: str) -> None:
    """Delete everything of a visitor: plays, solutions, collections, studies, classes, their name in others, sessions.

    Solutions and collections published under an account stay the account's.
    """
    with store.write() as connection:
        gone = _take_collections(connection, visitor)
        own = solutions.c.visitor == visitor
        connection.execute(sa.delete(solutions).where(own, solutions.c.account == ""))
        connection.execute(sa.update(solutions).where(own).values(visitor=""))
        connection.execute(sa.delete(studies).where(studies.c.owner == visitor))
        forget_owner(connection, visitor)
        rooms.forget_visitor(connection, visitor)
        storm_store.forget_visitor(connection, visitor)
        connection.execute(sa.delete(visitors).where(visitors.c.id == visitor))
    hidden.remove(store, gone)


def delete(store: Store, name: str) -> None:
    """Delete an account with everything under its name.  Raises NotFound."""
    with store.write() as connection:
        if not connection.execute(sa.delete(accounts).where(accounts.c.name == name)).rowcount:
            raise account_not_found(name)
        connection.execute(sa.delete(solutions).where(solutions.c.account == name))
        gone = _take_collections(connection, name)
        connection.execute(sa.delete(studies).where(studies.c.owner == name))
        forget_owner(connection, name)
        connection.execute(sa.delete(storms).where(storms.c.account == name))
    hidden.remove(store, gone)


def _take_collections(connection: sa.Connection, owner: str) -> list[int]:
    """Remove the collections of somebody for all who look, as `hidden.take_away` does."""
    return hidden.take_away(
        connection, connection.execute(sa.select(collections.c.id).where(collections.c.owner == owner)).scalars().all()
    )


def export_account(store: Store, name: str) -> dict[str, Any]:
    """Return the data of an account as JSON values, without secrets: no passwords, sessions, devices or codes."""
    with store.read() as connection:

        def rows(*columns: sa.Column[Any]) -> list[dict[str, Any]]:
            (table,) = {column.table for column in columns}
            query = sa.select(*columns).where(table.c.account == name).order_by(*columns)
            return [_to_json(row) for row in connection.execute(query).mappings()]

        query = sa.select(accounts.c.name, accounts.c.made).where(accounts.c.name == name)
        row = connection.execute(query).mappings().one_or_none()
        if row is None:
            raise account_not_found(name)
        return {
            **_to_json(row),
            "sessions": rows(logins.c.made, logins.c.used, logins.c.ends, logins.c.client),
            "devices": rows(devices.c.used),
            "recovery_codes": rows(recovery_codes.c.made),
            "tokens": rows(*(api_tokens.c[it] for it in ("name", "made", "used", "ends"))),
            "opinions": rows(*(opinions.c[it] for it in ("level_id", "liked", "difficulty", "updated"))),
            "comments": rows(*(comments.c[it] for it in ("level_id", "text", "made"))),
            "follows": rows(follows.c.author, follows.c.made),
            "storms": rows(storms.c.played, storms.c.solved, storms.c.moves),
            "classes": [_to_json(it) for it in connection.execute(_classes_of(name)).mappings()],
            "ratings": rows(player_ratings.c.kind, player_ratings.c.rating, player_ratings.c.games),
            "rated_games": rows(*(rated_games.c[it] for it in ("played", "kind", "place", "players", "rating"))),
        }


def export_visitor(store: Store, visitor: str) -> dict[str, Any]:
    """Return everything of a visitor as JSON values: plays with their trees, solutions, collections, studies, classes.

    A level is named by its collection, number and title, and by the id that any library gives it (`equal`).
    """
    with store.read() as connection:

        def rows(query: sa.Select[Any]) -> list[dict[str, Any]]:
            return [_to_json(row) for row in connection.execute(query).mappings()]

        def on_levels(table: sa.Table) -> sa.Select[Any]:
            own = [column for column in table.c if column.name != "visitor"]
            level = (levels.c.number, levels.c.title.label("level_title"), levels.c.equal)
            joined = table.join(levels, table.c.level_id == levels.c.id).join(collections)
            query = sa.select(*own, collections.c.name.label("collection"), *level)
            return query.select_from(joined).where(table.c.visitor == visitor)

        played = rows(on_levels(plays))
        for play in played:
            of = play["id"]
            tree = sa.select(steps.c.node, steps.c.parent, steps.c.text).where(steps.c.play_id == of)
            play["steps"] = rows(tree.order_by(steps.c.node))
            marks = sa.select(snapshots.c.name, snapshots.c.node).where(snapshots.c.play_id == of)
            play["snapshots"] = rows(marks.order_by(snapshots.c.name))
            said = sa.select(step_comments.c.node, step_comments.c.text).where(step_comments.c.play_id == of)
            play["comments"] = rows(said.order_by(step_comments.c.node))
        solved = rows(on_levels(solutions))
        own = rows(sa.select(collections).where(collections.c.owner == visitor))
        for collection in own:
            inside = sa.select(levels.c.number, levels.c.level).where(levels.c.collection_id == collection["id"])
            collection["levels"] = rows(inside.order_by(levels.c.number))
        runs = rows(
            sa.select(*(storms.c[it] for it in ("played", "name", "solved", "moves")))
            .where(storms.c.visitor == visitor)
            .order_by(storms.c.id)
        )
        studied = rows(sa.select(studies).where(studies.c.owner == visitor).order_by(studies.c.key))
        puzzled = rows(on_levels(puzzle_attempts).order_by(puzzle_attempts.c.id))
        taught = rows(_classes_of(visitor))
        joined = sa.select(classes.c.title, pupils.c.name, pupils.c.joined).join_from(pupils, classes)
        joined_classes = rows(joined.where(pupils.c.visitor == visitor).order_by(pupils.c.id))
    owned = {"plays": played, "solutions": solved, "collections": own, "studies": studied, "storms": runs}
    owned["puzzles"] = puzzled
    return owned | {"classes": taught, "joined_classes": joined_classes}


def _classes_of(owner: str) -> sa.Select[Any]:
    """Return the query for the classes that somebody teaches, as they are exported."""
    columns = classes.c.title, classes.c.code, classes.c.opened
    return sa.select(*columns).where(classes.c.owner == owner).order_by(classes.c.id)


def account_not_found(name: str) -> NotFound:
    """Return the error for a name that no account has."""
    return NotFound.said("no-account", name=name[:40])


def _to_json(row: sa.RowMapping) -> dict[str, Any]:
    return {key: value.isoformat() if isinstance(value, datetime) else value for key, value in row.items()}
