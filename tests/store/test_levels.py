"""Collections and levels: what goes in comes out, is found by its words, and is known when it comes again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from pushbox import formats, levels, store
from pushbox.board import FLOOR, GOAL, WALL, Board, NamedCounter, Piece
from pushbox.errors import Conflict, NotFound, StoreError
from pushbox.identity import MIRROR, Relation, Symmetry, transform
from pushbox.level import Collection, Level, SavedMoves
from pushbox.store import Store, rows
from pushbox.store.fulltext import terms
from pushbox.store.reimport import reimport
from pushbox.store.tables import levels as levels_table

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
TWO_BOXES = "########\n#@ $ . #\n#  $ . #\n########\n"
HALF_A_TURN = Symmetry(2)
WIDER = "########\n#@ $ .##\n#     ##\n########\n"  # the same when what is never seen is gone


def room(picture: str = ROOM, **words: Any) -> Level:
    return replace(formats.read(picture, format="xsb").levels[0], source=None, **words)


def add(library: Store, *items: Level, name: str = "mine", **words: Any) -> int:
    return store.collections.add(library, Collection(items, **words), name=name).id


@pytest.mark.parametrize("name", levels.names())
def test_what_goes_in_comes_out(library: Store, name: str) -> None:
    """Every level of every game comes back equal but for its solutions, which the library keeps beside it."""
    collection = formats.read_file(levels.path(name))
    added = store.collections.add(library, collection, name=name)
    entry = store.collections.get(library, added.id)
    assert (entry.title, entry.author, entry.notes, entry.keys) == (
        collection.title, collection.author, collection.notes, collection.headers,
    )  # fmt: skip
    assert added.levels == entry.levels == len(collection.levels)
    assert sum(count for _, count in entry.games) == entry.levels
    assert added.problems == ()
    assert added.solutions == sum(len(level.saved_moves) for level in collection.levels)
    entries = store.levels.search(library, collection=added.id, limit=500).entries
    assert [entry.level for entry in entries] == [replace(level, saved_moves=()) for level in collection.levels]
    assert [entry.number for entry in entries] == list(range(1, added.levels + 1))


def test_only_what_solves_is_a_solution(library: Store) -> None:
    """A record that does not solve its level stays with the level as a saved game, and is reported."""
    saved = SavedMoves("saved", "rr")
    level = room(saved_moves=(SavedMoves("solved", "rRR"), saved, SavedMoves("", "no moves")))
    added = store.collections.add(library, Collection((level,)), name="mine")
    assert added.solutions == 1
    assert len(added.problems) == 2
    entry = store.levels.search(library).entries[0]
    assert entry.level.saved_moves == (saved, SavedMoves("", "no moves"))
    (solution,) = store.solutions.listing(library, entry.id)
    assert (solution.text, solution.title) == ("rRR", "solved")


def test_a_name_is_given_once(library: Store) -> None:
    """An owner has one collection of a name; another owner may have one too, and a name is no blank."""
    ident = add(library, room())
    with pytest.raises(Conflict, match="'mine' already"):
        add(library, room())
    store.collections.add(library, Collection((room(),)), name="mine", owner="someone")
    other = add(library, name="other")
    with pytest.raises(Conflict):
        store.collections.rename(library, other, name="mine")
    with pytest.raises(StoreError, match="0 characters"):
        add(library, name="  ")
    assert store.collections.by_name(library, "mine").id == ident
    with pytest.raises(NotFound):
        store.collections.by_name(library, "none")


def test_others_see_what_is_published(library: Store) -> None:
    """A collection of somebody is its owner's alone until it is published, in lists, searches and as a duplicate."""
    add(library, room(title="shared"), name="shared")
    hidden = store.collections.add(library, Collection((room(TWO_BOXES),)), name="hidden", owner="ann").id

    def seen(viewer: str | None) -> list[str]:
        names = [entry.name for entry in store.collections.listing(library, viewer=viewer)]
        assert store.levels.search(library, viewer=viewer).total == len(names)
        return names

    assert seen("ann") == seen(None) == ["hidden", "shared"]
    assert seen("bob") == ["shared"]
    copy = store.collections.add(library, Collection((room(TWO_BOXES),)), name="copy", owner="bob")
    assert copy.duplicates == ()
    store.collections.publish(library, hidden)
    assert seen("bob") == ["copy", "hidden", "shared"]
    store.collections.withdraw(library, hidden)
    assert seen("bob") == ["copy", "shared"]
    assert [entry.name for entry in store.collections.listing(library, owner="ann")] == ["hidden"]
    store.collections.publish(library, hidden, owner="Anna")
    assert store.collections.get(library, hidden).owner == "Anna"
    second = store.collections.add(library, Collection(), name="hidden", owner="ann").id
    with pytest.raises(Conflict):
        store.collections.publish(library, second, owner="Anna")


def test_pages_of_collections(library: Store) -> None:
    """The library's own come first, and all by name; a page ends by its limit or by its room."""
    long = Collection((room(notes="n" * 1_000),), title="t" * 3_000, notes="n" * 3_000, headers=(("key", "text"),))
    idents = {}
    for owner, name in (("ann", "b"), ("", "c"), ("bob", "a"), ("", "Daily 1"), ("ann", "a")):
        idents[owner, name] = store.collections.add(library, long, name=name, owner=owner or None).id
    for (owner, _), ident in idents.items():
        if owner:
            store.collections.publish(library, ident)

    def names(**filters: Any) -> list[str]:
        page = store.collections.page(library, viewer="cid", besides="Daily", **filters)
        assert not page.more
        return [f"{entry.owner} {entry.name}" for entry in page.entries]

    assert names() == ["None c", "bob a", "ann a", "ann b"]
    assert names(owners=["ann"]) == ["ann a", "ann b"]
    assert names(others=["ann", "eve"]) == ["None c", "bob a"]
    for limit, size, count in ((1, None, 6), (2, None, 3), (100, 12_000, 3), (100, 1, 5)):
        pages, after, more = [], None, True
        while more:
            page = store.collections.page(library, viewer="cid", after=after, limit=limit, room=size)
            pages.append([entry.name for entry in page.entries])
            after, more = page.entries[-1].id if page.entries else None, page.more
        assert [name for page in pages for name in page] == ["Daily 1", "c", "a", "a", "b"]
        assert len(pages) == count
    entry = store.collections.page(library, viewer="cid").entries[0]
    assert (entry.title, entry.notes, entry.keys, entry.levels) == ("t" * 2_000, "n" * 2_000, (), 1)
    with pytest.raises(NotFound):
        store.collections.page(library, viewer="cid", after=10**6)


def test_words_are_found_whatever_their_case_and_accents(library: Store) -> None:
    """All words of a search must be there, in the level or its collection; the beginning of a word will do."""
    add(library, room(title="Übung macht den Meister", author="Łukasz"), room(title="推箱子 12"), title="Rare Rooms")
    add(library, room(TWO_BOXES, title="Other", notes="with an ÉCLAIR & co_operation"), name="micro.xsb")

    def titles_of(text: str) -> list[str]:
        return [entry.title for entry in store.levels.search(library, text=text).entries]

    assert titles_of("ubung") == titles_of("ÜBUNG meis") == titles_of("rare 1") == ["Übung macht den Meister"]
    assert titles_of("箱") == titles_of("箱子 rooms") == ["推箱子 12"]
    assert titles_of("eclair") == titles_of("MICRO.xsb") == titles_of("operation co") == ["Other"]
    assert len(titles_of("rooms")) == 2
    assert titles_of("bung") == titles_of("nothing") == titles_of("!?") == titles_of("'\"*)(&|:") == []
    assert len(titles_of("")) == len(titles_of("  ")) == 3
    assert [entry.title for entry in store.levels.search(library, author="łuk").entries] == ["Übung macht den Meister"]
    assert store.levels.search(library, author="100%_").total == 0


def test_what_has_the_name_comes_first_then_the_lessons(library: Store) -> None:
    """A title that is the text is before all others; without a text beginners come before days and all else."""
    add(library, room(title="a first push"), name="Daily 2026-01-01")
    add(library, room(TWO_BOXES, title="Not yet", notes="first push"), name="lessons")
    add(library, room(WIDER, title="First push"), name="versus")

    def titles(text: str, after: int | None = None) -> list[str]:
        return [entry.title for entry in store.levels.search(library, text=text, after=after).entries]

    assert titles("first push ") == ["First push", "Not yet", "a first push"]
    assert titles("") == ["Not yet", "First push", "a first push"]
    first = store.levels.search(library, text="first push", limit=1).entries[0].id
    assert titles("first push", first) == ["Not yet", "a first push"]


def test_filters_and_pages(library: Store) -> None:
    """Filters add up; the pages of any order, one after the other, are all levels once."""
    pictures = [ROOM, TWO_BOXES, ROOM.replace("@", " ").replace("# ", "#@", 1), WIDER, TWO_BOXES]
    items = [room(picture, title=title) for picture, title in zip(pictures, "ebdac", strict=True)]
    first, second = add(library, *items[:3], name="a"), add(library, *items[3:], name="b")
    everything = store.levels.search(library).entries
    store.levels.tag(library, [everything[1].id], "hard")
    store.levels.tag(library, [everything[1].id], "hard")
    store.levels.tag(library, [everything[1].id], "nice")

    def titles(**wanted: Any) -> str:
        return "".join(entry.title for entry in store.levels.search(library, **wanted).entries)

    assert titles() == "ebdac"
    assert titles(collection=second) == "ac"
    assert titles(boxes=(2, None)) == "bc"
    assert titles(boxes=(None, 1), size=(None, 28), order="title") == "de"
    assert titles(game="hanano") == ""
    assert titles(tag="hard", collection=first) == "b"
    assert store.levels.get(library, everything[1].id).tags == ("hard", "nice")
    with pytest.raises(NotFound):
        store.levels.tag(library, [everything[0].id, 10**9], "hard")
    assert titles(tag="hard") == "b", "all or none"
    store.levels.untag(library, [entry.id for entry in everything], "hard")
    assert titles(tag="hard") == ""
    for order in get_args(store.levels.Order):
        after, pages = None, ""
        while page := store.levels.search(library, order=order, limit=2, after=after).entries:
            pages += "".join(entry.title for entry in page)
            after = page[-1].id
        assert pages == titles(order=order)
        assert sorted(pages) == sorted("ebdac")
    assert titles(order="title") == "abcde"
    with pytest.raises(NotFound):
        store.levels.search(library, after=10**9)
    with pytest.raises(StoreError, match="limit"):
        store.levels.search(library, limit=-1)


def test_duplicates_are_listed_with_their_relation(library: Store) -> None:
    """A level that comes again is added and reported, be it turned or with other walls that nobody sees."""
    level = room()
    first = add(library, level, room(TWO_BOXES))
    turned = replace(level, board=transform(level.board, MIRROR))
    added = store.collections.add(library, Collection((turned, level, room(WIDER))), name="again")
    (one, _), again = (store.levels.search(library, collection=ident).entries for ident in (first, added.id))
    expected = list(
        zip([entry.id for entry in again], (Relation.SYMMETRIC, Relation.EQUAL, Relation.NORMAL), strict=True)
    )
    assert [(duplicate.level, duplicate.relation) for duplicate in added.duplicates] == expected
    assert {duplicate.of for duplicate in added.duplicates} == {one.id}
    assert store.levels.duplicates(library) == list(added.duplicates)
    assert store.levels.duplicates(library, collection=first) == []


def test_under_gravity_a_turned_level_is_another(library: Store) -> None:
    """Only symmetries that keep the rules make a duplicate."""
    level = formats.read_file(levels.path("hanano")).levels[0]
    upside_down = transform(level.board, HALF_A_TURN)
    mirrored = replace(level, board=transform(level.board, MIRROR), saved_moves=())
    added = store.collections.add(
        library,
        Collection((replace(level, saved_moves=()), mirrored, replace(mirrored, board=upside_down))),
        name="mine",
    )
    assert [duplicate.relation for duplicate in added.duplicates] == [Relation.SYMMETRIC]


def test_a_level_can_be_replaced_and_removed(library: Store) -> None:
    """Another puzzle drops what was played of the old one, other words do not; numbers stay without gaps."""
    ident = add(library, room(title="one"), room(title="two"))
    one, two = store.levels.search(library, collection=ident).entries
    store.solutions.add(library, one.id, "rRR", visitor="ann")
    assert store.levels.replace(library, one.id, room(title="renamed")).title == "renamed"
    assert len(store.solutions.listing(library, one.id)) == 1
    assert store.levels.search(library, text="renamed").total == 1
    assert store.levels.search(library, text="one").total == 0
    new = store.levels.replace(library, one.id, room(TWO_BOXES))
    assert (new.boxes, new.number, store.solutions.listing(library, one.id)) == (2, 1, [])
    three = store.levels.append(library, ident, room(title="three"))
    assert three.number == 3
    store.levels.remove(library, one.id)
    assert [store.levels.get(library, level.id).number for level in (two, three)] == [1, 2]
    assert store.levels.search(library, text="three 2").total == 1
    with pytest.raises(NotFound):
        store.levels.get(library, one.id)
    store.collections.remove(library, ident)
    assert store.levels.search(library).total == 0
    for act in (store.collections.remove, store.collections.get, store.collections.publish):
        with pytest.raises(NotFound):
            act(library, ident)
    assert store.levels.search(library, text="three").total == 0


def test_the_next_level_is_the_next_unsolved(library: Store) -> None:
    """From a level one comes to those beside it, or beyond those that are solved."""
    ident = add(library, *(room(title=title) for title in "abc"))
    a, b, c = store.levels.search(library, collection=ident).entries
    store.solutions.add(library, b.id, "rRR", visitor="ann")
    assert store.levels.adjacent(library, a.id) == b
    assert store.levels.adjacent(library, a.id, unsolved_by="ann") == c
    assert store.levels.adjacent(library, c.id, step=-1, unsolved_by="ann") == a
    assert store.levels.adjacent(library, c.id) is None


def test_renaming_is_found(library: Store) -> None:
    """Levels are found by the name of their collection."""
    ident = add(library, room(), title="Old")
    entry = store.collections.rename(library, ident, title="Fresh", notes="by hand")
    assert (entry.title, entry.name, entry.notes) == ("Fresh", "mine", "by hand")
    assert store.levels.search(library, text="fresh").total == 1
    assert store.levels.search(library, text="old").total == 0


def test_characters_that_no_database_keeps(library: Store) -> None:
    """A NUL in a title, which JSON can hold, keeps nothing from being stored; the level itself stays what it is.

    It is replaced in the one text of many that has it, and when a file is read again.
    """
    level = room(title="a\x00b", author="\x00", notes="\x00")
    items = (room(title="Übung"), level, room(title=""))
    solved = replace(items[2], saved_moves=(SavedMoves("m\x00", "rRR"),))
    ident = add(library, *items[:2], solved, name="n\x00me", title="\x00")
    for _ in range(2):
        entries = store.levels.search(library, collection=ident).entries
        assert [(entry.title, entry.level) for entry in entries] == [
            ("Übung", items[0]), ("a\ufffdb", level), ("", items[2]),
        ]  # fmt: skip
        (solution,) = store.solutions.listing(library, entries[2].id)
        assert (entries[1].author, solution.title) == ("\ufffd", "m\ufffd")
        reimport(library, ident, Collection((*items[:2], solved), title="\x00"))


def test_the_search_uses_its_index(library: Store) -> None:
    """Words are looked up in an index, not in every level."""
    add(library, room())
    with library.read() as connection:
        where = store.levels._matches_words(connection, ["room"])
        query = sa.select(levels_table.c.id).where(where).compile(connection, compile_kwargs={"literal_binds": True})
        if connection.dialect.name == "sqlite":
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}").all()
            assert any("VIRTUAL TABLE INDEX" in row[3] for row in plan)
        else:
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")  # a table of one row is read as a whole
            plan = connection.exec_driver_sql(f"EXPLAIN {query}".replace("%%", "%").replace("%", "%%")).all()
            assert any("ix_levels_vector" in row[0] for row in plan)


@pytest.mark.parametrize("hostile", ["\x00", "a\x00b", "\ud800", "' OR 1=1 --", "%", "_", "\\", "\u202e", "x" * 5_000])
def test_hostile_words_find_nothing(library: Store, hostile: str) -> None:
    """No text of a search is an error, in any field, nor has it a meaning of its own; a tag is found."""
    collection = add(library, room())
    for field in ("text", "game", "author", "tag", "solved_by", "unsolved_by", "begun_by", "viewer"):
        page = store.levels.search(library, **{field: hostile})  # type: ignore[arg-type]
        assert page.total == (field in {"unsolved_by", "viewer"}), field
    with pytest.raises(NotFound):
        store.collections.by_name(library, hostile)
    ident = store.levels.search(library, collection=collection).entries[0].id
    store.levels.tag(library, [ident], f"tag {hostile}"[:50])
    assert store.levels.search(library, tag=f"tag {hostile}"[:50]).total == 1


def test_counts_of_a_plain_board_are_those_of_any() -> None:
    """Native code counts goals under boxes and under the player, as Python does where a counter stands beside."""
    board = Board(
        5, 1, (WALL, GOAL, GOAL, GOAL, FLOOR), (Piece("pusher", (1,)), Piece("box", (2,)), Piece("box", (4,)))
    )
    for one in (board, replace(board, counters=(NamedCounter("steps", 1),))):
        row = rows.level_row(Level(one), 1, rows.CollectionInfo("", "", ""))
        assert (row["boxes"], row["goals"]) == (2, 3)


@given(st.text(st.characters(max_codepoint=127)))
def test_a_text_of_ascii_has_the_words_that_it_has_beside_others(text: str) -> None:
    """It is looked at by a quicker pattern."""
    assert terms(f"{text} 中") == [*terms(text), "中"]
