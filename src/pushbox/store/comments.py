"""Comments of accounts on levels, reports of bad ones, and decisions of moderators."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..errors import StoreError
from . import levels as level_store
from .accounts import account_not_found
from .database import Store, from_row, insert_missing, insert_one, not_found, violation_as
from .tables import comments, now, reports

MAX_TEXT = 2_000  # characters
MAX_REASON = 300
MAX_OF_ACCOUNT = 30  # comments of one account on one level
_MAX_REPORTED = 100  # comments that are listed for moderators
_MAX_REASONS = 20  # of each


@dataclass(frozen=True, slots=True)
class CommentEntry:
    """A comment; a `hidden` one is shown to moderators only."""

    id: int
    level_id: int
    account: str
    text: str
    made: datetime
    hidden: bool


class ReportedComment(NamedTuple):
    """A comment that has been reported, with the first reasons."""

    comment: CommentEntry
    reasons: tuple[str, ...]


def add(store: Store, level: int, account: str, text: str) -> CommentEntry:
    """Add a comment.  Raises NotFound, StoreError for one that is empty or too long, or one too many."""
    text = text.strip()
    if not 0 < len(text) <= MAX_TEXT:
        raise StoreError.said("comment-length", count=len(text), maximum=MAX_TEXT)
    with store.write() as connection, violation_as(account_not_found(account)):
        level_store.fetch(connection, level)
        own = sa.select(sa.func.count()).where(comments.c.level_id == level, comments.c.account == account)
        if connection.execute(own).scalar_one() >= MAX_OF_ACCOUNT:
            raise StoreError.said("comment-many", count=MAX_OF_ACCOUNT)
        row = {"level_id": level, "account": account, "text": text, "made": now()}
        return _fetch(connection, insert_one(connection, comments, row))


def get(store: Store, ident: int) -> CommentEntry:
    """Return a comment.  Raises NotFound."""
    with store.read() as connection:
        return _fetch(connection, ident)


def listing(
    store: Store, level: int, *, with_hidden: bool = False, after: int | None = None, limit: int = 50
) -> list[CommentEntry]:
    """Return the comments on a level, the newest first, from the one that follows comment `after`."""
    query = sa.select(comments).where(comments.c.level_id == level).order_by(comments.c.id.desc()).limit(limit)
    if not with_hidden:
        query = query.where(~comments.c.hidden)
    if after is not None:
        query = query.where(comments.c.id < after)
    with store.read() as connection:
        return [from_row(CommentEntry, row) for row in connection.execute(query).mappings()]


def count(store: Store, level: int) -> int:
    """Count the visible comments on a level."""
    query = sa.select(sa.func.count(comments.c.id)).where(comments.c.level_id == level, ~comments.c.hidden)
    with store.read() as connection:
        return int(connection.execute(query).scalar_one())


def remove(store: Store, ident: int) -> None:
    """Remove a comment.  Raises NotFound."""
    with store.write() as connection:
        if not connection.execute(sa.delete(comments).where(comments.c.id == ident)).rowcount:
            raise not_found("comment", ident)


def report(store: Store, ident: int, account: str, reason: str) -> None:
    """Report a comment to the moderators, once for each account.  Raises NotFound, StoreError."""
    reason = reason.strip()
    StoreError.beyond(MAX_REASON, len(reason), "reason-length")
    row = {"comment_id": ident, "account": account, "reason": reason, "made": now()}
    with store.write() as connection, violation_as(account_not_found(account)):
        _fetch(connection, ident)
        connection.execute(insert_missing(connection, reports), row)


def reported(store: Store) -> list[ReportedComment]:
    """Return the comments that have been reported, those with the most reports first, with their first reasons."""
    counted = (
        sa.select(reports.c.comment_id, sa.func.count().label("reports")).group_by(reports.c.comment_id).subquery()
    )
    query = sa.select(comments).join(counted, counted.c.comment_id == comments.c.id)
    query = query.order_by(counted.c.reports.desc(), comments.c.id).limit(_MAX_REPORTED)
    with store.read() as connection:
        found = [from_row(CommentEntry, row) for row in connection.execute(query).mappings()]
        place = sa.func.row_number().over(partition_by=reports.c.comment_id, order_by=reports.c.made)
        of_found = (
            sa.select(reports.c.comment_id, reports.c.reason, place.label("place"))
            .where(reports.c.comment_id.in_([one.id for one in found]))
            .subquery()
        )
        first = sa.select(of_found.c.comment_id, of_found.c.reason).where(of_found.c.place <= _MAX_REASONS)
        reasons: dict[int, list[str]] = {}
        for ident, reason in connection.execute(first.order_by(of_found.c.place)):
            reasons.setdefault(ident, []).append(reason)
    return [ReportedComment(one, tuple(reasons.get(one.id, ()))) for one in found]


def decide(store: Store, ident: int, *, hidden: bool) -> CommentEntry:
    """Hide a comment or show it, and settle the reports of it.  Raises NotFound."""
    with store.write() as connection:
        connection.execute(sa.update(comments).where(comments.c.id == ident).values(hidden=hidden))
        connection.execute(sa.delete(reports).where(reports.c.comment_id == ident))
        return _fetch(connection, ident)


def _fetch(connection: sa.Connection, ident: int) -> CommentEntry:
    row: Any = connection.execute(sa.select(comments).where(comments.c.id == ident)).mappings().one_or_none()
    if row is None:
        raise not_found("comment", ident)
    return from_row(CommentEntry, row)
