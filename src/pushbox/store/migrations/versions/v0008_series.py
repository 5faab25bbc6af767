"""Series of games in a room, and ratings of those who play them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the columns, and make the tables."""
    op.add_column("rooms", sa.Column("results", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("rooms", sa.Column("best_of", sa.Integer, nullable=False, server_default="1"))
    op.add_column("rooms", sa.Column("games", sa.Integer, nullable=False, server_default="0"))
    op.add_column("room_seats", sa.Column("account", sa.Text, nullable=False, server_default=""))
    op.add_column("room_seats", sa.Column("wins", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "player_ratings",
        _account(),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated", _INSTANT, nullable=False),
    )
    op.create_index(op.f("ix_player_ratings_kind_rating"), "player_ratings", ["kind", "rating"])
    op.create_table(
        "rated_games",
        sa.Column("game", sa.Text, primary_key=True),
        _account(),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("played", _INSTANT, nullable=False),
    )
    op.create_index(op.f("ix_rated_games_account"), "rated_games", ["account"])


def _account() -> sa.Column[str]:
    return sa.Column("account", sa.Text, sa.ForeignKey("accounts.name", ondelete="CASCADE"), primary_key=True)
