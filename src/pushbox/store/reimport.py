"""Update a collection whose file has changed: equal puzzles keep their row, with plays and solutions.

What becomes of each level is found out before anything is written, so that nobody waits meanwhile.  Many changes are
written in turns, of which nobody sees a half: new levels are added where nobody sees them, and one transaction, which
writes numbers alone, puts the levels of the file in the place of those before.  Texts and solutions of a level that
stays are its own affair: each level has those of before or those of the file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..analysis.duplicates import ids
from ..errors import LibraryBusy
from ..level import Collection
from . import collections as collection_store
from . import hidden, rows
from .collections import Added
from .database import MOST_NAMED, Store, insert_all, portions
from .rows import PreparedLevel, Row
from .tables import collections, levels, now, plays, solutions
from .turns import in_turns

_TRIES = 10  # updates that are compared anew, as others have changed the collection meanwhile


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
    somebody has played or solved it: then it stays, after all others.  Where many have changed, a call that ends in
    between leaves some with their new texts; it can be repeated.  `on_progress` and errors are those of
    `collections.add`, and NotFound; LibraryBusy where others keep changing the collection.
    """
    collection_store.require_few(collection)
    before = collection_store.get(store, ident)
    prepared = [*rows.prepare_each(collection, before.name, on_progress)]
    of_file = rows.collection_row(collection, digest)
    for _ in range(_TRIES):
        changes = _compare(store, ident, prepared)
        new = _write(store, changes, of_file, before.name)
        if new is not None:
            with store.read() as connection:
                duplicates = tuple(rows.duplicates(connection, new, before.owner))
            return Added(ident, duplicates=duplicates).and_more(prepared)
    raise LibraryBusy.said("library-busy")


def regroup(store: Store, updates: Mapping[int, Collection]) -> int:
    """Move levels between collections that `reimport` is about to update, by id; return how many have moved.

    A level that the file of its collection has no more goes to another one whose file has it and which does not have it
    yet: it keeps its id, with plays and solutions.
    """
    expected = {ident: {ids(level).equal for level in collection.levels} for ident, collection in updates.items()}
    query = sa.select(levels.c.id, levels.c.collection_id, levels.c.equal)
    with store.read() as connection:
        there = connection.execute(query.where(levels.c.collection_id.in_(expected)).order_by(levels.c.id)).all()
    known: defaultdict[int, set[str]] = defaultdict(set)
    for _, collection, equal in there:
        known[collection].add(equal)
    moved: list[Row] = []
    for level, collection, equal in there:
        targets = (ident for ident, own in expected.items() if equal in own and equal not in known[ident])
        if equal not in expected[collection] and (target := next(targets, None)) is not None:
            known[target].add(equal)
            moved.append({"of": level, "before": collection, "target": target})
    for _ in in_turns(store, moved, hidden.PORTION, _move_between):
        pass
    return len(moved)


def _move_between(connection: sa.Connection, some: Sequence[Row]) -> None:
    """Move levels to other collections, those that are still where they were."""
    update = sa.update(levels).where(
        levels.c.id == sa.bindparam("of"), levels.c.collection_id == sa.bindparam("before")
    )
    connection.execute(update.values(collection_id=sa.bindparam("target")), some)


class _Kept(NamedTuple):
    """A level that stays, by its id, with what the file says of it."""

    id: int
    prepared: PreparedLevel


class _Place(NamedTuple):
    """The numbers of a level that stays, before and in the file."""

    id: int
    before: int
    after: int


class _Changes(NamedTuple):
    """What a file changes in a collection: `order` are the ids of its levels before, by which it was compared."""

    collection: int
    order: list[int]
    texts: list[_Kept]  # levels that stay, with other texts
    solved: list[tuple[_Kept, Row]]  # the solutions, as rows, that levels which stay do not have yet
    places: list[_Place]  # of all levels that stay
    new: list[PreparedLevel]
    gone: list[int]
    last: int  # the number of levels of the file

    @property
    def newest(self) -> int:
        """The largest id of a level before, 0 for none; those of new levels are larger."""
        return max(self.order, default=0)

    @property
    def are_few(self) -> bool:
        """Whether one transaction may write them."""
        return len(self.texts) + len(self.solved) + len(self.new) + len(self.gone) <= hidden.FEW


# What is written of a level that stays, beside its number.  An equal board has the same keys in the index of near
# duplicates.
_TEXTS = sorted({*levels.c.keys()} - {"id", "collection_id", "number", "equal", "sketched"})


def _compare(store: Store, ident: int, prepared: Sequence[PreparedLevel]) -> _Changes:
    """Find out what a file changes in a collection."""
    texts = [levels.c[name] for name in _TEXTS]
    query = _in_order(ident).add_columns(levels.c.number, levels.c.equal, *texts)
    own = (levels.c.collection_id == ident) & (solutions.c.visitor == "")
    solved = sa.select(solutions.c.level_id, solutions.c.text).join(levels, levels.c.id == solutions.c.level_id)
    existing: defaultdict[str, list[int]] = defaultdict(list)
    numbers: dict[int, int] = {}
    known: dict[int, tuple[object, ...]] = {}
    with store.read() as connection:
        for level, number, equal, *values in connection.execute(query):
            existing[equal].append(level)
            numbers[level] = number
            known[level] = tuple(values)
        solutions_there = {(level, text) for level, text in connection.execute(solved.where(own))}
    for same in existing.values():
        same.reverse()  # the first one is taken first
    changes = _Changes(ident, [*numbers], [], [], [], [], [], len(prepared))
    for number, one in enumerate(prepared, start=1):
        if not (same := existing[one.row["equal"]]):
            changes.new.append(one)
            continue
        kept = _Kept(same.pop(), one)
        if known[kept.id] != tuple(one.row[name] for name in _TEXTS):
            changes.texts.append(kept)
        changes.places.append(_Place(kept.id, numbers[kept.id], number))
        changes.solved.extend(
            (kept, {"level_id": kept.id, **row})
            for row in one.solutions
            if (kept.id, row["text"]) not in solutions_there
        )
    changes.gone.extend(level for rest in existing.values() for level in rest)
    return changes


def _in_order(ident: int) -> sa.Select[Any]:
    """Return the query for the ids of a collection's levels in order, which an index answers."""
    return sa.select(levels.c.id).where(levels.c.collection_id == ident).order_by(levels.c.number, levels.c.id)


def _write(store: Store, changes: _Changes, of_file: Row, name: str) -> sa.ColumnElement[bool] | None:
    """Write changes and return the condition for the new levels.

    None where others have added, moved or removed levels since they were compared: then they are not complete.
    """
    if changes.are_few:
        with store.write() as connection:
            if not _is_as_compared(connection, changes):
                return None
            _update_texts(connection, changes.texts)
            _add_solutions(connection, changes.solved)
            _move(connection, changes)
            _remove_or_append(connection, changes, sa.delete(levels))
            hidden.add_levels(connection, changes.collection, changes.new, after=changes.newest)
            return _finish(connection, changes, of_file, name)
    with _aside(store) as aside:
        hidden.fill(store, aside, changes.new)
        for _ in in_turns(store, changes.texts, hidden.PORTION, _update_texts):
            pass
        for _ in in_turns(store, changes.solved, hidden.PORTION, _add_solutions):
            pass
        with store.write() as connection:
            if not _is_as_compared(connection, changes):
                return None
            _move(connection, changes)
            moved = sa.update(levels).where(levels.c.collection_id == aside)
            connection.execute(moved.values(collection_id=changes.collection))
            _remove_or_append(connection, changes, sa.update(levels).values(collection_id=aside))
            return _finish(connection, changes, of_file, name)


@contextmanager
def _aside(store: Store) -> Iterator[int]:
    """Yield the id of a collection that nobody sees; it is removed afterwards with what it then has."""
    with hidden.collections_of(store, [{"keys": [], "added": now()}]) as (aside,):
        yield aside
    hidden.remove(store, [aside])


def _is_as_compared(connection: sa.Connection, changes: _Changes) -> bool:
    collection_store.fetch(connection, changes.collection)  # it may be gone
    return connection.execute(_in_order(changes.collection)).scalars().all() == changes.order


def _finish(connection: sa.Connection, changes: _Changes, of_file: Row, name: str) -> sa.ColumnElement[bool]:
    """Bring the collection itself up to date and return the condition for its new levels."""
    own = levels.c.collection_id == changes.collection
    connection.execute(sa.update(collections).where(collections.c.id == changes.collection).values(of_file))
    entry = collection_store.fetch(connection, changes.collection)
    if entry.name != name:  # which the words of its levels have
        collection_store.reindex(connection, entry, sa.true())
    newest = connection.execute(sa.select(sa.func.max(levels.c.id)).where(own)).scalar_one() or 0
    return own & levels.c.id.between(changes.newest + 1, newest)


def _update_texts(connection: sa.Connection, some: Sequence[_Kept]) -> None:
    """Bring the rows of levels up to date, all by one statement, where they still are the same puzzles."""
    if not some:
        return
    changed = {name: sa.bindparam(f"new_{name}", type_=levels.c[name].type) for name in _TEXTS}
    same = (levels.c.id == sa.bindparam("of")) & (levels.c.equal == sa.bindparam("of_equal"))
    connection.execute(
        sa.update(levels).where(same).values(changed),
        [
            {"of": level, "of_equal": one.row["equal"]} | {f"new_{name}": one.row[name] for name in _TEXTS}
            for level, one in some
        ],
    )


def _add_solutions(connection: sa.Connection, some: Sequence[tuple[_Kept, Row]]) -> None:
    """Add solutions to levels that still are the same puzzles; these are solvable."""
    query = sa.select(levels.c.id, levels.c.equal)
    there = {
        (level, equal)
        for named in portions([kept.id for kept, _ in some], MOST_NAMED)
        for level, equal in connection.execute(query.where(levels.c.id.in_(named)))
    }
    fitting = [(kept.prepared.row, row) for kept, row in some if (kept.id, kept.prepared.row["equal"]) in there]
    insert_all(connection, solutions, [row for _, row in fitting])
    rows.drop_from_unsolvable(connection, (level["turned"] for level, _ in fitting))


def _move(connection: sa.Connection, changes: _Changes) -> None:
    """Give the levels that stay their numbers of the file: those together that move by as much, in half of the time."""
    places = sorted(changes.places, key=lambda place: place.before)
    if any(one.before == other.before or one.after > other.after for one, other in pairwise(places)):
        _renumber(connection, [(place.id, place.after) for place in places if place.before != place.after])
        return
    together = levels.c.number.between(sa.bindparam("first"), sa.bindparam("last"))
    inside = (levels.c.collection_id == changes.collection) & together
    shift = sa.update(levels).where(inside).values(number=levels.c.number + sa.bindparam("by"))
    if shifts := _shifts(places):
        connection.execute(shift, [{"first": first, "last": last, "by": by} for first, last, by in shifts])


def _shifts(places: Iterable[_Place]) -> list[tuple[int, int, int]]:
    """Return the first and last number of levels that move together, and by how much.

    Their order stays.  Those that move up come first, the last of them before all: none comes upon others that have not
    moved yet.  Levels that are gone may move along.
    """
    runs = [(by, [*run]) for by, run in groupby(places, key=lambda place: place.after - place.before)]
    moved = [(run[0].before, run[-1].before, by) for by, run in runs if by]
    return [*(one for one in reversed(moved) if one[2] > 0), *(one for one in moved if one[2] < 0)]


def _renumber(connection: sa.Connection, numbers: Iterable[tuple[int, int]]) -> None:
    """Give levels, by their ids, new numbers."""
    update = sa.update(levels).where(levels.c.id == sa.bindparam("of")).values(number=sa.bindparam("new_number"))
    if given := [{"of": ident, "new_number": number} for ident, number in numbers]:
        connection.execute(update, given)


def _remove_or_append(connection: sa.Connection, changes: _Changes, remove: sa.Update | sa.Delete) -> None:
    """Remove the levels that are gone and that nobody has played or solved; put the others after all others.

    `remove` is the statement for it, without its condition.
    """
    if not changes.gone:
        return
    in_use = sa.exists().where(plays.c.level_id == levels.c.id) | sa.exists().where(
        solutions.c.level_id == levels.c.id, (solutions.c.visitor != "") | (solutions.c.account != "")
    )
    for some in portions(changes.gone, MOST_NAMED):
        connection.execute(remove.where(levels.c.id.in_(some), ~in_use))
    remaining = set(changes.gone).intersection(connection.execute(_in_order(changes.collection)).scalars())
    appended = (level for level in changes.order if level in remaining)
    _renumber(connection, [(level, number) for number, level in enumerate(appended, start=changes.last + 1)])
