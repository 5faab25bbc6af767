"""Collections: listed, imported, renamed, published, exported, removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse
from pydantic import ConfigDict, Field

from ... import formats, store
from ...formats import lossy
from ...store import Store, transfer
from ...store.collections import CollectionEntry
from ...store.levels import LevelEntry, Page
from ..errors import Refusal
from ..identity_cookie import Asking, Guest, Visitor
from ..rate_limits import READS, WORKS, WRITES
from ..threadpool import work
from .access import (
    CollectionOut,
    collection_out,
    collections_out,
    is_daily,
    is_mine,
    levels_out,
    own_collection,
    seen_collection,
    store_of,
    viewer,
)
from .imports import Imported, ImportIn, Name, import_text
from .schemas import TEXT, Asked, LevelOut, Told, json_refusals, refusals, settings_of
from .texts import Key

router = APIRouter(prefix="/api/collections", tags=["collections"])

Words = Annotated[str, Field(max_length=2_000)]
Limit = Annotated[int, Query(ge=1, le=store.levels.MAX_PAGE_SIZE)]
After = Annotated[int | None, Query(ge=1, le=2**53, description="The `next` of the page before.")]
Ident = Annotated[int, Path(ge=1, le=2**53, description="An id of the library.")]

_MOST_TOLD = 200  # levels without a solution


class Collections(Told):
    """Collections by name."""

    collections: list[CollectionOut]


class Losses(Told):
    """What a format cannot hold of a collection, a sentence each."""

    model_config = ConfigDict(json_schema_extra={"example": {"lost": ["levels 1-3: found notes"]}})

    lost: list[str]


class ChangeIn(Asked):
    """What is to be said of a collection from now on; what is left out stays."""

    name: Name | None = None
    title: Words | None = None
    author: Words | None = None
    notes: Words | None = None


class Levels(Told):
    """Some levels, how many there are in all, and what to ask `after` for the next ones."""

    levels: list[LevelOut]
    total: int
    next: int | None


@router.get(
    "",
    operation_id="listCollections",
    summary="The collections that you see",
    dependencies=[READS],
    responses=refusals(422),
)
def list_collections(request: Request, visitor: Guest, mine: bool | None = None) -> Collections:
    """Return what belongs to the library, what was published, and what is yours; or only what is (not) yours."""
    library = store_of(request)
    found = store.collections.listing(library, viewer=viewer(visitor))
    wanted = [entry for entry in found if not is_daily(entry) and (mine is None or is_mine(entry, visitor) == mine)]
    return Collections(collections=collections_out(library, wanted, visitor))


@router.post(
    "",
    status_code=201,
    operation_id="importCollection",
    summary="Import a text with levels",
    dependencies=[WORKS],
    responses=refusals(403, 409, 413, 422),
)
async def import_collection(asked: ImportIn, request: Request, visitor: Asking) -> Imported:
    """Keep every level that can be read as a collection of yours; solutions in the text are replayed first."""
    return await work(request, import_text, store_of(request), settings_of(request), asked, visitor)


@router.get(
    "/{collection}",
    operation_id="getCollection",
    summary="A collection",
    dependencies=[READS],
    responses=refusals(404, 422),
)
def get_collection(collection: Ident, request: Request, visitor: Guest) -> CollectionOut:
    """Return a collection that you see."""
    library = store_of(request)
    return collection_out(library, seen_collection(library, collection, visitor), visitor)


@router.patch(
    "/{collection}",
    operation_id="changeCollection",
    summary="Rename a collection, or say something else of it",
    dependencies=[WRITES],
    responses=refusals(403, 404, 409, 413, 422),
)
def change_collection(collection: Ident, asked: ChangeIn, request: Request, visitor: Asking) -> CollectionOut:
    """Change what is said of a collection of yours."""
    library = store_of(request)
    own_collection(library, collection, visitor)
    entry = store.collections.rename(library, collection, **asked.model_dump(exclude_none=True))
    return collection_out(library, entry, visitor)


@router.delete(
    "/{collection}",
    status_code=204,
    operation_id="removeCollection",
    summary="Remove a collection",
    dependencies=[WRITES],
    responses=refusals(403, 404, 422),
)
def remove_collection(collection: Ident, request: Request, visitor: Asking) -> None:
    """Remove a collection of yours, with its levels and all that hangs on them."""
    library = store_of(request)
    own_collection(library, collection, visitor)
    store.collections.remove(library, collection)


@router.get(
    "/{collection}/levels",
    operation_id="listLevels",
    summary="The levels of a collection in their order",
    dependencies=[READS],
    responses=refusals(404, 422),
)
def list_levels(collection: Ident, request: Request, visitor: Guest, after: After = None, limit: Limit = 100) -> Levels:
    """Return levels, from the one that follows `after` on, with how far you are."""
    library = store_of(request)
    seen_collection(library, collection, visitor)
    page = store.levels.search(library, collection=collection, after=after, limit=limit)
    return page_out(library, page, limit, visitor)


@router.get(
    "/{collection}/export",
    operation_id="exportCollection",
    summary="A collection as a file",
    dependencies=[WORKS],
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {"example": TEXT}}}, **json_refusals(404, 422)},
)
async def export_collection(
    collection: Ident,
    request: Request,
    visitor: Guest,
    format: Key = "json",  # noqa: A002
) -> PlainTextResponse:
    """Write a collection, with solutions where the format keeps them; what it cannot hold is left out."""
    library = store_of(request)
    entry = seen_collection(library, collection, visitor)
    text = await work(request, _export, library, entry, format, visitor)
    name = entry.name + formats.find(format).info.ending
    return PlainTextResponse(text, headers={"Content-Disposition": disposition(name)})


@router.get(
    "/{collection}/losses",
    operation_id="listLosses",
    summary="What an export would leave out",
    dependencies=[WORKS],
    responses=refusals(404, 422),
)
async def list_losses(
    collection: Ident,
    request: Request,
    visitor: Guest,
    format: Key = "json",  # noqa: A002
) -> Losses:
    """Return what a format cannot hold of a collection, before it is exported."""
    library = store_of(request)
    reduced = await work(request, _reduced, library, seen_collection(library, collection, visitor), format, visitor)
    return Losses(lost=lossy.grouped(reduced.lost)[:_MOST_TOLD])


@router.post(
    "/{collection}/publish",
    operation_id="publishCollection",
    summary="Let everybody see a collection",
    dependencies=[WORKS],
    responses=refusals(403, 404, 409, 422),
)
async def publish_collection(collection: Ident, request: Request, visitor: Asking) -> CollectionOut:
    """Publish a collection of yours under your account; each of its levels needs a solution."""
    library = store_of(request)
    return await work(request, _publish, library, own_collection(library, collection, visitor), visitor)


def page_out(library: Store, page: Page, limit: int, visitor: Visitor | None) -> Levels:
    """Return a page of levels as the API tells it."""
    more = len(page.entries) == limit
    return Levels(
        levels=levels_out(library, page.entries, visitor),
        total=page.total,
        next=page.entries[-1].id if more else None,
    )


def disposition(name: str) -> str:
    """Return the header that makes a browser keep an answer as a file of this name."""
    plain = re.sub(r"[^A-Za-z0-9._ -]", "_", name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def _export(library: Store, entry: CollectionEntry, key: str, visitor: Visitor | None) -> str:
    return formats.write(_reduced(library, entry, key, visitor).collection, key)


def _reduced(library: Store, entry: CollectionEntry, key: str, visitor: Visitor | None) -> lossy.Reduced:
    return lossy.reduce(transfer.load(library, entry.id, viewer=viewer(visitor)), key)


def _publish(library: Store, entry: CollectionEntry, visitor: Visitor) -> CollectionOut:
    if visitor.account is None:
        raise Refusal("forbidden", "publishing needs an account: register, or log in")
    found = [*_levels(library, entry)]
    solved = store.solutions.lowest_counts(library, [level.id for level in found])
    missing = [f"level {level.number} has no solution" for level in found if level.id not in solved]
    if missing or not found:
        reason = "a collection needs a level to be published" if not found else "each level needs a solution first"
        raise Refusal("conflict", reason, problems=missing[:_MOST_TOLD])
    store.collections.publish(library, entry.id, owner=visitor.account)
    return collection_out(library, store.collections.get(library, entry.id), visitor)


def _levels(library: Store, entry: CollectionEntry) -> Iterator[LevelEntry]:
    after = None
    while page := store.levels.search(
        library, collection=entry.id, after=after, limit=store.levels.MAX_PAGE_SIZE
    ).entries:
        yield from page
        after = page[-1].id
