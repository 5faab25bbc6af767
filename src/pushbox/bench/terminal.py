"""Waiting times of a player in a terminal: from a key to the output that shows the step.

A real program in a pseudo terminal, on a board of 50 x 50 cells: what is measured is from the writing of the key to the
reading of what draws the player in their new place, everything in between included.
"""

from __future__ import annotations

import os
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import Figure
from .browser import SIZE, room

STEPS = 100
SCREENS = ((80, 24), (200, 60))
_KEYS = (b"\x1b[C", b"\x1b[D")  # right, left
_PLAYER = b"@"
_PAUSE = 0.03  # between two keys, longer than whatever a key leads to
_PATIENCE = 30.0


def terminal(_shared: Path) -> Iterator[Figure]:
    """Yield milliseconds from a key to what it paints, on screens of two sizes; nothing without pseudo terminals."""
    if os.name != "posix":
        yield Figure("terminal", "skipped", 0, "", "there are no pseudo terminals")
        return
    for columns, lines in SCREENS:
        times = sorted(_step_times(columns, lines))
        detail = f"{SIZE} x {SIZE} cells, {columns} x {lines} characters"
        yield Figure("terminal", "key to paint, median", statistics.median(times), "ms", f"{detail}; the bar is 20")
        yield Figure("terminal", "key to paint, 95th percentile", times[len(times) * 95 // 100], "ms", detail)


def _step_times(columns: int, lines: int) -> list[float]:
    """Return for each of some steps to and fro how many milliseconds the screen took to show it."""
    with _game(columns, lines) as screen:
        _read_until(screen, b"F1 tells the rules")
        _read_for(screen, 1.0)  # until what it opens with is done
        times = []
        for number in range(STEPS):
            began = time.perf_counter()
            os.write(screen, _KEYS[number % 2])
            _read_until(screen, _PLAYER)
            times.append(1000 * (time.perf_counter() - began))
            _read_for(screen, _PAUSE)
        return times


def _read_until(screen: int, expected: bytes) -> None:
    """Read what is written to a screen until it has some bytes.  Raises TimeoutError."""
    written, end = b"", time.perf_counter() + _PATIENCE
    while expected not in written:
        if not select.select([screen], [], [], max(0.0, end - time.perf_counter()))[0]:
            raise TimeoutError(f"found {written[-200:]!r} after {_PATIENCE:g} s, expected {expected!r}")
        written += os.read(screen, 1 << 16)


def _read_for(screen: int, seconds: float) -> None:
    """Read what is written to a screen until it has been still for a while."""
    while select.select([screen], [], [], seconds)[0]:
        os.read(screen, 1 << 16)


@contextmanager
def _game(columns: int, lines: int) -> Iterator[int]:
    """Play a large room in a terminal of a size, with a library of its own; yield the terminal's other end."""
    import fcntl
    import pty
    import termios

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "room.xsb"
        file.write_text(room())
        controller, screen = pty.openpty()
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        database = f"sqlite:///{Path(folder) / 'library.sqlite'}"
        command = [sys.executable, "-m", "pushbox", "play", str(file), "--database", database]
        variables = os.environ | {"TERM": "xterm-256color", "ACCESSIBLE": "0", "XDG_CONFIG_HOME": folder}
        with subprocess.Popen(
            command, stdin=screen, stdout=screen, stderr=screen, env=variables, start_new_session=True
        ) as process:
            os.close(screen)
            try:
                yield controller
            finally:
                process.kill()
                process.wait()
                os.close(controller)
