"""Runs of the command line within limits: its code, what it prints, and what it takes.

`run_afresh` starts a program for each.  A `ForkServer` is one that has imported pushbox, and is forked for each run,
which takes 0.01 s instead of 0.3 s.  A fork has the streams, the limits, the exit code and the traceback of a program
of its own, but leaves without taking down what is imported.  All that commands use is, which are some 30 MiB more for
small runs.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import pkgutil
import resource
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, NamedTuple, NoReturn

SOURCE = Path(__file__).resolve().parents[1] / "src"

PATIENCE = 60  # seconds of processor time after which a run is ended
ALLOWED = 3 << 30  # bytes of addresses, so that no run takes the machine along
MOST_OUTPUT = 256 << 20  # bytes of one output file
LONGEST = 1 << 16  # bytes of a request and of its answer

IMPORTED = ("cli", "formats", "games", "identity", "analysis", "optimizer", "play", "solver", "store", "tui")


class Run(NamedTuple):
    """The result of a command: its code, what it printed, and what it took, in seconds of processor time and MiB."""

    code: int
    out: bytes
    err: bytes
    seconds: float
    mebibytes: float


class Usage(NamedTuple):
    """The code of a process that has ended, and what it took."""

    code: int
    seconds: float
    mebibytes: float


Runner = Callable[[Sequence[str], Path, Path | None], Run]
"""Runs pushbox with arguments, in a folder of its own, with a file or nothing as its standard input."""
_Start = Callable[[Sequence[IO[bytes]]], Usage]


def run_afresh(arguments: Sequence[str], folder: Path, stdin: Path | None = None) -> Run:
    """Run pushbox as a program of its own."""

    def start(streams: Sequence[IO[bytes]]) -> Usage:
        command = [sys.executable, "-m", "pushbox", *arguments]
        given, out, err = streams
        environment = {**_environment(), "HOME": str(folder)}
        child = subprocess.Popen(command, stdin=given, stdout=out, stderr=err, cwd=folder, env=environment)  # noqa: S603
        if hasattr(resource, "prlimit"):  # where the system lets another process do so
            with suppress(ProcessLookupError):
                _limit(lambda kind, bounds: resource.prlimit(child.pid, kind, bounds))
        usage = _wait(child.pid)
        child.returncode = usage.code
        # A program's peak begins with that of the process that it was forked from: no more than that says nothing.
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return usage._replace(mebibytes=0.0) if usage.mebibytes <= own > _LARGE else usage

    return _collected(start, folder, stdin)


_LARGE = 512  # MiB of this process, as one has that runs thousands of tests


class ForkServer:
    """A program that has imported pushbox and runs it in forks of its own, one at a time."""

    def __init__(self) -> None:
        self._line, end = socket.socketpair()
        with end:
            self._program = subprocess.Popen([sys.executable, __file__], stdin=end, env=_environment())  # noqa: S603

    def run(self, arguments: Sequence[str], folder: Path, stdin: Path | None = None) -> Run:
        """Run pushbox in a fork."""

        def start(streams: Sequence[IO[bytes]]) -> Usage:
            request = json.dumps({"arguments": [*arguments], "folder": str(folder)}).encode()
            assert len(request) < LONGEST
            socket.send_fds(self._line, [request], [stream.fileno() for stream in streams])
            return Usage(*json.loads(self._line.recv(LONGEST)))

        return _collected(start, folder, stdin)

    def close(self) -> None:
        """End the program."""
        self._line.close()
        self._program.wait()


def _collected(start: _Start, folder: Path, stdin: Path | None) -> Run:
    """Return what comes of a start with files as standard streams."""
    with (
        (stdin or Path(os.devnull)).open("rb") as given,
        (folder / "stdout").open("w+b") as out,
        (folder / "stderr").open("w+b") as err,
    ):
        usage = start((given, out, err))
        out.seek(0)
        err.seek(0)
        return Run(usage.code, out.read(), err.read(), usage.seconds, usage.mebibytes)


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": "1"}


def _limit(bound: Callable[[int, tuple[int, int]], object]) -> None:
    """Bound what a process takes."""
    for kind, most in (("CPU", PATIENCE), ("AS", ALLOWED), ("FSIZE", MOST_OUTPUT)):
        bound(getattr(resource, f"RLIMIT_{kind}"), (most, most))


def _wait(process: int) -> Usage:
    """Return the code of a child when it has ended, and what it took."""
    _, status, usage = os.wait4(process, 0)
    return Usage(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _fork_for_each(line: socket.socket) -> bool:
    """Fork for each request and answer it with what the fork took; return True in a fork, False when no more come."""
    while True:
        request, streams, _, _ = socket.recv_fds(line, LONGEST, 3)
        if not request:
            return False
        process = os.fork()
        if not process:
            line.close()
            _take_place(**json.loads(request), streams=streams)
            return True
        for stream in streams:
            os.close(stream)
        line.sendall(json.dumps(_wait(process)).encode())


def _take_place(arguments: Sequence[str], folder: str, streams: Sequence[int]) -> None:
    """Make this process one that was started with these arguments, in this folder, with these streams."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        was = getattr(sys, name)
        opened = open(number, was.mode, encoding=was.encoding, errors=was.errors, closefd=False)  # noqa: SIM115
        opened.reconfigure(line_buffering=was.line_buffering)
        setattr(sys, name, opened)
    sys.argv[1:] = arguments
    os.environ["HOME"] = folder
    os.chdir(folder)
    _limit(resource.setrlimit)


def _leave(code: object) -> NoReturn:
    """End this process as Python does, but leave its modules to the system: to take them down takes 0.03 s."""
    assert isinstance(code, int), code
    threading._shutdown()  # type: ignore[attr-defined]  # noqa: SLF001
    atexit._run_exitfuncs()  # noqa: SLF001
    for stream in (sys.stdout, sys.stderr):  # noqa: TID251
        stream.flush()
    os._exit(code)


def _import_rooms() -> None:
    """Import what commands import when they need it."""
    for room in IMPORTED:
        package = import_module(f"pushbox.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in module.name:
                import_module(module.name)


if __name__ == "__main__":
    _import_rooms()
    gc.freeze()  # so that no collection in a fork copies it
    with socket.socket(fileno=os.dup(0)) as requests:
        is_fork = _fork_for_each(requests)
    if is_fork:
        from pushbox.cli import main

        try:
            main()
        except SystemExit as end:
            _leave(end.code)
