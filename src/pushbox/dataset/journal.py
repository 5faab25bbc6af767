"""The folder of a run that is under way: its settings, the levels of finished bands, and the rows that are confirmed.

A row is confirmed once its line is in the file, so that a killed run loses only the levels that it was at. Lines come
in the order of the levels.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from ..atomic_file import replacing
from ..errors import PushboxError
from ..version import version
from .rows import Row
from .sources import Found, LeftOut, Source

try:
    import fcntl
except ImportError:  # Windows
    _flock = None
else:
    _flock = fcntl.flock

FOLDER = ".making"
_PLAN, _ROWS = "plan.json", "rows.jsonl"
_SYNC_EVERY = 1.0  # seconds, between two writes to the disk itself


class Journal:
    """The rows that are confirmed, in a file that one run at a time may write."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path, self._file = path, file
        self._synced = time.monotonic()

    def confirmed(self) -> int:
        """Return the number of whole rows, and cut off a line that a killed run has left.  Raises PushboxError."""
        count = end = 0
        self._file.seek(0)
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            count, end = count + 1, end + len(line)
        self._file.truncate(end)
        return count

    def add(self, row: Row) -> None:
        """Confirm a row."""
        self._file.write(json.dumps(row.to_json()).encode("ascii") + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced > _SYNC_EVERY:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def rows(self) -> Iterator[Row]:
        """Yield the confirmed rows.  Raises PushboxError for a line that is none."""
        with self.path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    yield Row.from_json(json.loads(line))
                except (ValueError, RecursionError, PushboxError):
                    raise PushboxError.said("dataset-journal", path=str(self.path), line=number) from None


@contextmanager
def journal(folder: Path, plan: dict[str, Any]) -> Iterator[Journal]:
    """Yield the journal of a run with a plan; one of the same plan goes on.

    Raises PushboxError where the folder is that of another plan, or of a run that is under way; OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _ROWS
    with path.open("ab+") as file:
        if _flock is not None:
            try:
                _flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise PushboxError.said("results-busy", path=str(path)) from None
        known = read_object(folder / _PLAN)
        if known is None:
            file.truncate(0)
            write_object(folder / _PLAN, plan)
        elif known.get("settings") != plan["settings"]:
            shown = [json.dumps(one.get("settings"), sort_keys=True)[:400] for one in (known, plan)]
            raise PushboxError.said("dataset-other", found=shown[0], expected=shown[1])
        elif known != plan:
            raise PushboxError.said("dataset-changed")
        yield Journal(path, file)


def kept(source: Source, folder: Path, count: int) -> Source:
    """Return a source of `count` generated levels that are made once: the next run finds them in the folder."""
    words = f"{source.name} count:{count} {version()}"
    path = folder / f"{re.sub('[^0-9A-Za-z.]+', '-', words)}.jsonl"

    def read() -> Iterator[Found]:
        if path.exists():
            with path.open("rb") as file:
                lines = [json.loads(line) for line in file]
            yield from ((number, rows.encode(), bytes.fromhex(normal)) for number, rows, normal in lines)
            return
        made = [found for found in source.read() if not isinstance(found, LeftOut)]
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            for number, rows, normal in made:
                file.write(json.dumps([number, rows.decode(), normal.hex()]).encode() + b"\n")
        yield from made

    return source._replace(read=read)


def read_object(path: Path) -> dict[str, Any] | None:
    """Return the JSON object of a file, None where there is none.  Raises OSError but for a missing file."""
    try:
        with path.open("rb") as file:
            value = json.loads(file.read(1 << 24))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def write_object(path: Path, value: dict[str, Any]) -> None:
    """Write a JSON object into a file, whole or not at all.  Raises OSError."""
    with replacing(path) as file:
        file.write(json.dumps(value, indent=2, ensure_ascii=False).encode() + b"\n")
