"""Shares of the disk: when a visitor and a study were seen last, and what each address has added."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the columns and the table; whoever has something in the library counts as seen now."""
    op.add_column("visitors", sa.Column("seen", _INSTANT))
    op.create_index(op.f("ix_visitors_seen"), "visitors", ["seen"])
    op.add_column("studies", sa.Column("read", _INSTANT))
    op.create_table(
        "address_shares",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("bytes", sa.Float, nullable=False),
        sa.Column("last", _INSTANT, nullable=False),
    )
    op.create_index(op.f("ix_address_shares_last"), "address_shares", ["last"])
    connection, now = op.get_bind(), datetime.now(UTC)
    connection.execute(sa.text("UPDATE visitors SET seen = :now").bindparams(sa.bindparam("now", now, _INSTANT)))
    connection.execute(sa.text("UPDATE studies SET read = :now").bindparams(sa.bindparam("now", now, _INSTANT)))
    for table in ("collections", "studies"):  # of visitors who have never played
        missing = (
            f"INSERT INTO visitors (id, met, seen) SELECT DISTINCT owner, :now, :now FROM {table} "  # noqa: S608
            "WHERE length(owner) = 64 AND owner NOT IN (SELECT name FROM accounts) "
            "AND owner NOT IN (SELECT id FROM visitors)"
        )
        connection.execute(sa.text(missing).bindparams(sa.bindparam("now", now, _INSTANT)))
