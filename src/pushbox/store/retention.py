"""Delete the data of visitors who can no longer be told from anybody: nobody was here by their cookie for long.

It goes in portions, each a transaction, so that others write in between.  Before each it is looked again whether the
visitor has come back.  Data of accounts stays, and so does the data of a visitor who is logged in.
"""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from . import rooms
from . import storms as storm_store
from .accounts import local_visitor
from .class_deletion import forget_owner
from .database import Store, fitting
from .tables import (
    collections,
    devices,
    levels,
    logins,
    now,
    plays,
    snapshots,
    solutions,
    step_comments,
    steps,
    storms,
    studies,
    visitors,
)

MAX_ROWS = 500  # that one transaction deletes: some ten milliseconds
MAX_LEVELS = 50  # each has some twenty rows in `bands`
MAX_TEXT = 1_000_000  # characters of levels, solutions or studies that one transaction deletes
_MAX_VISITORS = 200  # that are looked up at once


def forget(store: Store, cutoff: datetime) -> Iterator[int]:
    """Delete what belongs to visitors who were last seen before an instant.

    Yield the number of rows after each transaction, so that the caller can wait, or stop: what is left is found again.
    """
    after = ""
    while True:
        query = sa.select(visitors.c.id).where(*_unseen(cutoff), visitors.c.id > after).order_by(visitors.c.id)
        with store.read() as connection:
            found = connection.execute(query.limit(_MAX_VISITORS)).scalars().all()
        for visitor in found:
            while deleted := _forget_portion(store, visitor, cutoff):
                yield deleted
        if len(found) < _MAX_VISITORS:
            break
        after = found[-1]
    yield from _forget_storms(store, cutoff)


def _unseen(cutoff: datetime) -> list[sa.ColumnElement[bool]]:
    """Return the conditions for visitors who were not here, in no way, since an instant."""
    is_here = (
        sa.exists().where(plays.c.visitor == visitors.c.id, plays.c.updated >= cutoff),
        sa.exists().where(logins.c.visitor == visitors.c.id, (logins.c.ends > now()) | (logins.c.used >= cutoff)),
        sa.exists().where(devices.c.visitor == visitors.c.id, devices.c.used >= cutoff),
        sa.exists().where(studies.c.owner == visitors.c.id, studies.c.read >= cutoff),
        sa.exists().where(collections.c.owner == visitors.c.id, collections.c.published),
    )
    return [visitors.c.seen < cutoff, *(~condition for condition in is_here), *_not_of_terminal()]


def _not_of_terminal() -> list[sa.ColumnElement[bool]]:
    """Return the condition that leaves out who plays in a terminal as the user of this process, without a cookie."""
    with suppress(OSError, KeyError):  # in a container the user may have no name
        getpass.getuser()
        return [visitors.c.id != local_visitor()]
    return []


def _forget_portion(store: Store, visitor: str, cutoff: datetime) -> int:
    """Delete some rows of a visitor, their own row last, and return how many; 0 if they are gone or back."""
    with store.write() as connection:
        own = sa.select(visitors.c.id).where(visitors.c.id == visitor, *_unseen(cutoff)).with_for_update(of=visitors)
        if connection.execute(own).first() is None:
            return 0
        for delete in (_forget_play, _forget_solutions, _forget_levels, _forget_studies):
            if deleted := delete(connection, visitor):
                return deleted
        forget_owner(connection, visitor)
        rooms.forget_visitor(connection, visitor)
        storm_store.forget_visitor(connection, visitor)
        connection.execute(sa.delete(visitors).where(visitors.c.id == visitor))
        return 1


def _forget_play(connection: sa.Connection, visitor: str) -> int:
    """Delete plays that are small, or some positions of one that is large."""
    deleted = 0
    for play in connection.execute(sa.select(plays.c.id).where(plays.c.visitor == visitor).limit(MAX_ROWS)).scalars():
        for table, key in ((steps, steps.c.node), (step_comments, step_comments.c.node), (snapshots, snapshots.c.name)):
            keys = sa.select(key).where(table.c.play_id == play).order_by(key.desc()).limit(MAX_ROWS - deleted)
            if found := connection.execute(keys).scalars().all():
                connection.execute(sa.delete(table).where(table.c.play_id == play, key >= found[-1]))
            deleted += len(found)
            if deleted >= MAX_ROWS:
                return deleted
        connection.execute(sa.delete(plays).where(plays.c.id == play))
        deleted += 1
        if deleted >= MAX_ROWS:
            break
    return deleted


def _forget_solutions(connection: sa.Connection, visitor: str) -> int:
    """Delete solutions; those of an account stay that account's."""
    own = solutions.c.visitor == visitor
    found = _portion(connection, solutions.c.id, sa.func.length(solutions.c.text), own, MAX_ROWS)
    some = solutions.c.id.in_(found)
    connection.execute(sa.delete(solutions).where(some, solutions.c.account == ""))
    connection.execute(sa.update(solutions).where(some).values(visitor=""))
    return len(found)


def _forget_levels(connection: sa.Connection, visitor: str) -> int:
    """Delete levels of a collection, then the collection."""
    own = sa.select(collections.c.id).where(collections.c.owner == visitor).limit(1)
    if (collection := connection.execute(own).scalar()) is None:
        return 0
    inside = levels.c.collection_id == collection
    found = _portion(connection, levels.c.id, sa.func.length(levels.c.level), inside, MAX_LEVELS)
    if found:
        connection.execute(sa.delete(levels).where(levels.c.id.in_(found)))
        return len(found)
    connection.execute(sa.delete(collections).where(collections.c.id == collection))
    return 1


def _forget_studies(connection: sa.Connection, visitor: str) -> int:
    own = studies.c.owner == visitor
    found = _portion(connection, studies.c.key, sa.func.length(studies.c.text), own, MAX_ROWS)
    connection.execute(sa.delete(studies).where(studies.c.key.in_(found)))
    return len(found)


def _portion(
    connection: sa.Connection, key: sa.Column[Any], size: sa.ColumnElement[int], of: sa.ColumnElement[bool], most: int
) -> list[Any]:
    """Return the keys of some rows, as many as may be deleted at once."""
    found = connection.execute(sa.select(key, size).where(of).limit(most)).all()
    return [row[0] for row in found[: fitting((row[1] for row in found), MAX_TEXT)]]


def _forget_storms(store: Store, cutoff: datetime) -> Iterator[int]:
    """Delete results of guests, who need be no known visitors."""
    guests = (storms.c.account == "", storms.c.visitor.not_in(sa.select(visitors.c.id)), storms.c.played < cutoff)
    while True:
        with store.read() as connection:
            found = connection.execute(sa.select(storms.c.id).where(*guests).limit(MAX_ROWS)).scalars().all()
        if not found:
            return
        with store.write() as connection:
            connection.execute(sa.delete(storms).where(storms.c.id.in_(found)))
        yield len(found)
