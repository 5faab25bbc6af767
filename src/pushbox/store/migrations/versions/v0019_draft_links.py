"""Links by which others test a collection before it is published, and who has followed them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "draft_links",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column(
            "collection_id", _ID, sa.ForeignKey("collections.id", ondelete="CASCADE"), nullable=False, unique=True
        ),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "draft_testers",
        sa.Column("link", sa.Text, sa.ForeignKey("draft_links.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("visitor", sa.Text, sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index(op.f("ix_draft_testers_visitor"), "draft_testers", ["visitor"])
