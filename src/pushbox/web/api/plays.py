"""Plays: begun or resumed here, played over the socket."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool

from ... import store
from ...batch.fair_queue import Place
from ...play.validate import require_playable
from ...store.database import not_found
from ...store.disk import LEVEL_BYTES
from ...store.plays import PlayEntry
from ..dependencies import CurrentSettings, Library
from ..disk_shares import CurrentShare, DiskShare
from ..errors import ApiError
from ..identity_cookie import CurrentVisitor, Visitor
from ..rate_limits import READS, WRITES, count_requests, household_of
from ..settings import Settings
from ..sockets.connection import CapacityError
from ..work_limits import cells_of_level
from .access import Ident, check_quota, one_level_out, visible_level
from .models import ApiRouter, ResponseModel, described, example, examples
from .schemas import LEVEL, LevelChoice, LevelOut, body_size, stored_level_in

router = ApiRouter(prefix="/api/plays", tags=["plays"])

_CELLS = 1_000  # of a board that is sent along, which take as long as a request
PASTED = "Pasted"  # the collection of a visitor for levels that came without one


class PlayIn(LevelChoice):
    """A level of the library by its id, or any level as it is; `fresh` begins anew."""

    model_config = examples({"level_id": 7}, {"level": LEVEL})

    fresh: bool = False


class Begun(ResponseModel):
    """A play, and the level of the library that it is of."""

    model_config = example(play=12, level_id=7)

    play: int
    level_id: int


class PlayOut(ResponseModel):
    """The status of a play."""

    play: int
    level: LevelOut
    here: int
    seconds: float
    assists: list[str]
    attempt: int
    begun: datetime
    updated: datetime
    finished: datetime | None


def _own_play(library: Library, play: Ident, visitor: CurrentVisitor) -> PlayEntry:
    entry = store.plays.get(library, play)
    if entry.visitor != visitor.id:
        raise not_found("play", play)
    return entry


OwnPlay = Annotated[PlayEntry, Depends(_own_play)]


@router.post("", status_code=201, **described("Play a level", WRITES, 404))
async def play(
    body: PlayIn,
    request: Request,
    library: Library,
    settings: CurrentSettings,
    visitor: CurrentVisitor,
    share: CurrentShare,
) -> Begun:
    """Resume your play of a level, or begin one; a level that the library does not have is kept for you."""
    if more := cells_of_level(body.level or {}) // _CELLS:
        await count_requests(request, "writes", more)
    begin = partial(_begin, body, library, settings, visitor, share)
    try:
        begun: Begun = await request.app.state.plays.beginnings.run(Place(household_of(request), visitor.id), begin)
    except CapacityError as error:
        raise ApiError("too-many", str(error), retry=1) from None
    return begun


def _begin(body: PlayIn, library: store.Store, settings: Settings, visitor: Visitor, share: DiskShare) -> Begun:
    if body.level_id is not None:
        ident = visible_level(library, body.level_id, visitor).id
    else:
        given = body.level or {}

        def on_new(what: str) -> None:
            check_quota(library, settings, visitor, **{what: 1})
            share.require(LEVEL_BYTES)
            share.add(LEVEL_BYTES + body_size(given))

        level = stored_level_in(given, settings)
        ident = store.summaries.find_or_add(library, level, owner=visitor.id, name=PASTED, on_new=on_new)
    entry = None if body.fresh else store.plays.latest_unfinished(library, visitor.id, ident)
    if entry is None:
        require_playable(store.levels.get(library, ident).level)
        check_quota(library, settings, visitor, plays=1)
        share.require_own()
        entry = store.plays.create(library, visitor.id, ident)
    return Begun(play=entry.id, level_id=ident)


@router.get("/{play}", **described("The status of a play", READS))
def get_play(entry: OwnPlay, library: Library, visitor: CurrentVisitor) -> PlayOut:
    """Return a play of yours."""
    level = one_level_out(library, store.levels.get(library, entry.level), visitor)
    return PlayOut.from_value(entry, play=entry.id, level=level, assists=sorted(entry.assists))


@router.delete("/{play}", status_code=204, **described("Remove a play", WRITES))
async def remove_play(entry: OwnPlay, request: Request, library: Library) -> None:
    """Remove a play of yours, with everything that was played."""
    await run_in_threadpool(store.plays.remove, library, entry.id)
    request.app.state.plays.discard(entry.id)
