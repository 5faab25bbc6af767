"""Servers with their leases, and the owners of plays: several servers on one library, each play with one of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables, and add the columns to the plays, which nobody has in memory."""
    op.create_table(
        "servers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False, server_default=""),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.add_column("plays", sa.Column("owner", sa.Text))
    op.add_column("plays", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "handovers",
        sa.Column("play_id", _ID, sa.ForeignKey("plays.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("server", sa.Text, sa.ForeignKey("servers.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index(op.f("ix_handovers_server"), "handovers", ["server"])
