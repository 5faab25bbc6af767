"""A whole library as one file, and back: everything, people and plays too, from any database into any other.

The file is a library of SQLite, so that it can also be opened as one.  It holds what the library holds, hashes of
passwords among it: whoever may read it may read all that.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import tempfile
from pathlib import Path

import sqlalchemy as sa

from ..errors import StoreError, naming
from .database import Store, connect
from .tables import metadata

_ROWS = 1000  # rows that are held at a time
_MAGIC = b"SQLite format 3\0"


def backup(store: Store, path: str | os.PathLike[str]) -> int:
    """Write a library, as it is at one moment, into a file, and return the number of rows.

    The file is at every moment either the old one or the new one, and only its owner may read it.  Raises StoreError
    where it cannot be written.
    """
    target = Path(path)
    new = target.with_name(f".{target.name}.{secrets.token_hex(6)}.new")
    with naming(target, OSError, kind=StoreError):
        new.touch(mode=0o600, exist_ok=False)
        try:
            with connect(f"sqlite:///{new}") as copy, store.read() as source, copy.write() as sink:
                rows = _copy(source, sink)
            _make_single_file(new)
            new.replace(target)
        finally:
            for leftover in (new, *(new.with_name(new.name + ending) for ending in ("-wal", "-shm"))):
                leftover.unlink(missing_ok=True)
    return rows


def restore(store: Store, path: str | os.PathLike[str]) -> int:
    """Fill a library that has nothing in it from a backup, and return the number of rows.

    A backup of an earlier pushbox is brought up to date on the way; the file stays as it is.  Raises StoreError for a
    file that is no backup, and for a library that has something in it.
    """
    with naming(path, OSError, kind=StoreError):
        with Path(path).open("rb") as file:
            mark = file.read(len(_MAGIC))
        if mark != _MAGIC:
            raise StoreError(f"{path}: found no backup of a library")
        with tempfile.TemporaryDirectory() as folder:
            copied = Path(folder, "backup.sqlite")
            shutil.copyfile(path, copied)
            with connect(f"sqlite:///{copied}") as saved, saved.read() as source, store.write() as sink:
                _require_empty(sink)
                rows = _copy(source, sink)
                _reset_sequences(sink)
    return rows


def _copy(source: sa.Connection, sink: sa.Connection) -> int:
    """Copy all rows of all tables, those that others name first, and return their number."""
    total = 0
    for table in metadata.sorted_tables:
        rows = source.execution_options(yield_per=_ROWS).execute(sa.select(table).order_by(*table.primary_key))
        for part in rows.mappings().partitions(_ROWS):
            sink.execute(sa.insert(table), [dict(row) for row in part])
            total += len(part)
    return total


def _require_empty(connection: sa.Connection) -> None:
    for table in metadata.sorted_tables:
        if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
            raise StoreError(f"found {table.name} in the library already, expected a library with nothing in it")


def _reset_sequences(connection: sa.Connection) -> None:
    """Set PostgreSQL's sequences to the ids after those that were copied, as SQLite does by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in metadata.sorted_tables:
        if isinstance(getattr(table.c.get("id"), "type", None), sa.BigInteger):
            last = sa.select(sa.func.max(table.c.id)).scalar_subquery()
            counter = sa.func.pg_get_serial_sequence(table.name, "id")
            connection.execute(sa.select(sa.func.setval(counter, sa.func.coalesce(last, 1), last.is_not(None))))


def _make_single_file(path: Path) -> None:
    """Make a library one file that can also be read where nothing may be written."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA journal_mode = DELETE")
    finally:
        connection.close()
    with path.open("rb+") as file:
        os.fsync(file.fileno())
