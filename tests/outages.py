"""Outages of a database: no room on its disk, and another that keeps it busy, by the errors that the database has."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from pushbox.store import Store
from pushbox.store.tables import metadata

_NO_ROOM = """
CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'could not extend file "/srv/secret": No space left' USING ERRCODE = 'disk_full'; END $$
"""
_ROOM = """
CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$
"""


@contextmanager
def full_disk(library: Store) -> Iterator[None]:
    """Let nothing be added to a library or changed in it."""
    with _refusing_triggers(library) if library.engine.dialect.name == "postgresql" else _refusing_driver(library):
        yield


@contextmanager
def _refusing_driver(library: Store) -> Iterator[None]:
    """Let SQLite's driver fail as it does where the disk is full."""

    def refuse(_cursor: Any, statement: str, _parameters: Any, _context: Any) -> None:
        if statement.lstrip().startswith(("INSERT", "UPDATE")):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error

    for name in ("do_execute", "do_executemany"):
        sa.event.listen(library.engine, name, refuse)
    try:
        yield
    finally:
        for name in ("do_execute", "do_executemany"):
            sa.event.remove(library.engine, name, refuse)


@contextmanager
def _refusing_triggers(library: Store) -> Iterator[None]:
    """Let PostgreSQL's tables refuse every row by the error that it has where the disk is full."""
    with library.write() as connection:
        connection.exec_driver_sql("SET LOCAL lock_timeout = 0")  # the patience of a library may be a fifth of a second
        connection.exec_driver_sql(_NO_ROOM)
        for table in metadata.sorted_tables:
            connection.exec_driver_sql(
                f"CREATE OR REPLACE TRIGGER no_room BEFORE INSERT OR UPDATE ON {table.name} EXECUTE FUNCTION no_room()"
            )
    try:
        yield
    finally:
        with library.write() as connection:  # to drop the triggers would lock tables that others write to
            connection.exec_driver_sql(_ROOM)


@contextmanager
def busy(library: Store) -> Iterator[None]:
    """Keep a library from being written, as another process does that writes for long."""
    with library.write() as connection:
        if connection.dialect.name == "postgresql":
            names = ", ".join(table.name for table in metadata.sorted_tables)
            connection.exec_driver_sql(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
        yield
