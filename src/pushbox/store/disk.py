"""Disk space: what a library takes, what is free beside it, and the shares of visitors and of addresses.

The data of a visitor is counted whenever something is to be added, so that whatever they remove is free at once.  What
an address has added is a number that leaks away: of an address only a hash is kept, and of nothing where it came from.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from .database import Store, upsert
from .tables import address_shares, collections, levels, plays, rooms, solutions, step_comments, steps, studies, tags

# About the bytes that a row takes beside its texts, with its indices; a level has twenty rows in `bands`, and its words
# twice more in the full-text search.
LEVEL_BYTES = 2_000
STEP_BYTES = 40  # of a position of a play
ROOM_BYTES = 2_000  # of a room with its seats, whose level comes on top
ACCOUNT_BYTES = 3_000  # of an account with its recovery codes, its session and its browser
PLAY_BYTES, SOLUTION_BYTES = 400, 400  # beside the positions of a play, and the text of a solution
_STUDY_BYTES, _SMALL_BYTES = 400, 100


class DiskUse(NamedTuple):
    """The bytes that a library takes, those that it can still take of its disk, and those of the whole disk.

    The latter two are None for a database on another machine.
    """

    taken: int
    free: int | None = None
    disk: int | None = None


def use(store: Store) -> DiskUse:
    """Return how much of its disk a library takes.  Pages of a file that are free are free again."""
    with store.read() as connection:
        if connection.dialect.name == "postgresql":
            return DiskUse(connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one())
        names = ("page_size", "page_count", "freelist_count")
        size, pages, unused = (connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names)
    disk = shutil.disk_usage(Path(store.engine.url.database or ".").absolute().parent)
    return DiskUse((pages - unused) * size, disk.free + unused * size, disk.total)


def kept_by(store: Store, owners: Sequence[str]) -> int:
    """Return about how many bytes the data of a visitor takes, and that of their account.  O(their data)."""
    own = sa.select(collections.c.id).where(collections.c.owner.in_(owners))
    own_levels = sa.select(levels.c.id).where(levels.c.collection_id.in_(own))
    played = plays.c.visitor.in_(owners)
    last = sa.select(sa.func.max(steps.c.node)).where(steps.c.play_id == plays.c.id).scalar_subquery()
    length = sa.func.length
    texts: dict[sa.ColumnElement[Any], sa.ColumnElement[bool]] = {
        length(collections.c.title) + length(collections.c.notes) + _SMALL_BYTES: collections.c.owner.in_(owners),
        length(levels.c.level) + 3 * length(levels.c.words) + LEVEL_BYTES: levels.c.collection_id.in_(own),
        length(tags.c.tag) * 2 + _SMALL_BYTES: tags.c.level_id.in_(own_levels),
        length(solutions.c.text) + length(solutions.c.notes) + SOLUTION_BYTES: solutions.c.visitor.in_(owners),
        length(studies.c.text) + _STUDY_BYTES: studies.c.owner.in_(owners),
        length(plays.c.memo) + PLAY_BYTES + STEP_BYTES * sa.func.coalesce(last, 0): played,
        length(rooms.c.level) + ROOM_BYTES: rooms.c.host.in_(owners),
        length(step_comments.c.text) + _SMALL_BYTES: step_comments.c.play_id.in_(sa.select(plays.c.id).where(played)),
    }
    with store.read() as connection:
        return sum(
            int(connection.execute(sa.select(sa.func.coalesce(sa.func.sum(size), 0)).where(of)).scalar_one())
            for size, of in texts.items()
        )


def collection_bytes(store: Store, ident: int) -> int:
    """Return about how many bytes a collection takes, with its levels."""
    size = sa.func.length(levels.c.level) + 3 * sa.func.length(levels.c.words) + LEVEL_BYTES
    query = sa.select(sa.func.coalesce(sa.func.sum(size), 0)).where(levels.c.collection_id == ident)
    with store.read() as connection:
        return int(connection.execute(query).scalar_one()) + _SMALL_BYTES


class AddressShare(NamedTuple):
    """The share of an address: its bytes, and the time after which as many are free again."""

    bytes: int
    period: timedelta

    def left(self, added: float, last: datetime, at: datetime) -> float:
        """Return how many of the bytes that were counted last still count."""
        return max(0.0, added - self.bytes * ((at - last) / self.period))


def wait_of_address(store: Store, key: str, size: int, share: AddressShare, at: datetime) -> timedelta:
    """Return after which time an address, by a hash, has room for so many bytes more; no time if it has."""
    with store.read() as connection:
        row = connection.execute(sa.select(address_shares).where(address_shares.c.key == key)).one_or_none()
    counted = 0.0 if row is None else share.left(row.bytes, row.last, at)
    return max(timedelta(0), (counted + size - share.bytes) / share.bytes * share.period)


def count_for_address(store: Store, key: str, size: int, share: AddressShare, at: datetime) -> None:
    """Count bytes that an address, by a hash, has added; forget those of which nothing counts any more."""
    own = address_shares.c.key == key
    with store.write() as connection:
        row = connection.execute(sa.select(address_shares).where(own).with_for_update()).one_or_none()
        last = at if row is None else max(at, row.last)  # the clock of another server may be ahead
        left = 0.0 if row is None else share.left(row.bytes, row.last, last)
        values = {"key": key, "bytes": left + size, "last": last}
        connection.execute(upsert(connection, address_shares, "bytes", "last"), values)
        connection.execute(sa.delete(address_shares).where(address_shares.c.last < at - 2 * share.period))
