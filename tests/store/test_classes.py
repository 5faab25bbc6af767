"""Classes in a library: who is in them, what is set, what pupils have reached, and that nothing stays after the end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from pushbox import formats, store
from pushbox.errors import Conflict, NotFound
from pushbox.level import Collection
from pushbox.store import Store, class_results, classes
from pushbox.store.class_results import Cell, KnownLevels
from pushbox.store.classes import ABANDONED, TooManyClasses
from pushbox.store.rooms import RoomStatus, RoomWrite, SeatEntry
from pushbox.store.tables import classes as class_table
from pushbox.store.tables import metadata, now

LEVELS = formats.read("#######\n#@ $ .#\n#     #\n#######\n\n#####\n#@$.#\n#####\n", format="xsb").levels


def shelf(library: Store) -> list[int]:
    """Return the ids of two levels that everybody sees."""
    added = store.collections.add(library, Collection(levels=LEVELS), name="two")
    return [entry.id for entry in store.levels.search(library, collection=added.id).entries]


def aged(library: Store, ident: int, by: timedelta) -> None:
    """Let a class look as if nobody had come to it for some time."""
    with library.write() as connection:
        connection.execute(sa.update(class_table).where(class_table.c.id == ident).values(touched=now() - by))


def columns_with(library: Store, text: str) -> set[str]:
    """Return the columns, table by table, in which a text stands anywhere."""
    with library.read() as connection:
        return {
            f"{table.name}.{column.name}"
            for table in metadata.sorted_tables
            for column in table.columns
            if connection.execute(
                sa.select(sa.func.count()).where(sa.cast(column, sa.Text).contains(text, autoescape=True))
            ).scalar()
        }


def test_a_code_is_long_and_read_however_it_is_typed(library: Store) -> None:
    """Spaces, hyphens and small letters do not matter; nothing else is a code."""
    entry = classes.create(library, "5a", owners=["ada"])
    assert len(entry.code) == 9
    assert classes.normalized(f" {entry.code[:3].lower()}-{entry.code[3:6]} {entry.code[6:]}\n") == entry.code
    for wrong in ("", entry.code[:8], entry.code + "A", "ABCDEFGHI", "ABCDEFGH1", "ÄBCDEFGHJ"):
        assert classes.normalized(wrong) is None
        assert classes.member(library, wrong, ["ada"]) is None


def test_who_is_in_a_class(library: Store) -> None:
    """Its teacher, by browser or account, and its pupils; nobody else is told that it exists."""
    entry = classes.create(library, "5a", owners=["browser", "Ada"])
    assert entry.owner == "Ada"
    bo = classes.join(library, entry.code, ["bo"], "Bo")
    assert classes.member(library, entry.code, ["other browser", "Ada"]) == (entry, None)
    assert classes.member(library, entry.code, ["bo"]) == bo
    assert classes.member(library, entry.code, ["browser"]) is None, "the account is the teacher"
    assert classes.member(library, entry.code, []) is None
    assert [tuple(it) for it in classes.listing(library, ["Ada"])] == [(entry.code, "5a", None, 1)]
    assert [tuple(it) for it in classes.listing(library, ["bo"])] == [(entry.code, "5a", "Bo", 1)]
    assert classes.listing(library, ["eve"]) == []


def test_a_name_is_one_pupils(library: Store) -> None:
    """Nobody has two, two have not the same but for case and accents, and one that has gone is free."""
    entry = classes.create(library, "5a", owners=["ada"])
    zoe = classes.join(library, entry.code, ["zoe"], "Zoé")
    for visitor, name, why in (("zoe", "Other", "in this class as Zoé"), ("eve", "ZOE", "another pupil")):
        with pytest.raises(Conflict, match=why):
            classes.join(library, entry.code, [visitor], name)
    with pytest.raises(Conflict, match="yours"):
        classes.join(library, entry.code, ["ada"], "Ada")
    with pytest.raises(NotFound, match="no class"):
        classes.join(library, "ABCDEFGHJ", ["eve"], "Eve")
    assert zoe.pupil is not None
    classes.remove_pupil(library, entry.id, zoe.pupil.id)
    with pytest.raises(NotFound):
        classes.remove_pupil(library, entry.id, zoe.pupil.id)
    assert classes.join(library, entry.code, ["eve"], "ZOE").pupil is not None


def test_everything_is_bounded(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Classes of a teacher and in all, pupils and levels of one, classes that somebody is a pupil of."""
    for name in ("MAX_OF_OWNER", "MAX_PUPILS", "MAX_JOINED", "MAX_LEVELS"):
        monkeypatch.setattr(classes, name, 1)
    one, two = shelf(library)
    entry = classes.create(library, "5a", owners=["ada"])
    with pytest.raises(TooManyClasses, match="end one first"):
        classes.create(library, "5b", owners=["ada", "Ada"])
    monkeypatch.setattr(classes, "MAX_CLASSES", 2)
    other = classes.create(library, "6a", owners=["bob"])
    with pytest.raises(TooManyClasses):
        classes.create(library, "6b", owners=["cy"])
    classes.join(library, entry.code, ["bo"], "Bo")
    with pytest.raises(TooManyClasses, match="pupil"):
        classes.join(library, entry.code, ["eve"], "Eve")
    with pytest.raises(TooManyClasses, match="class"):
        classes.join(library, other.code, ["bo"], "Bo")
    classes.set_levels(library, entry.id, [one, one], now())
    with pytest.raises(TooManyClasses, match="level"):
        classes.set_levels(library, entry.id, [two], now())
    monkeypatch.setattr(classes, "MAX_SIZE", 10)
    with pytest.raises(TooManyClasses, match="too large"):
        classes.set_levels(library, entry.id, [one], now() + timedelta(days=1))
    assert [it.level for it in class_results.read(library, entry.id).levels] == [one]


def test_levels_are_set_by_date(library: Store) -> None:
    """In the order of their dates; a pupil may see one from its date on, others never."""
    one, two = shelf(library)
    entry = classes.create(library, "5a", owners=["ada"])
    classes.join(library, entry.code, ["bo"], "Bo")
    later = now() + timedelta(days=1)
    classes.set_levels(library, entry.id, [one], later)
    classes.set_levels(library, entry.id, [two], now())
    assert [it.level for it in class_results.read(library, entry.id).levels] == [two, one]
    assert [classes.is_set_for(library, level, "bo") for level in (one, two)] == [False, True]
    assert not classes.is_set_for(library, two, "eve")
    classes.set_levels(library, entry.id, [one], now() - timedelta(days=1))
    assert [it.level for it in class_results.read(library, entry.id).levels] == [one, two]
    classes.unset_level(library, entry.id, two)
    classes.unset_level(library, entry.id, two)
    assert [it.level for it in class_results.read(library, entry.id).levels] == [one]
    assert not classes.is_set_for(library, two, "bo")


def test_the_table_says_what_pupils_have_reached(library: Store) -> None:
    """Since they joined, on levels that are set: the best solution, the helps it took, and the time of all plays."""
    one, two = shelf(library)
    store.solutions.add(library, one, "rRR", visitor="bo")  # before Bo was a pupil, and as good as it gets
    entry = classes.create(library, "5a", owners=["ada"])
    bo = classes.join(library, entry.code, ["bo"], "Bo").pupil
    assert bo is not None
    known = KnownLevels()
    classes.set_levels(library, entry.id, [one], now())
    assert class_results.read(library, entry.id, known).cells == {}
    play = store.plays.create(library, "bo", one)
    store.plays.create(library, "bo", two)
    assert class_results.read(library, entry.id, known).cells == {(bo.id, one): Cell(bo.id, one, plays=1)}
    with library.write() as connection:
        status = store.plays.PlayStatus(play.id, 0, 12.4, frozenset({"hint"}))
        store.plays.write_status(connection, [status])
    assert class_results.read(library, entry.id, known).cells[bo.id, one][5:] == (("hint",), 12, 1)
    store.solutions.add(library, one, "rlrRR", visitor="bo", assists=["hint"])
    cell = class_results.read(library, entry.id, known).cells[bo.id, one]
    assert cell == Cell(bo.id, one, 1, 2, 5, ("hint",), 12, 1)
    store.solutions.add(library, one, "rRR", visitor="bo", assists=["hint"])
    cell = class_results.read(library, entry.id, known).cells[bo.id, one]
    assert cell == Cell(bo.id, one, 2, 2, 3, ("hint",), 12, 1), "help costs a star"
    assert class_results.read(library, entry.id).cells == {(bo.id, one): cell}


def in_room(library: Store, entry: classes.ClassEntry, code: str = "ABCDEF") -> None:
    """Open a room of a class with a pupil on a seat."""
    store.rooms.create(
        library, code, "race", "ada", LEVELS[0], seats=40, level_id=None, max_of_host=3, class_id=entry.id
    )
    store.rooms.acquire(library, code, "server")
    status = RoomStatus("ada", seats=(SeatEntry(0, "bo", "Bo Secret"),))
    store.rooms.save(library, "server", [RoomWrite(code, status)])


def test_the_room_of_a_class_is_in_no_list(library: Store) -> None:
    """It has its seats and its class, and takes the place of the one before."""
    entry = classes.create(library, "5a", owners=["ada"])
    in_room(library, entry)
    assert store.rooms.listing(library, viewers=["ada", "bo"], host="ada") == []
    room = store.rooms.acquire(library, "ABCDEF", "server")
    assert (room.seats, room.class_id, room.class_code) == (40, entry.id, entry.code)
    assert class_results.read(library, entry.id).room == ("ABCDEF", 40, "waiting")
    in_room(library, entry, "GHJKLM")
    assert class_results.read(library, entry.id).room == ("GHJKLM", 40, "waiting")
    with pytest.raises(NotFound):
        store.rooms.acquire(library, "ABCDEF", "server")
    store.rooms.close_class_room(library, entry.id)
    assert class_results.read(library, entry.id).room is None


@pytest.mark.parametrize("way", ["end", "abandoned", "teacher", "account"])
def test_nothing_stays_of_a_class_that_ends(library: Store, way: str) -> None:
    """However it ends, no row has its code, its title or a name of its pupils; what pupils have played is theirs."""
    owner = "Ada" if way == "account" else "ada"
    one, _ = shelf(library)
    if way == "account":
        store.accounts.register(library, "Ada", "hash")
    entry = classes.create(library, "5a Secret", owners=[owner])
    classes.join(library, entry.code, ["bo"], "Bo Secret")
    classes.set_levels(library, entry.id, [one], now())
    in_room(library, entry)
    store.plays.create(library, "bo", one)
    kept = classes.create(library, "kept", owners=["bob"])
    tables = {it.split(".")[0] for it in columns_with(library, "Secret")}
    assert tables == {"classes", "pupils", "room_seats"}, "names stand nowhere else"
    if way == "end":
        classes.end(library, entry.id)
    elif way == "abandoned":
        aged(library, entry.id, ABANDONED - timedelta(hours=1))
        assert classes.remove_abandoned(library) == []
        aged(library, entry.id, ABANDONED + timedelta(hours=1))
        assert classes.remove_abandoned(library) == [entry.id]
    elif way == "teacher":
        store.accounts.delete_visitor(library, "ada")
    else:
        store.accounts.delete(library, "Ada")
    assert columns_with(library, "Secret") | columns_with(library, entry.code) == set()
    assert classes.listing(library, ["bo", owner]) == []
    assert classes.listing(library, ["bob"]) == [(kept.code, "kept", None, 0)]
    assert len(store.plays.listing(library, "bo")) == 1


def test_a_pupil_takes_their_name_along(library: Store) -> None:
    """Whoever deletes their data is in no class any more, and whoever exports it has what classes know of them."""
    entry = classes.create(library, "5a", owners=["ada"])
    classes.join(library, entry.code, ["bo"], "Bo Secret")
    exported: Any = store.accounts.export_visitor(library, "bo")["joined_classes"]
    assert [(it["title"], it["name"]) for it in exported] == [("5a", "Bo Secret")]
    assert store.accounts.export_visitor(library, "ada")["classes"][0]["code"] == entry.code
    store.accounts.delete_visitor(library, "bo")
    assert columns_with(library, "Secret") == set()
    assert class_results.read(library, entry.id).pupils == ()


def test_coming_to_a_class_is_noted_once_a_day(library: Store) -> None:
    """So that a class in use is kept, without a write for each look at it."""
    entry = classes.create(library, "5a", owners=["ada"])
    classes.touch(library, entry)
    assert class_results.read(library, entry.id).entry == entry
    aged(library, entry.id, timedelta(days=2))
    classes.touch(library, class_results.read(library, entry.id).entry)
    assert now() - class_results.read(library, entry.id).entry.touched < timedelta(minutes=1)
