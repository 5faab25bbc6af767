"""Open a library on a disk without any room: it can be read, and is written again once there is room.

SQLite needs a little room even to read, for its write-ahead log and the index of that.  Without it a library that was
closed in order is opened as a file that nobody changes, which is so while its disk is full; the caller keeps all other
servers away (`serving`).  A log that a killed server has left is put into the file first, which makes room by itself.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa

from ..errors import LibraryFull, StoreError
from . import migrations
from .database import Store, default_url, sqlite_file
from .sqlite import POOL_SIZE, begin_sqlite, immutable, is_writing, set_up_sqlite

NO_ROOM = 1 << 20  # bytes that are free on a disk that counts as full
_KIND = "pushbox_read_only"


class OpenedLibrary:
    """A library, which may be only read for now; `open_it` opens it for writing."""

    def __init__(self, store: Store, open_it: Callable[[], Store] | None = None) -> None:
        self.store = store
        self._open_it = open_it

    @property
    def is_read_only(self) -> bool:
        """Return whether it cannot be written."""
        return self._open_it is not None

    def try_to_write(self) -> bool:
        """Return whether it can be written, now or again."""
        if self._open_it is None:
            return True
        with suppress(StoreError):
            self._open_it().close()
            self._open_it = None
        return not self.is_read_only


@contextmanager
def opened(open_it: Callable[[], Store], url: str | None, busy_timeout: float) -> Iterator[OpenedLibrary]:
    """Yield a library that `open_it` opens; if its disk has no room, one that can be read.  Raises StoreError."""
    try:
        library = OpenedLibrary(open_it())
    except StoreError as error:
        file = sqlite_file(url)
        if file is None or not file.is_file() or not _is_full(file, error):
            raise
        library = _read_only(file, url, open_it, busy_timeout)
    with library.store:
        yield library


def _is_full(file: Path, error: StoreError) -> bool:
    return isinstance(error, LibraryFull) or shutil.disk_usage(file.parent).free < NO_ROOM


def _read_only(file: Path, url: str | None, open_it: Callable[[], Store], busy_timeout: float) -> OpenedLibrary:
    _empty_log(file)
    with suppress(StoreError):  # that may have made room
        return OpenedLibrary(open_it())
    library = OpenedLibrary(Store(sa.create_engine("sqlite://")), open_it)

    def connect() -> sqlite3.Connection:
        if library.is_read_only:
            return immutable(file)
        return sqlite3.connect(file, timeout=busy_timeout, check_same_thread=False)

    def set_up(connection: sqlite3.Connection, record: sa.pool.ConnectionPoolEntry) -> None:
        record.info[_KIND] = library.is_read_only
        if not library.is_read_only:
            set_up_sqlite(busy_timeout, connection, record)

    def check_out(_: object, record: sa.pool.ConnectionPoolEntry, __: object) -> None:
        if record.info[_KIND] != library.is_read_only:
            raise sa.exc.DisconnectionError  # it is made anew

    def begin(connection: sa.Connection) -> None:
        if library.is_read_only and is_writing(connection):
            raise LibraryFull.said("library-full")
        begin_sqlite(connection)

    engine = sa.create_engine(
        sa.make_url(url or default_url()),
        creator=connect,
        pool_size=POOL_SIZE,
        max_overflow=POOL_SIZE,
        pool_timeout=busy_timeout,
        hide_parameters=True,
    )
    for name, listener in (("connect", set_up), ("checkout", check_out), ("begin", begin)):
        sa.event.listen(engine, name, listener)
    library.store = Store(engine)
    with library.store.read() as connection:
        if migrations.current_revision(connection) != migrations.HEAD:
            raise LibraryFull.said("library-full")
    return library


def _empty_log(file: Path) -> None:
    """Put what a killed server has left in its log into the file, by a connection that needs no index on the disk."""
    log = file.with_name(f"{file.name}-wal")
    if not log.exists() or not log.stat().st_size:
        return
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE").close()
            busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            raise LibraryFull.said("library-full") from error
    if busy or (log.exists() and log.stat().st_size):
        raise LibraryFull.said("library-full")
