"""Collections that nobody sees, in which many levels are added and removed in turns.

What is added there is seen once it is complete, what is removed is gone from the first moment on: no reader meets half
of a collection, and nobody waits long for the lock.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta

import sqlalchemy as sa

from ..errors import PushboxError
from . import rows
from .database import Store, insert_all, insert_one
from .rows import PreparedLevel, Row
from .tables import collections, levels, now, solutions
from .turns import in_turns

FEW = 1_000  # levels that one transaction may add: some 50 ms
PORTION = 150  # levels that one statement adds, changes or removes
_LONGEST = timedelta(days=1)  # after which what is still incomplete was given up, by a process that was killed


def columns() -> Row:
    """Return the columns of a collection that nobody sees: its owner is nobody whom there is."""
    return {"owner": rows.INCOMPLETE, "name": secrets.token_hex(16), "published": False}


def insert(connection: sa.Connection) -> int:
    """Add a collection that nobody sees, for levels that are to go, and return its id."""
    return insert_one(connection, collections, {"added": now(), "keys": [], **columns()})


@contextmanager
def collections_of(store: Store, new: Sequence[Row]) -> Iterator[list[int]]:
    """Yield the ids of new collections that nobody sees; if an exception leaves, they are removed."""
    _remove_given_up(store)
    with store.write() as connection:
        idents = [insert_one(connection, collections, row | columns()) for row in new]
    try:
        yield idents
    except BaseException:
        with suppress(PushboxError):
            remove(store, idents)
        raise


def fill(store: Store, new: Sequence[tuple[int, PreparedLevel]]) -> None:
    """Add levels at the ends of collections, whose ids are given with them, in turns."""
    for _ in in_turns(store, new, PORTION, _add_each):
        pass


def remove(store: Store, idents: Sequence[int]) -> None:
    """Remove collections that nobody sees: first their levels, in turns."""
    inside = levels.c.collection_id.in_(idents)
    with store.read() as connection:
        of_them = connection.execute(sa.select(levels.c.id).where(inside)).scalars().all()
    for _ in in_turns(store, of_them, PORTION, remove_levels):
        pass
    with store.write() as connection:
        connection.execute(sa.delete(collections).where(collections.c.id.in_(idents)))


def add_levels(connection: sa.Connection, ident: int, prepared: Sequence[PreparedLevel], *, after: int = 0) -> None:
    """Add levels to a collection, with their solutions.

    Those that it has already come before them, or have no id beyond `after`.
    """
    if not prepared:
        return
    insert_all(connection, levels, [{"collection_id": ident, **one.row} for one in prepared])
    if not any(one.verified for one in prepared):
        return
    is_new = (levels.c.collection_id == ident) & (levels.c.number >= prepared[0].row["number"])
    level_ids = sa.select(levels.c.id).where(is_new, levels.c.id > after).order_by(levels.c.number)
    added = now()
    solution_rows = [
        rows.solution_row(level, verification, saved.title, saved.notes, added)
        for level, one in zip(connection.execute(level_ids).scalars(), prepared, strict=True)
        for saved, verification in one.verified
    ]
    insert_all(connection, solutions, solution_rows)
    rows.drop_from_unsolvable(connection, (one.row["turned"] for one in prepared if one.verified))


def remove_levels(connection: sa.Connection, idents: Sequence[int]) -> None:
    """Remove levels with all that hangs on them."""
    connection.execute(sa.delete(levels).where(levels.c.id.in_(idents)))


def _add_each(connection: sa.Connection, some: Sequence[tuple[int, PreparedLevel]]) -> None:
    """Add levels, each with the id of its collection, those of one together."""
    for ident, of_one in itertools.groupby(some, key=lambda pair: pair[0]):
        add_levels(connection, ident, [one for _, one in of_one])


def _remove_given_up(store: Store) -> None:
    given_up = (collections.c.owner == rows.INCOMPLETE) & (collections.c.added < now() - _LONGEST)
    with store.read() as connection:
        idents = connection.execute(sa.select(collections.c.id).where(given_up)).scalars().all()
    remove(store, idents)
