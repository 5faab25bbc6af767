"""Opening a library: what URLs there are, how it comes up to date, what a write and a read promise."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from pushbox import formats, store
from pushbox.errors import LibraryBusy, StoreError
from pushbox.store import Store, migrations
from pushbox.store.database import default_url
from pushbox.store.tables import metadata, now, visitors

if TYPE_CHECKING:
    from tests.libraries import Server


def visitor(name: str) -> sa.Insert:
    return sa.insert(visitors).values(id=name, met=now())


def visitors_of(library: Store) -> set[str]:
    with library.read() as connection:
        return set(connection.execute(sa.select(visitors.c.id)).scalars())


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def stepped(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[sa.Connection]:
    """Yield a database that Alembic's steps have made, from the first to the last."""
    if request.param == "postgresql":
        engine = sa.create_engine(request.getfixturevalue("postgresql").next_empty_url())
    else:
        engine = sa.create_engine(f"sqlite:///{tmp_path / 'stepped.sqlite'}")
    with engine.begin() as connection:
        migrations.upgrade(connection)
        yield connection
    engine.dispose()


def test_the_steps_make_the_tables(stepped: sa.Connection) -> None:
    """Alembic's steps make the tables that the program takes for granted, column by column."""
    if stepped.dialect.name == "sqlite":
        # SQLite shows foreign keys without names, and the tables of its full-text search.
        ours = {table.name for table in metadata.sorted_tables}
        options = {"include_name": lambda name, kind, _: kind != "table" or name in ours}
    else:
        options = {"include_name": lambda name, kind, _: kind != "index" or name != "ix_levels_vector"}
    context = MigrationContext.configure(stepped, opts={"compare_type": True, **options})
    assert compare_metadata(context, metadata) == []


def test_a_new_library_is_what_the_steps_make(stepped: sa.Connection, request: pytest.FixtureRequest) -> None:
    """Tables, columns with their defaults, keys, indices, triggers, and the step that it stands at."""
    made = request.getfixturevalue("empty_file") if stepped.dialect.name == "sqlite" else None
    url = f"sqlite:///{made}" if made else request.getfixturevalue("postgresql").next_url()
    with store.open(url) as library, library.read() as connection:
        assert migrations.current_revision(connection) == migrations.current_revision(stepped) == migrations.HEAD
        assert facts(connection) == facts(stepped)


def facts(connection: sa.Connection) -> dict[str, list[str]]:
    """Return what there is in a database, but for the order of columns."""
    found = sa.inspect(connection)
    tables = {
        name: [
            *sorted(str({**column, "type": str(column["type"])}) for column in found.get_columns(name)),
            str(found.get_pk_constraint(name)),
            *sorted(map(str, found.get_foreign_keys(name))),
            *sorted(str({**index, "dialect_options": _as_text(index)}) for index in found.get_indexes(name)),
            *sorted(map(str, found.get_unique_constraints(name))),
            *sorted(map(str, found.get_check_constraints(name))),
        ]
        for name in found.get_table_names()
    }
    if connection.dialect.name == "sqlite":
        others = "SELECT sql FROM sqlite_master WHERE type = 'trigger' OR sql LIKE 'CREATE VIRTUAL%' ORDER BY name"
        tables["others"] = [*connection.execute(sa.text(others)).scalars()]
    return tables


def _as_text(index: Any) -> dict[str, str]:
    """Return what a dialect says of an index: some of it is SQL."""
    return {name: str(value) for name, value in index.get("dialect_options", {}).items()}


def test_the_last_step_is_known() -> None:
    """`HEAD`, by which opening sees quickly that nothing is to do, is the last of the steps."""
    assert ScriptDirectory.from_config(migrations._config()).get_current_head() == migrations.HEAD


@pytest.mark.parametrize(
    ("title", "words", "expected"),
    [
        ("Push", "7 push mine", "push mine"),
        ("Push_7", "7 push mine", "7 push mine"),
        ("Push 77", "7 push 77 mine", "push 77 mine"),
        ("", "7", ""),
        ("Push", "push mine 7", "push mine 7"),
    ],
)
def test_the_number_of_a_level_leaves_its_words(tmp_path: Path, title: str, words: str, expected: str) -> None:
    """The step takes it from a level whose texts do not have it; the index of words follows."""
    file = tmp_path / "library.sqlite"
    with store.open(f"sqlite:///{file}") as library:
        store.collections.add(library, formats.read("#####\n#@$.#\n#####\n"), name="mine")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE levels SET number = 7, title = ?, words = ?", (title, words))
        connection.execute("UPDATE alembic_version SET version_num = '0020'")
    with store.open(f"sqlite:///{file}") as library:
        with library.read() as read:
            assert read.exec_driver_sql("SELECT words FROM levels").scalar() == expected
        assert store.levels.search(library, text="7").total == 1
        assert store.levels.search(library, text="77").total == ("77" in words)


def test_a_library_of_today_is_opened_without_alembic(empty_file: Path) -> None:
    """Its import takes longer than all else that opens a library."""
    program = "import sys; from pushbox import store; store.open(sys.argv[1]); print('alembic' in sys.modules)"
    command = [sys.executable, "-c", program, f"sqlite:///{empty_file}"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False\n"


def test_the_library_of_a_user_is_in_their_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a URL the library is a file in the folder for data, which is made."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path / "data" / name)
    assert default_url() == f"sqlite:///{tmp_path / 'data' / 'pushbox' / 'library.sqlite'}"
    with store.open() as library:
        assert visitors_of(library) == set()
    assert (tmp_path / "data" / "pushbox" / "library.sqlite").is_file()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("levels.sqlite", "expected a URL such as sqlite:///"),
        ("mysql://localhost/levels", "found a database of mysql"),
        ("sqlite://", "found a database without a file"),
        ("postgresql://nobody@127.0.0.1:1/none", "refused"),
    ],
)
def test_a_database_that_is_none_is_a_sentence(url: str, expected: str) -> None:
    """Each URL that leads nowhere ends in one sentence."""
    with pytest.raises(StoreError, match=expected):
        store.open(url)


def test_a_database_in_another_encoding_is_a_sentence(postgresql: Server) -> None:
    """One of PostgreSQL that keeps bytes, as in the locale C, is refused before anything is written into it."""
    url = sa.make_url(postgresql.next_empty_url())
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C'")
    with pytest.raises(StoreError, match="in the encoding SQL_ASCII, expected one in UTF8"):
        store.open(url.set(database="ascii").render_as_string(hide_password=False))


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    """Neither a text nor the database of another program becomes a library."""
    text = tmp_path / "text.sqlite"
    text.write_text("this is a text, and it is too long for an empty file " * 20)
    with pytest.raises(StoreError, match="not a database"):
        store.open(f"sqlite:///{text}")
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE accounts (money INTEGER)")
    connection.close()
    with pytest.raises(StoreError, match="tables of something else"):
        store.open(f"sqlite:///{other}")


def test_a_newer_library_is_left_alone(library: Store) -> None:
    """A library of a pushbox that is newer than this one is refused with a sentence."""
    with library.write() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    url = library.engine.url.render_as_string(hide_password=False)
    with pytest.raises(StoreError, match="newer pushbox"):
        store.open(url)


def test_a_write_is_all_or_nothing(library: Store) -> None:
    """Nothing that was written before an exception is there afterwards."""

    def write() -> None:
        with library.write() as connection:
            connection.execute(visitor("gone"))
            message = "in between"
            raise ValueError(message)

    with pytest.raises(ValueError, match="in between"):
        write()
    assert visitors_of(library) == set()


def test_a_read_sees_one_state(library: Store) -> None:
    """A write while a reader reads is not seen by them, and does not wait for them."""
    with library.read() as reader:
        before = reader.execute(sa.select(visitors)).all()
        with library.write() as writer:
            writer.execute(visitor("new"))
        assert reader.execute(sa.select(visitors)).all() == before == []
    assert visitors_of(library) == {"new"}


def test_a_connection_in_use_is_closed_as_soon_as_it_is_not(library: Store) -> None:
    """A thread may still read when a library is closed: its connection serves it to the end, and no longer."""
    with library.read() as connection:
        own = connection.connection.dbapi_connection
        library.close()
        assert connection.execute(sa.select(sa.literal(1))).scalar_one() == 1
    assert own is not None
    with pytest.raises(library.engine.dialect.loaded_dbapi.Error, match="closed"):
        own.cursor()


def test_writers_wait_for_each_other(library: Store) -> None:
    """Many threads that write at once lose nothing."""

    def write(name: str) -> None:
        for number in range(5):
            with library.write() as connection:
                connection.execute(visitor(f"{name}{number}"))

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcdef"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert visitors_of(library) == {f"{name}{number}" for name in "abcdef" for number in range(5)}


def test_many_may_open_a_new_library_at_once(tmp_path: Path) -> None:
    """The first makes the tables; the others wait, and find them."""
    url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    failures: list[Exception] = []

    def open_it() -> None:
        try:
            store.open(url).close()
        except StoreError as error:
            failures.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_library_of_another_journal_is_opened_once_its_writer_is_done(tmp_path: Path) -> None:
    """SQLite itself does not wait there: a new library, or one just restored, has no journal written ahead."""
    file = tmp_path / "new.sqlite"
    writer = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    writer.execute("BEGIN IMMEDIATE")
    with pytest.raises(LibraryBusy, match="try again"):
        store.open(f"sqlite:///{file}", busy_timeout=0.1)
    done = threading.Timer(0.3, writer.rollback)
    done.start()
    with store.open(f"sqlite:///{file}") as library:
        assert visitors_of(library) == set()
    done.join()
    writer.close()
