"""A process that has imported the server and the terminal game, and forks what `tests.programs.Forked` asks for.

``python forkserver.py SOCKET``: over the socket, the number of an open file, come a program and its standard streams;
back goes the number of its process. That is the child of a child which has ended, so it goes to the tests that asked.
"""

from __future__ import annotations

import gc
import io
import json
import os
import runpy
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

SIZE = 8  # bytes of a number


def receive(control: socket.socket, size: int) -> bytes:
    """Return so many bytes, fewer at the end."""
    data = b""
    while len(data) < size and (more := control.recv(size - len(data))):
        data += more
    return data


def next_program(control: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Fork a child for each request; return in the child, with the request and its standard streams."""
    while True:
        size, streams, _, _ = socket.recv_fds(control, SIZE, 3)
        if not size:
            os._exit(0)  # the tests have ended
        request: dict[str, Any] = json.loads(receive(control, int.from_bytes(size)))
        reader, writer = os.pipe()
        between = os.fork()
        if not between:
            parent = os.getpid()
            if child := os.fork():
                os.write(writer, child.to_bytes(SIZE))
                os._exit(0)
            while os.getppid() == parent:
                os.sched_yield()  # until the one between has ended
            return request, streams
        os.waitpid(between, 0)  # only now the child is one of the tests
        control.sendall(os.read(reader, SIZE))
        for number in (reader, writer, *streams):
            os.close(number)


def become(request: dict[str, Any], streams: list[int]) -> None:
    """Take over the session, the streams, the folder and the environment of a program, and close what else is open."""
    if request["own_session"]:
        os.setsid()
    encoding, errors = sys.stdout.encoding, sys.stdout.errors
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    at_once = bool(os.environ.get("PYTHONUNBUFFERED"))
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        mode, buffering = ("rb", -1) if name == "stdin" else ("wb", 0 if at_once else -1)
        file = open(number, mode, buffering, closefd=False)  # noqa: SIM115
        text = io.TextIOWrapper(
            file,
            encoding,
            "backslashreplace" if name == "stderr" else errors,
            line_buffering=not at_once and (name == "stderr" or file.isatty()),
            write_through=at_once,
        )
        setattr(sys, name, text)
        setattr(sys, f"__{name}__", text)


def run(arguments: list[str]) -> None:
    """Run a program as Python does: ``-m MODULE``, ``-c CODE`` or a file, with its arguments."""
    first, *rest = arguments
    if first == "-m":
        sys.path.insert(0, str(Path.cwd()))
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    elif first == "-c":
        sys.path.insert(0, "")
        sys.argv = ["-c", *rest[1:]]
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102
    else:
        sys.path.insert(0, str(Path(first).parent))
        sys.argv = arguments
        runpy.run_path(first, run_name="__main__")


if __name__ == "__main__":
    del sys.path[0]  # that of the program is put there
    for module in (
        "pushbox.cli.serve",
        "pushbox.web.serve",
        "pushbox.web.app",
        "pushbox.web.library",
        "pushbox.web.work_tasks",
        "pushbox.tui.fullscreen.app",
    ):
        import_module(module)
    assert len([*Path("/proc/self/task").iterdir()]) == 1, "a thread would be missing in a child"
    gc.freeze()  # what is imported stays, and its memory is shared with all children
    try:
        program, files = next_program(socket.socket(fileno=int(sys.argv[1])))
    except KeyboardInterrupt:  # Ctrl-C is for the tests
        os._exit(0)
    become(program, files)
    run(program["arguments"])
