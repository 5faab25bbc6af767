"""Public profiles: the public levels that an account has solved, and new levels of authors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import date, datetime
from typing import NamedTuple

import sqlalchemy as sa

from . import levels as level_store
from . import rows
from .database import Store, fitting
from .levels import LevelEntry
from .tables import collections, levels, solutions

_NOBODY = "-"  # a viewer who sees what everybody sees


class Solved(NamedTuple):
    """The solved levels of an account: all, those without assists, by game, and new ones by day."""

    levels: int
    pure: int
    by_game: dict[str, int]
    by_day: dict[date, int]


class NewLevel(NamedTuple):
    """A level that has been published, by whom and when."""

    entry: LevelEntry
    owner: str
    published: datetime


def solved(store: Store, account: str) -> Solved:
    """Return the public levels that an account has solved, each from its first solution on."""
    query = (
        sa.select(levels.c.game, sa.func.min(solutions.c.added), sa.func.max(sa.cast(solutions.c.pure, sa.Integer)))
        .join(levels, levels.c.id == solutions.c.level_id)
        .join(collections, collections.c.id == levels.c.collection_id)
        .where(solutions.c.account == account, rows.visible_to(_NOBODY))
        .group_by(solutions.c.level_id, levels.c.game)
    )
    with store.read() as connection:
        found = connection.execute(query).all()
    by_game = Counter(game for game, _, _ in found)
    by_day = Counter(added.date() for _, added, _ in found)
    return Solved(len(found), sum(pure for _, _, pure in found), dict(by_game), dict(sorted(by_day.items())))


def new_levels(
    store: Store, *, authors: Collection[str] | None = None, limit: int = 50, room: int | None = None
) -> list[NewLevel]:
    """Return the levels that were published last, of some authors if given, the newest first.

    They are at most `limit`, and their JSON has at most `room` characters; one level always has room.
    """
    since = sa.func.coalesce(collections.c.published_at, collections.c.added)
    query = (
        sa.select(levels.c.id, collections.c.owner, collections.c.published_at, collections.c.added)
        .join(collections, collections.c.id == levels.c.collection_id)
        .where(collections.c.published, collections.c.owner != "", rows.is_present())
        .order_by(since.desc(), levels.c.collection_id, levels.c.number)
        .limit(limit)
    )
    if authors is not None:
        query = query.where(collections.c.owner.in_(list(authors)))
    with store.read() as connection:
        found = connection.execute(query).all()
        sizes = level_store.sizes_of(connection, [ident for ident, *_ in found])
        return [
            NewLevel(level_store.fetch(connection, ident), owner, published or added)
            for ident, owner, published, added in found[: fitting(sizes, room)]
        ]
