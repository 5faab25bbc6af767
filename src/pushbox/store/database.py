"""Open a library: a database by its URL, with guarantees for reads and writes.

SQLite keeps a library in one file with a write-ahead log (WAL), so that readers and a writer do not wait for each
other. A write is one transaction and is on the disk when it returns without an error: confirmed data survives any
crash. A read sees one consistent state.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import accumulate, chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

import platformdirs
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from ..errors import NotFound, PushboxError, StoreError
from ..extras import requiring
from ..sentence import located, say
from . import failures, migrations
from .fulltext import sanitize_all
from .sqlite import POOL_SIZE, WRITES, begin_sqlite, reader, sqlite_engine
from .tables import Text

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_T = TypeVar("_T", bound="DataclassInstance")
_Item = TypeVar("_Item")

BUSY_TIMEOUT = 30.0  # seconds that a writer waits for another, unless another time is given
CONNECT_TIMEOUT = 10  # seconds until a server of PostgreSQL that does not answer is out of reach
# The number of PostgreSQL's lock under which one process at a time brings a library up to date.
_MIGRATION_LOCK = 0x70757368
MOST_NAMED = 10_000  # ids that a statement names, fewer than any database takes


@dataclass(frozen=True, slots=True, eq=False)
class Store:
    """An open library; any thread may use it.  Close it, or use it as a context."""

    engine: sa.Engine

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """Yield a connection that sees one state of the library.  Raises LibraryUnavailable where it cannot be read."""
        with self._available(), self.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """Yield a connection whose changes are all on the disk afterwards; none of them if an exception leaves.

        Raises LibraryFull where there is no room, LibraryBusy where another process keeps writing for long or the
        database cannot be reached.
        """
        with (
            self._available(),
            self.engine.connect().execution_options(**{WRITES: True}) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def _available(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            unavailable = failures.as_unavailable(error, self.url)
            if unavailable is None:
                raise
            raise unavailable from error

    @property
    def url(self) -> str:
        """Return the URL of the database, without a password."""
        return self.engine.url.render_as_string()

    def close(self) -> None:
        """Close all connections, those that a thread still uses as soon as it has done."""
        sa.event.listen(self.engine.pool, "checkin", lambda _, record: record.invalidate())
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def default_url() -> str:
    """Return the URL of this user's library."""
    return f"sqlite:///{platformdirs.user_data_path('pushbox') / 'library.sqlite'}"


def connect(url: str | None = None, *, busy_timeout: float = BUSY_TIMEOUT) -> Store:
    """Open the library at a URL, such as ``sqlite:///levels.sqlite`` or ``postgresql://user@host/name``.

    Without a URL it is the user's own, which is made if it does not exist.  A library of an earlier pushbox is brought
    up to date.  A writer waits for another up to `busy_timeout` seconds.  Raises StoreError where there is no such
    database, or one that pushbox does not know.
    """
    return _up_to_date(Store(_engine(url or default_url(), busy_timeout)))


def connect_private(connection: sqlite3.Connection) -> Store:
    """Open a library on a private SQLite connection, in a file that nobody else opens.

    It has no journal and no crash safety. Raises StoreError as `connect` does.
    """
    connection.isolation_level = None
    try:
        for pragma in ("journal_mode = MEMORY", "synchronous = OFF", "temp_store = MEMORY", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}").close()
    except sqlite3.Error as error:
        raise StoreError(str(error)) from error
    engine = sa.create_engine("sqlite://", creator=lambda: connection, poolclass=sa.StaticPool)
    sa.event.listen(engine, "begin", begin_sqlite)
    return _up_to_date(Store(engine))


def _up_to_date(store: Store) -> Store:
    try:
        _migrate(store)
    except StoreError:
        store.close()
        raise
    except SQLAlchemyError as error:
        store.close()
        raise StoreError(located(store.url, failures.reason(error))) from error
    return store


def take_lock(connection: sa.Connection, number: int) -> None:
    """Let one writer at a time go on from here until its transaction ends; SQLite has but one anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(number)))


def sqlite_file(url: str | None = None) -> Path | None:
    """Return the file of the library at a URL, links followed, None for one that is in no file."""
    try:
        parsed = sa.make_url(url or default_url())
    except ArgumentError:
        return None
    is_file = parsed.get_backend_name() == "sqlite" and parsed.database not in {None, "", ":memory:"}
    return Path(parsed.database or "").resolve() if is_file else None


def insert_one(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> int:
    """Insert a row and return the id that the database gave it."""
    key = connection.execute(sa.insert(table).values(row)).inserted_primary_key
    assert key is not None
    ident: int = key[0]
    return ident


def insert_all(connection: sa.Connection, table: sa.Table, new: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all have the columns of the first, many by one statement.

    Values become what the driver takes a column at a time: by SQLAlchemy's own way, a row at a time, that costs as much
    as the database itself.  A statement of SQLite has many rows: after each statement that fires a trigger it writes
    what the full-text index has gathered, which took two fifths of adding levels while each row had its own.
    """
    if not new:
        return
    dialect = connection.dialect
    order = [column for column in table.columns if column.name in new[0]]  # as the statement names them
    names = [column.name for column in order]
    columns: list[Iterable[Any]] = []
    for column in order:
        values = [row[column.name] for row in new]
        if type(column.type) is Text:
            columns.append(sanitize_all(values))
            continue
        process = column.type.dialect_impl(dialect).bind_processor(dialect)
        columns.append(values if process is None else _processed(values, process))
    statement = _insert_statement(table, tuple(names), dialect)
    given = zip(*columns, strict=True)
    if not dialect.positional:
        _insert_each(connection, statement, names, given)
        return
    head, _, one = statement.partition(" VALUES ")
    for some in portions([*given], MOST_NAMED // len(names)):
        connection.exec_driver_sql(f"{head} VALUES {', '.join([one] * len(some))}", tuple(chain.from_iterable(some)))


def insert_raw(
    connection: sa.Connection, table: sa.Table, names: tuple[str, ...], new: Iterable[tuple[str | int, ...]]
) -> None:
    """Insert rows of numbers and texts, the columns in the order of the table, in half of SQLAlchemy's time.

    The statement is the same for any number of rows, and its texts have gone through `sanitize`.
    """
    _insert_each(connection, _insert_statement(table, names, connection.dialect), names, new)


def _insert_each(
    connection: sa.Connection, statement: str, names: Sequence[str], new: Iterable[tuple[Any, ...]]
) -> None:
    """Insert rows by a statement that is executed for each."""
    if connection.dialect.positional:
        connection.exec_driver_sql(statement, [*new])
    else:
        connection.exec_driver_sql(statement, [dict(zip(names, row, strict=True)) for row in new])


@lru_cache(maxsize=1 << 6)
def _insert_statement(table: sa.Table, names: tuple[str, ...], dialect: sa.Dialect) -> str:
    return str(sa.insert(table).compile(dialect=dialect, column_keys=names))


def _processed(values: Iterable[Any], process: Callable[[Any], Any]) -> Iterator[Any]:
    """Yield what becomes of each value; rows that are added together share instants and lists, which cost most."""
    last, result = object(), None
    for value in values:
        if value is not last:
            last, result = value, process(value)
        yield result


def portions(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    """Yield items in portions of at most `size`: what a statement can name, or what one transaction writes."""
    return (items[start : start + size] for start in range(0, len(items), size))


def fitting(sizes: Iterable[int], room: int | None) -> int:
    """Return how many of the first of some rows, by their sizes, have room on a page: all for None, at least one."""
    sums = [*accumulate(sizes)]
    return len(sums) if room is None else max(1, bisect_right(sums, room))


def from_row(cls: type[_T], row: Mapping[Any, Any], **given: Any) -> _T:
    """Return a value of a dataclass: some fields as given, the others from the columns of their names."""
    columns = {field.name: row[field.name] for field in fields(cls) if field.name not in given}
    return cls(**columns, **given)


def not_found(kind: str, ident: int) -> NotFound:
    """Return the error for an id of which there is no row, or none that the one who asks may see."""
    match kind:
        case "collection":
            return NotFound.said("no-collection", collection=ident)
        case "level":
            return NotFound.said("no-level", level=ident)
        case "play":
            return NotFound.said("no-play", play=ident)
        case "comment":
            return NotFound.said("no-comment", comment=ident)
        case _:
            return NotFound.said("not-in-library", what=kind, id=ident)


@contextmanager
def violation_as(error: PushboxError) -> Iterator[None]:
    """Raise an error where a key is there twice, or names a row that is not."""
    try:
        yield
    except IntegrityError:
        raise error from None


def insert_missing(connection: sa.Connection, table: sa.Table) -> Any:
    """Return an INSERT that leaves a row alone whose key is there already."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def upsert(connection: sa.Connection, table: sa.Table, *names: str) -> Any:
    """Return an INSERT that, where the key is there already, updates the columns `names` of its row."""
    insert = sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
    return insert.on_conflict_do_update(
        index_elements=list(table.primary_key), set_={name: insert.excluded[name] for name in names}
    )


def _engine(text: str, busy_timeout: float) -> sa.Engine:
    try:
        url = sa.make_url(text)
    except ArgumentError:
        raise StoreError.said("database-url", found=repr(text[:80]), examples=_EXAMPLES) from None
    if url.drivername in {"sqlite", "sqlite+pysqlite"}:
        if not url.database or url.database == ":memory:":
            raise StoreError.said("database-no-file", examples=_EXAMPLES)
        return sqlite_engine(url, busy_timeout)
    if url.drivername in {"postgres", "postgresql", "postgresql+psycopg"}:
        with requiring("postgres"):
            return _postgresql(url.set(drivername="postgresql+psycopg"), busy_timeout)
    raise StoreError.said("database-driver", driver=url.drivername, examples=_EXAMPLES)


_EXAMPLES = "sqlite:///levels.sqlite or postgresql://user@host/name"


def _postgresql(url: sa.URL, busy_timeout: float) -> sa.Engine:
    # A network that swallows packets must not hold a request for the quarter of an hour that TCP would wait.
    network = {
        "connect_timeout": CONNECT_TIMEOUT,
        "tcp_user_timeout": CONNECT_TIMEOUT * 1000,
        "keepalives_idle": CONNECT_TIMEOUT,
    }
    encoding = {"client_encoding": "UTF8"}  # without it a database of no encoding answers with bytes
    given = {name: value for name, value in (network | encoding).items() if name not in url.query}
    engine = sa.create_engine(
        url,
        pool_size=POOL_SIZE,
        max_overflow=POOL_SIZE,
        pool_timeout=busy_timeout,
        pool_use_lifo=True,  # so that those beyond what is needed stay idle
        pool_pre_ping=True,
        connect_args=given,
        hide_parameters=True,
    )

    def set_up(connection: Any, _: object) -> None:
        if (kept := connection.info.parameter_status("server_encoding")) != "UTF8":
            raise StoreError.said("database-encoding", encoding=kept)
        connection.execute(f"SET lock_timeout = {round(busy_timeout * 1000)}")
        connection.commit()

    sa.event.listen(engine, "connect", set_up)
    return engine


def is_current(url: str | None = None) -> bool:
    """Return whether the library at a URL needs no migration. Nothing is changed.

    Raises StoreError if there is no database, or an unknown one.
    """
    file = sqlite_file(url)
    engine = reader(file) if file is not None else _engine(url or default_url(), BUSY_TIMEOUT)
    with Store(engine) as store:
        try:
            return _revision(store) == migrations.HEAD
        except SQLAlchemyError as error:
            raise StoreError(located(store.url, failures.reason(error))) from error


def _revision(store: Store) -> str:
    """Return the step that a library has reached, empty for a database that is none yet."""
    with store.read() as connection:
        revision = migrations.current_revision(connection)
        foreign = not revision and bool(sa.inspect(connection).get_table_names())
    if foreign:
        raise StoreError(located(store.url, say("database-foreign")))
    if revision not in {"", migrations.HEAD} and revision not in migrations.revisions():
        raise StoreError(located(store.url, say("library-newer", revision=revision)))
    return revision


def _migrate(store: Store) -> None:
    if _revision(store) == migrations.HEAD:
        return
    with store.write() as connection:
        take_lock(connection, _MIGRATION_LOCK)
        # Another process may have made the library meanwhile.
        if migrations.current_revision(connection):
            migrations.upgrade(connection)
        else:
            migrations.create(connection)
