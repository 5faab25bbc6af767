"""The levels that pushbox brings along, in the library from a server's first start on."""

from __future__ import annotations

from dataclasses import replace

from .. import formats, levels, store
from ..errors import Conflict
from ..level import Collection, Level
from ..store import Store
from ..store.collections import CollectionEntry


def fill(library: Store) -> None:
    """Add the shipped collections that the library does not have; of one that has changed, put the levels that differ.

    What was played of levels that are the same puzzle stays.
    """
    there = {entry.name: entry for entry in store.collections.listing(library, owner="")}
    for name in levels.names():
        collection = formats.read_file(levels.path(name))
        if name in there:
            _update(library, there[name], collection)
            continue
        try:
            store.collections.add(library, collection, name=name)
        except Conflict:  # another process was first
            continue


def _update(library: Store, entry: CollectionEntry, collection: Collection) -> None:
    old = store.levels.search(library, collection=entry.id, limit=store.levels.MOST).entries
    for index, level in enumerate(collection.levels):
        if index < len(old) and _bare(old[index].level) == _bare(level):
            continue
        if index < len(old):
            new = store.levels.put(library, old[index].id, _bare(level))
        else:
            new = store.levels.append(library, entry.id, _bare(level))
        for record in level.records:
            store.solutions.add(library, new.id, record.text)


def _bare(level: Level) -> Level:
    return replace(level, records=(), source=None)
