"""A server that starts on a full disk shows what is there, says so, and goes on once there is room."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from pushbox import store
from pushbox.errors import LibraryFull, StoreError
from pushbox.store import full_disk
from pushbox.web import room_on_disk, server_lease
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

from .conftest import GENEROUS, HEADERS, TEXT, refused

pytestmark = pytest.mark.usefixtures("unseeded")
LEVEL = {"text": TEXT, "name": "mine"}


@pytest.fixture
def file(tmp_path: Path, empty_file: Path) -> Path:
    """Return a library that was closed in order."""
    return Path(shutil.copy(empty_file, tmp_path / "library.sqlite"))


@contextmanager
def serving(file: Path, static: Path) -> Iterator[TestClient]:
    app = create_app(Settings(database=f"sqlite:///{file}", limits=GENEROUS, static=static))
    with TestClient(app, headers=HEADERS) as client:
        client.get("/api/me")
        yield client


def test_a_server_starts_on_a_full_disk(
    file: Path, static: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is read while nothing can be written, and written, without a new start, once that can be."""
    with serving(file, static) as client:
        ident = client.post("/api/collections", json=LEVEL).json()["collection"]["id"]
        cookies = client.cookies
    is_full = True

    def open_it(url: str, **options: Any) -> store.Store:
        if is_full:
            raise LibraryFull.said("library-full")
        return store.open(url, **options)

    monkeypatch.setattr("pushbox.web.library.store", SimpleNamespace(open=open_it))
    monkeypatch.setattr(room_on_disk, "RETRY", 0.01)
    monkeypatch.setattr(server_lease, "_LATE", 0.01)
    with caplog.at_level(logging.WARNING, "pushbox.web"), serving(file, static) as client:
        assert "the disk of the library is full: this server shows what is there" in caplog.text
        client.cookies = cookies
        assert client.get("/health").status_code == 200
        assert client.get(f"/api/collections/{ident}/levels").json()["total"] == 1
        for answer in (client.post("/api/collections", json=LEVEL), client.delete(f"/api/collections/{ident}")):
            assert "its disk is full" in refused(answer, 507, "full")
        is_full = False
        while "has room again" not in caplog.text:
            client.get("/health")
        assert client.post("/api/collections", json=LEVEL | {"name": "new"}).status_code == 201
        assert client.delete(f"/api/collections/{ident}").status_code == 204


def test_what_a_killed_server_has_left_is_read(file: Path, static: Path, tmp_path: Path) -> None:
    """Its log is put into the file first: what it had confirmed is there."""
    crashed = tmp_path / "crashed.sqlite"
    with serving(file, static) as client:
        client.post("/api/collections", json=LEVEL)
        shutil.copy(file, crashed)
        shutil.copy(file.with_name(f"{file.name}-wal"), crashed.with_name(f"{crashed.name}-wal"))
    calls = 0

    def open_it() -> store.Store:
        nonlocal calls
        calls += 1
        raise LibraryFull.said("library-full")

    with full_disk.opened(open_it, f"sqlite:///{crashed}", 1.0) as library:
        assert library.is_read_only
        assert [one.name for one in store.collections.listing(library.store)] == ["mine"]
        with pytest.raises(LibraryFull), library.store.write():
            pass
        assert not library.try_to_write()
    assert calls == 3


def test_other_errors_are_no_full_disk(tmp_path: Path) -> None:
    """A library that is none, or that is missing, is refused as before."""

    def open_it() -> store.Store:
        raise StoreError("no library")

    (tmp_path / "text").write_text("no library")
    for name in ("text", "missing"):
        with (
            pytest.raises(StoreError, match="no library"),
            full_disk.opened(open_it, f"sqlite:///{tmp_path / name}", 1),
        ):
            pass


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder on a disk of a few MiB, where the machine lets tests mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_without_a_byte_free(
    small_disk: Path, file: Path, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same on a disk that is full indeed, on which SQLite cannot even make its log."""
    monkeypatch.setattr(room_on_disk, "RETRY", 0.01)
    there = Path(shutil.copy(file, small_disk / "library.sqlite"))
    filling = small_disk / "filling"
    with suppress(OSError), filling.open("wb", buffering=0) as out:
        while out.write(os.urandom(4096)):
            continue
    with pytest.raises(StoreError):
        store.open(f"sqlite:///{there}").close()
    with serving(there, static) as client:
        assert client.get("/api/collections").status_code == 200
        refused(client.post("/api/collections", json=LEVEL), 507, "full")
        filling.unlink()
        while client.post("/api/collections", json=LEVEL).status_code != 201:
            client.get("/health")
    with closing(sqlite3.connect(there)) as reader:
        assert reader.execute("SELECT count(*) FROM collections").fetchone() == (1,)
