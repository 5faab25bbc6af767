"""Plays and people: the whole tree of what was played, how far one is, and leaving without a trace."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from pushbox import formats, store
from pushbox.errors import Conflict, NotFound, StoreError
from pushbox.store import Store
from pushbox.store.plays import PlayStatus, Step, write_finished, write_status
from pushbox.store.tables import now

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"


@pytest.fixture
def level(library: Store) -> int:
    """Return the id of the first of two levels."""
    store.collections.add(library, formats.read(f"{ROOM}\n{ROOM}"), name="mine")
    return store.levels.search(library).entries[0].id


def update_status(library: Store, statuses: list[PlayStatus]) -> None:
    with library.write() as connection:
        write_status(connection, statuses)


def finish(library: Store, play: int) -> None:
    with library.write() as connection:
        write_finished(connection, play)


def test_a_play_is_kept_as_it_happens(library: Store, level: int) -> None:
    """Steps, the point shown, time, helps and snapshots come back; sending steps again changes nothing."""
    play = store.plays.create(library, "ann", level)
    assert (play.attempt, play.here, play.assists, play.finished) == (1, 0, frozenset(), None)
    steps = [Step(play.id, 1, 0, '"r"'), Step(play.id, 2, 1, '"r"'), Step(play.id, 3, 0, '"d"')]
    store.plays.append(library, steps[:2])
    with pytest.raises(Conflict, match="found another position 2 of play"):
        store.plays.append(library, [steps[1]._replace(text='"other"'), steps[2]])
    assert store.plays.steps(library, play.id) == steps[:2]
    store.plays.append(library, [steps[1], steps[2]])
    store.plays.append(library, [])
    assert store.plays.steps(library, play.id) == steps
    update_status(library, [PlayStatus(play.id, 3, 2.5, frozenset({"undo", "solver"}), '{"focus": 1}')])
    update_status(library, [])
    latest = store.plays.latest_unfinished(library, "ann", level)
    assert latest is not None
    assert (latest.id, latest.here, latest.seconds, latest.assists) == (play.id, 3, 2.5, frozenset({"undo", "solver"}))
    assert latest.updated > latest.begun
    assert latest.memo == '{"focus": 1}'
    with library.write() as connection:
        for name, node in (("1", 2), ("corner", 3), ("1", 3)):
            store.plays.write_snapshot(connection, play.id, name, node)
    assert store.plays.snapshots(library, play.id) == {"1": 3, "corner": 3}


def test_a_finished_play_is_not_resumed(library: Store, level: int) -> None:
    """The play to go on with is the latest that is not finished; attempts count up."""
    first = store.plays.create(library, "ann", level)
    second = store.plays.create(library, "ann", level)
    update_status(library, [PlayStatus(first.id, 1, 1.0)])
    assert second.attempt == 2
    assert store.plays.latest_unfinished(library, "ann", level) == store.plays.get(library, first.id)
    finish(library, first.id)
    finished = store.plays.get(library, first.id).finished
    finish(library, first.id)
    assert finished == store.plays.get(library, first.id).finished is not None
    assert store.plays.latest_unfinished(library, "ann", level) == second
    assert store.plays.latest_unfinished(library, "bob", level) is None
    assert [play.id for play in store.plays.listing(library, "ann", level=level)] == [first.id, second.id]
    store.plays.remove(library, second.id)
    assert store.plays.latest_unfinished(library, "ann", level) is None


def test_the_reversed_level_has_plays_of_its_own(library: Store, level: int) -> None:
    """Playing backwards goes on where it was left, beside the play forwards."""
    forwards = store.plays.create(library, "ann", level)
    assert store.plays.latest_unfinished(library, "ann", level, reverse=True) is None
    backwards = store.plays.create(library, "ann", level, reverse=True)
    assert (backwards.reverse, backwards.attempt) == (True, 1)
    assert store.plays.latest_unfinished(library, "ann", level) == forwards
    assert store.plays.latest_unfinished(library, "ann", level, reverse=True) == backwards


def test_what_is_missing_is_reported(library: Store, level: int) -> None:
    """A play or level that does not exist is a sentence, and a batch of steps with one of those adds nothing."""
    play = store.plays.create(library, "ann", level)
    with pytest.raises(NotFound):
        store.plays.append(library, [Step(play.id, 1, 0, ""), Step(play.id + 1, 1, 0, "")])
    assert store.plays.steps(library, play.id) == []
    with pytest.raises(NotFound):
        store.plays.create(library, "ann", 10**9)
    for act in (store.plays.get, store.plays.remove, store.plays.steps, store.plays.snapshots):
        with pytest.raises(NotFound):
            act(library, play.id + 1)
    with pytest.raises(StoreError, match="0 characters"), library.write() as connection:
        store.plays.write_snapshot(connection, play.id, "", 1)
    with pytest.raises(StoreError, match="without an id"):
        store.plays.create(library, "", level)


@pytest.mark.usefixtures("level")
def test_progress(library: Store) -> None:
    """A level that was solved is solved, one that was played is begun, and each visitor has their own progress."""
    one, two = store.levels.search(library).entries
    for visitor in ("ann", "bob"):
        store.plays.create(library, visitor, two.id)
    store.plays.create(library, "ann", one.id)
    store.solutions.add(library, one.id, "rRR", visitor="ann")
    assert store.plays.progress(library, "ann", one.collection) == {one.id: "solved", two.id: "begun"}
    assert store.plays.progress_of(library, "bob", [one.id, two.id]) == {two.id: "begun"}
    for wanted, expected in (("solved_by", [one.id]), ("unsolved_by", [two.id]), ("begun_by", [two.id])):
        page = store.levels.search(library, **{wanted: "ann"})  # type: ignore[arg-type]
        assert [entry.id for entry in page.entries] == expected
        assert page.total == 1


def test_accounts(library: Store) -> None:
    """Names that look alike are one; a session is over when it ends, and when the password changes."""
    made = store.accounts.register(library, " Anna ", "hash")
    assert store.accounts.get(library, "ÁNNA") == made
    assert made.name == "Anna"
    with pytest.raises(Conflict):
        store.accounts.register(library, "anna", "hash")
    for name in ("", "x" * 41, "a\nb"):
        with pytest.raises(StoreError):
            store.accounts.register(library, name, "hash")
    later = now() + timedelta(hours=1)
    store.sessions.log_in(library, "secret", visitor="ann", name="Anna", ends=later)
    session = store.sessions.get(library, "secret")
    assert session is not None
    assert store.sessions.logged_in(library, "ann") == session.account == "Anna"
    store.sessions.log_out(library, "ann")
    assert store.sessions.logged_in(library, "ann") is None
    store.sessions.log_in(library, "short", visitor="ann", name="Anna", ends=now() - timedelta(seconds=1))
    assert store.sessions.get(library, "short") is None
    store.sessions.log_in(library, "third", visitor="ann", name="Anna", ends=later)
    store.accounts.set_password(library, "Anna", "other")
    assert store.sessions.logged_in(library, "ann") is None
    assert store.accounts.get(library, "anna").password == "other"  # noqa: S105
    with pytest.raises(NotFound):
        store.sessions.log_in(library, "fourth", visitor="ann", name="Nobody", ends=later)
    store.accounts.delete(library, "Anna")
    with pytest.raises(NotFound):
        store.accounts.get(library, "Anna")


def test_who_leaves_leaves_nothing(library: Store, level: int) -> None:
    """All that the export of a visitor shows is gone after they are forgotten; others and accounts lose nothing."""
    store.accounts.register(library, "Anna", "hash")
    for visitor in ("ann", "bob"):
        play = store.plays.create(library, visitor, level)
        store.plays.append(library, [Step(play.id, 1, 0, '"r"')])
        with library.write() as connection:
            store.plays.write_snapshot(connection, play.id, "1", 1)
        store.solutions.add(library, level, "rRR", visitor=visitor)
        store.collections.add(library, formats.read(ROOM), name="own", owner=visitor)
    store.solutions.add(library, level, "rRR", visitor="ann", account="Anna")
    exported = store.accounts.export_visitor(library, "ann")
    assert json.loads(json.dumps(exported)) == exported
    assert [len(exported[part]) for part in ("plays", "solutions", "collections")] == [1, 2, 1]
    assert exported["plays"][0]["steps"] == [{"node": 1, "parent": 0, "text": '"r"'}]
    assert exported["plays"][0]["collection"] == "mine"
    assert store.accounts.count_owned(library, "ann") == (1, 1, 1)
    others = store.accounts.export_visitor(library, "bob")
    store.accounts.delete_visitor(library, "ann")
    assert not any(store.accounts.export_visitor(library, "ann").values())
    assert store.accounts.export_visitor(library, "bob") == others
    assert store.accounts.count_owned(library, "ann") == (0, 0, 0)
    (kept,) = (entry for entry in store.solutions.listing(library, level) if entry.account)
    assert (kept.account, kept.visitor) == ("Anna", None)
