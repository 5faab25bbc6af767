"""Rated puzzles: ratings of visitors and of levels, and the attempts behind them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_INSTANT = sa.DateTime(timezone=True)
_RATING = ("rating", "deviation", "volatility")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "puzzle_players",
        sa.Column("visitor", sa.Text, sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
        *(sa.Column(name, sa.Float, nullable=False) for name in _RATING),
        sa.Column("updated", _INSTANT, nullable=False),
    )
    op.create_table(
        "puzzle_levels",
        sa.Column("level_id", _ID, sa.ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True),
        *(sa.Column(name, sa.Float, nullable=False) for name in _RATING),
        sa.Column("updated", _INSTANT, nullable=False),
    )
    op.create_index(op.f("ix_puzzle_levels_rating"), "puzzle_levels", ["rating"])
    op.create_table(
        "puzzle_attempts",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("visitor", sa.Text, sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
        sa.Column("level_id", _ID, sa.ForeignKey("levels.id", ondelete="CASCADE"), nullable=False),
        sa.Column("play_id", _ID, sa.ForeignKey("plays.id", ondelete="SET NULL")),
        sa.Column("opened", _INSTANT, nullable=False),
        sa.Column("closed", _INSTANT),
        sa.Column("won", sa.Boolean),
        sa.Column("rating", sa.Float),
        sa.Column("change", sa.Float),
        sqlite_autoincrement=True,
    )
    for name in ("visitor", "level_id", "play_id"):
        op.create_index(op.f(f"ix_puzzle_attempts_{name}"), "puzzle_attempts", [name])
