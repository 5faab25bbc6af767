"""SQLite as the database of a library: in one file with a write-ahead log, or in one that can only be read.

SQLite needs to write beside a file even to read it, for its log and the index of that.  On a medium that nobody can
write, such as a DVD or a snapshot, the file is opened as one that never changes.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ..errors import StoreError, naming
from ..sentence import located, say

WRITES = "pushbox_writes"  # the option of a connection that is to write
POOL_SIZE = 16  # connections kept; as many more may be opened for a while
_JOURNAL_POLL = 0.01  # seconds until a journal that was locked is tried again


def sqlite_engine(url: sa.URL, busy_timeout: float) -> sa.Engine:
    """Return connections to the file of a URL, which may be new; where it can only be read, they can only read.

    Raises StoreError where there can be no such file, or where it cannot even be read.
    """
    file = Path(url.database or "").resolve()
    if file.is_file() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
        return _read_only(url, file)
    with naming(file.parent, OSError, kind=StoreError):
        file.parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(
        url,
        pool_size=POOL_SIZE,
        max_overflow=POOL_SIZE,
        pool_timeout=busy_timeout,
        pool_use_lifo=True,  # so that a few have the pages in their caches, instead of all the same ones
        connect_args={"timeout": busy_timeout},
        hide_parameters=True,
    )
    sa.event.listen(engine, "connect", partial(set_up_sqlite, busy_timeout))
    sa.event.listen(engine, "begin", begin_sqlite)
    return engine


def _read_only(url: sa.URL, file: Path) -> sa.Engine:
    if not _is_on_read_only_medium(file):
        raise StoreError(located(file, say("library-no-right")))  # others may write it at any time
    if (log := file.with_name(f"{file.name}-wal")).exists() and log.stat().st_size:
        raise StoreError(located(file, say("library-with-log", log=log.name)))
    engine = sa.create_engine(url, creator=partial(immutable, file), poolclass=sa.NullPool, hide_parameters=True)

    def begin(connection: sa.Connection) -> None:
        if is_writing(connection):
            raise StoreError(located(file, say("library-read-only")))
        begin_sqlite(connection)

    sa.event.listen(engine, "begin", begin)
    return engine


def _is_on_read_only_medium(file: Path) -> bool:
    try:
        os.close(os.open(file, os.O_RDWR))
    except OSError as error:
        return error.errno == errno.EROFS
    return False


def immutable(file: Path) -> sqlite3.Connection:
    """Return a connection to a file that nobody changes while it is open."""
    uri = f"{file.as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)


def reader(file: Path) -> sa.Engine:
    """Return connections that can change nothing, not even how a file keeps its journal."""
    return sa.create_engine("sqlite://", creator=lambda: sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True))


def set_up_sqlite(busy_timeout: float, connection: Any, _: object) -> None:
    """Set a new connection to SQLite up: a write-ahead log, whose every commit is on the disk."""
    connection.isolation_level = None  # transactions begin where SQLAlchemy says so, not where the driver guesses
    _write_ahead(connection, time.monotonic() + busy_timeout)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _write_ahead(connection: sqlite3.Connection, until: float) -> None:
    # SQLite lets nobody wait for a writer who is about to change the journal: it answers at once that it is locked.
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_JOURNAL_POLL)
        else:
            return


def is_writing(connection: sa.Connection) -> bool:
    """Return whether a connection is one of `Store.write`."""
    return bool(connection.get_execution_options().get(WRITES))


def begin_sqlite(connection: sa.Connection) -> None:
    """Begin a transaction, as SQLAlchemy says and not the driver guesses."""
    # A writer takes its turn at once: a reader that turns into a writer could only fail if another came first.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing(connection) else "BEGIN")
