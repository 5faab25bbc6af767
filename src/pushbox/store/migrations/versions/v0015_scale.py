"""Ratings name the version of the scale of their number; those that are there are of the first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("ratings", sa.Column("scale", sa.Integer, nullable=False, server_default="1"))
