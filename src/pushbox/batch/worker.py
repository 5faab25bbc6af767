"""The process that runs jobs, one at a time: ``python -m pushbox.batch.worker``, JSON objects line by line.

Arguments are modules with further tasks, each a dictionary ``TASKS`` as that of `pushbox.batch.tasks`.

It reads ``{"do": task, "payload": {...}, "memory": MiB}``, and at any time ``{"stop": true}`` and ``{"pause": true}``
or ``{"pause": false}``.  It writes ``{"kind": "begun", "fields": {}}`` when it begins a task, its events as they come,
then ``{"kind": "done", "fields": result}``, ``{"kind": "failed", "fields": {"message": ..., "limit": ...}}`` or
``{"kind": "stopped", "fields": {}}``.  A message is a text or a sentence.  It ends with its input.
"""

from __future__ import annotations

import _thread
import importlib
import json
import os
import queue
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event as Signal
from threading import Thread
from typing import Any

from ..errors import PushboxError
from ..line_buffer import LineBuffer, read_chunks
from ..sentence import say, to_json
from . import tasks
from .api import Event, limit_of

_MAX_REQUEST = 64 << 20  # bytes of an order: a file of levels as JSON, each of whose characters may take six
# Bytes beyond its limit that a job may map: the program itself, its threads, what it frees late.
_MEMORY_SLACK = 256 << 20


class _Interrupted(BaseException):
    """The job is to be stopped; no task catches it by accident."""


class _Control:
    """The job that runs in the main thread, as the thread that reads requests steers it.

    A task that looks whether to stop does so by itself; any other is interrupted.  All of them can be made to wait,
    which takes no signal of the system: a process whose parent is killed meanwhile goes on, to its end.
    """

    def __init__(self) -> None:
        self.stop = Signal()
        self._may_run = Signal()
        self._may_run.set()
        self._running = self._interruptible = self._writing = self._waiting = self._closed = False
        signal.signal(signal.SIGINT, lambda *_: self._check())

    def pause(self, *, paused: bool) -> None:
        """Pause or resume the current job, or the next one."""
        if paused:
            self._may_run.clear()
        else:
            self._may_run.set()
        _thread.interrupt_main()

    def end(self, *, closed: bool = False) -> None:
        """Stop the job, and where the input is closed the next one, too."""
        self._closed = closed
        self.stop.set()
        self._may_run.set()
        _thread.interrupt_main()

    def expect(self) -> None:
        """Take what stops from now on for the next job, which may not have begun when it is stopped."""
        if not self._closed:
            self.stop.clear()

    @contextmanager
    def running(self, task: str) -> Iterator[None]:
        """Let a task be paused and interrupted.  Raises _Interrupted."""
        self._interruptible = task not in tasks.STOPPABLE
        self._running = True
        try:
            self._check()
            yield
        finally:
            self._running = False

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Let a line be written whole."""
        self._writing = True
        yield
        self._writing = False
        self._check()

    def _check(self) -> None:
        """Wait, or be interrupted, in the main thread."""
        # A signal may come while this waits: a second wait in the first one would wait for itself.
        if self._writing or self._waiting or not self._running:
            return
        self._waiting = True
        while not self._may_run.is_set():
            self._may_run.wait()
        self._waiting = False
        if self._interruptible and self.stop.is_set():
            raise _Interrupted


def main() -> None:
    """Do jobs until the input ends."""
    requests: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    control = _Control()
    for module in sys.argv[1:]:
        tasks.TASKS.update(importlib.import_module(module).TASKS)
    Thread(target=_read_requests, args=(requests, control), daemon=True).start()
    while (request := requests.get()) is not None:
        _limit_memory(request["memory"])
        _write(_run(request, control))
        _limit_memory(None)


def _run(request: dict[str, Any], control: _Control) -> Event:
    def emit(event: Event) -> bool:
        if event.kind:
            with control.writing():
                _write(event)
        return control.stop.is_set()

    try:
        with control.running(request["do"]):
            emit(Event("begun", {}))
            return Event("done", tasks.run(request["do"], request["payload"], emit))
    except _Interrupted:
        return Event("stopped", {})
    except PushboxError as error:
        return Event("failed", {"message": to_json(str(error)) or str(error), "limit": limit_of(error)})
    except MemoryError:
        sentence = say("needs-memory", memory=request["memory"])
        return Event("failed", {"message": sentence.to_json(), "limit": "memory"})
    except Exception as error:  # noqa: BLE001  # a fault of the task or of its payload, which ends no worker
        failed = say("task-failed", reason=f"{type(error).__name__}: {error}")
        return Event("failed", {"message": failed.to_json(), "limit": limit_of(error)})


def _read_requests(requests: queue.SimpleQueue[dict[str, Any] | None], control: _Control) -> None:
    buffer = LineBuffer(_MAX_REQUEST)
    for chunk in read_chunks(sys.stdin.fileno()):
        for line in buffer.feed(chunk):
            match json.loads(line or b"{}"):
                case {"do": _} as request:
                    control.expect()
                    requests.put(request)
                case {"pause": bool(paused)}:
                    control.pause(paused=paused)
                case _:
                    control.end()
    requests.put(None)
    control.end(closed=True)


def _write(event: Event) -> None:
    rest = memoryview(json.dumps(event._asdict(), ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
    while rest:
        rest = rest[os.write(sys.stdout.fileno(), rest) :]


def _limit_memory(mebibytes: int | None) -> None:
    """Limit the memory that the process may map beyond its current size, if the system can; None lifts the limit.

    On other systems only the limits of the searches hold.
    """
    # Windows has no such module, some systems no such limit, and macOS refuses to set the one it names.
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        soft = hard
        if mebibytes is not None:
            soft = _mapped() + (mebibytes << 20) + _MEMORY_SLACK
            soft = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _mapped() -> int:
    """Return the bytes mapped now, or 0 if the system does not report them."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  # read once a job, by every job
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    main()
