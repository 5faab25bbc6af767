"""Rooms as they are kept: by whom they are held, what is written once or again, and what is listed and removed."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from pushbox import formats, store
from pushbox.errors import Conflict, NotFound
from pushbox.level import Collection, Level
from pushbox.store import Store, servers
from pushbox.store.player_ratings import GameResult
from pushbox.store.rooms import (
    ABANDONED,
    RECENT,
    RaceSolution,
    RoomElsewhere,
    RoomStatus,
    RoomStep,
    RoomWrite,
    SeatEntry,
    TooManyRooms,
)
from pushbox.store.tables import now, room_seats, room_steps, rooms
from pushbox.store.tables import servers as server_table

LEVEL = formats.read("#######\n#@ $ .#\n#     #\n#######\nTitle: Corridor\n", format="xsb").levels[0]
OTHER = formats.read("#####\n#@$.#\n#####\nTitle: Step\n", format="xsb").levels[0]
SEAT = SeatEntry(1, "ann", "Ann", True, 2.5, 3, 1.5, ("hint",), {"a": 1}, '{"focus":[1]}', "Ann", 2)
RESULT = GameResult("game", "race", (("Ann", 1), ("Bob", 2)))
SOLUTION = RaceSolution("ann", None, "rRR", 2.5, ("hint",))
STATUS = RoomStatus("ann", "running", 7.25, 1, True, (SOLUTION,), (SEAT,), 2, (RESULT,))


def create(library: Store, code: str = "ABCDEF", host: str = "ann", level_id: int | None = None) -> None:
    store.rooms.create(library, code, "race", host, LEVEL, seats=2, level_id=level_id, max_of_host=3)


def running(library: Store, address: str = "one") -> str:
    """Return the id of a server whose lease holds."""
    with library.write() as connection:
        row = {"id": address, "address": address, "process": 1, "until": now() + timedelta(minutes=1)}
        connection.execute(sa.insert(server_table), row)
    return address


def steps(*nodes: int) -> tuple[RoomStep, ...]:
    return tuple(RoomStep("ABCDEF", 1, node, node - 1, str(node)) for node in nodes)


def age(library: Store, code: str, by: timedelta) -> None:
    """Make a room look as if it had been written some time ago."""
    with library.write() as connection:
        connection.execute(sa.update(rooms).where(rooms.c.code == code).values(updated=now() - by))


def test_what_is_written_is_read_back(library: Store) -> None:
    """All of it, a write that is repeated changes nothing, and another game begins anew."""
    create(library)
    one = running(library)
    first = store.rooms.acquire(library, "ABCDEF", one)
    assert (first.kind, first.level, first.level_id, first.steps) == ("race", LEVEL, None, ())
    assert first.status == RoomStatus("ann")
    for _ in range(2):
        assert store.rooms.save(library, one, [RoomWrite("ABCDEF", STATUS, steps(1, 2))]) == {"ABCDEF"}
    store.rooms.save(library, one, [RoomWrite("ABCDEF", STATUS, steps(2, 3))])
    entry = store.rooms.acquire(library, "ABCDEF", one)
    assert (entry.status, entry.steps) == (STATUS, steps(1, 2, 3))
    again = RoomWrite("ABCDEF", RoomStatus("ann", "running"), steps(1), restarted=True, level=(999, OTHER))
    store.rooms.save(library, one, [again])
    entry = store.rooms.acquire(library, "ABCDEF", one)
    assert (entry.status, entry.steps) == (RoomStatus("ann", "running"), steps(1))
    assert (entry.level, entry.level_id) == (OTHER, None), "a level that has gone meanwhile is in no collection"
    store.rooms.remove(library, one, ["ABCDEF"])
    with pytest.raises(NotFound):
        store.rooms.acquire(library, "ABCDEF", one)
    with library.read() as connection:
        for table in (room_seats, room_steps):
            assert connection.execute(sa.select(table)).first() is None


def test_writes_join() -> None:
    """A later write has the newer status and all steps, but those of a game before."""
    before, later = RoomWrite("ABCDEF", STATUS, steps(1), restarted=True), RoomWrite("ABCDEF", RoomStatus(""), steps(2))
    assert later.after(before) == RoomWrite("ABCDEF", RoomStatus(""), steps(1, 2), restarted=True)
    assert before.after(later) == before


def test_a_room_is_with_one_server(library: Store) -> None:
    """Another gets it once it is released, or the lease has lapsed; what the first one writes then changes nothing."""
    create(library)
    one, two = running(library, "one"), running(library, "two")
    store.rooms.acquire(library, "ABCDEF", one)
    assert store.rooms.requested(library, one) == set()
    with pytest.raises(RoomElsewhere):
        store.rooms.acquire(library, "ABCDEF", two)
    assert store.rooms.requested(library, one) == {"ABCDEF"}
    assert store.rooms.requested(library, one) == set()
    assert store.rooms.save(library, two, [RoomWrite("ABCDEF", STATUS)]) == set()
    store.rooms.release(library, two, ["ABCDEF"])
    store.rooms.save(library, one, [RoomWrite("ABCDEF", STATUS)])
    store.rooms.release(library, one, ["ABCDEF"])
    assert store.rooms.acquire(library, "ABCDEF", two).status == STATUS
    servers.remove(library, two)
    store.rooms.acquire(library, "ABCDEF", one)
    assert store.rooms.save(library, two, [RoomWrite("ABCDEF", RoomStatus("eve"), steps(9))]) == set()
    entry = store.rooms.acquire(library, "ABCDEF", one)
    assert (entry.status, entry.steps) == (STATUS, ())


def test_rooms_are_bounded(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a host and in all; those of whom nobody came back do not count, and go after a while."""
    for code in ("AAAAAA", "BBBBBB", "CCCCCC"):
        create(library, code)
    with pytest.raises(Conflict):
        create(library, "AAAAAA", "bob")
    with pytest.raises(TooManyRooms, match="of yours"):
        create(library, "DDDDDD")
    age(library, "AAAAAA", RECENT)
    create(library, "DDDDDD")
    monkeypatch.setattr(store.rooms, "MAX_ROOMS", 4)
    with pytest.raises(TooManyRooms, match="there may be"):
        create(library, "EEEEEE", "bob")
    age(library, "AAAAAA", ABANDONED)
    create(library, "EEEEEE", "bob")
    one = running(library)
    store.rooms.acquire(library, "BBBBBB", one)
    age(library, "BBBBBB", ABANDONED)
    store.rooms.remove(library, one, [])
    store.rooms.acquire(library, "BBBBBB", one)
    with pytest.raises(NotFound):
        store.rooms.acquire(library, "AAAAAA", one)


def test_rooms_with_a_free_seat_are_listed(library: Store) -> None:
    """For who sees their level, and for their host; not while a game runs, nor when nobody came back for long."""
    added = store.collections.add(library, Collection((LEVEL,)), name="own", owner="ann")
    level = store.levels.search(library, collection=added.id).entries[0]
    create(library, "ABCDEF", level_id=level.id)
    create(library, "DRAWNX")
    one = running(library)
    store.rooms.acquire(library, "ABCDEF", one)

    def codes(*viewers: str, host: str | None = None) -> list[str]:
        return [room.code for room in store.rooms.listing(library, viewers=viewers, host=host)]

    assert codes("ann") == ["ABCDEF"]
    assert codes("-", host="ann") == ["DRAWNX", "ABCDEF"]
    assert codes("-") == codes("bob", host="bob") == []
    store.collections.publish(library, added.id)
    (listed,) = store.rooms.listing(library, viewers=["-"])
    assert (listed.title, listed.game, listed.players, listed.seats) == ("Corridor", "sokoban", (), 2)
    write = RoomWrite("ABCDEF", RoomStatus("ann", "over", seats=(SEAT,)))
    store.rooms.save(library, one, [write])
    assert [room.players for room in store.rooms.listing(library, viewers=["-"])] == [("Ann",)]
    full = write._replace(status=RoomStatus("ann", seats=(SEAT, SEAT._replace(seat=0))))
    for changed in (full, write._replace(status=STATUS)):
        store.rooms.save(library, one, [changed])
        assert codes("-") == []
    store.rooms.save(library, one, [write])
    age(library, "ABCDEF", RECENT)
    assert codes("-") == ["ABCDEF"]
    servers.remove(library, one)
    assert codes("-") == []
    with library.write() as connection:
        connection.execute(sa.text("DELETE FROM levels"))
    assert store.rooms.acquire(library, "ABCDEF", one).level_id is None


def test_a_visitor_who_is_deleted_is_in_no_room(library: Store) -> None:
    """Neither on a seat nor as host; the room stays for the others."""
    create(library)
    one = running(library)
    store.rooms.acquire(library, "ABCDEF", one)
    bob = SeatEntry(0, "bob", "Bob~")
    store.rooms.save(library, one, [RoomWrite("ABCDEF", RoomStatus("ann", seats=(bob, SEAT)))])
    store.accounts.delete_visitor(library, "ann")
    assert store.rooms.acquire(library, "ABCDEF", one).status == RoomStatus("", seats=(bob,))


def test_a_level_keeps_all_but_its_moves(library: Store) -> None:
    """A room has no need of the saved moves of its level."""
    level = Level(LEVEL.board, "sokoban", title="Corridor", author="A", notes="N", options=LEVEL.options)
    store.rooms.create(library, "ABCDEF", "race", "ann", level, seats=2, level_id=None, max_of_host=1)
    assert store.rooms.acquire(library, "ABCDEF", "one").level == level
