"""Collections: listed, imported, renamed, published and withdrawn, exported, removed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated
from urllib.parse import quote

from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse
from pydantic import Field

from ... import formats, store
from ...formats import lossy
from ...sentence import say
from ...store import Store, transfer
from ...store.collections import CollectionEntry
from ...store.levels import Page
from ..dependencies import CurrentSettings, Library
from ..disk_shares import CurrentShare
from ..errors import ApiError
from ..identity_cookie import CurrentVisitor, OptionalVisitor, Visitor
from ..rate_limits import READS, WORKS, WRITES, household_of
from ..threadpool import pooled
from ..work_limits import cells_of_text
from ..works import SMALL, LargeBodyRoute, run_job, run_task
from .access import (
    ANONYMOUS,
    DAILY,
    PAGE_ROOM,
    After,
    CollectionOut,
    Limit,
    OwnCollection,
    VisibleCollection,
    collection_out,
    collections_out,
    levels_out,
    viewer_id,
)
from .imports import Imported, ImportIn, Name, import_job, import_text
from .models import ApiRouter, RequestModel, ResponseModel, Values, described, example
from .schemas import TEXT, LevelOut
from .texts import Key

router = ApiRouter(prefix="/api/collections", tags=["collections"], route_class=LargeBodyRoute)

Words = Annotated[str, Field(max_length=2_000)]

_MAX_REPORTED = 200  # levels without a solution
_CELL = 20  # estimated microseconds of work of a cell that is kept
_SMALL_LEVELS = 5  # levels of a collection that a thread writes


class Collections(ResponseModel):
    """Some collections, with the beginnings of long texts, and the `after` of the next page."""

    collections: list[CollectionOut]
    next: int | None


class Losses(ResponseModel):
    """The losses of an export, a sentence each."""

    model_config = example(lost=["levels 1-3: found notes"])

    lost: list[str]


class ChangeIn(RequestModel):
    """New texts of a collection; missing ones stay."""

    name: Name | None = None
    title: Words | None = None
    author: Words | None = None
    notes: Words | None = None


class Levels(ResponseModel):
    """Some levels, their number in all, and the `after` of the next page."""

    levels: list[LevelOut]
    total: int
    next: int | None


@router.get("", **described("The collections that you see", READS, 404, 422))
def list_collections(
    library: Library,
    visitor: OptionalVisitor,
    mine: bool | None = None,
    owner: Annotated[str | None, Query(max_length=200, description="The account that has published them.")] = None,
    after: After = None,
    limit: Limit = 100,
) -> Collections:
    """List the published collections and yours, or only those that are (not) yours, or an account has published.

    Those of the library itself come first, and all by name.
    """
    own = visitor.owners if visitor else []
    page = store.collections.page(
        library,
        viewer=viewer_id(visitor) if owner is None else ANONYMOUS,
        owners=own if mine else None if owner is None else [owner],
        others=own if mine is False else (),
        besides=DAILY,
        limit=limit,
        room=PAGE_ROOM,
        after=after,
    )
    shown = collections_out(library, page.entries, visitor)
    return Collections(collections=shown, next=shown[-1].id if page.more else None)


@router.post("", status_code=201, **described("Import a text with levels", WORKS, 409))
async def import_collection(
    body: ImportIn, request: Request, library: Library, settings: CurrentSettings, share: CurrentShare
) -> Imported:
    """Keep every level that can be read as a collection of yours; solutions in the text are replayed first."""
    # Most texts that are too long are so by their characters alone: a run length is looked for in short ones.
    if not body.data and _CELL * len(body.text) <= SMALL and _CELL * cells_of_text(body.text) <= SMALL:
        return await pooled.run(import_text, library, settings, body, share)
    job = await run_in_threadpool(import_job, library, settings, body, share, household_of(request))
    return Imported(**await run_job(request.app.state.imports, job, request, size=len(body.text) + len(body.data)))


@router.get("/{collection}", **described("A collection", READS))
def get_collection(entry: VisibleCollection, library: Library, visitor: OptionalVisitor) -> CollectionOut:
    """Return a collection that you see."""
    return collection_out(library, entry, visitor)


@router.patch("/{collection}", **described("Change the name and texts of a collection", WRITES, 409))
def change_collection(entry: OwnCollection, body: ChangeIn, library: Library, visitor: CurrentVisitor) -> CollectionOut:
    """Change the texts of a collection of yours."""
    renamed = store.collections.rename(library, entry.id, **body.model_dump(exclude_none=True))
    return collection_out(library, renamed, visitor)


@router.delete("/{collection}", status_code=204, **described("Remove a collection", WRITES))
def remove_collection(entry: OwnCollection, library: Library) -> None:
    """Remove a collection of yours, with its levels and all that hangs on them."""
    store.collections.remove(library, entry.id)


@router.get("/{collection}/levels", **described("The levels of a collection in their order", READS))
def list_levels(
    entry: VisibleCollection, library: Library, visitor: OptionalVisitor, after: After = None, limit: Limit = 100
) -> Levels:
    """Return levels, from the one that follows `after` on, with your progress."""
    page = store.levels.search(library, collection=entry.id, after=after, limit=limit, room=PAGE_ROOM)
    return page_out(library, page, visitor)


@router.get(
    "/{collection}/export",
    response_class=PlainTextResponse,
    **described("A collection as a file", WORKS, content={"text/plain": {"example": TEXT}}),
)
async def export_collection(
    entry: VisibleCollection,
    request: Request,
    library: Library,
    visitor: OptionalVisitor,
    format: Key = "json",  # noqa: A002
) -> PlainTextResponse:
    """Write a collection, with solutions if the format can hold them; anything it cannot hold is left out."""
    text = (await _work(request, library, entry, visitor, export, format))["text"]
    name = entry.name + formats.find(format).info.ending
    return PlainTextResponse(text, headers={"Content-Disposition": disposition(name)})


@router.get("/{collection}/losses", **described("The losses of an export", WORKS))
async def list_losses(
    entry: VisibleCollection,
    request: Request,
    library: Library,
    visitor: OptionalVisitor,
    format: Key = "json",  # noqa: A002
) -> Losses:
    """Return the losses that an export of a collection to a format would have."""
    return Losses(**await _work(request, library, entry, visitor, losses, format))


@router.post("/{collection}/publish", **described("Publish a collection", WORKS, 409))
@pooled
def publish_collection(entry: OwnCollection, library: Library, visitor: CurrentVisitor) -> CollectionOut:
    """Publish a collection of yours under your account; each of its levels needs a solution."""
    return publish(library, entry, visitor)


@router.delete("/{collection}/publish", **described("Withdraw a published collection", WRITES))
def withdraw_collection(entry: OwnCollection, library: Library, visitor: CurrentVisitor) -> CollectionOut:
    """Make a collection of yours visible to you only; it may be published again."""
    store.collections.withdraw(library, entry.id)
    return collection_out(library, store.collections.get(library, entry.id), visitor)


def page_out(library: Store, page: Page, visitor: Visitor | None) -> Levels:
    """Return a page of levels as the API shows it."""
    shown = levels_out(library, page.entries, visitor)
    return Levels(levels=shown, total=page.total, next=shown[-1].id if page.more else None)


def disposition(name: str) -> str:
    """Return the header that makes a browser keep an answer as a file of this name."""
    plain = re.sub(r"[^A-Za-z0-9._ -]", "_", name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def export(library: Store, ident: int, viewer: str, key: str) -> dict[str, str]:
    """Return a collection as the text of a file."""
    return {"text": _reduced(library, ident, viewer, key).text}


def losses(library: Store, ident: int, viewer: str, key: str) -> dict[str, list[str]]:
    """List what a collection loses in a format, a sentence each."""
    return {"lost": lossy.grouped(_reduced(library, ident, viewer, key).lost)[:_MAX_REPORTED]}


def _reduced(library: Store, ident: int, viewer: str, key: str) -> lossy.Reduced:
    return lossy.reduce(transfer.load(library, ident, viewer=viewer), key)


async def _work(
    request: Request,
    library: Store,
    entry: CollectionEntry,
    visitor: Visitor | None,
    function: Callable[[Store, int, str, str], Values],
    key: str,
) -> Values:
    """Run a function on a collection, in a thread or in a worker."""
    viewer = viewer_id(visitor)
    if entry.levels <= _SMALL_LEVELS:
        return await pooled.run(function, library, entry.id, viewer, key)
    payload: Values = {"database": request.app.state.settings.database, "collection": entry.id}
    return await run_task(request, function.__name__, payload | {"viewer": viewer, "format": key})


def publish(library: Store, entry: CollectionEntry, visitor: Visitor, licence: str = "") -> CollectionOut:
    """Publish a collection of a visitor, under a licence if given.

    Raises Conflict, and ApiError where it cannot be published yet.
    """
    if visitor.account is None:
        raise ApiError.said("forbidden", "publish-account")
    entries = [level for page in store.levels.pages(library, collection=entry.id) for level in page.entries]
    solved = store.solutions.lowest_counts(library, [level.id for level in entries])
    missing = [say("level-no-solution", number=level.number) for level in entries if level.id not in solved]
    if missing or not entries:
        reason = say("publish-empty") if not entries else say("publish-unsolved")
        raise ApiError("conflict", reason, problems=missing[:_MAX_REPORTED])
    store.collections.publish(library, entry.id, owner=visitor.account, licence=licence)
    return collection_out(library, store.collections.get(library, entry.id), visitor)
