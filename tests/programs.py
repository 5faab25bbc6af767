"""What tests that start programs share: a program that ends with its test, one that starts at once, and a deaf one.

::

    from tests.programs import Forked, deaf, ended, running
"""

from __future__ import annotations

import ctypes
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

_GRACE = 5.0  # seconds to end what a program has started itself

# What sh is given before a command that shall ignore signals; "$@" keeps each argument whole.
_IGNORE = 'trap "" {}; exec "$@"'

_FORK_SERVER = Path(__file__).with_name("forkserver.py")
_PR_SET_CHILD_SUBREAPER = 36  # the children of a child that has ended become those of this process, not of the first
_SIZE = 8  # bytes of a number
_LOCK = Lock()  # several threads may start a program


class Forked(subprocess.Popen[Any]):
    """A program of this Python, forked from a process that has imported the server: a start takes 0.2 s, not 2 s.

    Like any other it is a child of the tests, with its own arguments, environment, folder and standard streams, and
    ends by its own exit code or signal. Where the system has no such children it is started as usual.
    """

    def __init__(self, command: Sequence[str], *, text: bool = True, **options: Any) -> None:
        assert command[0] == sys.executable
        super().__init__(command, text=text, **options)

    if sys.platform == "linux":

        def _execute_child(self, args: Sequence[str], *rest: Any) -> None:
            _, _, _, _, cwd, env, _, _, _, *pipes = rest[:15]
            *_, own_session, _ = rest
            standard = [own if pipe == -1 else pipe for own, pipe in enumerate((pipes[0], pipes[3], pipes[5]))]
            request = {
                "arguments": list(args[1:]),
                "cwd": str(cwd or Path.cwd()),
                "own_session": own_session,
                "env": dict(os.environ if env is None else env),
            }
            self.pid = _fork(json.dumps(request).encode(), standard)
            self._child_created = True
            self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


def ended(command: Sequence[str], *, timeout: float = 300, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a forked program to its end, with what it has printed."""
    with Forked(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options) as process:
        try:
            out, err = process.communicate(timeout=timeout)
        finally:
            process.kill()
        return subprocess.CompletedProcess(command, process.returncode, out, err)


def _fork(request: bytes, standard: Sequence[int]) -> int:
    """Have a program forked; return its process, which is a child of this one."""
    prctl = ctypes.CDLL(None).prctl
    with _LOCK:
        _, control = _fork_server()
        prctl(_PR_SET_CHILD_SUBREAPER, 1)
        try:
            socket.send_fds(control, [len(request).to_bytes(_SIZE)], standard)
            control.sendall(request)
            return int.from_bytes(control.recv(_SIZE))
        finally:
            prctl(_PR_SET_CHILD_SUBREAPER, 0)


@cache
def _fork_server() -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Return the process that forks, which ends when this one does, and its socket."""
    ours, other = socket.socketpair()
    with other:
        command = [sys.executable, str(_FORK_SERVER), str(other.fileno())]
        return subprocess.Popen(command, pass_fds=[other.fileno()]), ours


@contextmanager
def running(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Yield a program whose output is read by pipes; it has ended when the test has, however the test went."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.communicate(timeout=_GRACE)
            except subprocess.TimeoutExpired:
                process.kill()


def deaf(command: Sequence[str], *names: str) -> list[str]:
    """Return a command that runs another one with signals ignored from the start, as nohup and & do."""
    return ["sh", "-c", _IGNORE.format(" ".join(names)), "sh", *command]
