"""The command line of pushbox, which on SIGUSR1 prints what was allocated since the first time, if that is wanted.

With SOAK_CLOCK=N its clock of the day runs N times as quick: sessions, shares of addresses and what is deleted in time
see a day in an hour.  What is measured in seconds, as latencies and leases, keeps its pace.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import tracemalloc
from collections import Counter
from datetime import datetime

from pushbox.cli import main
from pushbox.store import tables

_first: list[tracemalloc.Snapshot] = []


def report(*_: object) -> None:
    """Print the lines that have allocated most since the first call, and the sorts of objects that there are."""
    gc.collect()
    snapshot = tracemalloc.take_snapshot()
    if _first:
        for line in snapshot.compare_to(_first[0], "lineno")[:40]:
            print(line, file=sys.stderr)
    _first.append(snapshot)
    sorts = Counter(type(one).__qualname__ for one in gc.get_objects())
    print(sorts.most_common(30), tracemalloc.get_traced_memory(), file=sys.stderr, flush=True)


def quicken(factor: float) -> None:
    """Let the clock of the day run so many times as quick from now on."""
    began = tables.now()
    original = tables.now

    def now() -> datetime:
        return began + (original() - began) * factor

    for module in [*sys.modules.values()]:
        if getattr(module, "now", None) is original:
            module.now = now  # type: ignore[attr-defined]


if (factor := float(os.environ.get("SOAK_CLOCK") or 1)) != 1:
    quicken(factor)
if os.environ.get("SOAK_TOP"):
    tracemalloc.start()
    signal.signal(signal.SIGUSR1, report)
sys.argv[0] = "pushbox"
main()
