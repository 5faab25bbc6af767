"""Summaries of many rows: solved counts, first levels of collections, names of levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

import sqlalchemy as sa

from ..analysis.duplicates import ids
from ..errors import Conflict, NotFound
from ..level import Collection, Level
from ..play.validate import require_playable
from . import collections as collection_store
from . import levels as level_store
from . import rows
from .database import MOST_NAMED, Store, portions
from .levels import LevelEntry
from .tables import collections, levels, plays, solutions


class LevelName(NamedTuple):
    """The name of a level: its collection, its number there and its title; and the title of the collection."""

    collection: str
    number: int
    title: str
    collection_title: str = ""


def level_names(store: Store, idents: Iterable[int]) -> dict[int, LevelName]:
    """Return the names of existing levels by id."""
    names = (collections.c.name, levels.c.number, levels.c.title, collections.c.title)
    query = sa.select(levels.c.id, *names).join(collections)
    with store.read() as connection:
        return {
            ident: LevelName(*row)
            for some in portions([*idents], MOST_NAMED)
            for ident, *row in connection.execute(query.where(levels.c.id.in_(some)))
        }


def known_normals(store: Store, normals: Iterable[str], *, viewer: str) -> set[str]:
    """Return those of some normal ids that levels have which a viewer sees."""
    query = sa.select(levels.c.normal).join(collections).where(rows.visible_to(viewer))
    with store.read() as connection:
        return {
            normal
            for some in portions([*normals], MOST_NAMED)
            for normal in connection.execute(query.where(levels.c.normal.in_(some))).scalars()
        }


def solved_counts(store: Store, visitor: str) -> dict[int, int]:
    """Count the levels a visitor has solved in each collection; collections without any are left out."""
    count = sa.func.count(sa.distinct(levels.c.id))
    query = sa.select(levels.c.collection_id, count).join(solutions, solutions.c.level_id == levels.c.id)
    with store.read() as connection:
        counts = connection.execute(query.where(solutions.c.visitor == visitor).group_by(levels.c.collection_id))
        return {collection: number for collection, number in counts}  # noqa: C416  # rows are no pairs to mypy


def begun_count(store: Store, visitor: str) -> int:
    """Count the levels that a visitor has played and not solved."""
    done = sa.select(solutions.c.level_id).where(solutions.c.visitor == visitor)
    query = sa.select(sa.func.count(sa.distinct(plays.c.level_id)))
    with store.read() as connection:
        number: int = connection.execute(
            query.where(plays.c.visitor == visitor, plays.c.level_id.not_in(done))
        ).scalar_one()
        return number


def first_levels(store: Store, idents: Iterable[int]) -> dict[int, LevelEntry]:
    """Return the first level of each of these collections that has one."""
    first = levels.c.collection_id.in_(list(idents)) & (levels.c.number == 1)
    with store.read() as connection:
        return {entry.collection: entry for entry in level_store.fetch_where(connection, first)}


def equal_id(store: Store, level: Level, *, viewer: str | None = None) -> int | None:
    """Return the id of the first visible level with the same board, game and options, or None."""
    identity = ids(level)
    # `turned` follows from `equal`, and is what the table is indexed by.
    same = (levels.c.turned == identity.canonical) & (levels.c.equal == identity.equal) & rows.visible_to(viewer)
    query = sa.select(sa.func.min(levels.c.id)).select_from(levels.join(collections)).where(same)
    with store.read() as connection:
        ident: int | None = connection.execute(query).scalar()
        return ident


def find_or_add(
    store: Store, level: Level, *, owner: str, name: str, on_new: Callable[[str], object] = lambda _: None
) -> int:
    """Return the id of the level that equals this one, added to an owner's collection where they see none.

    `on_new` is called with "levels", or "collections", before there is one more.  Raises LevelError for a new level
    that cannot be played.
    """
    if (existing := equal_id(store, level, viewer=owner)) is not None:
        return existing
    require_playable(level)
    on_new("levels")
    try:
        collection = collection_store.by_name(store, name, owner=owner).id
    except NotFound:
        on_new("collections")
        with suppress(Conflict):  # another request of theirs was first
            collection_store.add(store, Collection(title=name), name=name, owner=owner)
        collection = collection_store.by_name(store, name, owner=owner).id
    return level_store.append(store, collection, level).id
