"""Find levels: by id, by properties, and equal ones."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import sqlalchemy as sa

from ..errors import StoreError
from ..formats import json
from ..identity import Ids
from ..level import Level, game_key
from ..levels import names as shipped_names
from . import collections as collection_store
from . import hidden, rows
from .database import MOST_NAMED, Store, fitting, from_row, insert_missing, insert_one, not_found, portions
from .fulltext import fold, sanitize, terms
from .rows import Duplicate
from .tables import Text, collections, levels, plays, ratings, solutions, tags, unsolvable
from .turns import Progress, in_turns, unseen

_ALIKE, _COMPARED = 12, 400  # levels like one: as many as are returned, as are compared
_WIDER = 3  # cells by which sides may differ
_WEIGHTS = (2, 1, 1)  # of a difference in boxes, in width and in height
Order = Literal["number", "added", "title", "boxes", "size", "difficulty"]

State = Literal["unsolved", "solved", "improvable", "best", "unsolvable"]
STATES: tuple[State, ...] = get_args(State)

Bounds = tuple[int | None, int | None]  # at least and at most, None for no bound

BEST = "proven best by "  # begins a line in the notes of a solution; the objective follows

_UNRATED = 1_000.0  # after all difficulties
MAX_PAGE_SIZE = 500  # levels of a page


@dataclass(frozen=True, slots=True)
class LevelEntry:
    """A level of the library; `number` counts from 1 within its `collection`, which is its id.

    The saved moves of `level` are those that are no solutions, such as saved games; see `pushbox.store.solutions`.
    `difficulty` is from 0 to 100, None where it has not been rated; see `pushbox.store.ratings`.
    """

    id: int
    collection: int
    number: int
    title: str
    author: str
    notes: str
    game: str
    width: int
    height: int
    boxes: int
    goals: int
    ids: Ids
    tags: tuple[str, ...]
    level: Level
    difficulty: float | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page of matching levels, the total number of matches, and whether `more` may follow."""

    entries: tuple[LevelEntry, ...]
    total: int
    more: bool = False


def get(store: Store, ident: int) -> LevelEntry:
    """Return a level.  Raises NotFound."""
    with store.read() as connection:
        return fetch(connection, ident)


def search(
    store: Store,
    *,
    text: str = "",
    game: str | None = None,
    collection: int | None = None,
    author: str | None = None,
    tag: str | None = None,
    boxes: Bounds = (None, None),
    size: Bounds = (None, None),
    difficulty: tuple[float | None, float | None] = (None, None),
    solved_by: str | None = None,
    unsolved_by: str | None = None,
    begun_by: str | None = None,
    state: State | None = None,
    viewer: str | None = None,
    order: Order = "number",
    limit: int = 50,
    room: int | None = None,
    after: int | None = None,
) -> Page:
    """Return the levels that meet all conditions, sorted, starting after level `after`.

    A page has at most `limit` levels, whose JSON has at most `room` characters; one level always has room.

    `text` has words, or beginnings of words, of title, author, notes, number and collection; `author` is a part of the
    author of the level or its collection; `size` is the number of cells. A bound of `difficulty` leaves out unrated
    levels. `solved_by`, `unsolved_by` and `begun_by` are visitors; a level is begun if it was played and is not solved.
    `state` is common knowledge: ``unsolved`` is neither solved nor known to be unsolvable, ``best`` has a solution that
    is proven the best by some count (see `pushbox.store.solutions.mark_best`), ``improvable`` is solved without one.
    Only collections that `viewer` can see count; None sees all. Earlier versions are in their own collection alone.
    Raises NotFound if level `after` does not exist,
    StoreError for a limit beyond `MAX_PAGE_SIZE`.
    """
    if not 0 <= limit <= MAX_PAGE_SIZE:
        raise StoreError.said("page-limit", limit=limit, most=MAX_PAGE_SIZE)
    conditions = [rows.visible_to(viewer), *_level_conditions(game, collection, author, tag, boxes, size)]
    if collection is None:
        conditions.append(sa.func.coalesce(collections.c.earlier_of, 0) == 0)  # as nearly all are: no index helps
    conditions += _progress_conditions(solved_by, unsolved_by, begun_by)
    conditions += [*_difficulty_conditions(*difficulty), *_state_conditions(state)]
    with store.read() as connection:
        if words := terms(text):
            conditions.append(_matches_words(connection, words))
        elif text.strip():
            return Page((), 0)
        matching = sa.select(levels).join(collections).where(*conditions)
        return _page(connection, matching, _sort_keys(order, sanitize(text).strip()), limit, room, after)


def pages(store: Store, limit: int = sys.maxsize, **filters: Any) -> Iterator[Page]:
    """Yield the levels that meet the conditions of `search`, page by page, up to a number of them."""
    after = None
    while limit > 0 and (page := search(store, **filters, limit=min(limit, MAX_PAGE_SIZE), after=after)).entries:
        yield page
        limit -= len(page.entries)
        after = page.entries[-1].id


def alike(store: Store, entry: LevelEntry, *, unsolved_by: str, viewer: str) -> list[int]:
    """Return levels of the same game with about as many boxes on about as large a board, the likest first.

    They are at most `_ALIKE`, of those that a viewer sees, and neither solved by a visitor nor the level itself turned.
    """
    near = [
        levels.c.boxes.between(entry.boxes - 1, entry.boxes + 1),
        levels.c.width.between(entry.width - _WIDER, entry.width + _WIDER),
        levels.c.height.between(entry.height - _WIDER, entry.height + _WIDER),
    ]
    solved = sa.select(solutions.c.level_id).where(solutions.c.visitor == unsolved_by)
    query = (
        sa.select(levels.c.id, levels.c.boxes, levels.c.width, levels.c.height)
        .join(collections)
        .where(levels.c.game == entry.game, levels.c.turned != entry.ids.canonical, *near)
        .where(levels.c.id.not_in(solved), rows.visible_to(viewer), rows.is_present())
        .limit(_COMPARED)
    )

    own = (entry.boxes, entry.width, entry.height)
    with store.read() as connection:
        found = [
            (sum(weight * abs(one - other) for weight, one, other in zip(_WEIGHTS, facts, own, strict=True)), ident)
            for ident, *facts in connection.execute(query)
        ]
    return [ident for _, ident in sorted(found)[:_ALIKE]]


def adjacent(
    store: Store, ident: int, *, step: Literal[-1, 1] = 1, unsolved_by: str | None = None
) -> LevelEntry | None:
    """Return the level after this one in its collection, or before it; the next that a visitor has not solved if given.

    None at the end.  Raises NotFound.
    """
    with store.read() as connection:
        current = fetch(connection, ident)
        number = levels.c.number
        query = sa.select(levels).where(levels.c.collection_id == current.collection)
        if step == 1:
            query = query.where(number > current.number).order_by(number)
        else:
            query = query.where(number < current.number).order_by(number.desc())
        if unsolved_by is not None:
            query = query.where(~_solved_by(unsolved_by))
        return next(iter(_entries(connection, query.limit(1))), None)


def append(store: Store, collection: int, level: Level) -> LevelEntry:
    """Add a level at the end of a collection.  Raises NotFound, FormatError for a level that cannot be held."""
    with store.write() as connection:
        parent = collection_store.fetch(connection, collection)
        last = sa.select(sa.func.coalesce(sa.func.max(levels.c.number), 0)).where(levels.c.collection_id == collection)
        number = connection.execute(last).scalar_one() + 1
        row = rows.level_row(level, number, rows.CollectionInfo(parent.name, parent.title, parent.author))
        return fetch(connection, insert_one(connection, levels, {"collection_id": collection, **row}))


def replace(store: Store, ident: int, level: Level) -> LevelEntry:
    """Put another level in the place of one.

    Where the board, game or options differ it is another puzzle, and what was played and solved of the old one goes.
    Raises NotFound, FormatError for a level that cannot be held.
    """
    with store.write() as connection:
        old = fetch(connection, ident)
        parent = collection_store.fetch(connection, old.collection)
        row = rows.level_row(level, old.number, rows.CollectionInfo(parent.name, parent.title, parent.author))
        if row["equal"] != old.ids.equal:
            connection.execute(sa.delete(plays).where(plays.c.level_id == ident))
            connection.execute(sa.delete(solutions).where(solutions.c.level_id == ident))
        connection.execute(sa.update(levels).where(levels.c.id == ident).values(row))
        return fetch(connection, ident)


def remove(store: Store, ident: int) -> None:
    """Remove a level with all that hangs on it; those after it move up.  Raises NotFound."""
    remove_all(store, [ident])


def remove_all(store: Store, idents: Sequence[int], on_progress: Progress = unseen) -> None:
    """Remove levels with all that hangs on them; those after them move up.  Raises NotFound, and removes none then.

    Nobody sees them from the first transaction on, which gives all others their numbers; the rows of many go in turns.
    `on_progress` gets the rows of levels removed and those to remove; where it raises, the next removal removes them.
    """
    if not idents:
        return
    hidden.remove_rest(store)
    removed: defaultdict[int, list[int]] = defaultdict(list)  # numbers, by their collections
    with store.write() as connection:
        _require(connection, idents)
        gone = hidden.insert(connection) if len(idents) > hidden.FEW else None
        take = sa.delete(levels) if gone is None else sa.update(levels).values(collection_id=gone)
        for some in portions(idents, MOST_NAMED):
            inside = levels.c.id.in_(some)
            for parent, number in connection.execute(sa.select(levels.c.collection_id, levels.c.number).where(inside)):
                removed[parent].append(number)
            connection.execute(take.where(inside))
        for parent, numbers in removed.items():
            _close_gaps(connection, parent, sorted(numbers))
    if gone is not None:
        hidden.remove(store, [gone], on_progress)


def _close_gaps(connection: sa.Connection, collection: int, gaps: Sequence[int]) -> None:
    """Let the levels of a collection behind some numbers, in order, which no level has any more, move up."""
    run = levels.c.number.between(sa.bindparam("first"), sa.bindparam("last"))
    inside = (levels.c.collection_id == collection) & run
    move = sa.update(levels).where(inside).values(number=levels.c.number - sa.bindparam("shift"))
    ends = [*gaps[1:], _NO_NUMBER]
    runs = [(gap + 1, end - 1, shift) for shift, (gap, end) in enumerate(zip(gaps, ends, strict=True), start=1)]
    if between := [{"first": one[0], "last": one[1], "shift": one[2]} for one in runs if one[0] <= one[1]]:
        connection.execute(move, between)


_NO_NUMBER = 1 << 31  # of a level is this, or more


def tag(store: Store, idents: Sequence[int], name: str, on_progress: Progress = unseen) -> None:
    """Add a tag to levels in turns.  Raises NotFound, and adds none then, StoreError for an invalid tag."""
    name = sanitize(name).strip()
    if not 0 < len(name) <= 50:
        raise StoreError.said("tag-length", count=len(name))

    def write(connection: sa.Connection, some: Sequence[int]) -> None:
        there = sa.select(levels.c.id, sa.literal(name, Text)).where(levels.c.id.in_(some))
        connection.execute(insert_missing(connection, tags).from_select(["level_id", "tag"], there))

    _in_turns(store, idents, write, on_progress)


def untag(store: Store, idents: Sequence[int], name: str, on_progress: Progress = unseen) -> None:
    """Take a tag from levels, which need not have it, in turns.  Raises NotFound."""

    def write(connection: sa.Connection, some: Sequence[int]) -> None:
        connection.execute(sa.delete(tags).where(tags.c.level_id.in_(some), tags.c.tag == name))

    _in_turns(store, idents, write, on_progress)


def _in_turns(
    store: Store,
    idents: Sequence[int],
    write: Callable[[sa.Connection, Sequence[int]], object],
    on_progress: Progress,
) -> None:
    """Write levels in turns.  Raises NotFound, and writes none then; a level that goes meanwhile is left out."""
    with store.read() as connection:
        _require(connection, idents)
    for done in in_turns(store, idents, hidden.PORTION, write):
        on_progress(done, len(idents))


def _require(connection: sa.Connection, idents: Sequence[int]) -> None:
    """Raise NotFound unless all these ids exist."""
    for some in portions(idents, MAX_PAGE_SIZE):
        existing = set(connection.execute(sa.select(levels.c.id).where(levels.c.id.in_(some))).scalars())
        for ident in some:
            if ident not in existing:
                raise not_found("level", ident)


def duplicates(store: Store, *, collection: int | None = None) -> list[Duplicate]:
    """Return the levels, of a collection if given, that are the same as an earlier one, and in which sense.

    The symmetries are those that the rules of the game allow; see `pushbox.identity`.
    """
    condition = sa.true() if collection is None else levels.c.collection_id == collection
    with store.read() as connection:
        return list(rows.duplicates(connection, condition, viewer=None))


def _page(
    connection: sa.Connection,
    matching: sa.Select[Any],
    keys: list[sa.ColumnElement[Any]],
    limit: int,
    room: int | None,
    after: int | None,
) -> Page:
    total = connection.execute(matching.with_only_columns(sa.func.count(levels.c.id))).scalar_one()
    # The ids first: a database that sorts whole rows moves the boards of all matching levels about.
    query = matching.with_only_columns(levels.c.id).order_by(*keys).limit(limit)
    if after is not None:
        last = connection.execute(sa.select(*keys).join(collections).where(levels.c.id == after)).one_or_none()
        if last is None:
            raise not_found("level", after)
        query = query.where(sa.tuple_(*keys) > sa.tuple_(*last))
    found = connection.execute(query).scalars().all()
    shown = found if room is None else found[: fitting(sizes_of(connection, found), room)]
    places = {ident: place for place, ident in enumerate(shown)}
    entries = _entries(connection, sa.select(levels).where(levels.c.id.in_(places)))
    more = len(shown) < len(found) or len(found) == limit
    return Page(tuple(sorted(entries, key=lambda entry: places[entry.id])), total, more)


def sizes_of(connection: sa.Connection, idents: Sequence[int]) -> list[int]:
    """Return the characters that each of these levels takes as JSON."""
    query = sa.select(levels.c.id, sa.func.length(levels.c.level)).where(levels.c.id.in_(idents))
    sizes = {ident: size for ident, size in connection.execute(query)}  # noqa: C416  # rows are no pairs to mypy
    return [sizes[ident] for ident in idents]


def fetch(connection: sa.Connection, ident: int) -> LevelEntry:
    """Return a level, within a transaction.  Raises NotFound."""
    entries = _entries(connection, sa.select(levels).where(levels.c.id == ident))
    if not entries:
        raise not_found("level", ident)
    return entries[0]


def fetch_where(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> list[LevelEntry]:
    """Return the levels that meet a condition, within a transaction, in any order."""
    return _entries(connection, sa.select(levels).where(condition))


def _entries(connection: sa.Connection, query: sa.Select[Any]) -> list[LevelEntry]:
    level_rows = connection.execute(query).mappings().all()
    tag_names: defaultdict[int, list[str]] = defaultdict(list)
    tag_query = sa.select(tags).where(tags.c.level_id.in_([row["id"] for row in level_rows])).order_by(tags.c.tag)
    for ident, name in connection.execute(tag_query):
        tag_names[ident].append(name)
    rated = sa.select(ratings.c.turned, ratings.c.difficulty).where(
        ratings.c.turned.in_({row["turned"] for row in level_rows})
    )
    difficulties = {turned: difficulty for turned, difficulty in connection.execute(rated)}  # noqa: C416  # rows
    return [_entry(row, tuple(tag_names[row["id"]]), difficulties.get(row["turned"])) for row in level_rows]


def _entry(row: sa.RowMapping, tag_names: tuple[str, ...], difficulty: float | None) -> LevelEntry:
    ids = Ids(row["equal"], row["turned"], row["normal"])
    level = json.decode(row["level"])
    return from_row(
        LevelEntry, row, collection=row["collection_id"], ids=ids, tags=tag_names, level=level, difficulty=difficulty
    )


def _sort_keys(order: Order, text: str) -> list[sa.ColumnElement[Any]]:
    """Return the sort keys of an order; the id is last, so that no two levels are equal.

    As in the library means: what has the text as its title, the lessons, what else is shipped, and all else by name.
    """
    is_named = sa.func.lower(levels.c.title) == sa.func.lower(text)
    keys: dict[Order, list[sa.ColumnElement[Any]]] = {
        "number": [
            *([sa.case((is_named, 0), else_=1)] if text else []),
            sa.case((collections.c.name == "lessons", 0), (collections.c.name.in_(shipped_names()), 1), else_=2),
            collections.c.name,
            levels.c.collection_id,
            levels.c.number,
        ],
        "added": [],
        "title": [levels.c.title],
        "boxes": [levels.c.boxes],
        "size": [levels.c.width * levels.c.height],
        "difficulty": [sa.func.coalesce(_difficulty(), _UNRATED)],
    }
    return [*keys[order], levels.c.id]


def _level_conditions(
    game: str | None, collection: int | None, author: str | None, tag: str | None, boxes: Bounds, size: Bounds
) -> Iterator[sa.ColumnElement[bool]]:
    if game is not None:
        yield levels.c.game == game_key(game)
    if collection is not None:
        yield levels.c.collection_id == collection
    if author is not None:
        yield levels.c.author_folded.contains(fold(sanitize(author)), autoescape=True)
    if tag is not None:
        yield levels.c.id.in_(sa.select(tags.c.level_id).where(tags.c.tag == tag))
    for column, (minimum, maximum) in ((levels.c.boxes, boxes), (levels.c.width * levels.c.height, size)):
        if minimum is not None:
            yield column >= minimum
        if maximum is not None:
            yield column <= maximum


def _difficulty() -> sa.ScalarSelect[Any]:
    return sa.select(ratings.c.difficulty).where(ratings.c.turned == levels.c.turned).scalar_subquery()


def _difficulty_conditions(minimum: float | None, maximum: float | None) -> Iterator[sa.ColumnElement[bool]]:
    if minimum is not None:
        yield _difficulty() >= minimum
    if maximum is not None:
        yield _difficulty() <= maximum


def _progress_conditions(
    solved_by: str | None, unsolved_by: str | None, begun_by: str | None
) -> Iterator[sa.ColumnElement[bool]]:
    if solved_by is not None:
        yield _solved_by(solved_by)
    if unsolved_by is not None:
        yield ~_solved_by(unsolved_by)
    if begun_by is not None:
        yield ~_solved_by(begun_by)
        yield sa.exists().where(plays.c.level_id == levels.c.id, plays.c.visitor == begun_by)


def _state_conditions(state: State | None) -> list[sa.ColumnElement[bool]]:
    of_level = solutions.c.level_id == levels.c.id
    solved = sa.exists().where(of_level)
    best = sa.exists().where(of_level, solutions.c.notes.contains(BEST, autoescape=True))
    unsolvable_too = sa.exists().where(unsolvable.c.turned == levels.c.turned)
    match state:
        case "unsolved":
            return [~solved, ~unsolvable_too]
        case "solved":
            return [solved]
        case "improvable":
            return [solved, ~best]
        case "best":
            return [best]
        case "unsolvable":
            return [~solved, unsolvable_too]
        case _:
            return []


def _solved_by(visitor: str) -> sa.ColumnElement[bool]:
    return sa.exists().where(solutions.c.level_id == levels.c.id, solutions.c.visitor == visitor)


def _matches_words(connection: sa.Connection, words: list[str]) -> sa.ColumnElement[bool]:
    """Return the condition that a level has all words, of which one may be its number.

    Numbers match fully, other words by their beginning.  The index of words has no number of a level: a level that is
    removed changes those of all levels after it.
    """
    found = [_having(connection, words)]
    numbered = sa.select(levels.c.id).where(levels.c.collection_id.in_(sa.select(collections.c.id)))  # by its index
    for number in dict.fromkeys(filter(_NUMBER.fullmatch, words)):
        others = [word for word in words if word != number]
        same = numbered.where(levels.c.number == int(number))
        # The sum keeps SQLite from looking at each level that has the others: few have the number.
        found.append(same.where((levels.c.id + 0).in_(_having(connection, others))) if others else same)
    return levels.c.id.in_(sa.union(*found) if len(found) > 1 else found[0])


_NUMBER = re.compile("[1-9][0-9]{0,8}")


def _having(connection: sa.Connection, words: list[str]) -> sa.Select[Any]:
    """Return the query for the ids of levels whose texts have all words."""
    if connection.dialect.name == "sqlite":
        query = " ".join(f'"{term}"' if term.isdigit() else f'"{term}"*' for term in words)
        index = sa.table("level_words", sa.column("rowid", sa.Integer), sa.column("level_words", sa.Text))
        return sa.select(index.c.rowid).where(index.c.level_words.op("MATCH")(query))
    query = " & ".join(f"'{term}'" if term.isdigit() else f"'{term}':*" for term in words)
    # As the index has it: with a parameter there it would not be used.
    simple: sa.ColumnClause[str] = sa.literal_column("'simple'")
    has_all = sa.func.to_tsvector(simple, levels.c.words).op("@@")(sa.func.to_tsquery(simple, query))
    return sa.select(levels.c.id).where(has_all)
