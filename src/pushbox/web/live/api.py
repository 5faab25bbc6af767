"""Rooms over REST: one is opened, and those with a free seat are listed."""

from __future__ import annotations

import asyncio
import random
from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field, model_validator

from ... import store
from ...errors import NotFound
from ...level import Level
from ..api.shelf import seen_collection, seen_level, store_of
from ..api.values import LEVEL, Asked, LevelValue, level_in, refusals, settings_of
from ..errors import Refusal
from ..rates import READS, WRITES
from ..visitors import Asking, Visitor
from .rooms import Crowded, Rooms

router = APIRouter(prefix="/api/rooms", tags=["live"])


class RoomIn(Asked):
    """A room for a race or for two on one board: a level of the library, any of a collection, or one as it is."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"kind": "race", "level_id": 7}]})

    kind: Literal["race", "match"]
    level_id: Annotated[int | None, Field(ge=1, le=2**53)] = None
    collection: Annotated[int | None, Field(ge=1, le=2**53)] = None
    level: LevelValue | None = None

    @model_validator(mode="after")
    def _has_one(self) -> RoomIn:
        if sum(it is not None for it in (self.level_id, self.collection, self.level)) != 1:
            message = "expected one of level_id, collection and level"
            raise ValueError(message)
        return self


class Opened(Asked):
    """The code by which others come to a room."""

    model_config = ConfigDict(json_schema_extra={"example": {"code": "KQXWPA"}})

    code: str


class RoomOut(Asked):
    """A room with a free seat."""

    code: str
    kind: Literal["race", "match"]
    game: str
    title: str
    level_id: int | None
    phase: Literal["waiting", "over"]
    players: list[str]
    seats: int


class RoomsOut(Asked):
    """Rooms with a free seat, the newest first."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "rooms": [
                    {
                        "code": "KQXWPA",
                        "kind": "race",
                        "game": LEVEL["game"],
                        "title": "First push",
                        "level_id": 7,
                        "phase": "waiting",
                        "players": ["Ada"],
                        "seats": 4,
                    }
                ]
            }
        }
    )

    rooms: list[RoomOut]


def rooms_of(request: Request) -> Rooms:
    """Return the rooms of the server that a request is for."""
    found: Rooms = request.app.state.rooms
    return found


@router.post(
    "",
    status_code=201,
    operation_id="openRoom",
    summary="Open a room",
    dependencies=[WRITES],
    responses=refusals(403, 404, 413, 422),
)
async def open_room(asked: RoomIn, request: Request, visitor: Asking) -> Opened:
    """Open a room; who opened it starts the game.  It is closed some time after everybody has left."""
    ident, level = await asyncio.to_thread(_chosen, asked, request, visitor)
    try:
        return Opened(code=rooms_of(request).open(asked.kind, visitor.id, level, ident).code)
    except Crowded as error:
        raise Refusal("too-many", str(error), retry=60) from None


@router.get("", operation_id="listRooms", summary="Rooms with a free seat", dependencies=[READS], responses=refusals())
async def list_rooms(request: Request) -> RoomsOut:
    """List the rooms in which a seat is free and no game is running."""
    rooms = [
        RoomOut(
            code=room.code,
            kind=room.kind,
            game=room.level.game,
            title=room.level.title,
            level_id=room.ident,
            phase="over" if room.phase == "over" else "waiting",
            players=[seat.name for seat in room.seats if seat is not None],
            seats=len(room.seats),
        )
        for room in rooms_of(request).listing()
    ]
    return RoomsOut(rooms=rooms)


def _chosen(asked: RoomIn, request: Request, visitor: Visitor) -> tuple[int | None, Level]:
    """Return the level of a room, with its id where it is in the library."""
    library = store_of(request)
    if asked.level is not None:
        return None, level_in(asked.level, settings_of(request))
    if asked.level_id is not None:
        entry = seen_level(library, asked.level_id, visitor)
    else:
        assert asked.collection is not None, "a request has one of the three"
        collection = seen_collection(library, asked.collection, visitor)
        found = store.levels.search(library, collection=collection.id, limit=store.levels.MAX_PAGE_SIZE).entries
        if not found:
            raise NotFound(f"found no level in collection {collection.id}")
        entry = random.choice(found)
    return entry.id, entry.level
