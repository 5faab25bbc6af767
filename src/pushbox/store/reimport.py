"""Update a collection whose file has changed: equal puzzles keep their row, with plays and solutions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import sqlalchemy as sa

from ..analysis.duplicates import ids
from ..level import Collection
from . import collections as collection_store
from . import rows
from .collections import Added
from .database import MOST_NAMED, Store, insert_all, portions
from .rows import PreparedLevel
from .tables import collections, levels, now, plays, solutions


def reimport(
    store: Store,
    ident: int,
    collection: Collection,
    *,
    digest: str = "",
    on_progress: Callable[[int], object] = lambda _: None,
) -> Added:
    """Bring a collection up to date with its file; the result reports the new levels that are duplicates.

    A level of the file that is equal to one there keeps its id.  A level that the file has no more is removed, unless
    somebody has played or solved it: then it stays, after all others.  `on_progress` and errors are those of
    `collections.add`, and NotFound.
    """
    collection_store.require_few(collection)
    name = collection_store.get(store, ident).name
    prepared = rows.prepare_all(collection, name, on_progress)
    before = _rows(store, ident)
    with store.write() as connection:
        entry = collection_store.fetch(connection, ident)
        existing: defaultdict[str, list[int]] = defaultdict(list)
        query = sa.select(levels.c.id, levels.c.equal).where(levels.c.collection_id == ident)
        for level, equal in connection.execute(query.order_by(levels.c.number.desc())):
            existing[equal].append(level)
        last = max((level for same in existing.values() for level in same), default=0)
        kept: list[tuple[int, PreparedLevel]] = []
        new: list[PreparedLevel] = []
        for one in prepared:
            if same := existing[one.row["equal"]]:
                kept.append((same.pop(), one))
            else:
                new.append(one)
        _update(connection, [(level, one) for level, one in kept if before.get(level) != _compared(one.row)])
        _insert(connection, ident, new)
        is_new = (levels.c.collection_id == ident) & (levels.c.id > last)
        added = connection.execute(sa.select(levels.c.id).where(is_new).order_by(levels.c.number)).scalars()
        _add_missing_solutions(connection, ident, [*kept, *zip(added, new, strict=True)])
        _remove_or_append(connection, [level for rest in existing.values() for level in rest], len(prepared))
        row = rows.collection_row(collection, digest)
        connection.execute(sa.update(collections).where(collections.c.id == ident).values(row))
        changed = collection_store.fetch(connection, ident)
        behind = sa.true() if changed.name != name else levels.c.number > len(prepared)
        collection_store.reindex(connection, changed, behind)
        duplicates = tuple(rows.duplicates(connection, is_new, entry.owner))
    return Added.of(ident, prepared, duplicates)


def regroup(store: Store, updates: Mapping[int, Collection]) -> int:
    """Move levels between collections that `reimport` is about to update, by id; return how many have moved.

    A level that the file of its collection has no more goes to another one whose file has it and which does not have it
    yet: it keeps its id, with plays and solutions.
    """
    expected = {ident: {ids(level).equal for level in collection.levels} for ident, collection in updates.items()}
    query = sa.select(levels.c.id, levels.c.collection_id, levels.c.equal)
    with store.write() as connection:
        there = connection.execute(query.where(levels.c.collection_id.in_(expected)).order_by(levels.c.id)).all()
        known: defaultdict[int, set[str]] = defaultdict(set)
        for _, collection, equal in there:
            known[collection].add(equal)
        moved = []
        for level, collection, equal in there:
            targets = (ident for ident, own in expected.items() if equal in own and equal not in known[ident])
            if equal not in expected[collection] and (target := next(targets, None)) is not None:
                known[target].add(equal)
                moved.append({"of": level, "target": target})
        if moved:
            update = sa.update(levels).where(levels.c.id == sa.bindparam("of"))
            connection.execute(update.values(collection_id=sa.bindparam("target")), moved)
    return len(moved)


_COMPARED = sorted({*levels.c.keys()} - {"id", "collection_id", "sketched"})


def _rows(store: Store, ident: int) -> dict[int, tuple[object, ...]]:
    """Return what the levels of a collection have in their rows, by their ids.

    Looked at before the transaction: nobody has to wait meanwhile. Whoever changes a row in between is as one who comes
    afterwards.
    """
    query = sa.select(levels.c.id, *(levels.c[name] for name in _COMPARED)).where(levels.c.collection_id == ident)
    with store.read() as connection:
        return {level: tuple(values) for level, *values in connection.execute(query)}


def _compared(row: rows.Row) -> tuple[object, ...]:
    return tuple(row[name] for name in _COMPARED)


def _update(connection: sa.Connection, kept: Sequence[tuple[int, PreparedLevel]]) -> None:
    """Bring the rows of levels up to date, all by one statement."""
    if not kept:
        return
    names = kept[0][1].row.keys() - {"sketched"}  # an equal board has the same keys in the index of near duplicates
    changed = {name: sa.bindparam(f"new_{name}", type_=levels.c[name].type) for name in names}
    update = sa.update(levels).where(levels.c.id == sa.bindparam("of")).values(changed)
    connection.execute(
        update, [{"of": level} | {f"new_{name}": one.row[name] for name in names} for level, one in kept]
    )


def _insert(connection: sa.Connection, ident: int, new: Iterable[PreparedLevel]) -> None:
    """Add levels to a collection, all by one statement."""
    insert_all(connection, levels, [{"collection_id": ident, **one.row} for one in new])


def _add_missing_solutions(
    connection: sa.Connection, ident: int, prepared: Sequence[tuple[int, PreparedLevel]]
) -> None:
    """Add the solutions of a file that its levels, each with its id, do not have yet; these are solvable."""
    own = (levels.c.collection_id == ident) & (solutions.c.visitor == "")
    query = sa.select(solutions.c.level_id, solutions.c.text).join(levels, levels.c.id == solutions.c.level_id)
    known = {(level, text) for level, text in connection.execute(query.where(own))}
    added = now()
    missing = [
        rows.solution_row(level, verification, saved.title, saved.notes, added)
        for level, one in prepared
        for saved, verification in one.verified
        if (level, verification.text) not in known
    ]
    insert_all(connection, solutions, missing)
    solved = {row["level_id"] for row in missing}
    rows.drop_from_unsolvable(connection, (one.row["turned"] for level, one in prepared if level in solved))


def _remove_or_append(connection: sa.Connection, level_ids: list[int], last: int) -> None:
    """Remove the levels that nobody has played or solved, and put the others after number `last`."""
    in_use = sa.exists().where(plays.c.level_id == levels.c.id) | sa.exists().where(
        solutions.c.level_id == levels.c.id, (solutions.c.visitor != "") | (solutions.c.account != "")
    )
    remaining: list[tuple[int, int]] = []
    for some in portions(level_ids, MOST_NAMED):
        inside = levels.c.id.in_(some)
        connection.execute(sa.delete(levels).where(inside, ~in_use))
        remaining += [(number, ident) for number, ident in connection.execute(_NUMBERED.where(inside))]
    if remaining:
        update = sa.update(levels).where(levels.c.id == sa.bindparam("of")).values(number=sa.bindparam("new_number"))
        numbers = enumerate((ident for _, ident in sorted(remaining)), start=last + 1)
        connection.execute(update, [{"of": ident, "new_number": number} for number, ident in numbers])


_NUMBERED = sa.select(levels.c.number, levels.c.id)
