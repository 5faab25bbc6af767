"""Plays: begun or taken up again here, played over the socket."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import ConfigDict, Field, model_validator

from ... import store
from ...errors import NotFound
from ...level import Collection, Level
from ...play.check import playable
from ...store import Store
from ...store.plays import PlayEntry
from ..identity_cookie import Asking, Visitor
from ..rate_limits import READS, WRITES
from ..settings import Settings
from .access import check_quota, levels_out, seen_level, store_of
from .collections import Ident
from .schemas import LEVEL, Asked, LevelOut, LevelValue, Told, level_in, refusals, settings_of

router = APIRouter(prefix="/api/plays", tags=["plays"])

PASTED = "Pasted"  # the collection of a visitor for levels that came without one


class PlayIn(Asked):
    """A level of the library by its id, or any level as it is; `fresh` begins anew."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"level_id": 7}, {"level": LEVEL}]})

    level_id: Annotated[int | None, Field(ge=1, le=2**53)] = None
    level: LevelValue | None = None
    fresh: bool = False

    @model_validator(mode="after")
    def _has_one(self) -> PlayIn:
        if (self.level_id is None) == (self.level is None):
            message = "found neither or both of level_id and level, expected one of them"
            raise ValueError(message)
        return self


class Begun(Told):
    """A play, and the level of the library that it is of."""

    model_config = ConfigDict(json_schema_extra={"example": {"play": 12, "level_id": 7}})

    play: int
    level_id: int


class PlayOut(Told):
    """How a play stands."""

    play: int
    level: LevelOut
    here: int
    seconds: float
    assists: list[str]
    attempt: int
    begun: datetime
    updated: datetime
    finished: datetime | None


@router.post(
    "",
    status_code=201,
    operation_id="play",
    summary="Play a level",
    dependencies=[WRITES],
    responses=refusals(403, 404, 413, 422),
)
def play(asked: PlayIn, request: Request, visitor: Asking) -> Begun:
    """Take up your play of a level, or begin one; a level that the library does not have is kept for you."""
    library, settings = store_of(request), settings_of(request)
    if asked.level_id is not None:
        ident = seen_level(library, asked.level_id, visitor).id
    else:
        ident = _kept(library, settings, level_in(asked.level or {}, settings), visitor)
    entry = None if asked.fresh else store.plays.latest_unfinished(library, visitor.id, ident)
    if entry is None:
        playable(store.levels.get(library, ident).level)
        check_quota(library, settings, visitor, plays=1)
        entry = store.plays.create(library, visitor.id, ident)
    return Begun(play=entry.id, level_id=ident)


@router.get(
    "/{play}", operation_id="getPlay", summary="How a play stands", dependencies=[READS], responses=refusals(404, 422)
)
def get_play(play: Ident, request: Request, visitor: Asking) -> PlayOut:
    """Return a play of yours."""
    library = store_of(request)
    entry = _own(library, play, visitor)
    return PlayOut(
        play=entry.id,
        level=levels_out(library, [store.levels.get(library, entry.level)], visitor)[0],
        here=entry.here,
        seconds=entry.seconds,
        assists=sorted(entry.assists),
        attempt=entry.attempt,
        begun=entry.begun,
        updated=entry.updated,
        finished=entry.finished,
    )


@router.delete(
    "/{play}",
    status_code=204,
    operation_id="removePlay",
    summary="Forget a play",
    dependencies=[WRITES],
    responses=refusals(403, 404, 422),
)
async def remove_play(play: Ident, request: Request, visitor: Asking) -> None:
    """Remove a play of yours, with everything that was played."""
    library = store_of(request)
    await run_in_threadpool(_own, library, play, visitor)
    await run_in_threadpool(store.plays.remove, library, play)
    request.app.state.plays.discard(play)


def _own(library: Store, play: int, visitor: Visitor) -> PlayEntry:
    entry = store.plays.get(library, play)
    if entry.visitor != visitor.id:
        raise NotFound(f"found no play {play} in the library")
    return entry


def _kept(library: Store, settings: Settings, level: Level, visitor: Visitor) -> int:
    """Return the id of a level that equals this one, kept for the visitor if there is none yet."""
    playable(level)
    if (there := store.summaries.find_equal(library, level, viewer=visitor.id)) is not None:
        return there.id
    check_quota(library, settings, visitor, levels=1)
    try:
        shelf = store.collections.by_name(library, PASTED, owner=visitor.id).id
    except NotFound:
        check_quota(library, settings, visitor, collections=1)
        shelf = store.collections.add(library, Collection(title=PASTED), name=PASTED, owner=visitor.id).id
    return store.levels.append(library, shelf, level).id
