"""Ratings: how hard levels are for people, and why."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "ratings",
        sa.Column("turned", sa.String(32), primary_key=True),
        sa.Column("difficulty", sa.Float, nullable=False),
        sa.Column("reasons", sa.JSON, nullable=False),
        sa.Column("pushes", sa.Integer, nullable=False),
        sa.Column("added", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index(op.f("ix_ratings_difficulty"), "ratings", ["difficulty"])
