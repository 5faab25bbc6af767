"""Likes, votes and comments of accounts on levels, and decisions of moderators."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from ... import store
from ...sentence import say
from ...store import Store
from ...store.comments import MAX_REASON, MAX_TEXT, CommentEntry
from ...store.database import not_found
from ...store.opinions import EASIEST, HARDEST, Opinion
from ..dependencies import CurrentSettings, Library
from ..disk_shares import require_room
from ..errors import ApiError
from ..identity_cookie import LoggedIn, LoggedInVisitor, OptionalVisitor, Visitor
from ..rate_limits import READS, WRITES, require_pace
from .access import VisibleLevel, visible_level
from .models import ApiRouter, RequestModel, ResponseModel, described, example, examples

router = ApiRouter(prefix="/api", tags=["community"])

_PAGE = 50  # comments at a time
CommentId = Annotated[int, Path(ge=1, le=2**53, description="The id of a comment.")]


class OpinionIn(RequestModel):
    """Whether you like a level, and how hard it is to you, from 1 to 5."""

    model_config = examples({"liked": True, "difficulty": 4})

    liked: bool
    difficulty: Annotated[int | None, Field(ge=EASIEST, le=HARDEST)] = None


class OpinionsOut(ResponseModel):
    """The opinions on a level, and your own; `difficulty` is the mean of the votes."""

    model_config = example(
        likes=12, votes=7, difficulty=3.4, liked=True, voted=4, comments=3, may_write=True, moderates=False
    )

    likes: int
    votes: int
    difficulty: float | None
    liked: bool
    voted: int | None
    comments: int
    may_write: bool
    moderates: bool


class CommentIn(RequestModel):
    """A comment on a level."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, examples=["The last push is a surprise."])]


class CommentOut(ResponseModel):
    """A comment; `hidden` by a moderator, who alone sees it then."""

    model_config = example(
        id=3, name="Ada", text="The last push is a surprise.", made="2026-01-01T00:00:00Z", mine=False, hidden=False
    )

    id: int
    name: str
    text: str
    made: datetime
    mine: bool
    hidden: bool


class CommentsOut(ResponseModel):
    """Some comments, the newest first, and the `after` of the next page."""

    comments: list[CommentOut]
    next: int | None


class ReportIn(RequestModel):
    """Why a comment should not be there."""

    reason: Annotated[str, Field(max_length=MAX_REASON, examples=["It insults the author."])] = ""


class ReportedOut(ResponseModel):
    """A comment that has been reported, on which level, and why."""

    comment: CommentOut
    level: int
    reasons: list[str]


class ReportsOut(ResponseModel):
    """The comments that moderators have to decide on, those with the most reports first."""

    reports: list[ReportedOut]


class DecisionIn(RequestModel):
    """Whether a comment is hidden from everybody but moderators."""

    hidden: bool


@router.get("/levels/{level}/opinions", **described("What is thought of a level", READS))
def get_opinions(entry: VisibleLevel, library: Library, visitor: OptionalVisitor) -> OpinionsOut:
    """Return the likes and the difficulty votes of a level, and your own opinion."""
    return _opinions(library, entry.id, visitor)


@router.put("/levels/{level}/opinions", **described("Say what you think", WRITES))
def put_opinion(entry: VisibleLevel, body: OpinionIn, library: Library, visitor: LoggedIn) -> OpinionsOut:
    """Keep your opinion on a level, in place of the one before."""
    store.opinions.put(library, entry.id, visitor.account, Opinion(body.liked, body.difficulty))
    return _opinions(library, entry.id, Visitor(*visitor))


@router.get("/levels/{level}/comments", **described("The comments on a level", READS))
def list_comments(
    entry: VisibleLevel,
    library: Library,
    visitor: OptionalVisitor,
    after: Annotated[int | None, Query(ge=1, le=2**53)] = None,
) -> CommentsOut:
    """Return comments, fifty at a time; moderators see hidden ones too."""
    moderates = _moderates(library, visitor)
    found = store.comments.listing(library, entry.id, with_hidden=moderates, after=after, limit=_PAGE)
    more = len(found) == _PAGE
    return CommentsOut(comments=[_comment(one, visitor) for one in found], next=found[-1].id if more else None)


@router.post("/levels/{level}/comments", status_code=201, **described("Comment on a level", WRITES))
async def add_comment(
    entry: VisibleLevel,
    body: CommentIn,
    request: Request,
    library: Library,
    settings: CurrentSettings,
    visitor: LoggedIn,
) -> CommentOut:
    """Add a comment under the name of your account."""
    await require_pace(request, "comments", settings.limits.comments, say("comments-fast"))
    await run_in_threadpool(require_room, library, settings.limits)
    added = await run_in_threadpool(store.comments.add, library, entry.id, visitor.account, body.text)
    return _comment(added, Visitor(*visitor))


@router.delete("/comments/{comment}", status_code=204, **described("Remove a comment", WRITES))
def remove_comment(comment: CommentId, library: Library, visitor: LoggedIn) -> None:
    """Remove a comment of yours for good."""
    if _visible_comment(library, comment, visitor).account != visitor.account:
        raise ApiError.said("forbidden", "comment-not-yours", comment=comment)
    store.comments.remove(library, comment)


@router.post("/comments/{comment}/reports", status_code=204, **described("Report a comment", WRITES))
async def report_comment(
    comment: CommentId,
    body: ReportIn,
    request: Request,
    library: Library,
    settings: CurrentSettings,
    visitor: LoggedIn,
) -> None:
    """Report a comment to the moderators; a second time changes nothing."""
    await require_pace(request, "comments", settings.limits.comments, say("comments-fast"))
    await run_in_threadpool(_visible_comment, library, comment, visitor)
    await run_in_threadpool(store.comments.report, library, comment, visitor.account, body.reason)


@router.get("/reports", **described("Reported comments", READS, 403))
def list_reports(library: Library, visitor: LoggedIn) -> ReportsOut:
    """Return the comments that moderators have to decide on; for moderators only."""
    _require_moderator(library, visitor)
    found = store.comments.reported(library)
    return ReportsOut(
        reports=[
            ReportedOut(
                comment=_comment(one.comment, Visitor(*visitor)), level=one.comment.level_id, reasons=list(one.reasons)
            )
            for one in found
        ]
    )


@router.put("/comments/{comment}/hidden", **described("Hide or show a comment", WRITES))
def decide_comment(comment: CommentId, body: DecisionIn, library: Library, visitor: LoggedIn) -> CommentOut:
    """Hide a comment or leave it, which settles its reports; for moderators only."""
    _require_moderator(library, visitor)
    return _comment(store.comments.decide(library, comment, hidden=body.hidden), Visitor(*visitor))


def _visible_comment(library: Store, ident: int, visitor: LoggedInVisitor) -> CommentEntry:
    """Return a comment that a visitor may see.  Raises NotFound for any other."""
    entry = store.comments.get(library, ident)
    visible_level(library, entry.level_id, Visitor(*visitor))
    if entry.hidden and not store.accounts.is_moderator(library, visitor.account):
        raise not_found("comment", ident)
    return entry


def _moderates(library: Store, visitor: Visitor | None) -> bool:
    return visitor is not None and visitor.account is not None and store.accounts.is_moderator(library, visitor.account)


def _require_moderator(library: Store, visitor: LoggedInVisitor) -> None:
    if not store.accounts.is_moderator(library, visitor.account):
        raise ApiError.said("forbidden", "moderators")


def _opinions(library: Store, level: int, visitor: Visitor | None) -> OpinionsOut:
    found = store.opinions.of_level(library, level)
    account = visitor.account if visitor is not None else None
    own = store.opinions.get(library, level, account) if account is not None else Opinion()
    return OpinionsOut(
        likes=found.likes,
        votes=found.votes,
        difficulty=None if found.difficulty is None else round(found.difficulty, 1),
        liked=own.liked,
        voted=own.difficulty,
        comments=store.comments.count(library, level),
        may_write=account is not None,
        moderates=_moderates(library, visitor),
    )


def _comment(entry: CommentEntry, visitor: Visitor | None) -> CommentOut:
    mine = visitor is not None and visitor.account == entry.account
    return CommentOut.from_value(entry, name=entry.account, mine=mine)
