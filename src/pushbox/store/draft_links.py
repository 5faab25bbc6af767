"""Links by which others test a collection before it is published.  Only hashes of their codes arrive here.

A collection has one link at a time.  Who follows it is a tester, and sees the collection until the link ends: by being
revoked, by a new one in its place, and by publishing.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from ..errors import Conflict, NotFound, StoreError
from .accounts import ensure_visitor
from .database import Store, insert_missing, not_found
from .tables import collections, comments, draft_links, draft_testers, levels, now

MAX_TESTERS = 200  # of a link
MAX_COMMENTS = 50  # that an author is shown at once


class DraftLink(NamedTuple):
    """The link of a collection: when it was made, and how many visitors have followed it."""

    made: datetime
    testers: int


class DraftComment(NamedTuple):
    """A comment on a level of a collection, and whose it is."""

    id: int
    level: int
    number: int
    title: str
    account: str
    text: str
    made: datetime


def make(store: Store, collection: int, ident: str) -> None:
    """Give a collection a link, by the hash of its code, in place of the one that it has.

    Raises NotFound, Conflict for a collection that is published.
    """
    own = sa.select(collections.c.published).where(collections.c.id == collection).with_for_update()
    with store.write() as connection:
        published = connection.execute(own).scalar_one_or_none()
        if published is None:
            raise not_found("collection", collection)
        if published:
            raise Conflict.said("draft-published")
        connection.execute(_removal(collection))
        row = {"id": ident, "collection_id": collection, "made": now()}
        connection.execute(sa.insert(draft_links).values(row))


def get(store: Store, collection: int) -> DraftLink | None:
    """Return the link of a collection, None where it has none."""
    testers = sa.select(sa.func.count()).where(draft_testers.c.link == draft_links.c.id).scalar_subquery()
    query = sa.select(draft_links.c.made, testers).where(draft_links.c.collection_id == collection)
    with store.read() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else DraftLink(*row)


def end(store: Store, collection: int) -> None:
    """End the link of a collection, if it has one: its testers see the collection no more."""
    with store.write() as connection:
        connection.execute(_removal(collection))


def follow(store: Store, ident: str, visitor: str) -> int:
    """Make a visitor a tester by the hash of a code, and return the collection.

    Raises NotFound for a link that has ended or never was, StoreError where it has as many testers as it may.
    """
    link = sa.select(draft_links.c.collection_id).where(draft_links.c.id == ident).with_for_update()
    inside = draft_testers.c.link == ident
    with store.write() as connection:
        collection: int | None = connection.execute(link).scalar_one_or_none()
        if collection is None:
            raise NotFound.said("no-draft-link")
        mine = sa.select(draft_testers.c.visitor).where(inside, draft_testers.c.visitor == visitor)
        if connection.execute(mine).first() is None:
            if connection.execute(sa.select(sa.func.count()).where(inside)).scalar_one() >= MAX_TESTERS:
                raise StoreError.said("many-testers", count=MAX_TESTERS)
            ensure_visitor(connection, visitor)
            connection.execute(insert_missing(connection, draft_testers), {"link": ident, "visitor": visitor})
    return collection


def is_tester(store: Store, collection: int, visitor: str) -> bool:
    """Return whether a visitor has followed the present link of a collection."""
    query = (
        sa.select(draft_links.c.id)
        .join(draft_testers, draft_testers.c.link == draft_links.c.id)
        .where(draft_links.c.collection_id == collection, draft_testers.c.visitor == visitor)
    )
    with store.read() as connection:
        return connection.execute(query).first() is not None


def newest_comments(store: Store, collection: int) -> list[DraftComment]:
    """Return the last `MAX_COMMENTS` comments on the levels of a collection that are not hidden, the newest first."""
    columns = (comments.c.id, levels.c.id, levels.c.number, levels.c.title)
    query = (
        sa.select(*columns, comments.c.account, comments.c.text, comments.c.made)
        .join(levels, comments.c.level_id == levels.c.id)
        .where(levels.c.collection_id == collection, ~comments.c.hidden)
        .order_by(comments.c.id.desc())
        .limit(MAX_COMMENTS)
    )
    with store.read() as connection:
        return [DraftComment(*row) for row in connection.execute(query)]


def _removal(collection: int) -> sa.Delete:
    return sa.delete(draft_links).where(draft_links.c.collection_id == collection)
