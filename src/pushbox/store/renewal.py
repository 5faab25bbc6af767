"""A collection whose file has changed: what is the same puzzle stays the same row, with all that hangs on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from ..level import Collection
from . import collections as shelves
from . import rows
from .collections import Added
from .database import Store, insert_one
from .rows import Proven
from .tables import collections, levels, now, plays, solutions
from .words import plain


def renew(store: Store, ident: int, collection: Collection, *, digest: str = "") -> Added:
    """Make a collection what its file says now, and return what it holds and which levels are new and not the first.

    A level of the file that is equal to one there keeps its id.  A level that the file has no more is removed, unless
    somebody has played or solved it: then it stays, after all others.  Raises NotFound, FormatError as
    `collections.add` does.
    """
    name = shelves.get(store, ident).name
    about = rows.About(name, collection.title, collection.author)
    made = [rows.ready(level, number, about) for number, level in enumerate(collection.levels, start=1)]
    with store.write() as connection:
        shelf = shelves.entry(connection, ident)
        there: defaultdict[str, list[int]] = defaultdict(list)
        query = sa.select(levels.c.id, levels.c.equal).where(levels.c.collection_id == ident)
        for level, equal in connection.execute(query.order_by(levels.c.number.desc())):
            there[equal].append(level)
        new: list[int] = []
        for one in made:
            if same := there[one.row["equal"]]:
                level = same.pop()
                connection.execute(sa.update(levels).where(levels.c.id == level).values(one.row))
            else:
                level = insert_one(connection, levels, {"collection_id": ident, **one.row})
                new.append(level)
            _add_missing(connection, level, one.proven)
        rows.refute(connection, (one.row["turned"] for one in made if one.proven))
        _clear(connection, [level for rest in there.values() for level in rest], len(made))
        told: dict[str, Any] = {name: plain(getattr(collection, name)) for name in ("title", "author", "notes")}
        told |= {"keys": [list(key) for key in collection.headers], "format": collection.format, "digest": digest}
        connection.execute(sa.update(collections).where(collections.c.id == ident).values(told))
        shelves.index(connection, shelves.entry(connection, ident))
        fresh = levels.c.id.in_(new)
        duplicates = tuple(rows.duplicates(connection, fresh, shelf.owner))
    problems = tuple(problem for one in made for problem in one.problems)
    return Added(ident, len(made), sum(len(one.proven) for one in made), duplicates, problems)


def _add_missing(connection: sa.Connection, level: int, proven: Iterable[Proven]) -> None:
    """Add the solutions of a file that the level does not have yet."""
    query = sa.select(solutions.c.text).where(solutions.c.level_id == level, solutions.c.visitor == "")
    known = set(connection.execute(query).scalars())
    for record, found in proven:
        if found.text not in known:
            words = {"title": plain(record.title), "notes": plain(record.notes), "added": now()}
            connection.execute(sa.insert(solutions).values(rows.solution_row(level, found.text, found) | words))


def _clear(connection: sa.Connection, gone: list[int], last: int) -> None:
    """Remove the levels that nobody has played or solved, and put the others after number `last`."""
    touched = sa.exists().where(plays.c.level_id == levels.c.id) | sa.exists().where(
        solutions.c.level_id == levels.c.id, (solutions.c.visitor != "") | (solutions.c.account != "")
    )
    inside = levels.c.id.in_(gone)
    connection.execute(sa.delete(levels).where(inside, ~touched))
    kept = connection.execute(sa.select(levels.c.id).where(inside).order_by(levels.c.number)).scalars().all()
    for number, level in enumerate(kept, start=last + 1):
        connection.execute(sa.update(levels).where(levels.c.id == level).values(number=number))
