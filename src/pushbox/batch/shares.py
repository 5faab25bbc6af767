"""Shares of the workers: the part a group may use at once and per hour, and the length of a turn."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass

_HOUR = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """The rules by which a runner shares its workers among jobs.

    `at_once` jobs run at the same time; None means as many as there are workers. With more workers than that, a job
    that has run for a `turn` (seconds) pauses while others wait, so that all begin soon. A job of at most `short`
    seconds never pauses; `reserved` of the running jobs are reserved for short ones.

    An owner has at most `at_once_owner` jobs begun. Of jobs that are not short, an owner has at most `begun_owner`
    begun and a group at most `begun_group`, so that workers stay free for others. None means no limit.

    `memory` limits the MiB of all begun jobs, a quarter of it reserved for short ones, and `group_memory` those of one
    group; a larger job runs alone. `group_seconds` are the seconds of work of a group per hour. `max_waiting` jobs of
    an owner may wait, and `max_waiting_group` of a group.
    """

    at_once: int | None = None
    at_once_owner: int | None = None
    begun_owner: int | None = None
    begun_group: int | None = None
    turn: float = math.inf
    short: float = 0.0
    reserved: int = 0
    memory: float = math.inf
    group_memory: float = math.inf
    group_seconds: float = math.inf
    max_waiting: int = 100
    max_waiting_group: int = 1000


def machine_memory() -> float:
    """Return the memory of this machine in MiB, or infinity if the system does not report it."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 20)
    except (AttributeError, ValueError, OSError):  # no such function on Windows, no such value elsewhere
        return math.inf


class WorkedTime:
    """Seconds of recent work per group; they expire at a steady rate within an hour.

    `clock` returns seconds.
    """

    def __init__(self, maximum: float, clock: Callable[[], float]) -> None:
        self._maximum = maximum
        self._clock = clock
        self._worked: dict[str, tuple[float, float]] = {}  # seconds, as of a time

    def add(self, group: str, seconds: float) -> None:
        """Count seconds of work of a group."""
        if math.isinf(self._maximum):
            return
        now = self._clock()
        self._worked = {one: (spent, at) for one, (spent, at) in self._worked.items() if self._left(spent, at) > 0}
        self._worked[group] = (self.of(group) + seconds, now)

    def of(self, group: str) -> float:
        """Return the seconds of work of a group that are not forgotten."""
        return self._left(*self._worked.get(group, (0.0, 0.0)))

    def wait(self, group: str) -> float:
        """Return in how many seconds a group may work again, 0 for now."""
        over = self.of(group) - self._maximum
        return 0.0 if over < 0 else (over + 1) * _HOUR / self._maximum

    def _left(self, spent: float, at: float) -> float:
        return max(0.0, spent - (self._clock() - at) * self._maximum / _HOUR)
