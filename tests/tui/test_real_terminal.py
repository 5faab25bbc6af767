"""The terminal game as a program in a real terminal: it is killed, and goes on where it was."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pushbox import store
from pushbox.play.recorded_session import RecordedSession
from pushbox.store.restored_plays import restore
from pushbox.tui.fullscreen.shelf import Shelf

RIGHT, DOWN = b"\x1b[C", b"\x1b[B"
ROOM = "########\n#@ $  .#\n#      #\n########\nTitle: Room\n"


class Screen:
    """A program in a terminal of its own, and what it has written."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self.process = process
        self._terminal = terminal
        self.written = b""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while data := os.read(self._terminal, 1 << 16):
                self.written += data
        except OSError:
            return  # the program has ended

    def type(self, keys: bytes) -> None:
        os.write(self._terminal, keys)


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def screen(*arguments: str, **environment: str) -> Iterator[Screen]:
    """Run pushbox in a terminal of 80 by 24."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "pushbox", *arguments]
    settings = os.environ | {"TERM": "xterm-256color"} | environment
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=settings, start_new_session=True
    ) as process:
        os.close(terminal)
        try:
            yield Screen(process, controller)
        finally:
            process.kill()
            process.wait()
            os.close(controller)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The URL of a library with the levels that pushbox brings along."""
    url = f"sqlite:///{tmp_path / 'library.sqlite'}"
    Shelf.open(url).close()
    return url


def moves_kept(database: str) -> str:
    """Return what the player's latest play in a library stands at."""
    with store.open(database) as library:
        for play in store.plays.listing(library, Shelf(library).visitor, limit=1):
            return restore(library, play.id, RecordedSession).session.session.text
    return ""


def test_what_was_played_is_there_after_a_kill(database: str, tmp_path: Path) -> None:
    """Each key is in the library soon after it; the next start shows the position, and a last key solves it."""
    file = tmp_path / "room.xsb"
    file.write_text(ROOM)
    with screen("play", str(file), "--database", database) as game:
        until(lambda: b"Room" in game.written)
        game.type(RIGHT * 3)
        until(lambda: moves_kept(database) == "rRR")
        game.process.send_signal(signal.SIGKILL)
        game.process.wait()
    with screen("play", "--database", database) as game:
        until(lambda: b"Room" in game.written)
        game.type(RIGHT)
        until(lambda: b"Solved with 4 moves" in game.written)
        game.type(b"q")
        assert game.process.wait(30) == 0
    assert moves_kept(database) == "rRRR"


def test_a_screen_reader_gets_lines(tmp_path: Path) -> None:
    file = tmp_path / "room.xsb"
    file.write_text(ROOM)
    with screen("play", str(file), ACCESSIBLE="1") as game:
        until(lambda: b"help lists the commands." in game.written)
        assert b"\x1b[?1049h" not in game.written, "the screen is not taken over"
        game.type(b"rRRR\nquit\n")
        assert game.process.wait(30) == 0
    assert b"Solved" in game.written
    assert b"#" not in game.written, "no picture"
