"""A process that is spoken with line by line: never waited for without an end, and never left behind.

Threads carry the bytes, so that neither a process that reads nothing nor one that says nothing can hold the caller up.
What waits to be read is bounded, as is a line; a process that says more than is taken waits in its pipe.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread
from typing import IO

from ...errors import EngineError
from .lines import LONGEST, Lines, chunks

_WAITING = 16  # chunks that are read ahead
_LAST_WORDS = 300  # characters that are told of what a process said before its end
_GRACE = 1.0  # seconds that a process has to end by itself, and again when told to

_GROUPS = hasattr(os, "killpg")  # a process may start others, which end with it where the system has groups


class Ended(EngineError):
    """The process has ended, for a reason that its sentence tells."""


class Peer:
    """A child process.  Raises EngineError where it cannot be started."""

    def __init__(self, arguments: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the program that the caller names, without a shell
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                # A session of its own: Ctrl-C reaches pushbox alone, and the terminal is out of its reach.
                start_new_session=_GROUPS,
            )
        except (OSError, ValueError) as error:  # ValueError: a NUL character
            reason = getattr(error, "strerror", None) or error
            raise EngineError(f"{arguments[0]!r} cannot be started: {reason}") from None
        self._input, self._output = _opened(self._process.stdin), _opened(self._process.stdout)
        self._complaints = _opened(self._process.stderr)
        self._closed = False
        self._ended = False
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._heard: queue.Queue[bytes] = queue.Queue(_WAITING)
        self._lines = Lines()
        self._ready: deque[bytes | None] = deque()
        self._complained = b""
        self._threads = [
            Thread(target=work, daemon=True, name="engine") for work in (self._say, self._hear, self._overhear)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def ended(self) -> bool:
        """Whether the process is known to have ended, by itself or by `close`."""
        return self._closed or self._ended

    def send(self, line: str) -> None:
        """Say a line; returns at once."""
        self._to_say.put(f"{line}\n".encode())

    def receive(self, seconds: float) -> str | None:
        """Return the next line, None where none comes within some seconds; what cannot be shown is replaced.

        Raises Ended, once all lines are read, where the process has ended, EngineError for a line beyond all bounds.
        """
        until = time.monotonic() + seconds
        while not self._ready:
            if self._closed:
                raise Ended("it has been ended")
            if self._ended:
                raise Ended(self._end())
            left = until - time.monotonic()
            try:
                chunk = self._heard.get(timeout=max(left, 0.001))
            except queue.Empty:
                return None
            if chunk:
                self._ready.extend(self._lines.feed(chunk))
            else:
                self._ended = True
            if left < 0 and not self._ready:
                return None
        line = self._ready.popleft()
        if line is None:
            raise EngineError(f"it said a line of more than {LONGEST:,} bytes")
        return _printable(line)

    def forget(self) -> None:
        """Drop what has been said so far and not been read, as far as it has arrived."""
        for _ in range(2 * _WAITING):
            self._ready.clear()
            try:
                chunk = self._heard.get_nowait()
            except queue.Empty:
                return
            if chunk:
                self._ready.extend(self._lines.feed(chunk))
            else:
                self._ended = True

    def close(self, farewell: str = "") -> None:
        """End the process: a last line and the end of its input, then a request, then force; and all it started."""
        if self._closed:
            return
        self._closed = True
        try:
            if farewell:
                self.send(farewell)
                self._to_say.put(None)
                self._wait(_GRACE)
            self._signal("SIGTERM")
            self._wait(_GRACE)
        finally:
            # The group may outlive the process that leads it.
            self._signal("SIGKILL")
            self._process.wait()
            self._release()

    def _end(self) -> str:
        """A sentence on how the process has ended, which its closed output tells."""
        self._wait(_GRACE)
        code = self._process.poll()
        self._threads[2].join(_GRACE)
        rest = _printable(self._lines.rest())
        cut = f" in the middle of the line {rest[:40]!r}" if rest else ""
        words = map(_printable, reversed(self._complained.splitlines()))
        last = next((line.strip() for line in words if line.strip()), "")
        told = f"; its last words: {last}" if last else ""
        self.close()
        match code:
            case None:
                return f"it closed its output{cut}{told}"
            case int() if code < 0:
                return f"it was ended by {_signal_name(-code)}{cut}{told}"
            case _:
                return f"it ended with exit code {code}{cut}{told}"

    def _wait(self, seconds: float) -> None:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def _signal(self, name: str) -> None:
        if _GROUPS:
            with suppress(ProcessLookupError, PermissionError):  # macOS says so of a group of zombies
                os.killpg(self._process.pid, getattr(signal, name))
        elif name == "SIGKILL":
            self._process.kill()

    def _release(self) -> None:
        """Let the threads end and give the pipes back; one that a stranger holds open is left to its thread."""
        self._to_say.put(None)
        until = time.monotonic() + _GRACE
        while self._threads[1].is_alive() and time.monotonic() < until:
            with suppress(queue.Empty):
                self._heard.get(timeout=0.01)
        for thread, pipe in zip(self._threads, (self._input, self._output, self._complaints), strict=True):
            thread.join(_GRACE)
            if not thread.is_alive():
                with suppress(OSError):
                    pipe.close()

    def _say(self) -> None:
        while (line := self._to_say.get()) is not None:
            try:
                while line:
                    line = line[self._input.write(line) :]
            except OSError:  # nobody reads it any more: `receive` tells of the end
                return
        with suppress(OSError):
            self._input.close()

    def _hear(self) -> None:
        for chunk in chunks(self._output.fileno()):
            self._heard.put(chunk)
        self._heard.put(b"")

    def _overhear(self) -> None:
        for chunk in chunks(self._complaints.fileno()):
            self._complained = (self._complained + chunk)[-_LAST_WORDS:]


def _opened(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "every pipe was asked for"
    return pipe


def _printable(line: bytes) -> str:
    """The text of a line, fit to be repeated on a terminal."""
    text = line.decode("utf-8", errors="replace")
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " if char.isspace() else "\ufffd" for char in text)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
