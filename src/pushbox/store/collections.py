"""Collections: the files of a library, each with its levels in order.

A name is unique among those of one owner.  None owns what belongs to the library itself, which everybody sees; what a
visitor or an account owns is seen by others once it is published.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ..errors import Conflict, NotFound, StoreError
from ..level import Collection
from . import rows
from .database import Store, insert_one
from .rows import Duplicate, Ready
from .tables import collections, levels, now, solutions
from .words import plain


@dataclass(frozen=True, slots=True)
class Added:
    """What was added: the id of the collection, how many levels and replayed solutions, and which were there before.

    `problems` are sentences about records that are no solutions; they are kept with their levels.
    """

    id: int
    levels: int
    solutions: int
    duplicates: tuple[Duplicate, ...]
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CollectionEntry:
    """A collection of the library; `games` tells how many levels of each game it has."""

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
    collection: Collection,
    *,
    name: str,
    owner: str | None = None,
    digest: str = "",
    watch: Callable[[int], object] = lambda _: None,
) -> Added:
    """Add a collection with all its levels and solutions; duplicates of levels there are told, and added too.

    `digest` is that of the file it came from, by which a second import knows it.  `watch` is told how many levels are
    ready to be kept; where it raises, nothing is kept.  Raises Conflict for a name that the owner has already,
    FormatError for a level that the form of pushbox cannot hold.
    """
    name = _checked(name)
    about = rows.About(name, collection.title, collection.author)
    made: list[Ready] = []
    for number, level in enumerate(collection.levels, start=1):
        made.append(rows.ready(level, number, about))
        watch(number)
    row = {
        "owner": owner or "",
        "name": name,
        "title": plain(collection.title),
        "author": plain(collection.author),
        "notes": plain(collection.notes),
        "keys": [list(key) for key in collection.headers],
        "format": collection.format,
        "digest": digest,
        "added": now(),
    }
    with store.write() as connection:
        try:
            ident = insert_one(connection, collections, row)
        except IntegrityError:
            raise _taken(name) from None
        _add_levels(connection, ident, made)
        same = tuple(rows.duplicates(connection, levels.c.collection_id == ident, owner))
    problems = tuple(problem for one in made for problem in one.problems)
    return Added(ident, len(made), sum(len(one.proven) for one in made), same, problems)


def check_free(store: Store, name: str, *, owner: str | None = None) -> None:
    """Raise Conflict where an owner has a collection of this name."""
    if listing(store, owner=owner or "", name=_checked(name)):
        raise _taken(name)


def listing(
    store: Store, *, viewer: str | None = None, owner: str | None = None, name: str | None = None
) -> list[CollectionEntry]:
    """Return the collections that a viewer sees, all for None, by name; only those of an owner or a name if given."""
    where = [rows.seen_by(viewer)]
    if owner is not None:
        where.append(collections.c.owner == owner)
    if name is not None:
        where.append(collections.c.name == name)
    with store.read() as connection:
        return _entries(connection, where)


def get(store: Store, ident: int) -> CollectionEntry:
    """Return a collection.  Raises NotFound."""
    with store.read() as connection:
        return entry(connection, ident)


def named(store: Store, name: str, *, owner: str | None = None) -> CollectionEntry:
    """Return the collection of an owner with a name.  Raises NotFound."""
    with store.read() as connection:
        found = _entries(connection, [collections.c.owner == (owner or ""), collections.c.name == name])
    if not found:
        raise NotFound(f"found no collection named {name[:80]!r} in the library")
    return found[0]


def rename(
    store: Store,
    ident: int,
    *,
    name: str | None = None,
    title: str | None = None,
    author: str | None = None,
    notes: str | None = None,
) -> CollectionEntry:
    """Change what is said of a collection, where it is given.  Raises NotFound, Conflict as `add` does."""
    given = {"name": name and _checked(name), "title": title, "author": author, "notes": notes}
    new = {key: plain(value) for key, value in given.items() if value is not None}
    with store.write() as connection:
        if new:
            try:
                connection.execute(sa.update(collections).where(collections.c.id == ident).values(new))
            except IntegrityError:
                raise _taken(name or "") from None
        found = entry(connection, ident)
        index(connection, found)
        return found


def publish(store: Store, ident: int, *, owner: str | None = None) -> None:
    """Let everybody see a collection, and hand it over to another owner, an account for instance, if given.

    Raises NotFound, Conflict where that owner has one of its name.
    """
    _change(store, ident, {"published": True} | ({} if owner is None else {"owner": owner}))


def withdraw(store: Store, ident: int) -> None:
    """Let only its owner see a collection.  Raises NotFound."""
    _change(store, ident, {"published": False})


def remove(store: Store, ident: int) -> None:
    """Remove a collection with its levels and all that hangs on them.  Raises NotFound."""
    with store.write() as connection:
        if not connection.execute(sa.delete(collections).where(collections.c.id == ident)).rowcount:
            raise _missing(ident)


def entry(connection: sa.Connection, ident: int) -> CollectionEntry:
    """Return a collection, within a transaction.  Raises NotFound."""
    found = _entries(connection, [collections.c.id == ident])
    if not found:
        raise _missing(ident)
    return found[0]


def index(connection: sa.Connection, of: CollectionEntry) -> None:
    """Write anew what the levels of a collection are found by."""
    about = rows.About(of.name, of.title, of.author)
    columns = (levels.c.id, levels.c.number, levels.c.title, levels.c.author, levels.c.notes)
    found = connection.execute(sa.select(*columns).where(levels.c.collection_id == of.id)).all()
    new = [
        {"of": ident, **rows.found_by(number, title, author, notes, about)}
        for ident, number, title, author, notes in found
    ]
    if new:
        connection.execute(sa.update(levels).where(levels.c.id == sa.bindparam("of")), new)


def _add_levels(connection: sa.Connection, ident: int, made: Sequence[Ready]) -> None:
    if not made:
        return
    connection.execute(sa.insert(levels), [{"collection_id": ident, **one.row} for one in made])
    given = sa.select(levels.c.id).where(levels.c.collection_id == ident).order_by(levels.c.number)
    moment = now()
    proven = [
        rows.solution_row(level, found.text, found)
        | {"title": plain(record.title), "notes": plain(record.notes), "added": moment}
        for level, one in zip(connection.execute(given).scalars(), made, strict=True)
        for record, found in one.proven
    ]
    if proven:
        connection.execute(sa.insert(solutions), proven)
        rows.refute(connection, (one.row["turned"] for one in made if one.proven))


def _entries(connection: sa.Connection, where: Iterable[sa.ColumnElement[bool]]) -> list[CollectionEntry]:
    found = connection.execute(sa.select(collections).where(*where).order_by(collections.c.name, collections.c.id))
    own = found.mappings().all()
    tally = (
        sa.select(levels.c.collection_id, levels.c.game, sa.func.count())
        .join(collections)
        .where(*where)
        .group_by(levels.c.collection_id, levels.c.game)
        .order_by(levels.c.game)
    )
    games: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for ident, game, count in connection.execute(tally):
        games[ident].append((game, count))
    return [_entry(row, tuple(games[row["id"]])) for row in own]


def _entry(row: sa.RowMapping, games: tuple[tuple[str, int], ...]) -> CollectionEntry:
    fields: dict[str, Any] = {key: row[key] for key in ("id", "name", "title", "author", "notes", "format", "digest")}
    return CollectionEntry(
        **fields,
        keys=tuple((key, text) for key, text in row["keys"]),
        owner=row["owner"] or None,
        published=row["published"],
        levels=sum(count for _, count in games),
        games=games,
        added=row["added"],
    )


def _change(store: Store, ident: int, new: dict[str, Any]) -> None:
    change = sa.update(collections).where(collections.c.id == ident).values(new)
    with store.write() as connection:
        try:
            changed = connection.execute(change).rowcount
        except IntegrityError:
            raise Conflict("found a collection of this name already, expected another name") from None
        if not changed:
            raise _missing(ident)


def _checked(name: str) -> str:
    name = plain(name).strip()
    if not 0 < len(name) <= 200:
        raise StoreError(f"found a name of {len(name)} characters, expected 1 to 200")
    return name


def _taken(name: str) -> Conflict:
    return Conflict(f"found a collection named {name!r} already, expected another name")


def _missing(ident: int) -> NotFound:
    return NotFound(f"found no collection {ident} in the library")
