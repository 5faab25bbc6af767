"""Whom accounts follow: authors, whose new levels they are shown."""

from __future__ import annotations

import sqlalchemy as sa

from ..errors import StoreError
from .accounts import account_not_found
from .database import Store, insert_missing, violation_as
from .tables import follows, now

MAX_FOLLOWED = 500  # authors of one account


def follow(store: Store, account: str, author: str) -> None:
    """Have an account follow an author.  Raises NotFound, StoreError for itself and for one too many."""
    if account == author:
        raise StoreError.said("follow-self")
    with store.write() as connection, violation_as(account_not_found(author)):
        own = sa.select(sa.func.count()).where(follows.c.account == account)
        if connection.execute(own).scalar_one() >= MAX_FOLLOWED:
            raise StoreError.said("follow-many", count=MAX_FOLLOWED)
        connection.execute(insert_missing(connection, follows), {"account": account, "author": author, "made": now()})


def unfollow(store: Store, account: str, author: str) -> None:
    """Have an account follow an author no more; it need not have."""
    with store.write() as connection:
        connection.execute(sa.delete(follows).where(follows.c.account == account, follows.c.author == author))


def followed(store: Store, account: str) -> list[str]:
    """Return whom an account follows, by name."""
    query = sa.select(follows.c.author).where(follows.c.account == account).order_by(follows.c.author)
    with store.read() as connection:
        return list(connection.execute(query).scalars())


def count_followers(store: Store, author: str) -> int:
    """Count the followers of an author."""
    query = sa.select(sa.func.count()).where(follows.c.author == author)
    with store.read() as connection:
        return int(connection.execute(query).scalar_one())
