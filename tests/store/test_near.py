"""The index of levels that are nearly the same: filled when it is asked for, and right after every change."""

from __future__ import annotations

import sqlalchemy as sa

from pushbox import store
from pushbox.analysis.similarity import describe
from pushbox.formats import read
from pushbox.store import Store
from pushbox.store.tables import bands
from pushbox.store.transfer import import_data

OLD = "#########\n#       #\n# $ #  .#\n#  #  $.#\n#@  #   #\n#########\n"
NEW = "#########\n#   #  @#\n#.$  #  #\n#.   #$ #\n#       #\n#########\n"
OTHER = "######\n#.  .#\n#$$  #\n#@   #\n######\n"


def rows_of(library: Store) -> int:
    with library.read() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(bands)).scalar_one()


def test_what_is_nearly_the_same_is_found(library: Store) -> None:
    """Levels of other collections too; what is the same, or of another game, is not among them."""
    import_data(library, OLD + "\n" + OLD, "old.xsb")
    new = import_data(library, OTHER + "\n" + NEW, "new.xsb").collection
    import_data(library, "Game: crossoban\n\n########\n#@ B  G#\n#   BG #\n########\n", "other.xsb")
    assert store.near.of_collection(library) == []
    done: list[tuple[int, int]] = []
    assert store.near.update_index(library, lambda *counts: done.append(counts)) == 5
    assert done == [(5, 5)]
    assert store.near.update_index(library) == 0
    old, _, _, level, _ = (entry.id for entry in store.levels.search(library, order="added").entries)
    (found,) = store.near.of_collection(library)
    assert (found.level, found.of) == (level, old)
    assert describe("Old", found.difference) == "Old, turned by 180°, one wall moved"
    assert store.near.of_collection(library, new) == [found]
    nearest = store.near.find(library, read(NEW).levels[0])
    assert [near.level for near in nearest] == [level, old, old + 1]
    assert store.near.find(library, read("Game: hanano\n" + OTHER).levels[0]) == []


def test_the_index_follows_the_levels(library: Store) -> None:
    """A level that is replaced is put in anew, and one that is removed is gone from it."""
    import_data(library, OLD + "\n" + OTHER, "a.xsb")
    store.near.update_index(library)
    first, second = store.levels.search(library, order="added").entries
    before = rows_of(library)
    store.levels.replace(library, second.id, read(NEW).levels[0])
    assert store.near.update_index(library) == 1
    assert [found.level for found in store.near.of_collection(library)] == [second.id]
    store.levels.remove(library, first.id)
    assert 0 < rows_of(library) < before
    assert store.near.of_collection(library) == []


def test_only_what_a_viewer_sees_is_found(library: Store) -> None:
    """Levels of somebody else are not, unless they are published."""
    import_data(library, OLD, "mine.xsb", owner="ann")
    store.near.update_index(library)
    level = read(NEW).levels[0]
    assert len(store.near.find(library, level, viewer="ann")) == len(store.near.find(library, level)) == 1
    assert store.near.find(library, level, viewer="bob") == []
