"""Versions of published levels: a new one takes the place of a level, which keeps its id, its plays and its solutions.

The earlier versions of a collection's levels are in a collection of their own, which is in no list and in no search.
It is seen by whoever sees the first one, and goes with it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..errors import Conflict
from ..level import Level
from . import collections as collection_store
from . import levels as level_store
from . import rows
from . import solutions as solution_store
from .collections import CollectionEntry
from .database import Store, insert_one
from .levels import LevelEntry
from .solutions import ReplayedSolution
from .tables import collections, level_versions, levels, now, tags

MAX_VERSIONS = 100  # of a level


class LevelVersion(NamedTuple):
    """A version of a level: its number from 1, the id of its level, and since when it is the present one."""

    version: int
    level: int
    made: datetime


def add(
    store: Store, ident: int, level: Level, solve: Callable[[LevelEntry], ReplayedSolution], *, account: str
) -> LevelEntry:
    """Put a new version in the place of a published level, with a solution of an account, and return it.

    `solve` gets the new version as it will be kept.  The level before keeps its id and all that hangs on it.  Raises
    NotFound, Conflict for a level that is not published, not the latest version, or the same puzzle as the new one, or
    that has `MAX_VERSIONS`, FormatError for a level that cannot be held.
    """
    with store.write() as connection:
        old = level_store.fetch(connection, ident)
        parent = collection_store.fetch(connection, old.collection)
        if parent.earlier_of is not None:
            raise Conflict.said("version-earlier")
        if not parent.published:
            raise Conflict.said("version-draft")
        row = rows.level_row(level, old.number, rows.CollectionInfo(parent.name, parent.title, parent.author))
        if row["equal"] == old.ids.equal:
            raise Conflict.said("version-same")
        line = _line(connection, ident) or _first_version(connection, ident, parent)
        if line.version >= MAX_VERSIONS:
            raise Conflict.said("version-many", count=MAX_VERSIONS)
        _set_aside(connection, ident, parent)
        new = insert_one(connection, levels, {"collection_id": parent.id, **row})
        version = {"level_id": new, "line": line.line, "version": line.version + 1, "made": now()}
        connection.execute(sa.insert(level_versions).values(version))
        for tag in old.tags:
            connection.execute(sa.insert(tags).values(level_id=new, tag=tag))
        solution_store.keep(connection, solve(level_store.fetch(connection, new)), account)
        return level_store.fetch(connection, new)


def of_level(store: Store, ident: int) -> list[LevelVersion]:
    """Return all versions of the level of which one is given, the first one first; none where there is one only."""
    own = sa.select(level_versions.c.line).where(level_versions.c.level_id == ident).scalar_subquery()
    columns = level_versions.c.version, level_versions.c.level_id, level_versions.c.made
    query = sa.select(*columns).where(level_versions.c.line == own).order_by(level_versions.c.version)
    with store.read() as connection:
        return [LevelVersion(*row) for row in connection.execute(query)]


class _Line(NamedTuple):
    """The versions of a level: the id of the first one, and the number of one of them."""

    line: int
    version: int


def _line(connection: sa.Connection, ident: int) -> _Line | None:
    own = level_versions.c.level_id == ident
    row = connection.execute(sa.select(level_versions.c.line, level_versions.c.version).where(own)).one_or_none()
    return None if row is None else _Line(*row)


def _first_version(connection: sa.Connection, ident: int, parent: CollectionEntry) -> _Line:
    since = sa.select(sa.func.coalesce(collections.c.published_at, collections.c.added))
    made = connection.execute(since.where(collections.c.id == parent.id)).scalar_one()
    row = {"level_id": ident, "line": ident, "version": 1, "made": made}
    connection.execute(sa.insert(level_versions).values(row))
    return _Line(ident, 1)


def _set_aside(connection: sa.Connection, ident: int, parent: CollectionEntry) -> None:
    """Move a level into the collection of earlier versions, as its last."""
    earlier = connection.execute(sa.select(collections.c.id).where(collections.c.earlier_of == parent.id)).scalar()
    if earlier is None:
        earlier = insert_one(connection, collections, _companion(connection, parent))
    last = sa.select(sa.func.coalesce(sa.func.max(levels.c.number), 0)).where(levels.c.collection_id == earlier)
    place = {"collection_id": earlier, "number": connection.execute(last).scalar_one() + 1}
    connection.execute(sa.update(levels).where(levels.c.id == ident).values(place))


def _companion(connection: sa.Connection, parent: CollectionEntry) -> dict[str, Any]:
    """Return the row of a collection that holds the earlier versions of another one's levels."""
    kept = ("owner", "published", "published_at", "licence", "title", "author")
    same = connection.execute(sa.select(*(collections.c[it] for it in kept)).where(collections.c.id == parent.id))
    # Ids are given out once, and no name that somebody chooses has this form by chance.
    own = {"name": f"{parent.name[:150]} (earlier versions, {parent.id})", "keys": [], "added": now()}
    return {**same.mappings().one(), **own, "earlier_of": parent.id}
