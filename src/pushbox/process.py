"""A child process with line-based input and output, which never blocks its caller and is never left behind.

Threads carry the bytes, so that neither a process that reads nothing nor one that writes nothing can hold the caller
up.  Unread output is bounded, as is a line; a process that writes more than is read waits in its pipe.
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
from typing import IO, cast

from .errors import EngineError, why_of
from .line_buffer import MAX_LINE, LineBuffer, read_chunks
from .sentence import say

_READ_AHEAD = 16  # chunks that are read ahead
_STDERR_TAIL = 300  # bytes of the standard error that are kept for the message on its end
_GRACE = 1.0  # seconds that a process has to end by itself, and again after a signal

_GROUPS = hasattr(os, "killpg")  # a process may start others, which end with it where the system has groups


class ProcessExited(EngineError):
    """The process has ended; the message says why."""


class ChildProcess:
    """A child process, whose lines have `max_line` bytes at most.  Raises EngineError where it cannot be started."""

    def __init__(self, arguments: Sequence[str], *, max_line: int = MAX_LINE) -> None:
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
            raise EngineError.said("process-start", program=arguments[0], reason=why_of(error)) from None
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = (cast(IO[bytes], pipe) for pipe in pipes)
        self._closed = False
        self._exited = False
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._incoming: queue.Queue[bytes] = queue.Queue(_READ_AHEAD)
        self._max_line = max_line
        self._buffer = LineBuffer(max_line)
        self._received: deque[bytes | None] = deque()
        self._error_tail = b""
        self._threads = [
            Thread(target=work, daemon=True, name="engine")
            for work in (self._write_input, self._read_output, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def exited(self) -> bool:
        """Return whether the process is known to have exited, by itself or by `close`."""
        return self._closed or self._exited

    def send(self, line: str) -> None:
        """Write a line, without waiting for it to be read."""
        self._outgoing.put(f"{line}\n".encode())

    def receive(self, seconds: float) -> str | None:
        """Return the next line as `receive_bytes` does; undecodable bytes are replaced."""
        line = self.receive_bytes(seconds)
        return None if line is None else _printable(line)

    def receive_bytes(self, seconds: float) -> bytes | None:
        """Return the next line, None where none comes within some seconds.

        Raises ProcessExited, once all lines are read, where the process has ended, EngineError for a line beyond all
        bounds.
        """
        until = time.monotonic() + seconds
        while not self._received:
            if self._closed:
                raise ProcessExited.said("process-ended")
            if self._exited:
                raise ProcessExited(self._exit_reason())
            remaining = until - time.monotonic()
            if not self._take_in(max(remaining, 0.001)) or (remaining < 0 and not self._received):
                return None
        line = self._received.popleft()
        if line is None:
            raise EngineError.said("process-line", most=self._max_line)
        return line

    def _take_in(self, seconds: float) -> bool:
        """Take in the next chunk of the output or its end; return whether one came within some seconds."""
        try:
            chunk = self._incoming.get(seconds > 0, seconds)
        except queue.Empty:
            return False
        if chunk:
            self._received.extend(self._buffer.feed(chunk))
        else:
            self._exited = True
        return True

    def discard_output(self) -> None:
        """Drop the output that has arrived and not been read."""
        for _ in range(2 * _READ_AHEAD):
            self._received.clear()
            if not self._take_in(0):
                return

    def close(self, last_line: str = "") -> None:
        """End the process: a last line and the end of its input, then a request, then force; and all it started."""
        if self._closed:
            return
        self._closed = True
        try:
            if last_line:
                self.send(last_line)
                self._outgoing.put(None)
                self._wait(_GRACE)
            self._signal("SIGTERM")
            self._wait(_GRACE)
        finally:
            # The group may outlive the process that leads it.
            self._signal("SIGKILL")
            self._process.wait()
            self._release()

    def _exit_reason(self) -> str:
        """Return a sentence on how the process, whose output is closed, has ended."""
        self._wait(_GRACE)
        code = self._process.poll()
        self._threads[2].join(_GRACE)
        unfinished = _printable(self._buffer.unfinished())
        cut = say("process-cut", line=unfinished[:40]) if unfinished else ""
        lines = map(_printable, reversed(self._error_tail.splitlines()))
        last = next((line.strip() for line in lines if line.strip()), "")
        words = say("process-words", words=last) if last else ""
        self.close()
        match code:
            case None:
                return say("process-closed", cut=cut, words=words)
            case int() if code < 0:
                return say("process-signal", signal=_signal_name(-code), cut=cut, words=words)
            case _:
                return say("process-exit", number=code, cut=cut, words=words)

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
        """End the threads and close the pipes; one that another process holds open is left to its thread."""
        self._outgoing.put(None)
        until = time.monotonic() + _GRACE
        while self._threads[1].is_alive() and time.monotonic() < until:
            with suppress(queue.Empty):
                self._incoming.get(timeout=0.01)
        for thread, pipe in zip(self._threads, (self._input, self._output, self._errors), strict=True):
            thread.join(_GRACE)
            if not thread.is_alive():
                with suppress(OSError):
                    pipe.close()

    def _write_input(self) -> None:
        while (line := self._outgoing.get()) is not None:
            try:
                while line:
                    line = line[self._input.write(line) :]
            except OSError:  # nobody reads it any more: `receive` reports the end
                return
        with suppress(OSError):
            self._input.close()

    def _read_output(self) -> None:
        for chunk in read_chunks(self._output.fileno()):
            self._incoming.put(chunk)
        self._incoming.put(b"")

    def _read_errors(self) -> None:
        for chunk in read_chunks(self._errors.fileno()):
            self._error_tail = (self._error_tail + chunk)[-_STDERR_TAIL:]


def _printable(line: bytes) -> str:
    """Return a line as text, fit to be repeated on a terminal."""
    text = line.decode("utf-8", errors="replace")
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " if char.isspace() else "\ufffd" for char in text)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
