"""Levels of the library: searched, drawn, tagged."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import Field

from ... import store
from ...store.levels import Order
from ..identity_cookie import Asking, Guest
from ..rate_limits import READS, WRITES
from .access import check_quota, levels_out, own_collection, own_level, seen_level, store_of, viewer
from .collections import After, Ident, Levels, Limit, page_out
from .schemas import (
    Asked,
    LevelOut,
    LevelValue,
    Told,
    level_in,
    refusals,
    settings_of,
)

router = APIRouter(prefix="/api/levels", tags=["levels"])

State = Literal["unsolved", "solved", "begun"]
Bound = Annotated[int | None, Query(ge=0, le=10**6)]
Word = Annotated[str | None, Query(max_length=200)]
Tag = Annotated[str, Field(min_length=1, max_length=50, examples=["symmetric"])]
Tags = Annotated[list[Tag], Field(default_factory=list, max_length=20)]


class LevelIn(Asked):
    """A level for a collection of yours, as its last."""

    collection: Annotated[int, Field(ge=1, le=2**53)]
    level: LevelValue


class LevelChange(Asked):
    """A level that is put in the place of one of yours."""

    level: LevelValue


class TagsIn(Asked):
    """Tags to give to a level and to take from it."""

    add: Tags
    remove: Tags


class Neighbour(Told):
    """The level that comes next, null at the end."""

    level: LevelOut | None


@router.get(
    "", operation_id="searchLevels", summary="Search levels", dependencies=[READS], responses=refusals(404, 422)
)
def search_levels(
    request: Request,
    visitor: Guest,
    q: Annotated[str, Query(max_length=200, description="Words of title, author, notes or collection.")] = "",
    game: Word = None,
    collection: After = None,
    author: Word = None,
    tag: Word = None,
    boxes_min: Bound = None,
    boxes_max: Bound = None,
    size_min: Bound = None,
    size_max: Bound = None,
    state: State | None = None,
    order: Order = "number",
    after: After = None,
    limit: Limit = 50,
) -> Levels:
    """Return the levels that you see and that fit all that is asked for."""
    library = store_of(request)
    me = viewer(visitor)
    page = store.levels.search(
        library,
        text=q,
        game=game,
        collection=collection,
        author=author,
        tag=tag,
        boxes=(boxes_min, boxes_max),
        size=(size_min, size_max),
        solved_by=me if state == "solved" else None,
        unsolved_by=me if state == "unsolved" else None,
        begun_by=me if state == "begun" else None,
        viewer=me,
        order=order,
        after=after,
        limit=limit,
    )
    return page_out(library, page, limit, visitor)


@router.post(
    "",
    status_code=201,
    operation_id="addLevel",
    summary="Add a level to a collection",
    dependencies=[WRITES],
    responses=refusals(403, 404, 413, 422),
)
def add_level(asked: LevelIn, request: Request, visitor: Asking) -> LevelOut:
    """Add a level at the end of a collection of yours."""
    library = store_of(request)
    level = level_in(asked.level, settings_of(request))
    own_collection(library, asked.collection, visitor)
    check_quota(library, settings_of(request), visitor, levels=1)
    return levels_out(library, [store.levels.append(library, asked.collection, level)], visitor)[0]


@router.get("/{level}", operation_id="getLevel", summary="A level", dependencies=[READS], responses=refusals(404, 422))
def get_level(level: Ident, request: Request, visitor: Guest) -> LevelOut:
    """Return a level that you see."""
    library = store_of(request)
    return levels_out(library, [seen_level(library, level, visitor)], visitor)[0]


@router.put(
    "/{level}",
    operation_id="putLevel",
    summary="Put another level in the place of one",
    dependencies=[WRITES],
    responses=refusals(403, 404, 413, 422),
)
def put_level(level: Ident, asked: LevelChange, request: Request, visitor: Asking) -> LevelOut:
    """Save what was drawn; where the puzzle is another one, what was played of the old one goes."""
    library = store_of(request)
    new = level_in(asked.level, settings_of(request))
    own_level(library, level, visitor)
    return levels_out(library, [store.levels.replace(library, level, new)], visitor)[0]


@router.delete(
    "/{level}",
    status_code=204,
    operation_id="removeLevel",
    summary="Remove a level",
    dependencies=[WRITES],
    responses=refusals(403, 404, 422),
)
def remove_level(level: Ident, request: Request, visitor: Asking) -> None:
    """Remove a level of yours; those after it move up."""
    library = store_of(request)
    own_level(library, level, visitor)
    store.levels.remove(library, level)


@router.get(
    "/{level}/next",
    operation_id="nextLevel",
    summary="The level after or before one",
    dependencies=[READS],
    responses=refusals(404, 422),
)
def next_level(level: Ident, request: Request, visitor: Guest, unsolved: bool = False, back: bool = False) -> Neighbour:
    """Return the neighbour of a level in its collection, if wished the nearest that you have not solved."""
    library = store_of(request)
    seen_level(library, level, visitor)
    found = store.levels.adjacent(
        library, level, step=-1 if back else 1, unsolved_by=viewer(visitor) if unsolved else None
    )
    return Neighbour(level=levels_out(library, [found], visitor)[0] if found else None)


@router.post(
    "/{level}/tags",
    operation_id="tagLevel",
    summary="Give tags to a level and take them",
    dependencies=[WRITES],
    responses=refusals(403, 404, 413, 422),
)
def tag_level(level: Ident, asked: TagsIn, request: Request, visitor: Asking) -> LevelOut:
    """Change the tags of a level of yours."""
    library = store_of(request)
    own_level(library, level, visitor)
    for tag in asked.add:
        store.levels.tag(library, level, tag)
    for tag in asked.remove:
        store.levels.untag(library, level, tag)
    return get_level(level, request, visitor)
