"""Rate counts of a single server in memory: a bounded number, the most recently used."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from limits.aio.storage import MemoryStorage

MAX_COUNTS = 50_000  # 16 MiB


class _Windows(NamedTuple):
    """The counts of the window that began at `start`, and of the one before; windows last `expiry` seconds."""

    start: float
    expiry: int
    previous: int = 0
    current: int = 0

    def is_over(self, now: float) -> bool:
        """Return whether both windows have expired."""
        return now >= self.start + 2 * self.expiry


class BoundedStorage(MemoryStorage):
    """The storage of `limits` in memory, with bounded sliding windows; `clock` returns seconds.

    The storage of `limits` itself looks at all its keys for each request, and is unbounded. Here a key costs O(1), and
    the least recently used keys are dropped once they expire or are too many: a client that sends many requests is
    never forgotten among them.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._windows: OrderedDict[str, _Windows] = OrderedDict()

    def __len__(self) -> int:
        return len(self._windows)

    async def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count `amount` more for a key, unless that is more than `limit` in a window of `expiry` seconds."""
        now = self._clock()
        windows = self._at(key, expiry, now)
        weight = 1 - (now - windows.start) / expiry
        fits = int(windows.previous * weight) + windows.current + amount <= limit
        self._windows[key] = windows._replace(current=windows.current + amount) if fits else windows
        self._windows.move_to_end(key)
        self._drop_oldest(now)
        return fits

    async def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """Return the counts of the previous and the current window, each with its remaining seconds."""
        now = self._clock()
        windows = self._at(key, expiry, now)
        left = windows.start + expiry - now
        return windows.previous, left, windows.current, left + expiry

    async def clear_sliding_window(self, key: str, expiry: int) -> None:  # noqa: ARG002  # as its base has it
        """Forget a key."""
        self._windows.pop(key, None)

    def _at(self, key: str, expiry: int, now: float) -> _Windows:
        """Return the windows of a key now; a first window begins with its first request."""
        windows = self._windows.get(key)
        if windows is None or windows.is_over(now):
            return _Windows(now, expiry)
        if now >= windows.start + expiry:
            return _Windows(windows.start + expiry, expiry, windows.current)
        return windows

    def _drop_oldest(self, now: float) -> None:
        """Drop the least recently used keys: two expired ones, or one if there are too many.

        Keys are added one at a time, so that a surplus cannot pile up.
        """
        for _ in range(2):
            oldest = next(iter(self._windows.values()))
            if not oldest.is_over(now) and len(self._windows) <= MAX_COUNTS:
                return
            self._windows.popitem(last=False)
