"""The licence under which a collection is published."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("collections", sa.Column("licence", sa.Text, nullable=False, server_default=""))
    op.create_index(op.f("ix_collections_licence"), "collections", ["licence"])
