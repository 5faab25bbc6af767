"""Versions of levels, and the collections that hold the earlier ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table, and let collections name the one whose earlier versions they hold."""
    op.create_table(
        "level_versions",
        sa.Column("level_id", _ID, sa.ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("line", _ID, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("line", "version", name=op.f("uq_level_versions_line_version")),
    )
    op.add_column("collections", sa.Column("earlier_of", _ID))
    op.create_index(op.f("ix_collections_earlier_of"), "collections", ["earlier_of"])
