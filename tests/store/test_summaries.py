"""What pages show of many rows at once is what the rows say one by one."""

from __future__ import annotations

from dataclasses import replace

from pushbox import formats, store
from pushbox.store import Store

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
WIDER = "########\n#@ $  .#\n########\n"


def test_how_much_is_solved_and_begun(library: Store) -> None:
    """A level counts once however often it was solved, for whom it was, and no more as begun."""
    first = store.collections.add(library, formats.read(f"{ROOM}\n{WIDER}"), name="first").id
    second = store.collections.add(library, formats.read(f"{ROOM}\n{WIDER}"), name="second").id
    ids = {key: [one.id for one in store.levels.search(library, collection=key).entries] for key in (first, second)}
    for text in ("rrr", "rlrrr"):
        store.solutions.add(library, ids[first][0], text, visitor="ann")
    store.plays.create(library, "ann", ids[first][0])
    store.plays.create(library, "ann", ids[second][1])
    store.plays.create(library, "ann", ids[second][1])
    store.plays.create(library, "bob", ids[second][0])
    assert store.summaries.solved_counts(library, "ann") == {first: 1}
    assert store.summaries.solved_counts(library, "bob") == {}
    assert [store.summaries.begun_count(library, visitor) for visitor in ("ann", "bob", "eve")] == [1, 1, 0]


def test_covers_are_the_first_levels(library: Store) -> None:
    """Of each collection that has one."""
    first = store.collections.add(library, formats.read(f"{ROOM}\n{WIDER}"), name="first").id
    second = store.collections.add(library, formats.read(f"{WIDER}\n{ROOM}"), name="second").id
    empty = store.collections.add(library, replace(formats.read(ROOM), levels=()), name="empty").id
    covers = store.summaries.first_levels(library, [first, second, empty])
    assert {key: (entry.number, entry.width) for key, entry in covers.items()} == {first: (1, 7), second: (1, 8)}
    assert store.summaries.first_levels(library, []) == {}


def test_an_equal_level_is_found_where_it_is(library: Store) -> None:
    """The first that the viewer sees; words do not count, a mirror image is another level."""
    store.collections.add(library, formats.read(ROOM), name="hers", owner="ann")
    store.collections.add(library, formats.read(ROOM), name="bob's", owner="bob")
    level = replace(formats.read(ROOM).levels[0], title="Another", notes="words")
    mirrored = formats.read("\n".join(row[::-1] for row in ROOM.splitlines())).levels[0]

    def owner(viewer: str | None) -> str | None:
        equal = store.summaries.equal_id(library, level, viewer=viewer)
        if equal is None:
            return None
        return store.collections.get(library, store.levels.get(library, equal).collection).owner

    assert [owner(viewer) for viewer in ("ann", "bob", "eve", None)] == ["ann", "bob", None, "ann"]
    assert store.summaries.equal_id(library, mirrored) is None
    assert store.summaries.equal_id(library, replace(level, options=(("max_push", 2),))) is None


def test_two_requests_that_keep_a_first_level_at_once(library: Store) -> None:
    """Both levels are kept, in one collection: whoever is second finds that of the first."""
    here, meanwhile = formats.read(f"{ROOM}\n{WIDER}").levels

    def other_request(what: str) -> None:
        if what == "collections":
            store.summaries.find_or_add(library, meanwhile, owner="a", name="pasted")

    first = store.summaries.find_or_add(library, here, owner="a", name="pasted", on_new=other_request)
    (collection,) = store.collections.listing(library, owner="a")
    kept = store.levels.search(library, collection=collection.id, viewer="a").entries
    assert [entry.level.board for entry in kept] == [meanwhile.board, here.board]
    assert kept[1].id == first
