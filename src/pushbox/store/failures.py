"""Translate database errors into library errors: full, busy, unreachable, or other.

The message has no address of the database. Address and original message are a note of the error (`__notes__`), for the
operator's log.
"""

from __future__ import annotations

import sqlite3

import sqlalchemy as sa
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    OperationalError,
    ProgrammingError,
    SQLAlchemyError,
)

from ..errors import LibraryBusy, LibraryFull, LibraryUnavailable

# SQLite's error codes without their details (https://sqlite.org/rescode.html): a disk without room may fail in any way.
_SQLITE_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_CANTOPEN}
# PostgreSQL's (https://www.postgresql.org/docs/current/errcodes-appendix.html), or how they begin: disk_full, io_error.
_POSTGRESQL_FULL = ("53100", "58030")
# Connections, a rollback that may be repeated, other resources, locks and time limits, shutting down, a standby.
_POSTGRESQL_BUSY = ("08", "40", "53", "55P03", "57014", "57P", "25006")

# Of what is written or asked, not of the database: a defect of pushbox unless the caller expects it.
_OWN_FAULTS = (DataError, IntegrityError, ProgrammingError)


def as_unavailable(error: SQLAlchemyError, address: str) -> LibraryUnavailable | None:
    """Return the error of a library, by its address, whose database has failed; None where the fault is not its own."""
    if isinstance(error, _OWN_FAULTS) or not isinstance(error, DBAPIError | sa.exc.TimeoutError):
        return None
    unavailable = _kind(error)
    unavailable.add_note(f"{address}: {reason(error)}")
    return unavailable


def reason(error: SQLAlchemyError) -> str:
    """Return the words of the database, on one line, without the statement that it quotes."""
    original = error.orig if isinstance(error, DBAPIError) else error
    primary = getattr(getattr(original, "diag", None), "message_primary", None)
    return " ".join((primary or str(original)).split())


def _kind(error: DBAPIError | sa.exc.TimeoutError) -> LibraryUnavailable:
    if isinstance(error, sa.exc.TimeoutError):  # all connections are in use
        return _busy()
    original = error.orig
    if isinstance(original, sqlite3.Error):
        code = getattr(original, "sqlite_errorcode", 0) & 0xFF
        full, busy = code in _SQLITE_FULL, code in _SQLITE_BUSY
    else:
        state: str = getattr(original, "sqlstate", None) or ""
        full, busy = state.startswith(_POSTGRESQL_FULL), state.startswith(_POSTGRESQL_BUSY)
        # Without a state there was no connection, or it has broken.
        busy |= error.connection_invalidated or (not state and isinstance(error, OperationalError))
    if full:
        return LibraryFull.said("library-full")
    return _busy() if busy else LibraryUnavailable.said("library-failed")


def _busy() -> LibraryBusy:
    return LibraryBusy.said("library-busy")
