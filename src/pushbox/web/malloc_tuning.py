"""The system's allocator in a server: what is free goes back to the system, instead of lying about in pieces.

Two defaults of glibc make a process with many threads grow without end in sight: threads that meet in `malloc` get
arenas of their own, up to eight a core, each with holes that the others cannot fill; and every large block that is
freed raises the size from which blocks are pages of their own, up to 32 MiB, so that the bodies of requests and the
pages of SQLite end up between small things that stay.  See mallopt(3).
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
    """Set the allocator of this process so, and return whether it is one that can be: that of glibc."""
    try:
        libc = ctypes.CDLL(None)
        _ = libc.gnu_get_libc_version
    except (TypeError, OSError, AttributeError):  # Windows, a program without shared libraries, another library
        return False
    return all(libc.mallopt(option, value) for option, value in _OPTIONS.items())
