"""Libraries for tests: each test that uses `library` runs on SQLite and on a PostgreSQL server of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from pushbox import store
from pushbox.store import Store, seed_library

MakeUrl = Callable[[], str]


class Server:
    """A PostgreSQL server in a folder, reached by a socket in it; it ends with the tests."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._names = count(1)
        self.folder = folder
        self._programs = programs
        # The server refuses to run as root; Debian's package makes this user for it.
        self._user = "postgres" if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user, self._user)
        self._run("initdb", "--auth=trust", "--username=tester", "--encoding=UTF8", "--locale=C", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        self._run("pg_ctl", "--wait", "--silent", f"--log={folder / 'log'}", f"--options={options}", "start")
        self._template: str | None = None
        self._engine = sa.create_engine(self._url("postgres"), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)

    def next_url(self) -> str:
        """Return the URL of one more library with nothing in it, a copy of the first: three times as quick to have."""
        if self._template is None:
            self._template = self.next_empty_url()
            store.open(self._template).close()
        return self._create(f" TEMPLATE {_name(self._template)} STRATEGY FILE_COPY")

    def next_empty_url(self) -> str:
        """Return the URL of one more database without tables."""
        return self._create("")

    def drop(self, url: str) -> None:
        """Remove a database that `next_url` has made."""
        with self._engine.connect() as connection:
            connection.execute(sa.text(f"DROP DATABASE {_name(url)} WITH (FORCE)"))

    def _create(self, how: str) -> str:
        name = f"library{next(self._names)}"
        with self._engine.connect() as connection:
            connection.execute(sa.text(f"CREATE DATABASE {name}{how}"))
        return self._url(name)

    def stop(self) -> None:
        """End it, at once."""
        self._run("pg_ctl", "--wait", "--silent", "--mode=immediate", "stop")

    def _url(self, name: str) -> str:
        return f"postgresql+psycopg://tester@/{name}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), f"--pgdata={self.folder / 'data'}", *arguments]
        subprocess.run(
            command, check=True, user=self._user, group=self._user, stdout=subprocess.DEVNULL, cwd=self.folder
        )


def _name(url: str) -> str:
    return str(sa.make_url(url).database)


def _programs() -> Path | None:
    """Return the folder with the programs of the newest PostgreSQL."""
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    by_version = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return by_version[-1].parent if by_version else None


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """Yield a PostgreSQL server that the tests start and end."""
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="pushbox-"))  # not pytest's: the path of a socket must be short
    server = None
    try:
        server = Server(programs, folder)
        yield server
    finally:
        if server is not None:
            with suppress(subprocess.CalledProcessError):
                server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the SQLite file of a library with nothing in it, for copies: making one takes 0.2 s."""
    file = tmp_path_factory.mktemp("empty") / "library.sqlite"
    store.open(f"sqlite:///{file}").close()
    return file


@pytest.fixture(scope="session")
def shipped_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the SQLite file of a library with the shipped levels, for copies: adding these takes 2 s."""
    file = tmp_path_factory.mktemp("shipped") / "library.sqlite"
    with store.open(f"sqlite:///{file}") as library:
        seed_library.seed_library(library)
    return file


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def make_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeUrl]:
    """Yield a function that returns the URL of one more library with nothing in it."""
    if request.param == "postgresql":
        server: Server = request.getfixturevalue("postgresql")
        with ExitStack() as drops:

            def next_url() -> str:
                url = server.next_url()
                drops.callback(server.drop, url)
                return url

            yield next_url
    else:
        empty: Path = request.getfixturevalue("empty_file")
        numbers = count(1)
        yield lambda: f"sqlite:///{shutil.copy(empty, tmp_path / f'library{next(numbers)}.sqlite')}"


@pytest.fixture
def library(make_url: MakeUrl) -> Iterator[Store]:
    """Yield an open library with nothing in it."""
    with store.open(make_url()) as opened:
        yield opened
