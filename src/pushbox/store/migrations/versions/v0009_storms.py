"""Results of storms."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "storms",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("visitor", sa.Text, nullable=False, server_default=""),
        sa.Column("account", sa.Text, nullable=False, server_default=""),
        sa.Column("name", sa.Text, nullable=False, server_default=""),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("played", sa.DateTime(timezone=True), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_storms_visitor"), "storms", ["visitor"])
    op.create_index(op.f("ix_storms_account"), "storms", ["account"])
    op.create_index(op.f("ix_storms_solved_moves"), "storms", ["solved", "moves"])
