"""A collection whose file has changed: what is the same puzzle stays the same row, with all that hangs on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import sqlalchemy as sa

from ..level import Collection
from . import collections as collection_store
from . import rows
from .collections import Added
from .database import Store, insert_one
from .rows import VerifiedSolution
from .tables import collections, levels, plays, solutions


def reimport(store: Store, ident: int, collection: Collection, *, digest: str = "") -> Added:
    """Bring a collection up to date with its file; the result reports the new levels that are duplicates.

    A level of the file that is equal to one there keeps its id.  A level that the file has no more is removed, unless
    somebody has played or solved it: then it stays, after all others.  Raises NotFound, and FormatError and
    UnsupportedError as `collections.add` does.
    """
    collection_store.require_few(collection)
    name = collection_store.get(store, ident).name
    info = rows.CollectionInfo(name, collection.title, collection.author)
    prepared = [rows.prepare(level, number, info) for number, level in enumerate(collection.levels, start=1)]
    with store.write() as connection:
        entry = collection_store.fetch(connection, ident)
        existing: defaultdict[str, list[int]] = defaultdict(list)
        query = sa.select(levels.c.id, levels.c.equal).where(levels.c.collection_id == ident)
        for level, equal in connection.execute(query.order_by(levels.c.number.desc())):
            existing[equal].append(level)
        new: list[int] = []
        for one in prepared:
            if same := existing[one.row["equal"]]:
                level = same.pop()
                connection.execute(sa.update(levels).where(levels.c.id == level).values(one.row))
            else:
                level = insert_one(connection, levels, {"collection_id": ident, **one.row})
                new.append(level)
            _add_missing_solutions(connection, level, one.verified)
        rows.drop_from_unsolvable(connection, (one.row["turned"] for one in prepared if one.verified))
        _remove_or_append(connection, [level for rest in existing.values() for level in rest], len(prepared))
        row = rows.collection_row(collection, digest)
        connection.execute(sa.update(collections).where(collections.c.id == ident).values(row))
        collection_store.reindex(connection, collection_store.fetch(connection, ident))
        added = levels.c.id.in_(new)
        duplicates = tuple(rows.duplicates(connection, added, entry.owner))
    return Added.of(ident, prepared, duplicates)


def _add_missing_solutions(connection: sa.Connection, level: int, verified: Iterable[VerifiedSolution]) -> None:
    """Add the solutions of a file that the level does not have yet."""
    query = sa.select(solutions.c.text).where(solutions.c.level_id == level, solutions.c.visitor == "")
    known_texts = set(connection.execute(query).scalars())
    for saved, verification in verified:
        if verification.text not in known_texts:
            row = rows.solution_row(level, verification, saved.title, saved.notes)
            connection.execute(sa.insert(solutions).values(row))


def _remove_or_append(connection: sa.Connection, level_ids: list[int], last: int) -> None:
    """Remove the levels that nobody has played or solved, and put the others after number `last`."""
    in_use = sa.exists().where(plays.c.level_id == levels.c.id) | sa.exists().where(
        solutions.c.level_id == levels.c.id, (solutions.c.visitor != "") | (solutions.c.account != "")
    )
    inside = levels.c.id.in_(level_ids)
    connection.execute(sa.delete(levels).where(inside, ~in_use))
    remaining = connection.execute(sa.select(levels.c.id).where(inside).order_by(levels.c.number)).scalars().all()
    for number, level in enumerate(remaining, start=last + 1):
        connection.execute(sa.update(levels).where(levels.c.id == level).values(number=number))
