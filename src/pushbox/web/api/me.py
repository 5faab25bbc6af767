"""The visitor's own data, exported and deleted, and accounts: register, log in, log out, delete."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import Field

from ... import store
from ...store import Store
from .. import accounts
from ..dependencies import CurrentSettings, Library
from ..errors import ApiError
from ..identity_cookie import COOKIE, SESSION, CurrentVisitor, Visitor, renew_cookie, set_cookie
from ..rate_limits import LOGINS, READS, WORKS, WRITES
from ..threadpool import password_pooled, pooled
from . import collections
from .access import CollectionOut, entry_out, own_collection
from .jobs import runners
from .models import RequestModel, ResponseModel, described, example
from .schemas import LevelOut

router = APIRouter(prefix="/api", tags=["you"])

_RECENT = 12

Name = Annotated[str, Field(min_length=1, max_length=40, examples=["yang"])]
Password = Annotated[str, Field(min_length=1, max_length=accounts.MAX_LENGTH, examples=["a long sentence"])]


class Recent(LevelOut):
    """A level that you played, with the play and when."""

    play: int
    updated: datetime


class Me(ResponseModel):
    """Your identity: the beginning of a hash of your cookie, your account if any, and your latest plays."""

    model_config = example(visitor="3f9a0c11d2e4", account=None, solved=12, begun=3, recent=[])

    visitor: str
    account: str | None
    solved: int
    begun: int
    recent: list[Recent]


class Credentials(RequestModel):
    """A name and its password."""

    name: Name
    password: Password


class Account(ResponseModel):
    """The account that you are logged in to."""

    model_config = example(account="yang")

    account: str


class PublishIn(RequestModel):
    """The collection of yours to be published."""

    collection: Annotated[int, Field(ge=1, le=2**53, examples=[4])]


@router.get("/me", **described("getMe", "Your identity and latest plays", READS))
def me(request: Request, library: Library, visitor: CurrentVisitor) -> Me:
    """Return your identity and your latest plays; sets your cookie, or renews it."""
    renew_cookie(request)
    return Me(
        visitor=visitor.id[:12],
        account=visitor.account,
        solved=sum(store.summaries.solved_counts(library, visitor.id).values()),
        begun=store.summaries.begun_count(library, visitor.id),
        recent=_recent(library, visitor),
    )


@router.get(
    "/me/export",
    **described(
        "exportMe",
        "Export your data",
        WORKS,
        content={"application/json": {"example": {"plays": [], "solutions": [], "collections": []}}},
    ),
)
@pooled
def export_me(library: Library, visitor: CurrentVisitor) -> Response:
    """Return your plays with all their moves, your solutions and collections, as a file of JSON."""
    everything = store.accounts.export_visitor(library, visitor.id)
    text = json.dumps(everything, ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="pushbox.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.delete("/me", status_code=204, **described("forgetMe", "Delete your data", WRITES, 403))
async def forget_me(request: Request, library: Library, settings: CurrentSettings, visitor: CurrentVisitor) -> None:
    """Delete your plays, solutions and collections, and end your jobs; what you published stays with your account."""
    limit = settings.limits.plays
    for runner in runners(request):
        await run_in_threadpool(runner.cancel_owner, visitor.id)
    plays = await run_in_threadpool(store.plays.listing, library, visitor.id, limit=limit)
    await run_in_threadpool(store.accounts.delete_visitor, library, visitor.id)
    for play in plays:
        request.app.state.plays.discard(play.id)
    set_cookie(request, COOKIE, "")
    set_cookie(request, SESSION, "")


@router.post("/accounts", status_code=201, **described("register", "Register an account", LOGINS, 403, 409, 413, 422))
@password_pooled
def register(body: Credentials, request: Request, library: Library, visitor: CurrentVisitor) -> Account:
    """Register an account and log in; publishing, leader boards and a name in rooms need one, nothing else does."""
    name = accounts.register(library, body.name, body.password)
    return _begin_session(request, library, visitor, name)


@router.post("/login", **described("login", "Log in", LOGINS, 403, 413, 422))
@password_pooled
def login(body: Credentials, request: Request, library: Library, visitor: CurrentVisitor) -> Account:
    """Log in to an account; your plays stay yours."""
    name = accounts.check(library, body.name, body.password)
    return _begin_session(request, library, visitor, name)


@router.post("/logout", status_code=204, **described("logout", "Log out", WRITES, 403))
def logout(request: Request, library: Library, visitor: CurrentVisitor) -> None:
    """Log out; without a session nothing changes."""
    store.accounts.log_out(library, visitor.id)
    set_cookie(request, SESSION, "")


@router.post(
    "/accounts/close", status_code=204, **described("closeAccount", "Delete your account", LOGINS, 403, 413, 422)
)
@password_pooled
def close_account(body: Credentials, request: Request, library: Library, visitor: CurrentVisitor) -> None:
    """Delete the account that you are logged in to, with what it published; needs the password again."""
    name = accounts.check(library, body.name, body.password)
    if name != visitor.account:
        raise ApiError("forbidden", "this is not the account that you are logged in to")
    store.accounts.delete(library, name)
    set_cookie(request, SESSION, "")


@router.post("/publish", **described("publish", "Publish a collection", WORKS, 403, 404, 409, 413, 422))
@pooled
def publish(body: PublishIn, library: Library, visitor: CurrentVisitor) -> CollectionOut:
    """Publish a collection of yours under your account; each of its levels needs a solution."""
    return collections.publish(library, own_collection(library, body.collection, visitor), visitor)


def _begin_session(request: Request, library: Store, visitor: Visitor, name: str) -> Account:
    set_cookie(request, SESSION, accounts.begin_session(library, visitor, name))
    return Account(account=name)


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
