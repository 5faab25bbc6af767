"""Bytes on the disk: what a library takes, what a visitor keeps in it, and what an address has added."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

import pushbox
from pushbox import store
from pushbox.levels import builtin
from pushbox.store import disk
from pushbox.store.disk import AddressShare
from pushbox.store.plays import Step
from pushbox.store.tables import now
from pushbox.studies import study_of_level

TEXT = "#######\n#     #\n# .$@ #\n#     #\n#######\n"
SHARE = AddressShare(1000, timedelta(days=10))


def test_everything_of_a_visitor_is_counted(make_url: Callable[[], str]) -> None:
    """Each kind of data, and of their account; nothing of others, and nothing that was removed."""
    with store.open(make_url()) as library:
        counts = [disk.kept_by(library, ["ann", "Anna"])]

        def counted() -> bool:
            counts.append(disk.kept_by(library, ["ann", "Anna"]))
            return counts[-1] > counts[-2]

        assert counts == [0]
        own = store.collections.add(library, pushbox.read(TEXT), name="mine", owner="ann").id
        assert counted()
        (level,) = store.levels.search(library, collection=own).entries
        store.levels.tag(library, [level.id], "nice")
        assert counted()
        play = store.plays.create(library, "ann", level.id)
        assert counted()
        store.plays.append(library, [Step(play.id, 1, 0, '"r"')])
        assert counted()
        with library.write() as connection:
            store.plays.write_comment(connection, play.id, 1, "Here it parts.")
        assert counted()
        store.solutions.add(library, level.id, "L", visitor="ann")
        assert counted()
        store.studies.add(library, study_of_level(builtin("lessons")[0]), owner="Anna")
        assert counted()
        assert disk.kept_by(library, ["bob"]) == 0
        assert disk.collection_bytes(library, own) > len(TEXT) + disk.LEVEL_BYTES
        for study in store.studies.listing(library, "Anna"):
            store.studies.delete(library, study.key)
        store.collections.remove(library, own)
        assert disk.kept_by(library, ["ann", "Anna"]) == 0


def test_what_is_counted_is_about_what_is_taken(make_url: Callable[[], str]) -> None:
    """Of levels, which are most of a library: neither half as much nor twice as much as the database grows by."""
    with store.open(make_url()) as library:
        before = disk.use(library)
        collection = pushbox.read(f"{TEXT}\n" * 400)
        store.collections.add(library, collection, name="mine", owner="ann")
        store.near.update_index(library, most=1000)
        taken = disk.use(library).taken - before.taken
        assert taken / 2 < disk.kept_by(library, ["ann"]) < taken * 2
        if library.engine.dialect.name == "sqlite":
            assert before.free is not None
            assert before.disk is not None
            assert before.free < before.disk


def test_the_share_of_an_address_leaks_away(make_url: Callable[[], str]) -> None:
    """By as much as it is in each period, never below nothing; a clock that is behind counts nothing twice."""
    at = now()
    with store.open(make_url()) as library:
        assert not disk.wait_of_address(library, "home", 1000, SHARE, at)
        assert disk.wait_of_address(library, "home", 1001, SHARE, at) == timedelta(days=0.01)
        disk.count_for_address(library, "home", 600, SHARE, at)
        disk.count_for_address(library, "home", 600, SHARE, at - timedelta(hours=1))
        assert disk.wait_of_address(library, "home", 0, SHARE, at) == timedelta(days=2)
        assert disk.wait_of_address(library, "home", 300, SHARE, at) == timedelta(days=5)
        assert not disk.wait_of_address(library, "home", 300, SHARE, at + timedelta(days=5, seconds=1))
        assert not disk.wait_of_address(library, "elsewhere", 1000, SHARE, at)
        disk.count_for_address(library, "elsewhere", 1, SHARE, at + timedelta(days=30))
        assert not disk.wait_of_address(library, "home", 1000, SHARE, at)  # it is forgotten


@pytest.mark.parametrize("size", [1, 10_000])
def test_who_overshoots_waits_longer(make_url: Callable[[], str], size: int) -> None:
    """What is added at once counts whole, so that nobody adds a lot again and again for a little that has leaked."""
    at = now()
    with store.open(make_url()) as library:
        disk.count_for_address(library, "home", 999 + size, SHARE, at)
        wait = disk.wait_of_address(library, "home", 1, SHARE, at)
        assert wait == pytest.approx(timedelta(days=10) * (size / 1000), abs=timedelta(seconds=1))
