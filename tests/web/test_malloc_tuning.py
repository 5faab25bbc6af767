"""The allocator of a server: large blocks that are freed leave no holes behind, wherever they were used."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.servers

# Threads free a large block, and then fill theirs with blocks of half a MiB between things that stay.
_PROGRAM = """
import sys, threading
import psutil
from pushbox.web.malloc_tuning import tune_malloc

if sys.argv[1] == "tuned":
    assert tune_malloc()

def work(kept):
    together.wait()  # as a thread takes over what one that has ended had
    bytearray(16 << 20)
    passing = []
    for _ in range(20):
        passing.append(bytes(1 << 19))
        kept.append(bytes(2000))

kept = []
together = threading.Barrier(8)
before = psutil.Process().memory_info().rss
threads = [threading.Thread(target=work, args=(kept,)) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(psutil.Process().memory_info().rss - before)
"""


def left_over(state: str) -> int:
    """Return the bytes that a process holds after the work, where 320 kB of it are left."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")
    }  # Dask sets some
    result = subprocess.run(
        [sys.executable, "-c", _PROGRAM, state],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env=environment,
    )
    return int(result.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the allocator is not that of glibc")
def test_large_blocks_that_are_freed_leave_no_holes() -> None:
    """The same work without it leaves many times as much."""
    assert left_over("tuned") < 4 << 20 < left_over("as it is")
