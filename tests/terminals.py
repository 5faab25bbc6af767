"""A program in a terminal of its own, as a person runs it; what tests of the terminal game and of shells share."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from tests.programs import Forked

_PATIENCE = 60.0  # seconds


class Screen:
    """A program in a terminal, and what it has written."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self.process = process
        self._terminal = terminal
        self.written = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        try:
            while data := os.read(self._terminal, 1 << 16):
                self.written += data
        except OSError:
            return  # the program has ended

    def close(self) -> None:
        """Take the terminal away, as a window that is closed does; the program gets no signal, as it is not its own."""
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self._terminal)
        os.close(nothing)

    def leave(self) -> None:
        """Give the terminal back once its program has ended; a reader that goes on keeps it.

        A closed one would have it read from the next file that gets the number.
        """
        self._reader.join(5)
        if not self._reader.is_alive():
            os.close(self._terminal)

    def type(self, keys: bytes) -> None:
        """Type keys, as the bytes that a terminal sends for them."""
        os.write(self._terminal, keys)


def all_from(terminal: int) -> str:
    """Return all that a terminal gets until no program has it open any more, and close it."""
    got = b""
    with suppress(OSError):  # the end of it
        while chunk := os.read(terminal, 1 << 16):
            got += chunk
    os.close(terminal)
    return got.decode()


def until(condition: Callable[[], object]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def terminal(
    command: Sequence[str], environment: Mapping[str, str], columns: int = 80, prepare: Callable[[], None] | None = None
) -> Iterator[Screen]:
    """Run a program in a terminal of 24 lines, with some environment variables more; `prepare` runs in it first."""
    controller, controlled = pty.openpty()
    fcntl.ioctl(controlled, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    options: dict[str, Any] = {
        "stdin": controlled,
        "stdout": controlled,
        "stderr": controlled,
        "env": {**os.environ, "TERM": "xterm-256color", **environment},
        "start_new_session": True,
        "text": False,
    }
    start: subprocess.Popen[bytes]
    if prepare is None and command[0] == sys.executable:
        start = Forked(command, **options)
    else:
        start = subprocess.Popen(command, preexec_fn=prepare, **options)  # noqa: PLW1509  no thread holds a lock then
    with start as process:
        os.close(controlled)
        screen = Screen(process, controller)
        try:
            yield screen
        finally:
            process.kill()
            process.wait()
            screen.leave()
