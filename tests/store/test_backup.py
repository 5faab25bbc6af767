"""A backup is whole or is not there, and nothing with a password's hash is left of one that was killed."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.programs import ended

from pushbox import atomic_file, formats, store
from pushbox.errors import StoreError
from pushbox.store.backup import backup, restore

KILLER = Path(__file__).with_name("killer.py")
HASH = "$argon2id$secret"
TAKES_THE_PLACE = "hidden.replace(target)"  # the one moment at which a file that replaces another has a name of its own


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a library in it, in which somebody has an account; temporary files go beside it."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    folder = tmp_path / "place"
    folder.mkdir()
    with store.open(url(folder)) as library:
        store.accounts.register(library, "Anna", HASH)
    return folder


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'library.sqlite'}"


def killed(action: str, folder: Path, target: Path, source: Path | None = None) -> list[dict[str, Any]]:
    """Kill an action at each of its lines in turn, and return what every kill left, until one run comes to its end."""
    command = [sys.executable, str(KILLER), action, str(source or url(folder)), str(target)]
    result = ended(command)
    assert result.returncode == 0, result.stderr
    *kills, end = map(json.loads, result.stdout.splitlines())
    assert end == {"end": 0}
    assert len(kills) > 8
    return kills


@pytest.mark.servers
@pytest.mark.parametrize("old", [False, True])
def test_a_killed_backup_leaves_no_hash(place: Path, old: bool) -> None:
    """Killed at any line, it leaves files that are empty; the next one removes those, too."""
    target = place / "backup"
    if old:
        with store.open(url(place)) as library:
            backup(library, target)
    kills = killed("backup", place, target)
    for kill in kills:
        assert not kill["secret"] or (old and kill["line"] == TAKES_THE_PLACE), kill
        assert all(mode == 0o600 for mode in kill["modes"]), kill
    assert all(file.name == "backup" or file.name.startswith("library.sqlite") for file in place.iterdir())
    assert not list((place.parent / "tmp").iterdir())
    with store.open(f"sqlite:///{target}") as copied:
        assert store.accounts.get(copied, "Anna").password == HASH


@pytest.mark.servers
def test_a_killed_restore_leaves_no_hash(place: Path) -> None:
    """What it makes of a backup on the way has no name in the folder of temporary files either."""
    with store.open(url(place)) as library:
        backup(library, place / "backup")
    kills = killed("restore", place, place / "backup")
    assert not [kill for kill in kills if kill["secret"]]
    assert not list((place.parent / "tmp").iterdir())


def test_a_killed_writer_of_a_file_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels, too, are at every line the old file or the new one, with nothing beside it."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    target = tmp_path / "levels.xsb"
    target.write_text("old", "utf-8")
    kills = killed("write", tmp_path, target)
    assert all(not kill["left"] or kill["line"] == TAKES_THE_PLACE for kill in kills)
    assert target.read_text("utf-8") == "new" * 1000
    assert [file.name for file in tmp_path.iterdir()] == ["levels.xsb"]


def test_a_killed_search_leaves_whole_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``solve --out`` is killed wherever it writes: the older copy stays to the end, and a part beside it is whole."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    source, target = tmp_path / "levels.xsb", tmp_path / "copy.xsb"
    source.write_text("#####\n#@$.#\n#####\nTitle: 1\n\n######\n#@$ .#\n######\nTitle: 2\n", "utf-8")
    target.write_text("old", "utf-8")
    solutions = set()
    for kill in killed("solve", tmp_path, target, source):
        for text in kill["texts"]:
            if text != "old":
                levels = formats.read(text).levels
                assert [level.title for level in levels] == ["1", "2"], kill
                solutions.add(tuple(moves.text for level in levels for moves in level.saved_moves))
    assert solutions >= {("R",), ("R", "RR")}
    assert [level.saved_moves[0].text for level in formats.read(target.read_text("utf-8")).levels] == ["R", "RR"]


def test_leftovers_of_other_systems_go(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a file must have a name from the start, the next backup removes it, but not that of one still at work."""
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    target = place / "back*up"
    for ending in ("", "-wal", "-shm"):
        (place / f".back*up.0123456789ab.new{ending}").write_text(HASH)
    (place / ".backup.0123456789ab.new").write_text("of another")
    os.mkfifo(place / ".back*up.0123456789ac.new")
    with store.open(url(place)) as library, atomic_file.replacing(target, 0o600) as other:
        other.write(b"at work")
        backup(library, target)
        hidden = {file.name for file in place.iterdir() if file.name.startswith(".")}
        assert ".backup.0123456789ab.new" in hidden
        assert ".back*up.0123456789ab.new" not in hidden
        assert not [name for name in hidden if name.endswith(("-wal", "-shm"))]
        assert len(hidden) == 2
        with closing(sqlite3.connect(target)) as connection:
            assert connection.execute("SELECT count(*) FROM accounts").fetchone() == (1,)
    assert target.read_bytes() == b"at work"
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_backup_takes_no_place_that_is_not_its_own(place: Path) -> None:
    """The library itself, a folder and a device stay; a link stays one; a damaged backup is a sentence."""
    with store.open(url(place)) as library:
        for target in (place / "library.sqlite", place, Path("/dev/null")):
            with pytest.raises(StoreError, match="found"):
                backup(library, target)
        (place / "link").symlink_to("real")
        rows = backup(library, place / "link")
        assert (place / "link").is_symlink()
    damaged = place / "damaged"
    damaged.write_bytes((place / "real").read_bytes()[:5000])
    with store.open(f"sqlite:///{place.parent / 'other.sqlite'}") as other:
        with pytest.raises(StoreError):
            restore(other, damaged)
        assert restore(other, place / "real") == rows
    assert not [file.name for file in place.iterdir() if file.name.startswith(".")]


def test_an_interrupted_backup_or_restore_changes_nothing(place: Path, tmp_path: Path) -> None:
    """It counts its rows, of which there are as many as it says; where somebody stops it all is as before."""
    file, seen = place / "backup", list[tuple[int, int]]()

    def stop(*_: int) -> None:
        raise KeyboardInterrupt

    with store.open(url(place)) as library:
        store.collections.add(library, formats.read("#####\n#@$.#\n#####\n"), name="one")
        rows = backup(library, file, lambda *progress: seen.append(progress))
        assert seen[-1] == (rows, rows)
        assert [done for done, _ in seen] == sorted({done for done, _ in seen})
        before = file.read_bytes()
        with pytest.raises(KeyboardInterrupt):
            backup(library, file, stop)
    assert file.read_bytes() == before
    with store.open(f"sqlite:///{tmp_path / 'other.sqlite'}") as other:
        with pytest.raises(KeyboardInterrupt):
            restore(other, file, stop)
        assert restore(other, file) == rows
