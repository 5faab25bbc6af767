"""Levels of the library: searched, drawn, tagged."""

from __future__ import annotations

import random
from typing import Annotated, Literal

from fastapi import Query
from pydantic import Field

from ... import store
from ...analysis.duplicates import ids
from ...analysis.similarity import describe
from ...sentence import Language
from ...store.collections import CollectionEntry
from ...store.disk import LEVEL_BYTES
from ...store.levels import Order
from ..dependencies import CurrentSettings, Library
from ..disk_shares import CurrentShare
from ..errors import ApiError
from ..identity_cookie import CurrentVisitor, OptionalVisitor
from ..rate_limits import READS, WORKS, WRITES
from .access import (
    PAGE_ROOM,
    After,
    Limit,
    OwnLevel,
    VisibleLevel,
    check_quota,
    is_tester,
    one_level_out,
    own_collection,
    viewer_id,
)
from .collections import Levels, page_out
from .models import ApiRouter, RequestModel, ResponseModel, described, example
from .schemas import LevelOut, LevelValue, body_size, level_in, stored_level_in

router = ApiRouter(prefix="/api/levels", tags=["levels"])

_MAX_COMPARED = 2_500  # cells of a level that is compared with others
_MAX_INDEXED = 400  # levels of the library that are made ready for that at a time, which takes 0.3 seconds
_MAX_NEAR = 5  # levels that are named

State = Literal["unsolved", "solved", "begun"]
Bound = Annotated[int | None, Query(ge=0, le=10**6)]
Percent = Annotated[int | None, Query(ge=0, le=100)]
Word = Annotated[str | None, Query(max_length=200)]
Tag = Annotated[str, Field(min_length=1, max_length=50, examples=["symmetric"])]
Tags = Annotated[list[Tag], Field(default_factory=list, max_length=20)]


class LevelIn(RequestModel):
    """A level for a collection of yours, as its last."""

    collection: Annotated[int, Field(ge=1, le=2**53)]
    level: LevelValue


class LevelChange(RequestModel):
    """A level that is put in the place of one of yours."""

    level: LevelValue


class NearIn(RequestModel):
    """A level that may be in no library; `besides` is one of the library that is not looked for, as it is changed."""

    level: LevelValue
    besides: Annotated[int | None, Field(ge=1, le=2**53)] = None
    language: Language = "en"


class NearLevel(ResponseModel):
    """A level nearly equal to another one; the `sentence` names it and describes the difference."""

    model_config = example(id=7, title="Room", sentence="Room, mirrored, one wall moved", changes=2, likeness=0.95)

    id: int
    title: str
    sentence: str
    changes: int
    likeness: float


class NearLevels(ResponseModel):
    """The nearest first; `complete` is false while levels of the library are not compared yet."""

    levels: list[NearLevel]
    complete: bool


class TagsIn(RequestModel):
    """Tags to give to a level and to take from it."""

    add: Tags
    remove: Tags


class Neighbour(ResponseModel):
    """The level that comes next, null at the end."""

    level: LevelOut | None


@router.get("", **described("Search levels", READS, 404, 422))
def search_levels(
    library: Library,
    visitor: OptionalVisitor,
    q: Annotated[str, Query(max_length=200, description="Words of title, author, notes or collection.")] = "",
    game: Word = None,
    collection: After = None,
    author: Word = None,
    tag: Word = None,
    boxes_min: Bound = None,
    boxes_max: Bound = None,
    size_min: Bound = None,
    size_max: Bound = None,
    difficulty_min: Percent = None,
    difficulty_max: Percent = None,
    state: State | None = None,
    order: Order = "number",
    after: After = None,
    limit: Limit = 50,
) -> Levels:
    """Return the levels that you see and that meet all conditions."""
    viewer = viewer_id(visitor)
    page = store.levels.search(
        library,
        text=q,
        game=game,
        collection=collection,
        author=author,
        tag=tag,
        boxes=(boxes_min, boxes_max),
        size=(size_min, size_max),
        difficulty=(difficulty_min, difficulty_max),
        solved_by=viewer if state == "solved" else None,
        unsolved_by=viewer if state == "unsolved" else None,
        begun_by=viewer if state == "begun" else None,
        viewer=None if collection is not None and is_tester(library, collection, visitor) else viewer,
        order=order,
        after=after,
        limit=limit,
        room=PAGE_ROOM,
    )
    return page_out(library, page, visitor)


@router.post("", status_code=201, **described("Add a level to a collection", WRITES, 404, 409))
def add_level(
    body: LevelIn, library: Library, settings: CurrentSettings, visitor: CurrentVisitor, share: CurrentShare
) -> LevelOut:
    """Add a level at the end of a collection of yours."""
    level = stored_level_in(body.level, settings)
    _require_private(own_collection(library, body.collection, visitor))
    check_quota(library, settings, visitor, levels=1)
    share.require(LEVEL_BYTES)
    added = store.levels.append(library, body.collection, level)
    share.add(LEVEL_BYTES + body_size(body.level))
    return one_level_out(library, added, visitor)


@router.post("-near", **described("The levels that one is nearly the same as", WORKS))
def near_levels(body: NearIn, library: Library, settings: CurrentSettings, visitor: OptionalVisitor) -> NearLevels:
    """Return the levels that you see and that a level of plain Sokoban is nearly the same as."""
    level = level_in(body.level, settings)
    if len(level.board.terrain) > _MAX_COMPARED:
        return NearLevels(levels=[], complete=True)
    complete = store.near.update_index(library, most=_MAX_INDEXED) < _MAX_INDEXED
    found: list[NearLevel] = []
    for near in store.near.find(library, level, viewer=viewer_id(visitor)):
        if near.level != body.besides and len(found) < _MAX_NEAR:
            entry, difference = store.levels.get(library, near.level), near.difference
            title = entry.title or f"{store.collections.get(library, entry.collection).name} {entry.number}"
            sentence = describe(title, difference, body.language)
            likeness = round(difference.likeness, 3)
            found.append(
                NearLevel(id=entry.id, title=title, sentence=sentence, changes=difference.count, likeness=likeness)
            )
    return NearLevels(levels=found, complete=complete)


@router.get("/{level}", **described("A level", READS))
def get_level(entry: VisibleLevel, library: Library, visitor: OptionalVisitor) -> LevelOut:
    """Return a level that you see."""
    return one_level_out(library, entry, visitor)


@router.put("/{level}", **described("Put another level in the place of one", WRITES, 409))
def put_level(
    entry: OwnLevel,
    body: LevelChange,
    library: Library,
    settings: CurrentSettings,
    visitor: CurrentVisitor,
    share: CurrentShare,
) -> LevelOut:
    """Save a level that was edited; where the puzzle is another one, plays and solutions of the old one are removed."""
    new = stored_level_in(body.level, settings)
    if ids(new).equal != entry.ids.equal:
        _require_private(store.collections.get(library, entry.collection))
    share.require()
    share.add(body_size(body.level))
    return one_level_out(library, store.levels.replace(library, entry.id, new), visitor)


@router.delete("/{level}", status_code=204, **described("Remove a level", WRITES))
def remove_level(entry: OwnLevel, library: Library) -> None:
    """Remove a level of yours; those after it move up."""
    store.levels.remove(library, entry.id)


@router.get("/{level}/next", **described("The level after or before one", READS))
def next_level(
    entry: VisibleLevel, library: Library, visitor: OptionalVisitor, unsolved: bool = False, back: bool = False
) -> Neighbour:
    """Return the neighbour of a level in its collection, with `unsolved` the nearest that you have not solved."""
    unsolved_by = viewer_id(visitor) if unsolved else None
    neighbour = store.levels.adjacent(library, entry.id, step=-1 if back else 1, unsolved_by=unsolved_by)
    return Neighbour(level=one_level_out(library, neighbour, visitor) if neighbour else None)


@router.get("/{level}/like", **described("A level like one", READS))
def like_level(entry: VisibleLevel, library: Library, visitor: OptionalVisitor) -> Neighbour:
    """Return a level of the same game, about as large and as full, that you have not solved; another one each time."""
    alike = store.levels.alike(library, entry, unsolved_by=viewer_id(visitor), viewer=viewer_id(visitor))
    chosen = random.choice(alike) if alike else None
    return Neighbour(level=one_level_out(library, store.levels.get(library, chosen), visitor) if chosen else None)


@router.post("/{level}/tags", **described("Give tags to a level and take them", WRITES))
def tag_level(
    entry: OwnLevel,
    body: TagsIn,
    library: Library,
    settings: CurrentSettings,
    visitor: CurrentVisitor,
    share: CurrentShare,
) -> LevelOut:
    """Change the tags of a level of yours."""
    count = len({*entry.tags, *body.add} - {*body.remove})
    if body.add and count > settings.limits.tags:
        raise ApiError.said("too-many", "many-tags", count=count, most=settings.limits.tags)
    if body.add:
        share.require()
        share.add(sum(map(len, body.add)))
    for tag in body.add:
        store.levels.tag(library, [entry.id], tag)
    for tag in body.remove:
        store.levels.untag(library, [entry.id], tag)
    return one_level_out(library, store.levels.get(library, entry.id), visitor)


def _require_private(collection: CollectionEntry) -> None:
    """Refuse a puzzle without a solution in a collection that everybody sees."""
    if collection.published:
        raise ApiError.said("conflict", "published-closed")
