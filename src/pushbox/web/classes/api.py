"""Classes over HTTP: opened and joined by a code, levels set by date, results, rooms, and the end."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from ... import store
from ...sentence import say
from ...store import Store
from ...store.classes import MAX_TITLE, Member
from ...store.disk import ROOM_BYTES
from ...store.levels import LevelEntry
from ...store.tables import now
from ..api.access import Ident, lasting_level, visible_level
from ..api.models import ApiRouter, described
from ..dependencies import CurrentSettings, Library, from_state
from ..disk_shares import CurrentShare
from ..errors import ApiError
from ..identity_cookie import CurrentVisitor, OptionalVisitor, Visitor
from ..live.class_room import SEATS
from ..live.names import visible_name
from ..live.rooms import Rooms
from ..rate_limits import READS, WRITES, require_pace
from ..threadpool import pooled
from .access import ClassMember, Code, OwnClass, bounded, require_code_pace
from .feeds import ClassFeeds
from .models import (
    ClassesOut,
    ClassOut,
    ClassRoomIn,
    ClassRoomOut,
    LevelsIn,
    ListedClassOut,
    NameIn,
    TitleIn,
    class_out,
)
from .table import results_csv

router = ApiRouter(prefix="/api/classes", tags=["classes"])

OpenRooms = Annotated[Rooms, from_state("rooms")]
Feeds = Annotated[ClassFeeds, from_state("classes")]
PupilId = Annotated[int, Path(ge=1, le=2**53, description="The number of a pupil.")]
_MIME = "text/csv"


@router.get("", **described("Your classes", READS))
def list_classes(library: Library, visitor: OptionalVisitor) -> ClassesOut:
    """Return the classes that you teach, then those that you have joined."""
    if visitor is None:
        return ClassesOut(classes=[])
    listed = store.classes.listing(library, visitor.owners)
    return ClassesOut(classes=[ListedClassOut.from_value(it) for it in listed])


@router.post("", status_code=201, **described("Open a class", WRITES))
async def open_class(
    body: TitleIn,
    request: Request,
    library: Library,
    settings: CurrentSettings,
    visitor: CurrentVisitor,
    share: CurrentShare,
) -> ListedClassOut:
    """Open a class, whose code pupils join by; it is yours, or of the account that you are logged in to."""
    title = _title(body)
    await require_pace(request, "classes", settings.limits.classes, say("many-classes-address"))
    await run_in_threadpool(share.require)
    with bounded():
        entry = await run_in_threadpool(store.classes.create, library, title, owners=visitor.owners)
    return ListedClassOut(code=entry.code, title=entry.title, name=None, pupils=0)


@router.get("/{code}", **described("A class", READS))
@pooled
def get_class(member: ClassMember, library: Library, visitor: CurrentVisitor) -> ClassOut:
    """Return a class as you see it: all of it where you teach, your own part where you are a pupil."""
    store.classes.touch(library, member.entry)
    return _shown(library, member, visitor)


@router.patch("/{code}", status_code=204, **described("Rename a class", WRITES))
async def rename_class(body: TitleIn, entry: OwnClass, library: Library, feeds: Feeds) -> None:
    """Change the title of a class that you teach."""
    await run_in_threadpool(store.classes.rename, library, entry.id, _title(body))
    feeds.wake(entry.id)


@router.delete("/{code}", status_code=204, **described("End a class", WRITES))
async def end_class(entry: OwnClass, library: Library, rooms: OpenRooms, feeds: Feeds) -> None:
    """Delete a class that you teach, with the names of its pupils; what they have played stays theirs."""
    await run_in_threadpool(store.classes.end, library, entry.id)
    rooms.close_class(entry.id)
    feeds.wake(entry.id)


@router.post("/{code}/pupils", status_code=201, **described("Join a class", WRITES, 409))
async def join_class(
    body: NameIn, code: Code, request: Request, library: Library, feeds: Feeds, visitor: CurrentVisitor
) -> ClassOut:
    """Become a pupil of a class under a name that no other pupil of it has."""
    name = visible_name(body.name)
    if not name:
        raise ApiError.said("bad-input", "pupil-name")
    await require_code_pace(request)
    with bounded():
        member = await run_in_threadpool(store.classes.join, library, code, visitor.owners, name)
    feeds.wake(member.entry.id)
    return await pooled.run(_shown, library, member, visitor)


@router.delete("/{code}/pupils/{pupil}", status_code=204, **described("Remove a pupil, or leave", WRITES))
async def remove_pupil(pupil: PupilId, member: ClassMember, library: Library, rooms: OpenRooms, feeds: Feeds) -> None:
    """Take a pupil out of a class that you teach, or yourself out of one that you have joined."""
    if member.pupil is not None and member.pupil.id != pupil:
        raise ApiError.said("forbidden", "class-not-yours")
    removed = await run_in_threadpool(store.classes.remove_pupil, library, member.entry.id, pupil)
    rooms.forget_pupil(member.entry.id, removed.visitor)
    feeds.wake(member.entry.id)


@router.post("/{code}/levels", status_code=204, **described("Set levels", WRITES))
async def set_levels(body: LevelsIn, entry: OwnClass, library: Library, feeds: Feeds, visitor: CurrentVisitor) -> None:
    """Set levels that you can see in a class that you teach; one that is set already gets the new date."""
    try:
        opens = now() if body.opens is None else datetime.fromisoformat(body.opens)
    except ValueError:
        raise ApiError.said("bad-input", "class-date") from None

    def add() -> None:
        for level in body.levels:
            lasting_level(library, level, visitor)
        store.classes.set_levels(library, entry.id, body.levels, opens)

    with bounded():
        await run_in_threadpool(add)
    feeds.wake(entry.id)


@router.delete("/{code}/levels/{level}", status_code=204, **described("Take a level off the list", WRITES))
async def unset_level(level: Ident, entry: OwnClass, library: Library, feeds: Feeds) -> None:
    """Take a level off the list of a class that you teach; the results on it are not shown any more."""
    await run_in_threadpool(store.classes.unset_level, library, entry.id, level)
    feeds.wake(entry.id)


@router.post("/{code}/room", status_code=201, **described("Open the room of a class", WRITES))
async def open_class_room(
    body: ClassRoomIn,
    entry: OwnClass,
    library: Library,
    rooms: OpenRooms,
    feeds: Feeds,
    visitor: CurrentVisitor,
    share: CurrentShare,
) -> ClassRoomOut:
    """Show a board to a class that you teach, or open a race for it, in place of the room that it has."""
    level: LevelEntry = await run_in_threadpool(visible_level, library, body.level_id, visitor)
    await run_in_threadpool(share.require, ROOM_BYTES)
    seats = 1 if body.kind == "board" else SEATS
    code = await rooms.open("race", visitor.id, level.level, level.id, seats=seats, class_id=entry.id)
    await run_in_threadpool(share.add, ROOM_BYTES)
    rooms.close_class(entry.id, but=code)
    feeds.wake(entry.id)
    return ClassRoomOut(code=code, kind=body.kind, phase="waiting")


@router.delete("/{code}/room", status_code=204, **described("Close the room of a class", WRITES))
async def close_class_room(entry: OwnClass, library: Library, rooms: OpenRooms, feeds: Feeds) -> None:
    """Close the room of a class that you teach, if it has one."""
    await run_in_threadpool(store.rooms.close_class_room, library, entry.id)
    rooms.close_class(entry.id)
    feeds.wake(entry.id)


@router.get(
    "/{code}/results",
    response_class=Response,
    **described("The results of a class as CSV", READS, content={_MIME: {"schema": {"type": "string"}}}),
)
@pooled
def get_results(
    entry: OwnClass, library: Library, lang: Annotated[Literal["en", "de", "zh"], Query()] = "en"
) -> Response:
    """Return a line for each pupil and level of a class that you teach; no text in it is a formula of a spreadsheet."""
    state = store.class_results.read(library, entry.id)
    text = results_csv(state, store.classes.entries(library, state.levels), lang)
    headers = {"Content-Disposition": 'attachment; filename="class.csv"'}
    return Response(text.encode(), media_type=_MIME, headers=headers)


def _title(body: TitleIn) -> str:
    title = visible_name(body.title, MAX_TITLE)
    if not title:
        raise ApiError.said("bad-input", "class-title")
    return title


def _shown(library: Store, member: Member, visitor: Visitor) -> ClassOut:
    return class_out(library, store.class_results.read(library, member.entry.id), member.pupil, visitor)
