"""Profiles of accounts: solved and published levels, ratings, and followed authors."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from fastapi import Path

from ... import store
from ...store import Store
from ...store.accounts import AccountEntry
from ..dependencies import Library
from ..identity_cookie import LoggedIn, OptionalVisitor, Visitor
from ..rate_limits import READS, WRITES
from .access import ANONYMOUS, PAGE_ROOM, CollectionOut, collections_out, entry_out
from .models import ApiRouter, ResponseModel, described, example
from .schemas import LevelOut

router = ApiRouter(prefix="/api", tags=["community"])

Name = Annotated[str, Path(min_length=1, max_length=200, description="The name of an account.", examples=["Ada"])]
_MAX_DAYS = 1_000  # on which something was solved
_MAX_NEWS = 30


class DaySolved(ResponseModel):
    """The number of levels solved for the first time on a day."""

    date: dt.date
    solved: int


class RatingOut(ResponseModel):
    """A rating in a kind of rooms, `provisional` where too few games are behind it."""

    kind: str
    value: int
    provisional: bool
    games: int


class Profile(ResponseModel):
    """The public profile of an account; only public levels count, `days` are in order.

    `published` are the first collections; `next` is the `after` of the others, which listCollections has.
    """

    model_config = example(
        name="Ada",
        since="2026-01-01T00:00:00Z",
        solved=20,
        pure=18,
        games={"any": 20},
        days=[{"date": "2026-01-02", "solved": 20}],
        ratings=[{"kind": "race", "value": 1612, "provisional": False, "games": 31}],
        published=[],
        next=None,
        followers=2,
        followed=False,
        mine=False,
    )

    name: str
    since: dt.datetime
    solved: int
    pure: int
    games: dict[str, int]
    days: list[DaySolved]
    ratings: list[RatingOut]
    published: list[CollectionOut]
    next: int | None
    followers: int
    followed: bool
    mine: bool


class News(LevelOut):
    """A level that somebody has published."""

    owner: str
    published: dt.datetime


class Following(ResponseModel):
    """The authors you follow, and the levels they have published, newest first."""

    authors: list[str]
    levels: list[News]


@router.get("/profiles/{name}", **described("The profile of an account", READS))
def get_profile(name: Name, library: Library, visitor: OptionalVisitor) -> Profile:
    """Return the public profile of an account."""
    return _profile(library, store.accounts.get(library, name), visitor)


@router.put("/profiles/{name}/follow", **described("Follow an author", WRITES))
def follow(name: Name, library: Library, visitor: LoggedIn) -> Profile:
    """Follow an author: their new levels are among your news."""
    account = store.accounts.get(library, name)
    store.follows.follow(library, visitor.account, account.name)
    return _profile(library, account, Visitor(*visitor))


@router.delete("/profiles/{name}/follow", **described("Follow an author no more", WRITES))
def unfollow(name: Name, library: Library, visitor: LoggedIn) -> Profile:
    """Follow an author no more."""
    account = store.accounts.get(library, name)
    store.follows.unfollow(library, visitor.account, account.name)
    return _profile(library, account, Visitor(*visitor))


@router.get("/me/following", **described("Whom you follow, and their new levels", READS, 403))
def get_following(library: Library, visitor: LoggedIn) -> Following:
    """Return the authors whom you follow, and the levels that they have published last."""
    authors = store.follows.followed(library, visitor.account)
    found = store.profiles.new_levels(library, authors=authors, limit=_MAX_NEWS, room=PAGE_ROOM) if authors else []
    news = [News(**entry_out(one.entry).model_dump(), owner=one.owner, published=one.published) for one in found]
    return Following(authors=authors, levels=news)


def _profile(library: Store, account: AccountEntry, visitor: Visitor | None) -> Profile:
    solved = store.profiles.solved(library, account.name)
    own = visitor.account if visitor is not None else None
    page = store.collections.page(library, owners=[account.name], viewer=ANONYMOUS, room=PAGE_ROOM)
    published = collections_out(library, page.entries, visitor)
    days = [DaySolved(date=day, solved=count) for day, count in solved.by_day.items()]
    return Profile(
        name=account.name,
        since=account.created,
        solved=solved.levels,
        pure=solved.pure,
        games=solved.by_game,
        days=days[-_MAX_DAYS:],
        ratings=[
            RatingOut(
                kind=one.kind, value=round(one.rating.value), provisional=one.rating.is_provisional, games=one.games
            )
            for one in store.player_ratings.of_account(library, account.name)
        ],
        published=published,
        next=published[-1].id if page.more else None,
        followers=store.follows.count_followers(library, account.name),
        followed=own is not None and account.name in store.follows.followed(library, own),
        mine=own == account.name,
    )
