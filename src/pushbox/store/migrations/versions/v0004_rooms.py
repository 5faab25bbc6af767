"""Live rooms with their seats and moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "rooms",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False, server_default=""),
        sa.Column("level_id", _ID, sa.ForeignKey("levels.id", ondelete="SET NULL")),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False, server_default=""),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
        sa.Column("winner", sa.Integer),
        sa.Column("failed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("solutions", sa.JSON, nullable=False),
        sa.Column("opened", _INSTANT, nullable=False),
        sa.Column("updated", _INSTANT, nullable=False),
        sa.Column("server", sa.Text),
        sa.Column("wanted_by", sa.Text),
    )
    op.create_index(op.f("ix_rooms_level_id"), "rooms", ["level_id"])
    op.create_table(
        "room_seats",
        _in_room(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("visitor", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False, server_default=""),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("finished", sa.Float),
        sa.Column("here", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("assists", sa.JSON, nullable=False),
        sa.Column("snapshots", sa.JSON, nullable=False),
        sa.Column("memo", sa.Text, nullable=False, server_default=""),
    )
    op.create_index(op.f("ix_room_seats_visitor"), "room_seats", ["visitor"])
    op.create_table(
        "room_steps",
        _in_room(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("node", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def _in_room() -> sa.Column[str]:
    return sa.Column("code", sa.Text, sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)
