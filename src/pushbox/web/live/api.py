"""Rooms over REST: one is opened, and those with a free seat are listed."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import Request
from pydantic import Field

from ... import store
from ...level import Level
from ...sentence import say
from ...store import Store
from ...store.disk import ROOM_BYTES
from ..api.access import ANONYMOUS, visible_collection, visible_level
from ..api.models import ApiRouter, RequestModel, described, example, examples, one_of
from ..api.schemas import LEVEL, LevelValue, body_size, stored_level_in
from ..dependencies import CurrentSettings, Library, from_state
from ..disk_shares import CurrentShare
from ..identity_cookie import CurrentVisitor, OptionalVisitor, Visitor
from ..rate_limits import READS, WRITES, require_pace
from ..settings import Settings
from .level_choice import any_level
from .rooms import Rooms

router = ApiRouter(prefix="/api/rooms", tags=["live"])


OpenRooms = Annotated[Rooms, from_state("rooms")]


class RoomIn(RequestModel):
    """A room for a race or for two on one board: a level of the library, any of a collection, or one as it is."""

    model_config = examples({"kind": "race", "level_id": 7})

    kind: Literal["race", "match"]
    level_id: Annotated[int | None, Field(ge=1, le=2**53)] = None
    collection: Annotated[int | None, Field(ge=1, le=2**53)] = None
    level: LevelValue | None = None
    best_of: Annotated[
        Literal[1, 3, 5, 7], Field(description="Games of a series, each on the next level of the collection.")
    ] = 1

    _has_one = one_of(say("one-of-level"), "level_id", "collection", "level")


class Opened(RequestModel):
    """The code by which others come to a room."""

    model_config = example(code="KQXWPA")

    code: str


class RoomOut(RequestModel):
    """A room with a free seat."""

    code: str
    kind: Literal["race", "match"]
    game: str
    title: str
    level_id: int | None
    phase: Literal["waiting", "over"]
    players: list[str]
    seats: int
    best_of: int


class RoomsOut(RequestModel):
    """Rooms with a free seat, the newest first."""

    model_config = example(
        rooms=[
            {
                "code": "KQXWPA",
                "kind": "race",
                "game": LEVEL["game"],
                "title": "First push",
                "level_id": 7,
                "phase": "waiting",
                "players": ["Ada"],
                "seats": 4,
                "best_of": 3,
            }
        ]
    )

    rooms: list[RoomOut]


@router.post("", status_code=201, **described("Open a room", WRITES, 404))
async def open_room(
    body: RoomIn,
    request: Request,
    rooms: OpenRooms,
    library: Library,
    settings: CurrentSettings,
    visitor: CurrentVisitor,
    share: CurrentShare,
) -> Opened:
    """Open a room, in which a game begins once all who sit are ready.  It is closed some time after all have left."""
    await require_pace(request, "rooms", settings.limits.rooms, say("many-rooms-address"))
    level_id, level = await asyncio.to_thread(_choose_level, body, library, settings, visitor)
    size = ROOM_BYTES + (body_size(body.level) if body.level is not None else 0)
    await asyncio.to_thread(share.require, size)
    code = await rooms.open(body.kind, visitor.id, level, level_id, best_of=body.best_of)
    await asyncio.to_thread(share.add, size)
    return Opened(code=code)


@router.get("", **described("Rooms with a free seat", READS))
async def list_rooms(library: Library, visitor: OptionalVisitor) -> RoomsOut:
    """List the rooms in which a seat is free and no game is running.

    Those on a level that you cannot see are left out: whoever knows the code may come in.
    """
    viewers, host = ((visitor.id, visitor.account), visitor.id) if visitor else ((ANONYMOUS,), None)
    listed = await asyncio.to_thread(store.rooms.listing, library, viewers=viewers, host=host)
    return RoomsOut(rooms=[RoomOut(**room._asdict() | {"players": list(room.players)}) for room in listed])


def _choose_level(body: RoomIn, library: Store, settings: Settings, visitor: Visitor) -> tuple[int | None, Level]:
    """Return the level of a room, with its id where it is in the library."""
    if body.level is not None:
        return None, stored_level_in(body.level, settings)
    if body.level_id is not None:
        entry = visible_level(library, body.level_id, visitor)
    else:
        assert body.collection is not None, "a request has one of the three"
        collection = visible_collection(library, body.collection, visitor)
        entry = any_level(library, body.kind, collection.id)
    return entry.id, entry.level
