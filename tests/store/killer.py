"""Backs a library up, restores one, writes a file or solves one, and is killed at every line that calls something.

``python killer.py ACTION LIBRARY TARGET``: a JSON object for every line at which the process was killed, with what is
left.  To solve, LIBRARY is a file of levels, and TARGET the copy with their solutions.
"""

from __future__ import annotations

import json
import linecache
import os
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, redirect_stdout, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from pushbox import cli, formats, store
from pushbox.cli import results
from pushbox.store import Store, database
from pushbox.store.backup import backup, restore

TRACED = ("atomic_file.py", "backup.py", "cli/results.py")
HARMLESS = {"_remove_leftovers", "_remove_unlocked", "_sync_folder", "_hidden_name", "_prepared", "_require_empty"}
FILES = ("ResultFile", "SolutionWriter")  # of the results, those that write
SECRET = b"$argon2id$secret"


def main(action: str, library: str, target: str) -> None:
    lines: set[tuple[str, int]] = set()
    database._migrate = copy_empty()  # type: ignore[assignment]
    before = Path(target).read_bytes() if Path(target).exists() else None
    while True:
        if action == "restore":
            for file in Path(target).parent.glob("library.sqlite*"):
                file.unlink()
        elif before is None:
            Path(target).unlink(missing_ok=True)
        else:
            Path(target).write_bytes(before)
        for part in Path(target).parent.glob(f"{Path(target).name}.part*"):
            part.unlink()
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            run(action, library, target, lines, writer)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as place:
            text = place.read()
        status = os.waitpid(child, 0)[1]
        if not os.WIFSIGNALED(status):
            print(json.dumps({"end": status}))
            return
        name, number, source = json.loads(text)
        lines.add((name, number))
        folders = {Path(target).parent, Path(tempfile.gettempdir())}
        known = (Path(target).name, "library.sqlite")
        left = [file for folder in folders for file in folder.iterdir() if not file.name.startswith(known)]
        secret = [file.name for file in left if SECRET in file.read_bytes()]
        modes = [file.stat().st_mode & 0o777 for file in left]
        copies = [Path(target), *Path(target).parent.glob(f"{Path(target).name}.part*")]
        texts = [file.read_text("utf-8") for file in copies if file.exists() and action == "solve"]
        kill = {"line": source, "left": len(left), "modes": modes, "secret": secret, "texts": texts}
        print(json.dumps(kill), flush=True)


def copy_empty() -> Callable[[Store], None]:
    """Return what makes a library of an empty database by a copy of one: the steps would take most of the time."""
    empty = sqlite3.connect(":memory:")
    database.connect_private(empty)

    def migrate(library: Store) -> None:
        with closing(library.engine.raw_connection()) as connection:
            copied = connection.driver_connection
            assert isinstance(copied, sqlite3.Connection)
            if not copied.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                empty.backup(copied)

    return migrate


def run(action: str, library: str, target: str, lines: set[tuple[str, int]], writer: int) -> None:
    """Do it, and end by SIGKILL before the first line that is not among those of earlier runs."""

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.endswith(TRACED) or frame.f_code.co_name in HARMLESS:
            return None
        if frame.f_code.co_filename.endswith("results.py") and not frame.f_code.co_qualname.startswith(FILES):
            return None
        name = Path(frame.f_code.co_filename).name
        if event == "line" and (name, frame.f_lineno) not in lines:
            source = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
            if "(" not in source:  # which calls nothing, and so changes no file
                return trace
            os.write(writer, json.dumps([name, frame.f_lineno, source]).encode())
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    if action == "write":
        sys.settrace(trace)
        formats.write_text(target, "new" * 1000)
        return
    if action == "solve":
        results._SAVE_EVERY = results._SAVE_SHARE = 0.001  # so that it is written after each level
        sys.settrace(trace)
        with redirect_stdout(sys.stderr), suppress(SystemExit):
            cli.main(["solve", library, "--out", target])
        return
    with store.open(library) as opened:
        sys.settrace(trace)
        (backup if action == "backup" else restore)(opened, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
