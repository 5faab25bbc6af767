"""Collections: the files of a library, each with its levels in order.

A name is unique among those of one owner.  None owns what belongs to the library itself, which everybody sees; what a
visitor or an account owns is seen by others once it is published.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..errors import Conflict, NotFound, StoreError, UnsupportedError
from ..level import Collection, Levels, levels_of
from . import hidden, rows
from .database import Store, fitting, from_row, insert_one, not_found, violation_as
from .fulltext import sanitize
from .rows import Duplicate, PreparedLevel, Row
from .tables import collections, draft_links, levels, now
from .turns import Progress, in_turns, unseen

MOST_LEVELS = 50_000  # of a collection: in a library a level takes ten times what it takes to be read


@dataclass(frozen=True, slots=True)
class Added:
    """An added collection: its id, how many levels and replayed solutions it has, and which levels are duplicates.

    `problems` are sentences about saved moves that are no solutions; these are kept with their levels.
    """

    id: int
    levels: int = 0
    solutions: int = 0
    duplicates: tuple[Duplicate, ...] = ()
    problems: tuple[str, ...] = ()

    def and_more(self, prepared: Sequence[PreparedLevel]) -> Added:
        """Return the report on a collection that these levels have been added to, too."""
        solutions = self.solutions + sum(len(level.solutions) for level in prepared)
        problems = (*self.problems, *(problem for level in prepared for problem in level.problems))
        return replace(self, levels=self.levels + len(prepared), solutions=solutions, problems=problems)


class NewCollection(NamedTuple):
    """Levels to be added under a name; `digest` is that of the file they came from."""

    name: str
    levels: Levels
    digest: str = ""


@dataclass(frozen=True, slots=True)
class CollectionEntry:
    """A collection of the library; `games` are its games with their numbers of levels.

    `earlier_of` is the collection of whose levels it holds the earlier versions; see `pushbox.store.versions`.
    """

    id: int
    name: str
    title: str
    author: str
    notes: str
    keys: tuple[tuple[str, str], ...]
    format: str
    owner: str | None
    published: bool
    licence: str
    levels: int
    games: tuple[tuple[str, int], ...]
    added: datetime
    digest: str = ""
    earlier_of: int | None = None


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
    levels so far; where it raises, nothing is kept.  Raises Conflict for a name that the owner has already,
    FormatError for a level that pushbox's JSON cannot hold, UnsupportedError for more than `MOST_LEVELS`.
    """
    (added,) = add_all(store, [NewCollection(name, collection, digest)], owner=owner, on_progress=on_progress)
    return added


def add_all(
    store: Store,
    new: Iterable[NewCollection],
    *,
    owner: str | None = None,
    on_progress: Callable[[int], object] = lambda _: None,
) -> tuple[Added, ...]:
    """Add several collections, all of them or none.  `on_progress` counts the levels of all; see `add`."""
    pending: list[_Pending] = []
    count = 0
    for name, some, digest in new:
        name, collection = _valid_name(name), levels_of(some)
        require_few(collection)
        row = {"owner": owner or "", "name": name, "added": now(), **rows.collection_row(collection, digest)}
        pending.append(_Pending(row, rows.prepare_each(collection, name, partial(_count_on, on_progress, count))))
        count += len(collection.levels)
    added = (_insert if count <= hidden.FEW else _insert_in_turns)(store, pending)
    with store.read() as connection:
        return tuple(
            replace(one, duplicates=tuple(rows.duplicates(connection, levels.c.collection_id == one.id, owner)))
            for one in added
        )


def _count_on(on_progress: Callable[[int], object], before: int, ready: int) -> None:
    """Report a number of levels with those `before` them added."""
    on_progress(before + ready)


def free_names(store: Store, names: Iterable[str], *, owner: str | None = None) -> list[str]:
    """Return names that are free: one that the owner has, or that comes earlier, gets a number, as in "rooms (2)"."""
    with store.read() as connection:
        query = sa.select(collections.c.name).where(collections.c.owner == (owner or ""))
        taken = set(connection.execute(query).scalars())
    free: list[str] = []
    for name in map(_valid_name, names):
        numbered = (f"{name[:190]} ({number})" for number in itertools.count(2))
        free.append(next(one for one in itertools.chain([name], numbered) if one not in taken))
        taken.add(free[-1])
    return free


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
    """Return the collections that a viewer can see (all for None) by name, optionally of one owner or name.

    Those of earlier versions are left out for a viewer.
    """
    conditions = [rows.visible_to(viewer)]
    if viewer is not None:
        conditions.append(rows.is_present())
    if owner is not None:
        conditions.append(collections.c.owner == owner)
    if name is not None:
        conditions.append(collections.c.name == name)
    with store.read() as connection:
        return _entries(connection, conditions)


class CollectionPage(NamedTuple):
    """One page of collections, and whether `more` may follow."""

    entries: tuple[CollectionEntry, ...]
    more: bool


def page(
    store: Store,
    *,
    viewer: str,
    owners: Sequence[str] | None = None,
    others: Sequence[str] = (),
    besides: str = "",
    limit: int = 100,
    room: int | None = None,
    after: int | None = None,
) -> CollectionPage:
    """Return the collections that a viewer can see, starting after collection `after`, as a list shows them.

    Those of the library itself come first, and all by name. They are of one of the `owners` if given, and of none of
    the `others`; those of the library itself whose names begin with `besides` are left out.  Long texts are cut, and
    there are no keys.  A page has at most `limit` collections, whose texts and first levels have at most `room`
    characters; one collection always has room.  Raises NotFound if collection `after` does not exist.
    """
    conditions = [rows.visible_to(viewer), rows.is_present(), collections.c.owner.not_in(others)]
    if owners is not None:
        conditions.append(collections.c.owner.in_(owners))
    if besides:
        conditions.append((collections.c.owner != "") | ~collections.c.name.startswith(besides, autoescape=True))
    keys = _list_order()
    with store.read() as connection:
        if after is not None:
            last = connection.execute(sa.select(*keys).where(collections.c.id == after)).one_or_none()
            if last is None:
                raise not_found("collection", after)
            conditions.append(sa.tuple_(*keys) > sa.tuple_(*last))
        query = sa.select(collections.c.id).where(*conditions).order_by(*keys).limit(limit)
        found = connection.execute(query).scalars().all()
        shown = found[: fitting(_sizes(connection, found), room)]
        entries = _entries(connection, [collections.c.id.in_(shown)], brief=True)
    return CollectionPage(tuple(entries), len(shown) < len(found) or len(found) == limit)


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
    on_progress: Progress = unseen,
) -> CollectionEntry:
    """Change the given texts of a collection.  Raises NotFound, Conflict as `add` does.

    Levels of a large one are found by the new texts before it has them; a call that ends in between can be repeated.
    `on_progress` gets the levels of a large one done, and all of them.
    """
    texts = {"name": name and _valid_name(name), "title": title, "author": author, "notes": notes}
    new: Row = {key: sanitize(value) for key, value in texts.items() if value is not None}
    old = get(store, ident)
    if not new:
        return old
    renamed, found = replace(old, **new), 0
    if old.levels > hidden.FEW:
        if renamed.name != old.name:
            require_free_name(store, renamed.name, owner=old.owner)
        with store.read() as connection:
            own = sa.select(levels.c.id).where(levels.c.collection_id == ident).order_by(levels.c.id)
            idents = connection.execute(own).scalars().all()

        def write(connection: sa.Connection, some: Sequence[int]) -> None:
            reindex(connection, renamed, levels.c.id.in_(some))

        for done in in_turns(store, idents, hidden.PORTION, write):
            on_progress(done, len(idents))
        found = idents[-1]
    with store.write() as connection:
        with violation_as(_name_taken(name or "")):
            connection.execute(sa.update(collections).where(collections.c.id == ident).values(new))
        renamed = fetch(connection, ident)
        reindex(connection, renamed, levels.c.id > found)
        return renamed


def publish(store: Store, ident: int, *, owner: str | None = None, licence: str = "") -> None:
    """Make a collection visible to everybody, under a licence, and give it to another owner, if given.

    Its link for testers ends.  Raises NotFound, Conflict where that owner has one of its name.
    """
    new: dict[str, Any] = {"published": True, "published_at": now(), "licence": licence}
    _change(store, ident, new | ({} if owner is None else {"owner": owner}))


def withdraw(store: Store, ident: int) -> None:
    """Make a collection visible to its owner only.  Raises NotFound."""
    _change(store, ident, {"published": False})


def remove(store: Store, ident: int, on_progress: Progress = unseen) -> None:
    """Remove a collection with its levels, their earlier versions, and all that hangs on them.  Raises NotFound.

    Nobody sees it from the first transaction on.  `on_progress` gets the levels removed and the levels to remove; where
    it raises, the next removal removes the others.
    """
    hidden.remove_rest(store)
    own = (collections.c.id == ident) | (collections.c.earlier_of == ident)
    with store.write() as connection:
        idents = connection.execute(sa.select(collections.c.id).where(own)).scalars().all()
        if ident not in idents:
            raise not_found("collection", ident)
        gone = hidden.take_away(connection, idents)
    hidden.remove(store, gone, on_progress)


def fetch(connection: sa.Connection, ident: int) -> CollectionEntry:
    """Return a collection, within a transaction.  Raises NotFound."""
    entries = _entries(connection, [collections.c.id == ident])
    if not entries:
        raise not_found("collection", ident)
    return entries[0]


def reindex(connection: sa.Connection, entry: CollectionEntry, which: sa.ColumnElement[bool]) -> None:
    """Update the columns by which levels of a collection are searched, those that meet a condition."""
    info = rows.CollectionInfo(entry.name, entry.title, entry.author)
    columns = (levels.c.id, levels.c.title, levels.c.author, levels.c.notes)
    texts = connection.execute(sa.select(*columns).where(levels.c.collection_id == entry.id, which)).all()
    new = [{"of": ident, **rows.search_columns(title, author, notes, info)} for ident, title, author, notes in texts]
    if new:
        connection.execute(sa.update(levels).where(levels.c.id == sa.bindparam("of")), new)


class _Pending(NamedTuple):
    """A collection to be added: its row, and its levels, each prepared when it is wanted."""

    row: Row
    prepared: Iterator[PreparedLevel]


def _insert(store: Store, pending: Sequence[_Pending]) -> list[Added]:
    """Insert collections with their levels, all prepared before.  Raises Conflict."""
    ready = [(row, [*prepared]) for row, prepared in pending]
    added: list[Added] = []
    with store.write() as connection:
        for row, prepared in ready:
            with violation_as(_name_taken(row["name"])):
                ident = insert_one(connection, collections, row)
            hidden.add_levels(connection, ident, prepared)
            added.append(Added(ident).and_more(prepared))
    return added


def _insert_in_turns(store: Store, pending: Sequence[_Pending]) -> list[Added]:
    """Insert collections that nobody sees before all levels are there.  Raises as `_insert`, and keeps nothing.

    Levels are prepared some at a time, while nobody waits: all of them at once are five objects each, among which
    Python looks for garbage over and over.
    """
    for row, _ in pending:
        require_free_name(store, row["name"], owner=row["owner"])
    added: list[Added] = []
    with hidden.collections_of(store, [row for row, _ in pending]) as idents:
        for ident, (_, prepared) in zip(idents, pending, strict=True):
            report = Added(ident)
            while some := [*islice(prepared, hidden.FEW)]:
                hidden.fill(store, ident, some)
                report = report.and_more(some)
            added.append(report)
        with store.write() as connection:
            for ident, (row, _) in zip(idents, pending, strict=True):
                complete = sa.update(collections).where(collections.c.id == ident)
                with violation_as(_name_taken(row["name"])):
                    connection.execute(complete.values(owner=row["owner"], name=row["name"]))
    return added


_BRIEF = 2_000  # characters of a text that a list shows


def _sizes(connection: sa.Connection, idents: Sequence[int]) -> list[int]:
    """Return the characters that each of these collections takes in a list, with its first level."""
    texts = (collections.c.title, collections.c.author, collections.c.notes)
    first = (levels.c.collection_id == collections.c.id) & (levels.c.number == 1)
    size = sum((sa.func.length(_brief(text)) for text in texts), sa.func.coalesce(sa.func.length(levels.c.level), 0))
    query = sa.select(collections.c.id, size).outerjoin(levels, first).where(collections.c.id.in_(idents))
    sizes = {ident: size for ident, size in connection.execute(query)}  # noqa: C416  # rows are no pairs to mypy
    return [sizes[ident] for ident in idents]


def _list_order() -> list[sa.ColumnElement[Any]]:
    return [sa.case((collections.c.owner == "", 0), else_=1), collections.c.name, collections.c.id]


def _brief(column: sa.Column[Any]) -> sa.Label[str]:
    return sa.func.substr(column, 1, _BRIEF).label(column.name)


def _entries(
    connection: sa.Connection, conditions: Iterable[sa.ColumnElement[bool]], *, brief: bool = False
) -> list[CollectionEntry]:
    """Return collections by name; `brief` ones, in the order of a list, have the beginnings of their texts, no keys."""
    columns: dict[str, Any] = dict(collections.c.items())
    if brief:
        columns |= {name: _brief(columns[name]) for name in ("title", "author", "notes")}
        columns["keys"] = sa.literal([], sa.JSON).label("keys")
    order = _list_order() if brief else [collections.c.name, collections.c.id]
    query = sa.select(*columns.values()).where(*conditions).order_by(*order)
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
        connection.execute(sa.update(collections).where(collections.c.earlier_of == ident).values(new))
        connection.execute(sa.delete(draft_links).where(draft_links.c.collection_id == ident))


def _valid_name(name: str) -> str:
    name = sanitize(name).strip()
    if not 0 < len(name) <= 200:
        raise StoreError.said("collection-name-length", count=len(name))
    return name


def _name_taken(name: str) -> Conflict:
    return Conflict.said("collection-named", name=name)
