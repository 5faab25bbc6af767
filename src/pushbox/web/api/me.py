"""The visitor's own data, exported, published and deleted."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import Field

from ... import store
from ...games.registry import keys
from ...store import Store
from ...store.milestones import Kind
from ..dependencies import CurrentSettings, Library
from ..identity_cookie import COOKIE, SESSION, CurrentVisitor, Visitor, renew_cookie, set_cookie
from ..rate_limits import READS, WORKS, WRITES
from ..threadpool import pooled
from . import collections
from .access import CollectionOut, entry_out, own_collection
from .dump import Licence
from .jobs import runners
from .models import ApiRouter, RequestModel, ResponseModel, described, example
from .schemas import LevelOut

router = ApiRouter(prefix="/api", tags=["you"])

_RECENT = 12


class Recent(LevelOut):
    """A level that you played, with the play and when."""

    play: int
    updated: datetime


class Me(ResponseModel):
    """Your identity: the beginning of a hash of your cookie, your account if any, your streak and latest plays.

    `streak` counts the days in a row, up to today or yesterday, on which you have solved a level.
    """

    model_config = example(
        visitor="3f9a0c11d2e4", account=None, moderates=False, solved=12, begun=3, streak=2, recent=[]
    )

    visitor: str
    account: str | None
    moderates: bool
    solved: int
    begun: int
    streak: int
    recent: list[Recent]


class MilestoneOut(ResponseModel):
    """Something worth reaching, and how much of it is done."""

    kind: Kind
    count: int
    goal: int


class Milestones(ResponseModel):
    """The days in a row, in UTC, on which you have solved a level, now and at most, and your milestones."""

    model_config = example(streak=3, longest=12, milestones=[{"kind": "games", "count": 4, "goal": 9}])

    streak: int
    longest: int
    milestones: list[MilestoneOut]


class PublishIn(RequestModel):
    """The collection of yours to be published, and its licence as in SPDX; without one all rights are reserved."""

    collection: Annotated[int, Field(ge=1, le=2**53, examples=[4])]
    licence: Annotated[Licence | None, Field(examples=["CC-BY-4.0"])] = None


@router.get("/me", **described("Your identity and latest plays", READS))
def get_me(request: Request, library: Library, visitor: CurrentVisitor) -> Me:
    """Return your identity and your latest plays; sets your cookie, or renews it."""
    renew_cookie(request)
    return Me(
        visitor=visitor.id[:12],
        account=visitor.account,
        moderates=visitor.account is not None and store.accounts.is_moderator(library, visitor.account),
        solved=sum(store.summaries.solved_counts(library, visitor.id).values()),
        begun=store.summaries.begun_count(library, visitor.id),
        streak=store.milestones.streak(library, visitor.id).days,
        recent=_recent(library, visitor),
    )


@router.get("/me/milestones", **described("Your streak and milestones", READS))
def get_milestones(library: Library, visitor: CurrentVisitor) -> Milestones:
    """Return your days in a row, and what you have reached; it is counted from your solutions."""
    streak = store.milestones.streak(library, visitor.id)
    reached = store.milestones.milestones(library, visitor.id, games=len(keys()))
    milestones = [MilestoneOut.from_value(one) for one in reached]
    return Milestones(streak=streak.days, longest=streak.longest, milestones=milestones)


@router.get(
    "/me/export",
    **described(
        "Export your data",
        WORKS,
        content={"application/json": {"example": {"plays": [], "solutions": [], "collections": [], "account": None}}},
    ),
)
@pooled
def export_me(library: Library, visitor: CurrentVisitor) -> Response:
    """Return your plays with all their moves, your solutions, collections and account, as a file of JSON."""
    account = visitor.account and store.accounts.export_account(library, visitor.account)
    everything = store.accounts.export_visitor(library, visitor.id) | {"account": account}
    text = json.dumps(everything, ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="pushbox.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.delete("/me", status_code=204, **described("Delete your data", WRITES))
async def forget_me(request: Request, library: Library, settings: CurrentSettings, visitor: CurrentVisitor) -> None:
    """Delete your plays, solutions and collections, and end your jobs; published data stays with your account."""
    limit = settings.limits.plays
    for runner in runners(request):
        await run_in_threadpool(runner.cancel_owner, visitor.id)
    plays = await run_in_threadpool(store.plays.listing, library, visitor.id, limit=limit)
    await run_in_threadpool(store.accounts.delete_visitor, library, visitor.id)
    for play in plays:
        request.app.state.plays.discard(play.id)
    request.app.state.rooms.forget_visitor(visitor.id)
    request.app.state.storms.forget_visitor(visitor.id)
    set_cookie(request, COOKIE, "")
    set_cookie(request, SESSION, "")


@router.post("/publish", **described("Publish a collection", WORKS, 404, 409))
@pooled
def publish(body: PublishIn, library: Library, visitor: CurrentVisitor) -> CollectionOut:
    """Publish a collection of yours under your account; each of its levels needs a solution."""
    return collections.publish(library, own_collection(library, body.collection, visitor), visitor, body.licence or "")


def _recent(library: Store, visitor: Visitor) -> list[Recent]:
    latest = {play.level: play for play in reversed(store.plays.listing(library, visitor.id, limit=4 * _RECENT))}
    plays = sorted(latest.values(), key=lambda play: play.updated, reverse=True)[:_RECENT]
    states = store.plays.progress_of(library, visitor.id, [play.level for play in plays])
    return [
        Recent(
            **entry_out(store.levels.get(library, play.level), state=states.get(play.level)).model_dump(),
            play=play.id,
            updated=play.updated,
        )
        for play in plays
    ]
