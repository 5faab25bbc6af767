"""Tune the allocator of a server, so that freed memory returns to the system instead of fragmenting.

Two defaults of glibc make a process with many threads grow without limit: threads that meet in `malloc` get arenas of
their own, up to eight per core, each with holes that the others cannot fill; and every large freed block raises the
size from which blocks are mapped separately, up to 32 MiB, so that request bodies and SQLite pages end up between small
long-lived blocks. See mallopt(3).
"""

from __future__ import annotations

import ctypes

# The parameters of mallopt, from malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8

_OPTIONS = {
    _ARENA_MAX: 2,
    _MMAP_THRESHOLD: 128 << 10,  # bytes; that it is set keeps it from moving
    _TRIM_THRESHOLD: 256 << 10,  # free bytes at the end of the heap
}


def tune_malloc() -> bool:
    """Tune the allocator of this process; return whether that was possible (glibc only)."""
    try:
        libc = ctypes.CDLL(None)
        _ = libc.gnu_get_libc_version
    except (TypeError, OSError, AttributeError):  # Windows, a program without shared libraries, another library
        return False
    return all(libc.mallopt(option, value) for option, value in _OPTIONS.items())
