"""A whole library as one file, and back: everything, people and plays too, from any database into any other.

The file is a library of SQLite, so that it can also be opened as one.  It holds what the library holds, hashes of
passwords among it: whoever may read it may read all that.  Which servers run, and which of them has which play in
memory, is no part of it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

import sqlalchemy as sa

from ..atomic_file import forget, private, replacing
from ..errors import StoreError, naming
from ..sentence import located, say
from .database import Store, connect_private
from .tables import TRANSIENT, metadata
from .turns import Progress, unseen

_ROWS = 1000  # rows that are held at a time
_MAGIC = b"SQLite format 3\0"
_JOURNAL_AT = 18  # where the header of SQLite's files has its two bytes for the kind of journal
_ROLLBACK_JOURNAL = b"\1\1"
_OWNER_ONLY = 0o600
_CHUNK = 1 << 20  # bytes


def backup(store: Store, path: str | os.PathLike[str], on_progress: Progress = unseen) -> int:
    """Write a library, as it is at one moment, into a file, and return the number of rows.

    `on_progress` gets the rows written, and those to write; where it raises, the file is the old one.

    The file is at every moment either the old one or the new one, and only its owner may read it.  Raises StoreError
    where it cannot be written.
    """
    target = Path(os.path.realpath(path))
    with naming(path, OSError, kind=StoreError):
        _require_other_file(store, target)
        with replacing(target, _OWNER_ONLY) as file, _private_library(target) as (copy, content):
            with store.read() as source, copy.write() as sink:
                rows = _copy(source, sink, on_progress)
            content.seek(0)
            shutil.copyfileobj(content, file, _CHUNK)
    return rows


def restore(store: Store, path: str | os.PathLike[str], on_progress: Progress = unseen) -> int:
    """Fill a library that has nothing in it from a backup, and return the number of rows.

    It is one transaction: nobody else can use a library that is half there.  `on_progress` gets the rows written, and
    those to write; where it raises, the library stays empty.

    A backup of an earlier pushbox is brought up to date on the way; the file stays as it is.  Raises StoreError for a
    file that is no backup, and for a library that has something in it.
    """
    with naming(path, OSError, kind=StoreError), Path(path).open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise StoreError(located(path, say("no-backup")))
        file.seek(0)
        place = Path(tempfile.gettempdir(), "pushbox")
        with _private_library(place, file) as (saved, _), saved.read() as source, store.write() as sink:
            _require_empty(sink)
            rows = _copy(source, sink, on_progress)
            _reset_sequences(sink)
    return rows


@contextmanager
def _private_library(place: Path, original: BinaryIO | None = None) -> Iterator[tuple[Store, BinaryIO]]:
    """Yield a library in an unnamed file, as a copy of the original or empty, and the file.

    The file is in the folder of `place`. The system removes it when this process ends, even after a kill.
    """
    with private(place) as (name, file), closing(sqlite3.connect(name)) as connection:
        forget(name)
        if original is not None:
            _copy_library(original, file)
        with connect_private(connection) as library:
            yield library, file


def _require_other_file(store: Store, target: Path) -> None:
    database = store.engine.url.database if store.engine.dialect.name == "sqlite" else None
    if database and target.exists() and target.samefile(database):
        raise StoreError(located(target, say("backup-itself")))
    if target.exists() and not target.is_file():
        raise StoreError(located(target, say("backup-no-file")))


def _copy_library(source: BinaryIO, sink: BinaryIO) -> None:
    """Copy a library's file, without a journal."""
    shutil.copyfileobj(source, sink, _CHUNK)
    sink.seek(_JOURNAL_AT)
    sink.write(_ROLLBACK_JOURNAL)
    sink.flush()


def _copy(source: sa.Connection, sink: sa.Connection, on_progress: Progress) -> int:
    """Copy every table, referenced tables first. Return the number of rows."""
    done = total = 0
    for table in _kept_tables():
        total += source.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
    for table in _kept_tables():
        columns = [column for column in table.c if column.info != TRANSIENT]
        rows = source.execution_options(yield_per=_ROWS).execute(sa.select(*columns).order_by(*table.primary_key))
        for part in rows.mappings().partitions(_ROWS):
            sink.execute(sa.insert(table), [dict(row) for row in part])
            done += len(part)
            on_progress(done, total)
    return done


def _kept_tables() -> list[sa.Table]:
    """Return the tables of a backup, referenced tables first."""
    return [table for table in metadata.sorted_tables if table.info != TRANSIENT]


def _require_empty(connection: sa.Connection) -> None:
    for table in _kept_tables():
        if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
            raise StoreError.said("library-not-empty", table=table.name)


def _reset_sequences(connection: sa.Connection) -> None:
    """Set PostgreSQL's sequences after the copied ids; SQLite does that itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in _kept_tables():
        if isinstance(getattr(table.c.get("id"), "type", None), sa.BigInteger):
            last = sa.select(sa.func.max(table.c.id)).scalar_subquery()
            counter = sa.func.pg_get_serial_sequence(table.name, "id")
            connection.execute(sa.select(sa.func.setval(counter, sa.func.coalesce(last, 1), last.is_not(None))))
