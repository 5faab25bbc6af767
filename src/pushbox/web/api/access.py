"""Access to the library: which entries a visitor may see and change, quotas, and entries as the API shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Path, Query

from ... import store
from ...errors import NotFound
from ...store import Store
from ...store.collections import CollectionEntry
from ...store.database import not_found
from ...store.levels import LevelEntry
from ..dependencies import Library
from ..errors import ApiError
from ..identity_cookie import CurrentVisitor, OptionalVisitor, Visitor
from ..settings import Settings
from .models import ResponseModel, example
from .schemas import LEVEL, LevelOut, VersionOut, level_out

Ident = Annotated[int, Path(ge=1, le=2**53, description="An id of the library.")]
Limit = Annotated[
    int, Query(ge=1, le=store.levels.MAX_PAGE_SIZE, description="At most so many: a page of large ones has fewer.")
]
After = Annotated[int | None, Query(ge=1, le=2**53, description="The `next` of the page before.")]

DAILY = "Daily "  # before the date, the name of a day's collection, which has its own page
_MAX_GAMES, _LONGEST_GAME = 50, 100  # of a collection, whose levels may claim to be of any game
PAGE_ROOM = 1 << 20  # characters of what is listed, after which a page ends, whatever its limit
ANONYMOUS = "-"  # a viewer who sees what everybody sees; no visitor and no account has this id


class CollectionOut(ResponseModel):
    """A collection; `solved` is your count, `owner` the account that has published it."""

    model_config = example(
        id=1,
        name="lessons",
        title="Lessons",
        author="",
        notes="",
        format="xsb",
        levels=8,
        solved=2,
        games={LEVEL["game"]: 8},
        mine=False,
        builtin=True,
        published=True,
        licence="",
        owner=None,
        added="2026-01-01T00:00:00Z",
        cover=None,
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
    licence: str
    owner: str | None
    added: datetime
    cover: LevelOut | None


def viewer_id(visitor: Visitor | None) -> str:
    """Return the viewer, as the library takes it."""
    return visitor.id if visitor else ANONYMOUS


def is_mine(entry: CollectionEntry, visitor: Visitor | None) -> bool:
    """Return whether a collection belongs to a visitor or their account."""
    return visitor is not None and entry.owner in visitor.owners


def is_tester(library: Store, collection: int, visitor: Visitor | None) -> bool:
    """Return whether a visitor tests a collection of somebody by its link."""
    return visitor is not None and store.draft_links.is_tester(library, collection, visitor.id)


def visible_collection(library: Library, collection: Ident, visitor: OptionalVisitor) -> CollectionEntry:
    """Return a collection that a visitor may see.  Raises NotFound for any other."""
    entry = store.collections.get(library, collection)
    if entry.owner is None or entry.published or is_mine(entry, visitor) or is_tester(library, collection, visitor):
        return entry
    raise not_found("collection", collection)


def own_collection(library: Library, collection: Ident, visitor: CurrentVisitor) -> CollectionEntry:
    """Return a collection that a visitor may change.  Raises NotFound for one not visible, ApiError for another's."""
    entry = visible_collection(library, collection, visitor)
    if not is_mine(entry, visitor):
        raise ApiError.said("forbidden", "not-yours", collection=collection)
    return entry


def visible_level(library: Library, level: Ident, visitor: OptionalVisitor) -> LevelEntry:
    """Return a level that a visitor may see, in its collection or as one set by a teacher.  Raises NotFound."""
    entry = store.levels.get(library, level)
    try:
        visible_collection(library, entry.collection, visitor)
    except NotFound:
        if visitor is None or not store.classes.is_set_for(library, level, visitor.id):
            raise not_found("level", level) from None
    return entry


def lasting_level(library: Store, level: int, visitor: Visitor | None) -> LevelEntry:
    """Return a level that a visitor may show to others: one that they see, not as its tester.  Raises NotFound."""
    entry = visible_level(library, level, visitor)
    if is_tester(library, entry.collection, visitor):
        raise not_found("level", level)
    return entry


def own_level(library: Library, level: Ident, visitor: CurrentVisitor) -> LevelEntry:
    """Return a level that a visitor may change.  Raises NotFound for one not visible, ApiError for another's."""
    entry = visible_level(library, level, visitor)
    own_collection(library, entry.collection, visitor)
    return entry


# What a path names, for the visitor of the request.
VisibleCollection = Annotated[CollectionEntry, Depends(visible_collection)]
OwnCollection = Annotated[CollectionEntry, Depends(own_collection)]
VisibleLevel = Annotated[LevelEntry, Depends(visible_level)]
OwnLevel = Annotated[LevelEntry, Depends(own_level)]


def levels_out(library: Store, entries: Iterable[LevelEntry], visitor: Visitor | None) -> list[LevelOut]:
    """Return levels as the API shows them, with the visitor's progress and the best counts known."""
    shown = list(entries)
    idents = [entry.id for entry in shown]
    states = store.plays.progress_of(library, visitor.id, idents) if visitor and idents else {}
    bests = store.solutions.lowest_counts(library, idents) if idents else {}
    return [entry_out(entry, state=states.get(entry.id), best=bests.get(entry.id, {})) for entry in shown]


def one_level_out(library: Store, entry: LevelEntry, visitor: Visitor | None) -> LevelOut:
    """Return a level as the API shows it, as `levels_out` does, with its versions."""
    versions = [VersionOut.from_value(one) for one in store.versions.of_level(library, entry.id)]
    return levels_out(library, [entry], visitor)[0].model_copy(update={"versions": versions})


def entry_out(entry: LevelEntry, **more: Any) -> LevelOut:
    """Return a level of the library as the API shows it."""
    place = {"id": entry.id, "number": entry.number, "collection": entry.collection}
    return level_out(entry.level, **place, tags=list(entry.tags), difficulty=entry.difficulty, **more)


def collections_out(library: Store, entries: Iterable[CollectionEntry], visitor: Visitor | None) -> list[CollectionOut]:
    """Return collections as the API shows them, each with its first level and how many of its levels are solved."""
    shown = list(entries)
    solved = store.summaries.solved_counts(library, visitor.id) if visitor else {}
    covers = store.summaries.first_levels(library, [entry.id for entry in shown])
    return [
        CollectionOut.from_value(
            entry,
            solved=solved.get(entry.id, 0),
            games=dict([game for game in entry.games if len(game[0]) <= _LONGEST_GAME][:_MAX_GAMES]),
            mine=is_mine(entry, visitor),
            builtin=entry.owner is None,
            published=entry.published or entry.owner is None,
            owner=entry.owner if entry.published else None,
            cover=entry_out(bare(covers[entry.id])) if entry.id in covers else None,
        )
        for entry in shown
    ]


def bare(entry: LevelEntry) -> LevelEntry:
    """Return a level as its picture needs it, without notes, solutions and headers."""
    return replace(entry, level=replace(entry.level, notes="", saved_moves=(), headers=()))


def collection_out(library: Store, entry: CollectionEntry, visitor: Visitor | None) -> CollectionOut:
    """Return a collection as the API shows it."""
    return collections_out(library, [entry], visitor)[0]


def check_quota(
    library: Store, settings: Settings, visitor: Visitor, *, collections: int = 0, levels: int = 0, plays: int = 0
) -> None:
    """Refuse data beyond the quota of a visitor and their account."""
    wanted = {"collections": collections, "levels": levels, "plays": plays}
    for (name, added), used in zip(wanted.items(), _usage(library, visitor), strict=True):
        maximum = getattr(settings.limits, name)
        if added and used + added > maximum:
            raise ApiError.said("too-many", "keep-at-most", count=used, what=name, most=maximum, added=added)


def remaining(library: Store, settings: Settings, visitor: Visitor) -> list[int]:
    """Return how many more collections, levels and plays a visitor may store."""
    most = (settings.limits.collections, settings.limits.levels, settings.limits.plays)
    return [max(0, one - used) for one, used in zip(most, _usage(library, visitor), strict=True)]


def _usage(library: Store, visitor: Visitor) -> list[int]:
    """Count the collections, levels and plays of a visitor and their account."""
    owned = (store.accounts.count_owned(library, owner) for owner in visitor.owners)
    return [sum(counts) for counts in zip(*owned, strict=True)]
