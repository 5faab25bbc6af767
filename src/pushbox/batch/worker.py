"""The process that runs jobs, one at a time: ``python -m pushbox.batch.worker``, JSON objects line by line.

It reads ``{"do": task, "payload": {...}, "memory": MiB}`` and ``{"stop": true}``, and writes events as they come
(``{"kind": ..., "fields": {...}}``), then ``{"kind": "done", "fields": result}`` or ``{"kind": "failed", "fields":
{"message": ...}}``.  It ends with its input.
"""

from __future__ import annotations

import json
import os
import queue
import sys
from contextlib import suppress
from threading import Event as Signal
from threading import Thread
from typing import Any

from ..errors import PushboxError
from ..line_buffer import LineBuffer, read_chunks
from . import tasks
from .api import Event

_MAX_REQUEST = 64 << 20  # bytes of an order: a file of levels as JSON, each of whose characters may take six
# Bytes beyond its limit that a job may map: the program itself, its threads, what it frees late.
_MEMORY_SLACK = 256 << 20


def main() -> None:
    """Do jobs until the input ends."""
    requests: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    stop = Signal()
    Thread(target=_read_requests, args=(requests, stop), daemon=True).start()
    while (request := requests.get()) is not None:
        stop.clear()
        _limit_memory(request["memory"])
        _write(_run(request, stop))
        _limit_memory(None)


def _run(request: dict[str, Any], stop: Signal) -> Event:
    def emit(event: Event) -> bool:
        if event.kind:
            _write(event)
        return stop.is_set()

    try:
        return Event("done", tasks.run(request["do"], request["payload"], emit))
    except PushboxError as error:
        return Event("failed", {"message": str(error)})
    except MemoryError:
        return Event("failed", {"message": f"it needed more than {request['memory']:,} MiB of memory"})


def _read_requests(requests: queue.SimpleQueue[dict[str, Any] | None], stop: Signal) -> None:
    buffer = LineBuffer(_MAX_REQUEST)
    for chunk in read_chunks(sys.stdin.fileno()):
        for line in buffer.feed(chunk):
            request = json.loads(line or b"{}")
            if "do" in request:
                requests.put(request)
            else:
                stop.set()
    stop.set()
    requests.put(None)


def _write(event: Event) -> None:
    rest = memoryview(json.dumps(event._asdict(), ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
    while rest:
        rest = rest[os.write(sys.stdout.fileno(), rest) :]


def _limit_memory(mebibytes: int | None) -> None:
    """Bound what the process may map beyond what it has now, where the system can; None lifts the bound.

    Elsewhere the limits of the searches themselves are left.
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
    """Return how many bytes are mapped now, 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  # read once a job, by every job
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    main()
