"""Libraries that can only be read: on media without writing, and where the user has no right to write."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.commands import run

from pushbox import store
from pushbox.errors import StoreError
from pushbox.store import Store, sqlite
from pushbox.store.database import connect
from pushbox.store.transfer import import_data

LEVEL = "#####\n#@$.#\n#####\n"


@pytest.fixture
def medium(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder with a library, on a medium that cannot be written, where the machine lets tests mount one."""
    folder = tmp_path / "medium"
    folder.mkdir()
    with connect(f"sqlite:///{folder / 'library.db'}") as library:
        level = store.levels.search(library, collection=import_data(library, LEVEL, "corner.xsb").collection).entries[0]
        store.solutions.add(library, level.id, "R")
    bind = ["mount", "--bind", str(folder), str(folder)]
    if shutil.which("mount") is None or subprocess.run(bind, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_what_is_on_a_medium_is_read(medium: Path, tmp_path: Path) -> None:
    """It is listed, searched and exported; what changes it is refused in a sentence; nothing lies beside it."""
    url, other = f"sqlite:///{medium / 'library.db'}", tmp_path / "other.xsb"
    other.write_text("#######\n#@ $ .#\n#######\n", "utf-8")
    assert "corner" in run("library", "--database", url, "list").out
    assert "5x3" in run("library", "--database", url, "search", "corner").out
    assert run("library", "--database", url, "export", tmp_path / "out").code == 0
    assert [LEVEL in file.read_text("utf-8") for file in (tmp_path / "out").iterdir()] == [True]
    for command in (("add", other), ("remove", "corner", "--yes"), ("rename", "corner", "other"), ("rate",)):
        refused = run("library", "--database", url, *command)
        assert (refused.code, refused.err.count("\n")) == (2, 1), command
        assert "the library can only be read" in refused.err, command
    assert [file.name for file in medium.iterdir()] == ["library.db"]


def read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_medium: bool) -> Callable[[], Store]:
    """Return what opens a library whose file seems to be writable for nobody."""
    file = tmp_path / "library.db"
    connect(f"sqlite:///{file}").close()
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, *rest: path not in (file, tmp_path) and may(path, *rest))
    monkeypatch.setattr(sqlite, "_is_on_read_only_medium", lambda _: is_medium)
    return lambda: connect(f"sqlite:///{file}")


def test_a_library_of_somebody_else_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its owner may write it at any time, and SQLite could not know."""
    with pytest.raises(StoreError, match=r"library\.db: you may read this file, but not write it"):
        read_only(tmp_path, monkeypatch, is_medium=False)()


def test_what_a_killed_program_has_left_is_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log beside the file has newer data than the file."""
    open_it = read_only(tmp_path, monkeypatch, is_medium=True)
    open_it().close()
    (tmp_path / "library.db-wal").write_bytes(b"changes")
    with pytest.raises(StoreError, match=r"has left changes in library\.db-wal"):
        open_it()


def test_an_older_library_is_not_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That would write it."""
    open_it = read_only(tmp_path, monkeypatch, is_medium=True)
    connection = sqlite3.connect(tmp_path / "library.db")
    connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="the library can only be read"):
        open_it()
