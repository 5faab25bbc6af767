"""Count failed logins under keys, so that guessing slows down across all servers of a library.

Each key has some free failures. After them the wait doubles from a second up to `MAX_DELAY`, and one failure is
forgotten per `MAX_DELAY` without another. An attempt counts as a failure from its start, so that parallel attempts are
no way around; a success takes it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa

from .database import Store, insert_missing
from .tables import login_failures as table

MAX_DELAY = timedelta(minutes=15)
MAX_KEYS = 100_000  # that are kept; beyond them those with the fewest failures go, then the oldest
_PRUNING = "00"  # the beginning of the hashes, one in 256, with which it is seen whether there are too many
_FORGOTTEN = timedelta(days=2)  # by then nothing is left of any count


class FailureKey(NamedTuple):
    """A key of failures: its hash, the free failures, and whether a success clears all of them."""

    hash: str
    free: int
    cleared: bool


def delay(failures: float, free: int) -> timedelta:
    """Return the seconds between the last failure and the next allowed attempt."""
    if failures <= free:
        return timedelta(0)
    return min(timedelta(seconds=2.0 ** min(failures - free - 1, 30)), MAX_DELAY)


def begin(store: Store, keys: Sequence[FailureKey], at: datetime) -> timedelta:
    """Begin an attempt and return 0; or return how long to wait before one that does not count."""
    with store.write() as connection:
        rows = _locked(connection, keys, at)
        waits: list[timedelta] = [rows[key.hash].last + delay(rows[key.hash].failures, key.free) - at for key in keys]
        if (wait := max(waits)) > timedelta(0):
            return wait
        for key in keys:
            old = rows[key.hash]
            last = max(at, old.last)  # the clock of another server may be ahead
            failures = max(0.0, old.failures - (last - old.last) / MAX_DELAY) + 1
            connection.execute(sa.update(table).where(table.c.key == key.hash).values(failures=failures, last=last))
        connection.execute(sa.delete(table).where(table.c.last < at - _FORGOTTEN))
        if any(key.hash.startswith(_PRUNING) for key in keys):
            _prune(connection)
    return timedelta(0)


def succeed(store: Store, keys: Sequence[FailureKey]) -> None:
    """Take an attempt back that has succeeded."""
    with store.write() as connection:
        for key in sorted(keys):
            own = table.c.key == key.hash
            if key.cleared:
                connection.execute(sa.delete(table).where(own))
            else:
                fewer = sa.update(table).where(own, table.c.failures >= 1)
                connection.execute(fewer.values(failures=table.c.failures - 1))


def _prune(connection: sa.Connection) -> None:
    excess = sa.select(table.c.key).order_by(table.c.failures.desc(), table.c.last.desc(), table.c.key).offset(MAX_KEYS)
    connection.execute(sa.delete(table).where(table.c.key.in_(excess)))


def _locked(
    connection: sa.Connection, keys: Sequence[FailureKey], at: datetime
) -> dict[str, sa.Row[tuple[object, ...]]]:
    """Return the rows of keys, made where they are missing, which no other server changes until the transaction ends.

    All take them in one order, so that no two wait for each other.
    """
    hashes = sorted(key.hash for key in keys)
    for one in hashes:
        connection.execute(insert_missing(connection, table), {"key": one, "failures": 0.0, "last": at})
    query = sa.select(table).where(table.c.key.in_(hashes)).order_by(table.c.key).with_for_update()
    return {row.key: row for row in connection.execute(query)}
