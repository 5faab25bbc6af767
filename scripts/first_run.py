"""Time the first `make run` in a fresh clone, as a newcomer sees it: ``python3 scripts/first_run.py``.

It waits until the web app prints its address, shows its first page and replays a solution of a lesson, and until the
core is built. Then it ends the web app, and prints when each happened, and what `.venv` takes. It needs no package.
"""

# ruff: noqa: S310, S607  # asks the address that `make run` prints
from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

LONGEST = 1800  # seconds
BUILT = "the core is built"
LESSON = {
    "game": "sokoban",
    "board": {
        "width": 7,
        "height": 3,
        "palette": {"#": "wall", "-": "floor", ".": "goal"},
        "terrain": ["7#", "#4-.#", "7#"],
        "pieces": [{"kind": "pusher", "cells": [8]}, {"kind": "box", "cells": [10]}],
    },
}


class Run:
    """`make run`, and what it has printed so far with the second of each line."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.lines: list[tuple[float, str]] = []
        self.process = subprocess.Popen(
            ["make", "run"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append((time.monotonic() - self.began, line.rstrip()))
            print(f"{self.lines[-1][0]:7.1f}  {line.rstrip()}", flush=True)

    def wait_for(self, what: Callable[[], object]) -> float:
        """Return after how many seconds something is true.  Ends the program where `make run` ends before."""
        while not what():
            if self.process.poll() is not None or time.monotonic() - self.began > LONGEST:
                self.end()
                sys.exit(f"make run ended with {self.process.poll()} before that")
            time.sleep(0.1)
        return time.monotonic() - self.began

    def printed(self, pattern: str) -> re.Match[str] | None:
        """Return what a pattern has found in the lines so far."""
        return next((found for _, line in self.lines if (found := re.search(pattern, line))), None)

    def end(self) -> None:
        """End it with all that it has started, and print what is left of its lines."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
        self.reader.join(10)


def answers(address: str, path: str, body: dict[str, object] | None = None) -> bytes:
    """Return what a page or a request of the API answers, nothing where it does not yet."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "X-Pushbox": "1"}
    try:
        with urllib.request.urlopen(urllib.request.Request(address + path, data, headers), timeout=60) as answer:
            return bytes(answer.read())
    except (urllib.error.URLError, OSError):
        return b""


def main() -> None:
    """Print what takes how long."""
    run = Run()
    times: dict[str, float] = {}
    times["prints its address"] = run.wait_for(lambda: run.printed("http://"))
    found = run.printed(r"http://[^/\s]+/")
    assert found is not None
    address = found[0]
    times["shows its first page"] = run.wait_for(lambda: b"<html" in answers(address, ""))
    played = {"level": LESSON, "solution": "rRR"}
    times["replays the solution of a lesson"] = run.wait_for(
        lambda: b'"status":"solved"' in answers(address, "api/verify", played)
    )
    times["has its core"] = run.wait_for(lambda: run.printed(BUILT))
    run.end()
    size = sum(file.lstat().st_size for file in Path(".venv").rglob("*") if file.is_file() and not file.is_symlink())
    for what, seconds in times.items():
        print(f"{what}: after {seconds:.1f} s")
    print(f".venv: {size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
