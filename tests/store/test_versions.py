"""Versions of published levels: what hangs on a level stays with the version that it was made for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pushbox import formats, store
from pushbox.errors import Conflict, NotFound
from pushbox.store import Store
from pushbox.store.levels import LevelEntry
from pushbox.store.solutions import ReplayedSolution

FIRST = "#####\n#@$.#\n#####\nTitle: Step\n"
SECOND = "######\n#@$ .#\n######\nTitle: Step\n"
THIRD = "#######\n#@$  .#\n#######\nTitle: Step\n"
SOLUTIONS = {FIRST: "R", SECOND: "RR", THIRD: "RRR"}


@pytest.fixture
def level(library: Store) -> int:
    """Return the middle one of three levels that Anna has published under a licence, with what others have done."""
    store.accounts.register(library, "Anna", "hash")
    text = f"{FIRST.replace('@$.', '@ $.')}\n{FIRST}\n{SECOND}"
    added = store.collections.add(library, formats.read(text, format="xsb"), name="steps", owner="ann").id
    store.collections.publish(library, added, owner="Anna", licence="CC0-1.0")
    middle = store.levels.search(library, collection=added).entries[1]
    store.solutions.add(library, middle.id, "R", visitor="bo")
    store.plays.create(library, "bo", middle.id)
    store.levels.tag(library, [middle.id], "easy")
    return middle.id


def renew(library: Store, ident: int, text: str) -> LevelEntry:
    """Publish a version of a level."""

    def solve(entry: LevelEntry) -> ReplayedSolution:
        return store.solutions.replay(entry, SOLUTIONS[text], visitor="ann", assists=("handed in",))

    return store.versions.add(library, ident, formats.read(text, format="xsb").levels[0], solve, account="Anna")


def test_a_version_takes_the_place_and_leaves_the_rest(library: Store, level: int) -> None:
    """Number, collection and tags are those of before; plays and solutions stay, and the level with them."""
    before = store.levels.get(library, level)
    second = renew(library, level, SECOND)
    third = renew(library, second.id, THIRD)
    assert (third.number, third.collection, third.tags) == (2, before.collection, ("easy",))
    shown = store.levels.search(library, collection=before.collection).entries
    assert [entry.number for entry in shown] == [1, 2, 3]
    assert shown[1].id == third.id
    old = store.levels.get(library, level)
    assert (old.level, old.ids, old.collection == before.collection) == (before.level, before.ids, False)
    assert [one.text for one in store.solutions.listing(library, level)] == ["R"]
    assert [one.text for one in store.solutions.listing(library, third.id)] == ["RRR"]
    assert [play.level for play in store.plays.listing(library, "bo")] == [level]
    for one in (level, second.id, third.id):
        found = store.versions.of_level(library, one)
        assert [(it.version, it.level) for it in found] == [(1, level), (2, second.id), (3, third.id)]
        assert [it.made for it in found] == sorted(it.made for it in found)
    assert store.versions.of_level(library, shown[0].id) == []


def test_earlier_versions_are_in_no_list(library: Store, level: int) -> None:
    """Not in searches, lists, dumps, news, nor as what a new level is a duplicate of; they open by their own ids."""
    collection = store.levels.get(library, level).collection
    new = renew(library, level, SECOND).id
    assert level not in {entry.id for entry in store.levels.search(library, viewer="cy").entries}
    assert level not in {entry.id for entry in store.levels.search(library, text="step").entries}
    assert [it.id for it in store.collections.page(library, viewer="Anna").entries] == [collection]
    assert [it.id for it in store.collections.listing(library, viewer="Anna")] == [collection]
    assert level not in {it.entry.id for it in store.dump.page(library).levels}
    assert level not in {it.entry.id for it in store.profiles.new_levels(library)}
    same = store.collections.add(library, formats.read(FIRST, format="xsb"), name="again", owner="cy")
    assert same.duplicates
    assert level not in {it.of for it in same.duplicates}
    (earlier,) = [it for it in store.collections.listing(library) if it.earlier_of is not None]
    assert (earlier.earlier_of, earlier.owner, earlier.published, earlier.licence) == (
        collection, "Anna", True, "CC0-1.0",
    )  # fmt: skip
    assert [it.id for it in store.levels.search(library, collection=earlier.id, viewer="cy").entries] == [level]
    assert new in {entry.id for entry in store.levels.search(library, viewer="cy").entries}


def test_earlier_versions_go_with_their_collection(library: Store, level: int) -> None:
    """They are withdrawn, published and removed with it."""
    collection = store.levels.get(library, level).collection
    renew(library, level, SECOND)
    earlier = store.levels.get(library, level).collection
    store.collections.withdraw(library, collection)
    assert not store.collections.get(library, earlier).published
    store.collections.publish(library, collection, licence="CC-BY-4.0")
    shown = store.collections.get(library, earlier)
    assert (shown.published, shown.licence, shown.owner) == (True, "CC-BY-4.0", "Anna")
    store.collections.remove(library, collection)
    with pytest.raises(NotFound):
        store.levels.get(library, level)


def test_what_takes_no_version(library: Store, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draft, an earlier version, the same puzzle, one more than may be; then nothing has changed."""
    with pytest.raises(Conflict, match="same puzzle"):
        renew(library, level, FIRST)
    second = renew(library, level, SECOND)
    with pytest.raises(Conflict, match="earlier version"):
        renew(library, level, THIRD)
    monkeypatch.setattr("pushbox.store.versions.MAX_VERSIONS", 2)
    with pytest.raises(Conflict, match="2 versions already"):
        renew(library, second.id, THIRD)
    monkeypatch.undo()
    store.collections.withdraw(library, second.collection)
    with pytest.raises(Conflict, match="not published"):
        renew(library, second.id, THIRD)
    assert len(store.versions.of_level(library, level)) == 2
    assert store.levels.get(library, second.id) == second


def test_a_version_without_a_solution_changes_nothing(library: Store, level: int) -> None:
    """Every published level has a solution."""

    def fail(_: LevelEntry) -> ReplayedSolution:
        raise Conflict("no solution")

    before = store.levels.get(library, level)
    with pytest.raises(Conflict, match="no solution"):
        store.versions.add(library, level, formats.read(SECOND).levels[0], fail, account="Anna")
    assert store.levels.get(library, level) == before
    assert store.versions.of_level(library, level) == []


def test_the_first_version_may_be_removed(library: Store, level: int) -> None:
    """The others keep their numbers."""
    second = renew(library, level, SECOND)
    store.levels.remove(library, level)
    third = renew(library, second.id, THIRD)
    assert [it.version for it in store.versions.of_level(library, third.id)] == [2, 3]


def test_versions_survive_a_backup(library: Store, level: int, tmp_path: Path) -> None:
    """Which level is an earlier version of which is part of the library."""
    from pushbox.store.backup import backup, restore

    second = renew(library, level, SECOND)
    backup(library, tmp_path / "saved")
    with store.open(f"sqlite:///{tmp_path / 'other.sqlite'}") as other:
        restore(other, tmp_path / "saved")
        assert store.versions.of_level(other, second.id) == store.versions.of_level(library, second.id)
