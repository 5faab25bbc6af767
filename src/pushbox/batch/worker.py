"""The process that does jobs, one at a time: ``python -m pushbox.batch.worker``, JSON objects line by line.

It is told ``{"do": task, "payload": {...}, "memory": MiB}`` and ``{"stop": true}``, and tells events as they come
(``{"kind": ..., "fields": {...}}``), then ``{"kind": "done", "fields": result}`` or ``{"kind": "failed", "fields":
{"message": ...}}``.  It ends with its input.
"""

from __future__ import annotations

import json
import os
import queue
import sys
from threading import Event as Signal
from threading import Thread
from typing import Any

from ..errors import PushboxError
from ..solver.engine.lines import Lines, chunks
from . import tasks
from .api import Event

_LONGEST = 64 << 20  # bytes of an order: a file of levels as JSON, each of whose characters may take six
_SLACK = 256 << 20  # bytes beyond its limit that a job may map: the program itself, its threads, what it frees late


def main() -> None:
    """Do jobs until the input ends."""
    orders: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    stop = Signal()
    Thread(target=_listen, args=(orders, stop), daemon=True).start()
    while (order := orders.get()) is not None:
        stop.clear()
        _limit_memory(order["memory"])
        _say(_done(order, stop))
        _limit_memory(None)


def _done(order: dict[str, Any], stop: Signal) -> Event:
    def tell(event: Event) -> bool:
        if event.kind:
            _say(event)
        return stop.is_set()

    try:
        return Event("done", tasks.run(order["do"], order["payload"], tell))
    except PushboxError as error:
        return Event("failed", {"message": str(error)})
    except MemoryError:
        return Event("failed", {"message": f"it needed more than {order['memory']:,} MiB of memory"})


def _listen(orders: queue.SimpleQueue[dict[str, Any] | None], stop: Signal) -> None:
    lines = Lines(_LONGEST)
    for chunk in chunks(sys.stdin.fileno()):
        for line in lines.feed(chunk):
            order = json.loads(line or b"{}")
            if "do" in order:
                orders.put(order)
            else:
                stop.set()
    stop.set()
    orders.put(None)


def _say(event: Event) -> None:
    rest = memoryview(json.dumps(event._asdict(), ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
    while rest:
        rest = rest[os.write(sys.stdout.fileno(), rest) :]


def _limit_memory(mebibytes: int | None) -> None:
    """Bound what the process may map beyond what it has now, where the system can; None lifts the bound."""
    try:
        import resource
    except ImportError:  # Windows: the limits of the searches themselves are left
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    soft = hard
    if mebibytes is not None:
        soft = _mapped() + (mebibytes << 20) + _SLACK
        soft = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _mapped() -> int:
    """Return how many bytes are mapped now, 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:  # noqa: PTH123  # read once a job, by every job
            return int(told.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    main()
