"""Choose the levels of a room: the first one, and those of later games."""

from __future__ import annotations

import random
from itertools import islice

from ... import store
from ...errors import LevelError, NotFound
from ...level import Level
from ...play.validate import require_playable
from ...store import Store
from ...store.levels import LevelEntry
from ...store.rooms import Kind

_MAX_TRIED = 50  # levels, until one is found that such a room can be played on


def any_level(library: Store, kind: Kind, collection: int) -> LevelEntry:
    """Return a level of a collection for a room of some kind, at random.  Raises NotFound."""
    entries = list(store.levels.search(library, collection=collection, limit=store.levels.MAX_PAGE_SIZE).entries)
    random.shuffle(entries)
    for entry in islice(entries, _MAX_TRIED):
        if _suits(entry.level, kind):
            return entry
    raise NotFound.said("empty-collection", collection=collection)


def following_level(library: Store, kind: Kind, ident: int | None, host: str) -> tuple[int, Level] | None:
    """Return the level after one in its collection, from the start again at its end; None where there is no other.

    Nor is there one where the host may not see the collection any more.
    """
    if ident is None:
        return None
    try:
        current = store.levels.get(library, ident)
        collection = store.collections.get(library, current.collection)
    except NotFound:
        return None
    if not (collection.owner is None or collection.published or collection.owner == host):
        return None
    entry = current
    for _ in range(_MAX_TRIED):
        entry = store.levels.adjacent(library, entry.id) or _first(library, current.collection)
        if entry.id == ident:
            return None
        if _suits(entry.level, kind):
            return entry.id, entry.level
    return None


def _first(library: Store, collection: int) -> LevelEntry:
    return store.levels.search(library, collection=collection, limit=1).entries[0]


def _suits(level: Level, kind: Kind) -> bool:
    """Return whether a level is suitable for a kind of room."""
    try:
        return require_playable(level).game.info.simultaneous == (kind == "match")
    except LevelError:
        return False
