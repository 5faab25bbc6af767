"""Tokens of accounts for programs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, sa.ForeignKey("accounts.name", ondelete="CASCADE"), nullable=False),
        sa.Column("visitor", sa.Text, sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.Text, nullable=False, server_default=""),
        sa.Column("scopes", sa.JSON, nullable=False),
        sa.Column("made", _INSTANT, nullable=False),
        sa.Column("used", _INSTANT),
        sa.Column("ends", _INSTANT),
    )
    for name in ("account", "visitor"):
        op.create_index(op.f(f"ix_api_tokens_{name}"), "api_tokens", [name])
