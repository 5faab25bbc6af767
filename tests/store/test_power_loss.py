"""What was confirmed is there after the power is cut at any moment, on a disk that keeps what was synced.

A process writes under `recorder.c`, which notes in their order its writes, syncs and names, and what it says is kept.
From the record a disk is made for many moments: of each file what was synced, and of what came after a random part,
writes torn at sectors included; of names those up to the last sync of their folder, and some of the next.  Then SQLite
opens what is there.  So this proves the order of writes and syncs of the program and of its SQLite, for disks that
keep a sync.  It says nothing about those that lie, nor about PostgreSQL, which has tests of its own for that.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.depth import scaled

pytestmark = pytest.mark.skipif(sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and cc")

RECORDER, WRITER = (Path(__file__).with_name(name) for name in ("recorder.c", "power_writer.py"))
SECTOR = 512
HEAD = struct.Struct("=6Q")


class Record(NamedTuple):
    """What a process told the disk; `kind` is explained in `recorder.c`."""

    kind: str
    inode: int
    first: int
    text: str
    data: bytes


@dataclass
class Content:
    """A file: its bytes that were synced, and the writes since."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[Record] = field(default_factory=list)


@dataclass
class Disk:
    """The files of a folder by inode, their names that were synced, and the changes of names since."""

    files: dict[int, Content] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    renamed: list[Record] = field(default_factory=list)

    def take(self, record: Record) -> None:
        """Apply a record."""
        file = self.files.setdefault(record.inode, Content())
        match record.kind:
            case "W" | "T":
                file.pending.append(record)
            case "S":
                for one in file.pending:
                    apply(file.synced, one)
                file.pending.clear()
            case "N" | "R" | "U":
                self.renamed.append(record)
            case "D":
                self.names = self.named(len(self.renamed))
                self.renamed.clear()
            case kind:
                raise ValueError(kind)

    def named(self, count: int) -> dict[str, int]:
        """Return the names after so many of the changes that were not synced."""
        names = dict(self.names)
        for change in self.renamed[:count]:
            match change.kind:
                case "N":
                    names[change.text] = change.inode
                case "R":
                    names[change.data.decode()] = names.pop(change.text)
                case _:
                    names.pop(change.text, None)
        return names

    def after_power_loss(self, chance: random.Random) -> dict[str, bytes]:
        """Return the files that may be left: any part of what was not synced has arrived."""
        share = chance.choice([0.0, 0.5, 0.9, 1.0])
        left = {}
        for name, inode in self.named(chance.randint(0, len(self.renamed))).items():
            content = bytearray(self.files[inode].synced)
            for one in self.files[inode].pending:
                if chance.random() < share:
                    apply(content, one, chance if chance.random() < 0.2 else None)
            left[name] = bytes(content)
        return left


def apply(content: bytearray, record: Record, torn: random.Random | None = None) -> None:
    """Apply a write or a truncation to bytes; of a torn write some sectors alone arrive."""
    if record.kind == "T":
        content[:] = content[: record.first].ljust(record.first, b"\0")
        return
    for start in range(0, len(record.data), SECTOR):
        if torn is not None and torn.random() < 0.5:
            continue
        part = record.data[start : start + SECTOR]
        at = record.first + start
        content.extend(b"\0" * (at - len(content)))
        content[at : at + len(part)] = part


def records(log: Path) -> Iterator[Record]:
    """Yield the records of a log."""
    data, at = log.read_bytes(), 0
    while at < len(data):
        kind, inode, first, _, text, size = HEAD.unpack_from(data, at)
        at += HEAD.size
        yield Record(chr(kind), inode, first, data[at : at + text].decode(), data[at + text : at + text + size])
        at += text + size


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory, empty_file: Path) -> tuple[Disk, list[Record]]:
    """Return the disk before a process writes, and what it told it."""
    place = tmp_path_factory.mktemp("power")
    folder = place / "folder"
    folder.mkdir()
    library = folder / "library.sqlite"
    shutil.copy(empty_file, library)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", place / "recorder.so", RECORDER, "-ldl"], check=True)
    before = Disk(
        {library.stat().st_ino: Content(bytearray(library.read_bytes()))}, {str(library): library.stat().st_ino}
    )
    environment = {
        "LD_PRELOAD": str(place / "recorder.so"),
        "RECORDER_FOLDER": str(folder),
        "RECORDER_LOG": str(place / "log"),
        "PYTHONPATH": ":".join(sys.path),
    }
    command = [sys.executable, str(WRITER), f"sqlite:///{library}", str(folder)]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return before, [*records(place / "log")]


def lost(before: Disk, all_records: list[Record], folder: Path, cuts: int) -> list[str]:
    """Cut the power at some moments, and return what was confirmed and is not there."""
    chance = random.Random(17)
    moments = sorted(chance.randrange(len(all_records)) for _ in range(cuts))
    disk = Disk({inode: Content(bytearray(file.synced)) for inode, file in before.files.items()}, dict(before.names))
    confirmed = {"step": 0, "file": 0}
    missing = []
    for moment, record in enumerate(all_records):
        if record.kind == "O":
            for line in record.data.decode().splitlines():
                confirmed |= json.loads(line)
        else:
            disk.take(record)
        while moments and moments[0] == moment:
            moments.pop(0)
            missing += [f"{moment}: {it}" for it in faults(disk.after_power_loss(chance), confirmed, folder)]
    assert confirmed == {"step": 30, "file": 30}
    return missing


def faults(left: dict[str, bytes], confirmed: dict[str, int], folder: Path) -> Iterator[str]:
    """Yield what is not as it was confirmed, where these files are left."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in left.items():
        if not name.endswith("-shm"):  # an index of the log in memory, which is made anew
            (folder / Path(name).name).write_bytes(content)
    try:
        with closing(sqlite3.connect(folder / "library.sqlite")) as connection:
            (state,) = connection.execute("PRAGMA integrity_check").fetchone()
            steps = connection.execute("SELECT coalesce(max(node), 0), count(*) FROM steps WHERE node > 0").fetchone()
    except sqlite3.DatabaseError as error:
        yield f"the library: {error}"
        return
    if state != "ok":
        yield f"the library: {state}"
    if steps[0] < confirmed["step"] or steps[0] != steps[1]:
        yield f"{confirmed['step']} steps confirmed, {steps} found"
    file = folder / "levels.xsb"
    text = file.read_text() if file.exists() else ""
    numbers = set(text.removeprefix("; ").removesuffix("\n").split("\n; ")) if text else {"0"}
    if len(numbers) != 1 or text.count("\n") not in {0, 1500}:
        yield f"a file of {len(text)} bytes that is neither the old one nor the new one"
    elif int(*numbers) < confirmed["file"]:
        yield f"file {confirmed['file']} confirmed, {numbers} found"


def test_nothing_confirmed_is_lost_when_the_power_is_cut(recorded: tuple[Disk, list[Record]], tmp_path: Path) -> None:
    """Neither of a library nor of a file that is written, at any moment; nothing is there by half."""
    assert not lost(*recorded, tmp_path / "left", scaled(1500))


@pytest.mark.parametrize("kind", ["library", "file", "folder"])
def test_a_disk_that_lies_is_found_out(recorded: tuple[Disk, list[Record]], tmp_path: Path, kind: str) -> None:
    """The look above sees a loss where syncs do nothing: of the library, of a file, and of the folder."""
    before, all_records = recorded
    (library,) = before.files
    logs = {record.inode for record in all_records if record.kind == "N" and record.text.endswith("-wal")}

    def lies(record: Record) -> bool:
        if kind == "folder":
            return record.kind == "D"
        return record.kind == "S" and (record.inode in {library, *logs}) == (kind == "library")

    assert lost(before, [record for record in all_records if not lies(record)], tmp_path / "left", scaled(1000))
