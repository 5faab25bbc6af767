"""Indices for the list of collections, and for the levels that are not in `bands` yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the indices."""
    op.create_index(op.f("ix_levels_collection_id_game"), "levels", ["collection_id", "game"])
    op.create_index(
        "ix_levels_not_sketched",
        "levels",
        ["id"],
        sqlite_where=sa.text("sketched = 0"),
        postgresql_where=sa.text("NOT sketched"),
    )
