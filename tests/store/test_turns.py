"""Many writes in turns: a transaction ends when its time is over, however slow the machine is, and others come in."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from pushbox import formats, imports, store
from pushbox.errors import Conflict, FormatError, LibraryBusy, NotFound
from pushbox.level import Level
from pushbox.store import Store, hidden, near, reimport, rows, solutions, transfer, turns
from pushbox.store import imports as store_imports
from pushbox.store.levels import LevelEntry
from pushbox.store.sqlite import is_writing
from pushbox.store.tables import metadata
from pushbox.store.turns import in_turns

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"


class Clock:
    """A clock that others set; `pauses` are the times that somebody waited."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("portion", "expected"),
    [
        pytest.param(turns.TURN / 10, [40], id="fast"),
        pytest.param(turns.TURN * 0.4, [12, 24, 36, 40], id="slower"),
        pytest.param(turns.TURN * 2, [4, 8, 12, 16, 20, 24, 28, 32, 36, 40], id="slow"),
    ],
)
def test_a_transaction_ends_when_its_time_is_over(library: Store, portion: float, expected: list[int]) -> None:
    """Forty items, four at a time: it ends with the portion after which the time is over, not by their number."""
    clock = Clock()
    open_since: list[float] = []
    written: list[int] = []

    def write(connection: sa.Connection, some: Sequence[int]) -> None:
        assert connection.in_transaction()
        open_since.append(clock.now)
        written.extend(some)
        clock.now += portion

    done: list[int] = []
    for count in in_turns(library, range(40), 4, write, clock=clock, pause=clock.pauses.append):
        assert clock.now - open_since[0] < turns.TURN + portion
        open_since.clear()
        clock.now += 1  # between two transactions it does not count
        done.append(count)
    assert done == expected
    assert written == [*range(40)]
    assert clock.pauses == [turns.PAUSE] * (len(expected) - 1)


def test_nothing_is_no_transaction(library: Store) -> None:
    assert list(in_turns(library, [], 4, lambda *_: pytest.fail("called"))) == []


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every turn is over at once, and four levels are many."""
    monkeypatch.setattr(turns, "TURN", 0.0)
    monkeypatch.setattr(turns, "PAUSE", 0.0)
    for module, name in ((hidden, "FEW"), (hidden, "PORTION"), (near, "_KEPT")):
        monkeypatch.setattr(module, name, 3)


@pytest.fixture
def longest(library: Store) -> Callable[[], int]:
    """Return what counts the rows of levels that the transaction with the most of them since has changed.

    Another number or collection of a level changes no text and no index of words: twenty thousand take 50 ms.
    """
    counts = [0]

    def count(_: object, cursor: sa.CursorResult[object], statement: str, *__: object) -> None:
        is_change = statement.startswith(("INSERT INTO levels ", "UPDATE levels ", "DELETE FROM levels "))
        if is_change and not re.match("UPDATE levels SET (number|collection_id)=[^,]* WHERE", statement):
            counts[-1] += cursor.rowcount

    sa.event.listen(library.engine, "after_cursor_execute", count)
    sa.event.listen(library.engine, "commit", lambda _: counts.append(0))

    def largest() -> int:
        most = max(counts)
        counts[:] = [0]
        return most

    return largest


@pytest.mark.usefixtures("short")
def test_whatever_changes_many_levels_goes_in_turns(library: Store, longest: Callable[[], int]) -> None:
    """Adding, indexing, renaming and removing ten levels: no transaction has more than a few."""
    store.collections.add(library, formats.read(f"{ROOM}Solution: rRR\n"), name="one")
    added = store.collections.add(library, formats.read("\n".join([f"{ROOM}Author: Ann\n"] * 10)), name="ten")
    assert longest() == 3
    assert near.update_index(library) == 11
    assert longest() == 3
    assert store.collections.rename(library, added.id, name="dozen", title="A Dozen").title == "A Dozen"
    assert longest() == 3
    assert store.levels.search(library, text="dozen").total == 10
    assert store.levels.search(library, text="ten").total == 0
    store.collections.remove(library, added.id)
    assert longest() == 3
    assert [one.name for one in store.collections.listing(library)] == ["one"]
    with library.read() as connection:
        for table, left in (("collections", 1), ("levels", 1), ("solutions", 1)):
            assert connection.execute(sa.select(sa.func.count()).select_from(metadata.tables[table])).scalar() == left


@pytest.fixture
def most(library: Store) -> Callable[[str], int]:
    """Return what tells the most rows of a table that a transaction has changed since it was asked last."""
    counts = [Counter[str]()]

    def count(_: object, cursor: sa.CursorResult[object], statement: str, *__: object) -> None:
        if change := re.match(r"(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)", statement):
            counts[-1][change[1]] += max(cursor.rowcount, 0)

    sa.event.listen(library.engine, "after_cursor_execute", count)
    sa.event.listen(library.engine, "commit", lambda _: counts.append(Counter()))

    def largest(table: str) -> int:
        found = max(one[table] for one in counts)
        counts[:] = [Counter()]
        return found

    return largest


@pytest.mark.usefixtures("short")
def test_tags_go_in_turns(library: Store, most: Callable[[str], int]) -> None:
    """Ten levels get a tag and lose it; a level that goes meanwhile is left out, one that never was stops all."""
    added = store.collections.add(library, formats.read("\n".join([ROOM] * 10)), name="ten")
    idents = [entry.id for entry in store.levels.search(library, collection=added.id).entries]
    done: list[tuple[int, int]] = []
    most("tags")
    store.levels.tag(library, idents, "hard", lambda *progress: done.append(progress))
    assert most("tags") == 3
    assert done == [(3, 10), (6, 10), (9, 10), (10, 10)]
    store.levels.tag(library, idents, "hard")
    assert store.levels.search(library, tag="hard").total == 10
    store.levels.untag(library, idents, "hard")
    assert most("tags") == 3
    assert store.levels.search(library, tag="hard").total == 0
    with pytest.raises(NotFound):
        store.levels.tag(library, [*idents, 10_000], "hard")
    assert store.levels.search(library, tag="hard").total == 0

    def remove_last(*_: int) -> None:
        if store.collections.get(library, added.id).levels == 10:
            store.levels.remove(library, idents[-1])

    store.levels.tag(library, idents, "hard", remove_last)
    assert store.levels.search(library, tag="hard").total == 9


@pytest.mark.usefixtures("short")
def test_imported_solutions_are_written_in_turns(library: Store, most: Callable[[str], int]) -> None:
    """Ten solutions of another program; where somebody stops it the first ones stay, and are known next time."""
    text = "\n".join(room(number, solved=True) for number in range(10))
    added = store.collections.add(library, formats.read("\n".join(map(room, range(10)))), name="ten")
    imported = imports.read(text.encode(), name="ten.sok")
    most("solutions")
    keep, kept = solutions.keep, list[object]()

    def stop(*arguments: object) -> object:
        if len(kept) == 4:
            raise KeyboardInterrupt
        kept.append(arguments)
        return keep(*arguments)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_imports, "_PORTION", 3)
        patch.setattr(solutions, "keep", stop)
        with pytest.raises(KeyboardInterrupt):
            store_imports.add_imported(library, imported, collection=added.id)
        patch.setattr(solutions, "keep", keep)
        summary = store_imports.add_imported(library, imported, collection=added.id)
    assert summary.solutions == 7
    assert most("solutions") == 3


@pytest.mark.usefixtures("short")
def test_levels_that_change_their_collection_go_in_turns(library: Store, most: Callable[[str], int]) -> None:
    """Ten of them; one that somebody else has moved meanwhile stays where it is."""
    files = [formats.read("\n".join(map(room, numbers))) for numbers in (range(10), range(10, 12))]
    one, two = (store.collections.add(library, file, name=name).id for file, name in zip(files, "ab", strict=True))
    most("levels")
    assert reimport.regroup(library, {one: files[1], two: files[0]}) == 12
    assert most("levels") == 3
    assert [store.collections.get(library, ident).levels for ident in (one, two)] == [2, 10]
    idents = [entry.id for entry in store.levels.search(library, collection=two).entries]
    with library.write() as connection:
        reimport._move_between(connection, [{"of": idents[0], "before": one, "target": one}])
    assert store.collections.get(library, two).levels == 10


@pytest.mark.usefixtures("short")
def test_collections_of_who_goes_are_removed_in_turns(library: Store, longest: Callable[[], int]) -> None:
    """A visitor and an account, each with ten levels, which nobody sees from the first transaction on."""
    ten = formats.read("\n".join([ROOM] * 10))
    store.accounts.register(library, "Ann", "hash")
    for owner in ("cid", "Ann"):
        store.collections.add(library, ten, name="ten", owner=owner)
    longest()
    store.accounts.delete_visitor(library, "cid")
    assert longest() == 3
    store.accounts.delete(library, "Ann")
    assert longest() == 3
    assert store.collections.listing(library) == []
    assert rows_left(library) == (0, 0)


def rows_left(library: Store) -> tuple[int, int]:
    """Return how many collections and levels there are, those that nobody sees among them."""
    with library.read() as connection:
        one, other = (
            connection.execute(sa.select(sa.func.count()).select_from(metadata.tables[table])).scalar_one()
            for table in ("collections", "levels")
        )
    return one, other


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("many", [4, 10])
def test_an_interrupted_removal_is_finished_by_the_next(library: Store, many: int) -> None:
    """Of a collection or of levels: what is left is seen by nobody, and the next removal of anything frees it."""
    added = store.collections.add(library, formats.read("\n".join([ROOM] * 10)), name="ten")
    other = store.collections.add(library, formats.read(ROOM), name="other")
    idents = [entry.id for entry in store.levels.search(library, collection=added.id).entries]
    seen: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        if done:
            raise KeyboardInterrupt

    def remove() -> None:
        if many == 10:
            store.collections.remove(library, added.id, stop)
        else:
            store.levels.remove_all(library, idents[:many], stop)

    with pytest.raises(KeyboardInterrupt):
        remove()
    assert seen == [(0, many), (3, many)]
    assert store.levels.search(library).total == 11 - many
    assert rows_left(library) == (3 if many == 4 else 2, 11 - 3)
    store.collections.remove(library, other.id)
    assert rows_left(library) == ((1, 6) if many == 4 else (0, 0))


@pytest.mark.usefixtures("short")
def test_levels_are_prepared_a_few_at_a_time(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those before are written by then; where one cannot be kept nothing stays."""
    level_row, written, counted = rows.level_row, list[int](), list[int]()
    add_levels = hidden.add_levels

    def count(connection: sa.Connection, ident: int, some: Sequence[rows.PreparedLevel]) -> None:
        counted.append(len(some))
        add_levels(connection, ident, some)

    def look(level: Level, number: int, *rest: Any) -> Any:
        if level.title == "bad":
            raise FormatError("cannot be kept")
        written.append(sum(counted))
        return level_row(level, number, *rest)

    monkeypatch.setattr(rows, "level_row", look)
    monkeypatch.setattr(hidden, "add_levels", count)
    store.collections.add(library, formats.read("\n".join([ROOM] * 10)), name="ten")
    assert written == [0, 0, 0, 3, 3, 3, 6, 6, 6, 9]
    with pytest.raises(FormatError):
        store.collections.add(library, formats.read("\n".join([ROOM] * 9 + [f"{ROOM}Title: bad\n"])), name="bad")
    assert rows_left(library) == (1, 10)


@pytest.mark.usefixtures("short")
def test_a_name_that_is_taken_changes_no_word(library: Store) -> None:
    """A large collection is found by its own name still."""
    store.collections.add(library, formats.read(ROOM), name="one")
    added = store.collections.add(library, formats.read("\n".join([ROOM] * 10)), name="ten")
    with pytest.raises(Conflict, match="'one'"):
        store.collections.rename(library, added.id, name="one")
    assert store.levels.search(library, text="ten").total == 10


@pytest.mark.usefixtures("short")
def test_what_is_being_removed_is_seen_by_nobody(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Published or not: from the first transaction on."""
    added = store.collections.add(library, formats.read("\n".join([ROOM] * 10)), name="ten", owner="ann")
    store.collections.publish(library, added.id)
    remove, seen = hidden.remove_levels, list[int]()

    def watched(connection: sa.Connection, idents: Sequence[int]) -> None:
        for viewer in (None, "ann", "bob"):
            assert store.collections.listing(library, viewer=viewer) == []
            assert store.levels.search(library, viewer=viewer).total == 0
        seen.extend(idents)
        remove(connection, idents)

    monkeypatch.setattr(hidden, "remove_levels", watched)
    store.collections.remove(library, added.id)
    assert len(seen) == 10


TITLES = "abcdefghij"


@pytest.mark.parametrize("many", [True, False])
def test_removed_levels_are_gone_at_once(
    library: Store, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, *, many: bool
) -> None:
    """Few or many: numbers have no gaps from the first transaction on; the rows of many follow in turns."""
    if many:
        request.getfixturevalue("short")
    text = "\n".join(f"{ROOM}Title: {title}\nSolution: rRR\n" for title in TITLES)
    added = store.collections.add(library, formats.read(text), name="ten")
    other = store.collections.add(library, formats.read(ROOM), name="other")

    def titles() -> list[tuple[int, str]]:
        found = titles_of(library, added.id)
        assert store.levels.search(library).total == len(found) + 1
        return found

    left = [*enumerate("aefhij", start=1)]
    remove, portions = hidden.remove_levels, list[int]()

    def watched(connection: sa.Connection, idents: Sequence[int]) -> None:
        assert titles() == left
        portions.append(len(idents))
        remove(connection, idents)

    monkeypatch.setattr(hidden, "remove_levels", watched)
    idents = {entry.title: entry.id for entry in store.levels.search(library, collection=added.id).entries}
    with pytest.raises(NotFound):
        store.levels.remove_all(library, [idents["a"], 10_000])
    store.levels.remove_all(library, [])
    assert len(titles()) == 10
    store.levels.remove_all(library, [idents[title] for title in "gbcd"])
    assert titles() == left
    assert portions == ([3, 1] if many else [])
    for number, title in left:
        assert store.levels.search(library, text=f"{title} {number}").total == 1
    with library.read() as connection:
        for table, rows in (("collections", 2), ("levels", 7), ("solutions", 6)):
            assert connection.execute(sa.select(sa.func.count()).select_from(metadata.tables[table])).scalar() == rows
    monkeypatch.setattr(hidden, "remove_levels", remove)
    both = [store.levels.search(library, collection=ident, limit=1).entries[0].id for ident in (added.id, other.id)]
    store.levels.remove_all(library, both)
    assert store.collections.get(library, other.id).levels == 0
    assert titles_of(library, added.id) == [*enumerate("efhij", start=1)]


def titles_of(library: Store, collection: int) -> list[tuple[int, str]]:
    """Return the numbers and titles of a collection."""
    entries = store.levels.search(library, collection=collection).entries
    return [(entry.number, entry.title) for entry in entries]


def test_a_changed_file_writes_only_the_levels_that_have_changed(library: Store) -> None:
    """Ten levels, of which one has another title now, and one gets a solution."""
    texts = [f"{ROOM}Title: {number}\n" for number in range(10)]
    transfer.import_data(library, "\n".join(texts), "ten")
    texts[4] = f"{ROOM}Title: four\n"
    texts[7] += "Solution: rRR\n"
    updated: list[int] = []

    def count(_: object, cursor: sa.CursorResult[object], statement: str, *__: object) -> None:
        if statement.startswith("UPDATE levels "):
            updated.append(cursor.rowcount)

    sa.event.listen(library.engine, "after_cursor_execute", count)
    report = transfer.import_data(library, "\n".join(texts), "ten")
    assert (report.status, report.levels, report.solutions) == ("changed", 10, 1)
    assert updated == [1]
    entries = store.levels.search(library, collection=report.collection).entries
    assert [entry.title for entry in entries] == ["0", "1", "2", "3", "four", "5", "6", "7", "8", "9"]
    assert [len(store.solutions.listing(library, entry.id)) for entry in entries] == [0] * 7 + [1, 0, 0]
    assert store.levels.search(library, text="four").total == 1


def test_a_removed_level_changes_no_words_of_others(library: Store, longest: Callable[[], int]) -> None:
    """Those after it move up, and are found by their new numbers: the index of words has none."""
    added = store.collections.add(library, formats.read("\n".join([f"{ROOM}Title: room 3\n"] * 10)), name="ten")
    entries = store.levels.search(library, collection=added.id).entries
    longest()
    store.levels.remove(library, entries[4].id)
    assert longest() == 1
    left = store.levels.search(library, collection=added.id).entries
    assert [(entry.id, entry.number) for entry in left] == [
        (entry.id, number) for number, entry in enumerate([*entries[:4], *entries[5:]], start=1)
    ]
    assert [entry.id for entry in store.levels.search(library, text="ten 5").entries] == [entries[5].id]
    assert store.levels.search(library, text="10").total == 0
    assert store.levels.search(library, text="3").total == store.levels.search(library, text="3 room").total == 9
    assert [entry.number for entry in store.levels.search(library, text="3 7").entries] == [7]
    assert store.levels.search(library, text="room 7 8").total == store.levels.search(library, text="07").total == 0


def room(number: int, title: str = "", *, solved: bool = False) -> str:
    """Return a level whose puzzle has a number of its own."""
    text = "#" * (number + 6) + "\n#@ $ ." + " " * number + "#\n" + "#" * (number + 6) + "\n"
    return f"{text}Title: {title or number}\n" + ("Solution: rRR\n" if solved else "")


BEFORE = [room(number) for number in range(12)]
AFTER = [
    *(room(number, solved=True) for number in (20, 21, 22, 23, 24)),  # new ones before all others
    *(room(number, f"now {number}", solved=True) for number in (9, 8, 7, 6, 5)),
    *(room(number) for number in (25, 26)),
    room(0),
]


@pytest.fixture
def changed(library: Store) -> tuple[int, list[LevelEntry]]:
    """Return a collection of twelve levels, of which one was played that its file has no more, and its levels."""
    report = transfer.import_data(library, "\n".join(BEFORE), "file")
    assert report.collection is not None
    entries = [*store.levels.search(library, collection=report.collection).entries]
    store.plays.create(library, "ann", entries[3].id)
    return report.collection, entries


def check_changed(library: Store, ident: int, before: list[LevelEntry]) -> None:
    """Check that a collection is as its changed file has it."""
    after = store.levels.search(library, collection=ident).entries
    titles = [*"20 21 22 23 24".split(), *(f"now {n}" for n in (9, 8, 7, 6, 5)), *"25 26 0 3".split()]
    assert [(entry.number, entry.title) for entry in after] == [*enumerate(titles, start=1)]
    assert [entry.id for entry in after[5:10]] == [before[number].id for number in (9, 8, 7, 6, 5)]
    assert [entry.id for entry in after[12:]] == [before[0].id, before[3].id]
    assert [len(store.solutions.listing(library, entry.id)) for entry in after] == [1] * 10 + [0] * 4
    assert store.levels.search(library, text="now").total == 5
    assert store.levels.search(library, text="file 14").entries == (after[13],)
    with library.read() as connection:
        for table, left in (("collections", 1), ("levels", 14)):
            assert connection.execute(sa.select(sa.func.count()).select_from(metadata.tables[table])).scalar() == left


@pytest.mark.parametrize("few", [3, 1_000])
def test_a_changed_file_is_written_in_turns(
    library: Store,
    changed: tuple[int, list[LevelEntry]],
    longest: Callable[[], int],
    few: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No transaction writes the texts of many levels, and no reader sees a collection that never was.

    Its levels have the places of before or those of the file; only the texts of a level that stays may be either.
    """
    ident, before = changed
    old = [entry.id for entry in before]
    seen: list[tuple[list[int], list[str], int]] = []

    def look(connection: sa.Connection) -> None:
        if not is_writing(connection):
            return
        entries = store.levels.search(library, collection=ident).entries
        assert [entry.number for entry in entries] == [*range(1, len(entries) + 1)]
        total = store.levels.search(library).total
        assert total == len(entries) == store.collections.get(library, ident).levels
        assert store.levels.search(library, text="now").total == sum("now" in entry.title for entry in entries)
        seen.append(([entry.id for entry in entries], [entry.title for entry in entries], total))

    monkeypatch.setattr(turns, "TURN", 0.0)
    monkeypatch.setattr(turns, "PAUSE", 0.0)
    monkeypatch.setattr(hidden, "FEW", few)
    monkeypatch.setattr(hidden, "PORTION", 3)
    longest()
    sa.event.listen(library.engine, "commit", look)  # others see what was there before it
    report = transfer.import_data(library, "\n".join(AFTER), "file")
    sa.event.remove(library.engine, "commit", look)
    most = longest()
    assert (report.status, report.levels, report.solutions) == ("changed", 13, 10)
    check_changed(library, ident, before)
    assert most == (3 if few == 3 else 5 + 7 + 5)
    new = [entry.id for entry in store.levels.search(library, collection=ident).entries]
    states = [ids for ids, _, _ in seen]
    assert states[0] == old
    assert all(ids in (old, new) for ids in states)
    if few == 3:
        assert len({tuple(titles) for ids, titles, _ in seen if ids == old}) > 1
        assert states[-1] == new, "what is gone is removed afterwards"
    else:
        assert seen == [seen[0]], "at once"


@pytest.mark.parametrize("few", [3, 1_000])
def test_a_collection_that_others_change_meanwhile_is_compared_anew(
    library: Store, changed: tuple[int, list[LevelEntry]], few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody adds a level, after which somebody puts another puzzle into the place of one: all of it stays."""
    ident, before = changed
    monkeypatch.setattr(hidden, "FEW", few)
    compare, compared = reimport._compare, list[int]()
    added = formats.read(room(30, "added")).levels[0]
    other = formats.read(room(31, "other")).levels[0]

    def compare_late(*arguments: object) -> object:
        changes = compare(*arguments)  # type: ignore[arg-type]
        compared.append(len(changes.order))
        if len(compared) == 1:
            played = store.levels.append(library, ident, added)
            store.plays.create(library, "ann", played.id)
        elif len(compared) == 2:
            store.levels.replace(library, before[5].id, other)
        return changes

    monkeypatch.setattr(reimport, "_compare", compare_late)
    report = transfer.import_data(library, "\n".join(AFTER), "file")
    assert (report.status, compared) == ("changed", [12, 13])
    entries = store.levels.search(library, collection=ident).entries
    assert [entry.title for entry in entries][-3:] == ["0", "3", "added"]
    assert [entry.number for entry in entries] == [*range(1, 16)]
    (replaced,) = (entry for entry in entries if entry.id == before[5].id)
    assert (replaced.level, store.solutions.listing(library, replaced.id)) == (other, [])


def test_a_collection_that_others_keep_changing_is_busy(
    library: Store, changed: tuple[int, list[LevelEntry]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not compared for ever, and is as the others have it."""
    ident, before = changed
    compare = reimport._compare

    def compare_late(*arguments: object) -> object:
        changes = compare(*arguments)  # type: ignore[arg-type]
        store.levels.append(library, ident, before[0].level)
        return changes

    monkeypatch.setattr(reimport, "_compare", compare_late)
    with pytest.raises(LibraryBusy):
        transfer.import_data(library, "\n".join(AFTER), "file")
    entries = store.levels.search(library, collection=ident).entries
    assert [entry.title for entry in entries] == [*map(str, range(12)), *["0"] * 10]


@pytest.mark.parametrize("few", [2, 1_000])
def test_levels_move_up_and_down_in_a_changed_file(library: Store, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes, comes or changes places: the order is that of the file, behind it what was played."""
    monkeypatch.setattr(hidden, "FEW", few)
    rng = random.Random(few)
    ident, played, known = 0, list[str](), dict[str, int]()
    for turn in range(15):
        numbers = sorted(rng.sample(range(14), rng.randint(1, 12)))
        if rng.random() < 0.3:
            rng.shuffle(numbers)
        report = transfer.import_data(library, "\n".join(map(room, numbers)) + "\n" * turn, "file")
        ident = report.collection or ident
        titles = [*map(str, numbers)]
        entries = store.levels.search(library, collection=ident).entries
        played = [title for title in played if title not in titles]
        assert [(entry.number, entry.title) for entry in entries] == [*enumerate(titles + played, start=1)]
        assert all(known.get(entry.title, entry.id) == entry.id for entry in entries)
        chosen = rng.choice(entries)
        store.plays.create(library, "ann", chosen.id)
        known[chosen.title] = chosen.id
        played = [entry.title for entry in entries if entry.title in known]
