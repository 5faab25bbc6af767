"""Recovery codes of accounts: each sets a new password once.  Only hashes of codes arrive here."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from .accounts import account_not_found, change_password
from .database import Store, violation_as
from .tables import now, recovery_codes


def replace(store: Store, name: str, hashes: Iterable[str]) -> None:
    """Replace the recovery codes of an account. Raises NotFound."""
    made = now()
    with store.write() as connection, violation_as(account_not_found(name)):
        connection.execute(sa.delete(recovery_codes).where(recovery_codes.c.account == name))
        rows = [{"id": ident, "account": name, "made": made} for ident in hashes]
        connection.execute(sa.insert(recovery_codes), rows)


def count(store: Store, name: str) -> int:
    """Count the unused codes of an account."""
    query = sa.select(sa.func.count()).select_from(recovery_codes).where(recovery_codes.c.account == name)
    with store.read() as connection:
        return connection.execute(query).scalar_one()


def is_valid(store: Store, name: str, ident: str) -> bool:
    """Return whether a code is an unused one of the account."""
    query = sa.select(recovery_codes.c.made).where(recovery_codes.c.account == name, recovery_codes.c.id == ident)
    with store.read() as connection:
        return connection.execute(query).first() is not None


def use(store: Store, name: str, ident: str, password: str) -> bool:
    """Use a code up, set the hash of the account's password and end all its sessions; return whether there was one."""
    with store.write() as connection:
        own = (recovery_codes.c.account == name, recovery_codes.c.id == ident)
        if not connection.execute(sa.delete(recovery_codes).where(*own)).rowcount:
            return False
        change_password(connection, name, password)
    return True
