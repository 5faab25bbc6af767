"""Classes: their levels by date, their pupils, and the rooms that are theirs alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables, and let rooms name their class."""
    op.create_table(
        "classes",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False, server_default=""),
        sa.Column("opened", _INSTANT, nullable=False),
        sa.Column("touched", _INSTANT, nullable=False),
        sa.UniqueConstraint("code", name=op.f("uq_classes_code")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_classes_owner"), "classes", ["owner"])
    op.create_index(op.f("ix_classes_touched"), "classes", ["touched"])
    op.create_table(
        "class_levels",
        sa.Column("class_id", _ID, sa.ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("level_id", _ID, sa.ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("opens", _INSTANT, nullable=False),
    )
    op.create_index(op.f("ix_class_levels_level_id"), "class_levels", ["level_id"])
    op.create_table(
        "pupils",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("class_id", _ID, sa.ForeignKey("classes.id", ondelete="CASCADE"), nullable=False),
        sa.Column("visitor", sa.Text, sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("joined", _INSTANT, nullable=False),
        sa.UniqueConstraint("class_id", "visitor", name=op.f("uq_pupils_class_id_visitor")),
        sa.UniqueConstraint("class_id", "folded", name=op.f("uq_pupils_class_id_folded")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_pupils_visitor"), "pupils", ["visitor"])
    op.add_column("rooms", sa.Column("class_id", _ID))
    op.create_index(op.f("ix_rooms_class_id"), "rooms", ["class_id"])
