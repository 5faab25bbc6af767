"""Collections that nobody sees, in which many levels are added and removed in turns.

What is added there is seen once it is complete, what is removed is gone from the first moment on: no reader meets half
of a collection, and nobody waits long for the lock.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta

import sqlalchemy as sa

from ..errors import PushboxError
from . import rows
from .database import Store, insert_all, insert_one
from .rows import PreparedLevel, Row
from .tables import collections, levels, now, solutions, unsolvable
from .turns import Progress, in_turns, unseen

FEW = 1_000  # levels that one transaction may add: some 50 ms
PORTION = 150  # levels that one statement adds, changes or removes
_LONGEST = timedelta(days=1)  # after which what is still incomplete was given up, by a process that was killed


_GONE = "gone "  # begins the name of a collection whose levels are to go: nobody adds to it


def columns(*, gone: bool = False) -> Row:
    """Return the columns of a collection that nobody sees: its owner is nobody whom there is."""
    name = f"{_GONE if gone else ''}{secrets.token_hex(16)}"
    return {"owner": rows.INCOMPLETE, "name": name, "published": False}


def insert(connection: sa.Connection) -> int:
    """Add a collection that nobody sees, for levels that are to go, and return its id."""
    return insert_one(connection, collections, {"added": now(), "keys": [], **columns(gone=True)})


def take_away(connection: sa.Connection, idents: Sequence[int]) -> list[int]:
    """Remove collections for all who look.  Return those whose many levels are still to be removed: see `remove`."""
    count = sa.select(sa.func.count(levels.c.id)).where(levels.c.collection_id.in_(idents))
    if connection.execute(count).scalar_one() <= FEW:
        connection.execute(sa.delete(collections).where(collections.c.id.in_(idents)))
        return []
    for ident in idents:
        connection.execute(sa.update(collections).where(collections.c.id == ident).values(columns(gone=True)))
    return [*idents]


@contextmanager
def collections_of(store: Store, new: Sequence[Row]) -> Iterator[list[int]]:
    """Yield the ids of new collections that nobody sees; if an exception leaves, they are removed."""
    remove_rest(store)
    with store.write() as connection:
        idents = [insert_one(connection, collections, row | columns()) for row in new]
    try:
        yield idents
    except BaseException:
        with suppress(PushboxError):
            remove(store, idents)
        raise


def fill(store: Store, ident: int, new: Sequence[PreparedLevel]) -> None:
    """Add levels at the end of a collection in turns."""

    def write(connection: sa.Connection, some: Sequence[PreparedLevel]) -> None:
        add_levels(connection, ident, some)

    for _ in in_turns(store, new, PORTION, write):
        pass


def remove(store: Store, idents: Sequence[int], on_progress: Progress = unseen) -> None:
    """Remove collections that nobody sees: first their levels, in turns.

    `on_progress` gets the levels removed and the levels to remove, first and after each transaction; where it
    raises, the next call of `collections_of` or `remove_rest` removes the others.
    """
    if not idents:
        return
    inside = levels.c.collection_id.in_(idents)
    with store.read() as connection:
        of_them = connection.execute(sa.select(levels.c.id).where(inside)).scalars().all()
    on_progress(0, len(of_them))
    for done in in_turns(store, of_them, PORTION, remove_levels):
        on_progress(done, len(of_them))
    with store.write() as connection:
        connection.execute(sa.delete(collections).where(collections.c.id.in_(idents)))


def remove_rest(store: Store) -> None:
    """Remove what an interrupted `remove` has left, and what nobody goes on adding to."""
    given_up = collections.c.name.startswith(_GONE) | (collections.c.added < now() - _LONGEST)
    with store.read() as connection:
        query = sa.select(collections.c.id).where(collections.c.owner == rows.INCOMPLETE, given_up)
        idents = connection.execute(query).scalars().all()
    remove(store, idents)


def add_levels(connection: sa.Connection, ident: int, prepared: Sequence[PreparedLevel], *, after: int = 0) -> None:
    """Add levels to a collection, with their solutions.

    Those that it has already come before them, or have no id beyond `after`.
    """
    if not prepared:
        return
    insert_all(connection, levels, [{"collection_id": ident, **one.row} for one in prepared])
    if not any(one.solutions for one in prepared):
        return
    new = {"ident": ident, "first": prepared[0].row["number"], "after": after}
    solution_rows = [
        {"level_id": level, **row}
        for level, one in zip(connection.execute(_NEW_LEVELS, new).scalars().all(), prepared, strict=True)
        for row in one.solutions
    ]
    insert_all(connection, solutions, solution_rows)
    connection.execute(_DROP_FROM_UNSOLVABLE, new)


# Made once: a portion has so few levels that making these took as long as what the database does by them.
_IS_NEW = (
    (levels.c.collection_id == sa.bindparam("ident"))
    & (levels.c.number >= sa.bindparam("first"))
    & (levels.c.id > sa.bindparam("after"))
)
_NEW_LEVELS = sa.select(levels.c.id).where(_IS_NEW).order_by(levels.c.number)
_NEW_SOLVED = sa.select(levels.c.turned).where(_IS_NEW, sa.exists().where(solutions.c.level_id == levels.c.id))
_DROP_FROM_UNSOLVABLE = sa.delete(unsolvable).where(unsolvable.c.turned.in_(_NEW_SOLVED))


def remove_levels(connection: sa.Connection, idents: Sequence[int]) -> None:
    """Remove levels with all that hangs on them."""
    connection.execute(sa.delete(levels).where(levels.c.id.in_(idents)))
