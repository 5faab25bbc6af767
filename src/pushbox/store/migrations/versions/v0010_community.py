"""Likes, votes, comments, follows and moderators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the columns, and make the tables."""
    op.add_column("accounts", sa.Column("moderator", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("collections", sa.Column("published_at", _INSTANT))
    op.create_table(
        "opinions",
        _level(key=True),
        _account(),
        sa.Column("liked", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("difficulty", sa.Integer),
        sa.Column("updated", _INSTANT, nullable=False),
    )
    op.create_index(op.f("ix_opinions_account"), "opinions", ["account"])
    op.create_table(
        "comments",
        sa.Column("id", _ID, primary_key=True),
        _level(key=False),
        _account(key=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made", _INSTANT, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_comments_level_id"), "comments", ["level_id"])
    op.create_index(op.f("ix_comments_account"), "comments", ["account"])
    op.create_table(
        "reports",
        sa.Column("comment_id", _ID, sa.ForeignKey("comments.id", ondelete="CASCADE"), primary_key=True),
        _account(),
        sa.Column("reason", sa.Text, nullable=False, server_default=""),
        sa.Column("made", _INSTANT, nullable=False),
    )
    op.create_index(op.f("ix_reports_account"), "reports", ["account"])
    op.create_table("follows", _account(), _account("author"), sa.Column("made", _INSTANT, nullable=False))
    op.create_index(op.f("ix_follows_author"), "follows", ["author"])


def _level(*, key: bool) -> sa.Column[int]:
    target = sa.ForeignKey("levels.id", ondelete="CASCADE")
    return sa.Column("level_id", _ID, target, primary_key=key, nullable=False)


def _account(name: str = "account", *, key: bool = True) -> sa.Column[str]:
    target = sa.ForeignKey("accounts.name", ondelete="CASCADE")
    return sa.Column(name, sa.Text, target, primary_key=key, nullable=False)
