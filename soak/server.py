"""The command line of pushbox, which on SIGUSR1 prints what was allocated since the first time, if that is wanted."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tracemalloc
from collections import Counter

from pushbox.cli import main

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


if os.environ.get("SOAK_TOP"):
    tracemalloc.start()
    signal.signal(signal.SIGUSR1, report)
sys.argv[0] = "pushbox"
main()
