"""What the routes of the library share: who may see and change what, and how entries are told."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from fastapi import Request
from pydantic import ConfigDict

from ... import store
from ...errors import NotFound
from ...store import Store
from ...store.collections import CollectionEntry
from ...store.levels import LevelEntry
from ..errors import Refusal
from ..identity_cookie import Visitor
from ..settings import Settings
from .schemas import LEVEL, LevelOut, Told, level_out

DAILY = "Daily "  # before the date, the name of a day's collection
NOBODY = "-"  # sees what everybody sees; no visitor and no account is called so


class CollectionOut(Told):
    """A collection; `solved` counts for who asks, `owner` is the account that has published it."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "id": 1,
                "name": "lessons",
                "title": "Lessons",
                "author": "",
                "notes": "",
                "format": "xsb",
                "levels": 8,
                "solved": 2,
                "games": {LEVEL["game"]: 8},
                "mine": False,
                "builtin": True,
                "published": True,
                "owner": None,
                "added": "2026-01-01T00:00:00Z",
                "cover": None,
            }
        }
    )

    id: int
    name: str
    title: str
    author: str
    notes: str
    format: str
    levels: int
    solved: int
    games: dict[str, int]
    mine: bool
    builtin: bool
    published: bool
    owner: str | None
    added: datetime
    cover: LevelOut | None


def store_of(request: Request) -> Store:
    """Return the library of the server that a request is for."""
    found: Store = request.app.state.store
    return found


def viewer(visitor: Visitor | None) -> str:
    """Return who looks, as the library takes it."""
    return visitor.id if visitor else NOBODY


def is_mine(entry: CollectionEntry, visitor: Visitor | None) -> bool:
    """Return whether a collection belongs to a visitor, or to the account that he is logged in to."""
    return visitor is not None and entry.owner is not None and entry.owner in (visitor.id, visitor.account)


def is_daily(entry: CollectionEntry) -> bool:
    """Return whether a collection is that of a day, which has its own page."""
    return entry.owner is None and entry.name.startswith(DAILY)


def seen_collection(library: Store, ident: int, visitor: Visitor | None) -> CollectionEntry:
    """Return a collection that a visitor may see.  Raises NotFound for any other."""
    entry = store.collections.get(library, ident)
    if entry.owner is None or entry.published or is_mine(entry, visitor):
        return entry
    raise NotFound(f"found no collection {ident} in the library")


def own_collection(library: Store, ident: int, visitor: Visitor) -> CollectionEntry:
    """Return a collection that a visitor may change.  Raises NotFound for one not seen, Refusal for another's."""
    entry = seen_collection(library, ident, visitor)
    if not is_mine(entry, visitor):
        raise Refusal("forbidden", f"collection {ident} is not yours: make a copy to change it")
    return entry


def seen_level(library: Store, ident: int, visitor: Visitor | None) -> LevelEntry:
    """Return a level that a visitor may see.  Raises NotFound for any other."""
    entry = store.levels.get(library, ident)
    try:
        seen_collection(library, entry.collection, visitor)
    except NotFound:
        raise NotFound(f"found no level {ident} in the library") from None
    return entry


def own_level(library: Store, ident: int, visitor: Visitor) -> LevelEntry:
    """Return a level that a visitor may change.  Raises NotFound for one not seen, Refusal for another's."""
    entry = seen_level(library, ident, visitor)
    own_collection(library, entry.collection, visitor)
    return entry


def levels_out(library: Store, entries: Iterable[LevelEntry], visitor: Visitor | None) -> list[LevelOut]:
    """Return levels as the API tells them, with how far the visitor is and the best counts known."""
    found = list(entries)
    idents = [entry.id for entry in found]
    states = store.plays.progress_of(library, visitor.id, idents) if visitor and idents else {}
    bests = store.solutions.lowest_counts(library, idents) if idents else {}
    return [
        entry_out(entry, state=states.get(entry.id), best={str(k): v for k, v in bests.get(entry.id, {}).items()})
        for entry in found
    ]


def entry_out(entry: LevelEntry, **more: Any) -> LevelOut:
    """Return a level of the library as the API tells it."""
    place = {"id": entry.id, "number": entry.number, "collection": entry.collection}
    return level_out(entry.level, **place, tags=list(entry.tags), **more)


def collections_out(library: Store, entries: Iterable[CollectionEntry], visitor: Visitor | None) -> list[CollectionOut]:
    """Return collections as the API tells them, each with its first level and how many of its levels are solved."""
    found = list(entries)
    solved = store.summaries.solved_counts(library, visitor.id) if visitor else {}
    covers = store.summaries.first_levels(library, [entry.id for entry in found])
    return [
        CollectionOut(
            id=entry.id,
            name=entry.name,
            title=entry.title,
            author=entry.author,
            notes=entry.notes,
            format=entry.format,
            levels=entry.levels,
            solved=solved.get(entry.id, 0),
            games=dict(entry.games),
            mine=is_mine(entry, visitor),
            builtin=entry.owner is None,
            published=entry.published or entry.owner is None,
            owner=entry.owner if entry.published else None,
            added=entry.added,
            cover=entry_out(covers[entry.id]) if entry.id in covers else None,
        )
        for entry in found
    ]


def collection_out(library: Store, entry: CollectionEntry, visitor: Visitor | None) -> CollectionOut:
    """Return a collection as the API tells it."""
    return collections_out(library, [entry], visitor)[0]


def check_quota(
    library: Store, settings: Settings, visitor: Visitor, *, collections: int = 0, levels: int = 0, plays: int = 0
) -> None:
    """Refuse what would be more than one visitor, with the account that he is logged in to, may keep."""
    limits = settings.limits
    for name, there, more, most in zip(
        ("collections", "levels", "plays"),
        _kept(library, visitor),
        (collections, levels, plays),
        (limits.collections, limits.levels, limits.plays),
        strict=True,
    ):
        if more and there + more > most:
            raise Refusal(
                "too-many", f"you have {there:,} {name} and may keep {most:,}, too few for {more:,} more: remove some"
            )


def levels_left(library: Store, settings: Settings, visitor: Visitor) -> int:
    """Return how many more levels a visitor may keep."""
    return max(0, settings.limits.levels - _kept(library, visitor)[1])


def _kept(library: Store, visitor: Visitor) -> list[int]:
    """Return how many collections, levels and plays a visitor has, with the account that he is logged in to."""
    owners = [visitor.id] if visitor.account is None else [visitor.id, visitor.account]
    return [
        sum(counts) for counts in zip(*(store.accounts.count_owned(library, owner) for owner in owners), strict=True)
    ]
