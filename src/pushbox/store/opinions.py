"""Likes of accounts, and their votes on difficulty, from 1 to 5."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from ..errors import StoreError
from . import levels as level_store
from .accounts import account_not_found
from .database import Store, upsert, violation_as
from .tables import now, opinions

EASIEST, HARDEST = 1, 5


class Opinion(NamedTuple):
    """The opinion of an account on a level; `difficulty` is None where it has not said."""

    liked: bool = False
    difficulty: int | None = None


class Opinions(NamedTuple):
    """The opinions on a level: how many like it, how many have said how hard it is, and the mean of that."""

    likes: int
    votes: int
    difficulty: float | None


def put(store: Store, level: int, account: str, opinion: Opinion) -> None:
    """Keep the opinion of an account on a level, in place of the one before.  Raises NotFound, StoreError."""
    if opinion.difficulty is not None and not EASIEST <= opinion.difficulty <= HARDEST:
        raise StoreError.said("difficulty-range", difficulty=opinion.difficulty, minimum=EASIEST, maximum=HARDEST)
    row = {"level_id": level, "account": account, **opinion._asdict(), "updated": now()}
    with store.write() as connection, violation_as(account_not_found(account)):
        level_store.fetch(connection, level)
        connection.execute(upsert(connection, opinions, "liked", "difficulty", "updated").values(row))


def get(store: Store, level: int, account: str) -> Opinion:
    """Return the opinion of an account on a level."""
    query = sa.select(opinions.c.liked, opinions.c.difficulty)
    with store.read() as connection:
        row = connection.execute(query.where(opinions.c.level_id == level, opinions.c.account == account)).one_or_none()
    return Opinion(*row) if row is not None else Opinion()


def of_level(store: Store, level: int) -> Opinions:
    """Return the opinions on a level."""
    likes = sa.func.coalesce(sa.func.sum(sa.cast(opinions.c.liked, sa.Integer)), 0)
    query = sa.select(likes, sa.func.count(opinions.c.difficulty), sa.func.avg(opinions.c.difficulty))
    with store.read() as connection:
        found = connection.execute(query.where(opinions.c.level_id == level)).one()
    return Opinions(int(found[0]), int(found[1]), None if found[2] is None else float(found[2]))
