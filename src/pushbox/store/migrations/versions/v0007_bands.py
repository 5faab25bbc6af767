"""The index of levels that are nearly the same, which is filled when it is asked for the first time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table, and note of each level that it is not in it."""
    op.add_column("levels", sa.Column("sketched", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "bands",
        sa.Column("band", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("level_id", _ID, sa.ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_bands_level_id"), "bands", ["level_id"])
