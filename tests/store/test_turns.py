"""Many writes in turns: a transaction ends when its time is over, however slow the machine is, and others come in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
import sqlalchemy as sa

from pushbox import formats, store
from pushbox.errors import Conflict
from pushbox.store import Store, collections, near, transfer, turns
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
    for module, name in ((collections, "_FEW"), (collections, "_PORTION"), (near, "_KEPT")):
        monkeypatch.setattr(module, name, 3)


@pytest.fixture
def longest(library: Store) -> Callable[[], int]:
    """Return what counts the rows of levels that the transaction with the most of them since has changed."""
    counts = [0]

    def count(_: object, cursor: sa.CursorResult[object], statement: str, *__: object) -> None:
        if statement.startswith(("INSERT INTO levels ", "UPDATE levels ", "DELETE FROM levels ")):
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
    remove, seen = collections._remove_levels, list[int]()

    def watched(connection: sa.Connection, idents: Sequence[int]) -> None:
        for viewer in (None, "ann", "bob"):
            assert store.collections.listing(library, viewer=viewer) == []
            assert store.levels.search(library, viewer=viewer).total == 0
        seen.extend(idents)
        remove(connection, idents)

    monkeypatch.setattr(collections, "_remove_levels", watched)
    store.collections.remove(library, added.id)
    assert len(seen) == 10


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
