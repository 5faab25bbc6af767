"""Accounts: the look of each name, sessions that can be listed, known devices, recovery codes, failed logins."""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

from pushbox.store.account_names import skeleton

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)
_LIFETIME = timedelta(days=30)  # of the sessions of before, of which only their end is known


def upgrade() -> None:
    """Add the new tables, and fill them for existing accounts and sessions."""
    _skeletons()
    _sessions()
    _devices()
    op.create_table(
        "recovery_codes",
        sa.Column("id", sa.Text, primary_key=True),
        _under("accounts", "account", "name"),
        sa.Column("made", _INSTANT, nullable=False),
    )
    op.create_index(op.f("ix_recovery_codes_account"), "recovery_codes", ["account"])
    op.create_table(
        "login_failures",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("failures", sa.Float, nullable=False),
        sa.Column("last", _INSTANT, nullable=False),
    )
    op.create_index(op.f("ix_login_failures_last"), "login_failures", ["last"])


def _under(table: str, name: str, column: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, sa.ForeignKey(f"{table}.{column}", ondelete="CASCADE"), nullable=False)


def _skeletons() -> None:
    """Names are compared with new ones as today's registration does it: by the same function."""
    op.add_column("accounts", sa.Column("skeleton", sa.Text, nullable=False, server_default=""))
    op.create_index(op.f("ix_accounts_skeleton"), "accounts", ["skeleton"])
    accounts = sa.table("accounts", sa.column("name", sa.Text), sa.column("skeleton", sa.Text))
    connection = op.get_bind()
    for name in connection.execute(sa.select(accounts.c.name)).scalars().all():
        change = sa.update(accounts).where(accounts.c.name == name).values(skeleton=skeleton(name))
        connection.execute(change)


def _sessions() -> None:
    for name in ("made", "used"):
        op.add_column("logins", sa.Column(name, _INSTANT))
    op.add_column("logins", sa.Column("client", sa.Text, nullable=False, server_default=""))
    instants = (sa.column(name, _INSTANT) for name in ("ends", "made", "used"))
    logins = sa.table("logins", sa.column("id", sa.Text), *instants)
    connection = op.get_bind()
    for ident, ends in connection.execute(sa.select(logins.c.id, logins.c.ends)).all():
        begun = ends - _LIFETIME
        connection.execute(sa.update(logins).where(logins.c.id == ident).values(made=begun, used=begun))
    with op.batch_alter_table("logins") as batch:
        for name in ("made", "used"):
            batch.alter_column(name, nullable=False)


def _devices() -> None:
    """Make the device of each current session known to its account."""
    op.create_table(
        "devices",
        _under("accounts", "account", "name"),
        _under("visitors", "visitor", "id"),
        sa.Column("used", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("account", "visitor"),
    )
    op.create_index(op.f("ix_devices_visitor"), "devices", ["visitor"])
    op.execute("INSERT INTO devices SELECT account, visitor, max(used) FROM logins GROUP BY account, visitor")
