"""Collections: the files of a library, each with its levels in order.

A name is unique among those of one owner.  None owns what belongs to the library itself, which everybody sees; what a
visitor or an account owns is seen by others once it is published.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from ..errors import Conflict, NotFound, PushboxError, StoreError, UnsupportedError
from ..level import Collection, Levels, levels_of
from . import rows
from .database import Store, from_row, insert_one, not_found, portions, violation_as
from .fulltext import sanitize
from .rows import Duplicate, PreparedLevel, Row
from .tables import collections, levels, now, solutions

MOST_LEVELS = 50_000  # of a collection: in a library a level takes ten times what it takes to be read


@dataclass(frozen=True, slots=True)
class Added:
    """An added collection: its id, how many levels and replayed solutions it has, and which levels are duplicates.

    `problems` are sentences about saved moves that are no solutions; these are kept with their levels.
    """

    id: int
    levels: int
    solutions: int
    duplicates: tuple[Duplicate, ...]
    problems: tuple[str, ...] = ()

    @classmethod
    def of(cls, ident: int, prepared: Sequence[PreparedLevel], duplicates: tuple[Duplicate, ...]) -> Added:
        """Return the report on a collection of these levels."""
        problems = tuple(problem for level in prepared for problem in level.problems)
        return cls(ident, len(prepared), sum(len(level.verified) for level in prepared), duplicates, problems)


@dataclass(frozen=True, slots=True)
class CollectionEntry:
    """A collection of the library; `games` are its games with their numbers of levels."""

    id: int
    name: str
    title: str
    author: str
    notes: str
    keys: tuple[tuple[str, str], ...]
    format: str
    owner: str | None
    published: bool
    levels: int
    games: tuple[tuple[str, int], ...]
    added: datetime
    digest: str = ""


def add(
    store: Store,
    collection: Levels,
    *,
    name: str,
    owner: str | None = None,
    digest: str = "",
    on_progress: Callable[[int], object] = lambda _: None,
) -> Added:
    """Add a collection, or other levels, with all solutions; duplicates of known levels are reported, and added too.

    `digest` is that of the file it came from, by which a second import knows it.  `on_progress` gets the number of
    levels prepared so far; where it raises, nothing is kept.  Raises Conflict for a name that the owner has already,
    FormatError for a level that pushbox's JSON cannot hold, UnsupportedError for more than `MOST_LEVELS`.
    """
    name, collection = _valid_name(name), levels_of(collection)
    require_few(collection)
    prepared = rows.prepare_all(collection, name, on_progress)
    row = {"owner": owner or "", "name": name, "added": now(), **rows.collection_row(collection, digest)}
    ident = (_insert if len(prepared) <= _PORTION else _insert_in_portions)(store, row, prepared)
    with store.read() as connection:
        duplicates = tuple(rows.duplicates(connection, levels.c.collection_id == ident, owner))
    return Added.of(ident, prepared, duplicates)


def require_few(collection: Collection) -> None:
    """Raise UnsupportedError for a collection of more than `MOST_LEVELS`."""
    UnsupportedError.beyond(MOST_LEVELS, len(collection.levels), "levels-of-collection")


def require_free_name(store: Store, name: str, *, owner: str | None = None) -> None:
    """Raise Conflict where an owner has a collection of this name."""
    if listing(store, owner=owner or "", name=_valid_name(name)):
        raise _name_taken(name)


def listing(
    store: Store, *, viewer: str | None = None, owner: str | None = None, name: str | None = None
) -> list[CollectionEntry]:
    """Return the collections that a viewer can see (all for None) by name, optionally of one owner or name."""
    conditions = [rows.visible_to(viewer)]
    if owner is not None:
        conditions.append(collections.c.owner == owner)
    if name is not None:
        conditions.append(collections.c.name == name)
    with store.read() as connection:
        return _entries(connection, conditions)


def get(store: Store, ident: int) -> CollectionEntry:
    """Return a collection.  Raises NotFound."""
    with store.read() as connection:
        return fetch(connection, ident)


def by_name(store: Store, name: str, *, owner: str | None = None) -> CollectionEntry:
    """Return the collection of an owner with a name.  Raises NotFound."""
    with store.read() as connection:
        entries = _entries(connection, [collections.c.owner == (owner or ""), collections.c.name == name])
    if not entries:
        raise NotFound.said("no-collection-named", name=name[:80])
    return entries[0]


def rename(
    store: Store,
    ident: int,
    *,
    name: str | None = None,
    title: str | None = None,
    author: str | None = None,
    notes: str | None = None,
) -> CollectionEntry:
    """Change the given texts of a collection.  Raises NotFound, Conflict as `add` does."""
    texts = {"name": name and _valid_name(name), "title": title, "author": author, "notes": notes}
    new = {key: sanitize(value) for key, value in texts.items() if value is not None}
    with store.write() as connection:
        if new:
            with violation_as(_name_taken(name or "")):
                connection.execute(sa.update(collections).where(collections.c.id == ident).values(new))
        renamed = fetch(connection, ident)
        reindex(connection, renamed)
        return renamed


def publish(store: Store, ident: int, *, owner: str | None = None) -> None:
    """Make a collection visible to everybody, and give it to another owner, an account for instance, if given.

    Raises NotFound, Conflict where that owner has one of its name.
    """
    new: dict[str, Any] = {"published": True, "published_at": now()}
    _change(store, ident, new | ({} if owner is None else {"owner": owner}))


def withdraw(store: Store, ident: int) -> None:
    """Make a collection visible to its owner only.  Raises NotFound."""
    _change(store, ident, {"published": False})


def remove(store: Store, ident: int) -> None:
    """Remove a collection with its levels and all that hangs on them.  Raises NotFound."""
    with store.write() as connection:
        if not connection.execute(sa.delete(collections).where(collections.c.id == ident)).rowcount:
            raise not_found("collection", ident)


def fetch(connection: sa.Connection, ident: int) -> CollectionEntry:
    """Return a collection, within a transaction.  Raises NotFound."""
    entries = _entries(connection, [collections.c.id == ident])
    if not entries:
        raise not_found("collection", ident)
    return entries[0]


def reindex(connection: sa.Connection, entry: CollectionEntry) -> None:
    """Update the columns by which the levels of a collection are searched."""
    info = rows.CollectionInfo(entry.name, entry.title, entry.author)
    columns = (levels.c.id, levels.c.number, levels.c.title, levels.c.author, levels.c.notes)
    texts = connection.execute(sa.select(*columns).where(levels.c.collection_id == entry.id)).all()
    new = [
        {"of": ident, **rows.search_columns(number, title, author, notes, info)}
        for ident, number, title, author, notes in texts
    ]
    if new:
        connection.execute(sa.update(levels).where(levels.c.id == sa.bindparam("of")), new)


_PORTION = 500  # levels that one transaction adds, so that no other writer waits for long
_LONGEST = timedelta(days=1)  # after which what is still incomplete was given up, by a process that was killed


def _insert(store: Store, row: Row, prepared: Sequence[PreparedLevel]) -> int:
    """Insert a collection with its levels and return its id.  Raises Conflict."""
    with store.write() as connection:
        with violation_as(_name_taken(row["name"])):
            ident = insert_one(connection, collections, row)
        _add_levels(connection, ident, prepared)
    return ident


def _insert_in_portions(store: Store, row: Row, prepared: Sequence[PreparedLevel]) -> int:
    """Insert a collection that nobody sees before all of its levels are there.  Raises as `_insert`, and keeps nothing.

    Until then it has an owner whom nobody is.
    """
    require_free_name(store, row["name"], owner=row["owner"])
    with store.write() as connection:
        given_up = (collections.c.owner == rows.INCOMPLETE) & (collections.c.added < now() - _LONGEST)
        connection.execute(sa.delete(collections).where(given_up))
        ident = insert_one(connection, collections, row | {"owner": rows.INCOMPLETE, "name": secrets.token_hex(16)})
    try:
        for some in portions(prepared, _PORTION):
            with store.write() as connection:
                _add_levels(connection, ident, some)
        complete = sa.update(collections).where(collections.c.id == ident)
        with store.write() as connection, violation_as(_name_taken(row["name"])):
            connection.execute(complete.values(owner=row["owner"], name=row["name"]))
    except BaseException:
        with suppress(PushboxError):
            remove(store, ident)
        raise
    return ident


def _add_levels(connection: sa.Connection, ident: int, prepared: Sequence[PreparedLevel]) -> None:
    """Add levels at the end of a collection, with their solutions."""
    if not prepared:
        return
    connection.execute(sa.insert(levels), [{"collection_id": ident, **one.row} for one in prepared])
    is_new = (levels.c.collection_id == ident) & (levels.c.number >= prepared[0].row["number"])
    level_ids = sa.select(levels.c.id).where(is_new).order_by(levels.c.number)
    solution_rows = [
        rows.solution_row(level, verification, saved.title, saved.notes)
        for level, one in zip(connection.execute(level_ids).scalars(), prepared, strict=True)
        for saved, verification in one.verified
    ]
    if solution_rows:
        connection.execute(sa.insert(solutions), solution_rows)
        rows.drop_from_unsolvable(connection, (one.row["turned"] for one in prepared if one.verified))


def _entries(connection: sa.Connection, conditions: Iterable[sa.ColumnElement[bool]]) -> list[CollectionEntry]:
    query = sa.select(collections).where(*conditions).order_by(collections.c.name, collections.c.id)
    entries = connection.execute(query).mappings().all()
    game_counts = (
        sa.select(levels.c.collection_id, levels.c.game, sa.func.count())
        .join(collections)
        .where(*conditions)
        .group_by(levels.c.collection_id, levels.c.game)
        .order_by(levels.c.game)
    )
    games: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for ident, game, count in connection.execute(game_counts):
        games[ident].append((game, count))
    return [_entry(row, tuple(games[row["id"]])) for row in entries]


def _entry(row: sa.RowMapping, games: tuple[tuple[str, int], ...]) -> CollectionEntry:
    keys = tuple((key, text) for key, text in row["keys"])
    count = sum(count for _, count in games)
    return from_row(CollectionEntry, row, keys=keys, owner=row["owner"] or None, levels=count, games=games)


def _change(store: Store, ident: int, new: dict[str, Any]) -> None:
    change = sa.update(collections).where(collections.c.id == ident).values(new)
    name_taken = Conflict.said("collection-name")
    with store.write() as connection, violation_as(name_taken):
        if not connection.execute(change).rowcount:
            raise not_found("collection", ident)


def _valid_name(name: str) -> str:
    name = sanitize(name).strip()
    if not 0 < len(name) <= 200:
        raise StoreError.said("collection-name-length", count=len(name))
    return name


def _name_taken(name: str) -> Conflict:
    return Conflict.said("collection-named", name=name)
