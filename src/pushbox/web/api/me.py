"""You: what the server keeps of you, exported and deleted; accounts, logged in to and out of."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import ConfigDict, Field

from ... import store
from ...store import Store
from .. import accounts
from ..errors import Refusal
from ..identity_cookie import COOKIE, SESSION, Asking, Visitor, renew, set_cookie
from ..rate_limits import LOGINS, READS, WORKS, WRITES
from ..threadpool import work
from .access import CollectionOut, entry_out, store_of
from .collections import publish_collection
from .jobs import runners
from .schemas import Asked, LevelOut, Told, refusals, settings_of

router = APIRouter(prefix="/api", tags=["you"])

_RECENT = 12

Name = Annotated[str, Field(min_length=1, max_length=40, examples=["yang"])]
Password = Annotated[str, Field(min_length=1, max_length=accounts.LONGEST, examples=["a long sentence"])]


class Recent(LevelOut):
    """A level that you played, with the play and when."""

    play: int
    updated: datetime


class Me(Told):
    """Who you are here: the beginning of a hash of your cookie, your account if any, and where you were."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"visitor": "3f9a0c11d2e4", "account": None, "solved": 12, "begun": 3, "recent": []}
        }
    )

    visitor: str
    account: str | None
    solved: int
    begun: int
    recent: list[Recent]


class Credentials(Asked):
    """A name and its password."""

    name: Name
    password: Password


class Account(Told):
    """The account that you are logged in to."""

    model_config = ConfigDict(json_schema_extra={"example": {"account": "yang"}})

    account: str


class PublishIn(Asked):
    """Which collection of yours everybody is to see."""

    collection: Annotated[int, Field(ge=1, le=2**53, examples=[4])]


@router.get("/me", operation_id="getMe", summary="Who you are here", dependencies=[READS], responses=refusals())
def me(request: Request, visitor: Asking) -> Me:
    """Return what the server knows you by and what you played last; gives you a cookie, or renews yours."""
    renew(request)
    library = store_of(request)
    return Me(
        visitor=visitor.id[:12],
        account=visitor.account,
        solved=sum(store.summaries.solved_counts(library, visitor.id).values()),
        begun=store.summaries.begun_count(library, visitor.id),
        recent=_recent(library, visitor),
    )


@router.get(
    "/me/export",
    operation_id="exportMe",
    summary="Everything that is kept of you",
    dependencies=[WORKS],
    responses={
        200: {"content": {"application/json": {"example": {"plays": [], "solutions": [], "collections": []}}}},
        **refusals(),
    },
)
async def export_me(request: Request, visitor: Asking) -> Response:
    """Return your plays with all that was played, your solutions and collections, as a file of JSON."""
    kept = await work(request, store.accounts.export_visitor, store_of(request), visitor.id)
    text = json.dumps(kept, ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="pushbox.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.delete(
    "/me",
    status_code=204,
    operation_id="forgetMe",
    summary="Delete everything that is kept of you",
    dependencies=[WRITES],
    responses=refusals(403),
)
async def forget_me(request: Request, visitor: Asking) -> None:
    """Delete your plays, solutions and collections, and end your jobs; what you published stays with your account."""
    library = store_of(request)
    most = settings_of(request).limits.plays
    for runner in runners(request):
        await run_in_threadpool(runner.cancel_owner, visitor.id)
    plays = await run_in_threadpool(store.plays.listing, library, visitor.id, limit=most)
    await run_in_threadpool(store.accounts.delete_visitor, library, visitor.id)
    for play in plays:
        request.app.state.plays.discard(play.id)
    set_cookie(request, COOKIE, "")
    set_cookie(request, SESSION, "")


@router.post(
    "/accounts",
    status_code=201,
    operation_id="register",
    summary="Make an account",
    dependencies=[LOGINS],
    responses=refusals(403, 409, 413, 422),
)
async def register(asked: Credentials, request: Request, visitor: Asking) -> Account:
    """Make an account and log in to it; it is needed for publishing, leader boards and a name in rooms, only."""
    library = store_of(request)
    name = await work(request, accounts.register, library, asked.name, asked.password)
    set_cookie(request, SESSION, await work(request, accounts.begin, library, visitor, name))
    return Account(account=name)


@router.post(
    "/login",
    operation_id="login",
    summary="Log in",
    dependencies=[LOGINS],
    responses=refusals(403, 413, 422),
)
async def login(asked: Credentials, request: Request, visitor: Asking) -> Account:
    """Log in to an account; your plays stay yours."""
    library = store_of(request)
    name = await work(request, accounts.check, library, asked.name, asked.password)
    set_cookie(request, SESSION, await work(request, accounts.begin, library, visitor, name))
    return Account(account=name)


@router.post(
    "/logout",
    status_code=204,
    operation_id="logout",
    summary="Log out",
    dependencies=[WRITES],
    responses=refusals(403),
)
def logout(request: Request, visitor: Asking) -> None:
    """Log out; who is not logged in stays so."""
    store.accounts.log_out(store_of(request), visitor.id)
    set_cookie(request, SESSION, "")


@router.post(
    "/accounts/close",
    status_code=204,
    operation_id="closeAccount",
    summary="Delete your account",
    dependencies=[LOGINS],
    responses=refusals(403, 413, 422),
)
async def close_account(asked: Credentials, request: Request, visitor: Asking) -> None:
    """Delete the account that you are logged in to, with what it published; asks for the password again."""
    library = store_of(request)
    name = await work(request, accounts.check, library, asked.name, asked.password)
    if name != visitor.account:
        raise Refusal("forbidden", "this is not the account that you are logged in to")
    await work(request, store.accounts.delete, library, name)
    set_cookie(request, SESSION, "")


@router.post(
    "/publish",
    operation_id="publish",
    summary="Let everybody see a collection",
    dependencies=[WORKS],
    responses=refusals(403, 404, 409, 413, 422),
)
async def publish(asked: PublishIn, request: Request, visitor: Asking) -> CollectionOut:
    """Publish a collection of yours under your account; each of its levels needs a solution."""
    return await publish_collection(asked.collection, request, visitor)


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
