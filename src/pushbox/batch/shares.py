"""Shares of the workers: what a group may use of them at once and in an hour, and how long a turn is."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass

_HOUR = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """How a runner shares its workers between those whose jobs it has.

    `at_once` jobs run at a time, None for as many as there are workers; where there are more workers, a job that has
    run for a `turn` (seconds) is paused while others wait, so that all are begun soon.  A job of at most `short`
    seconds is not paused; `reserved` is how many of those that run at a time are for short jobs alone.

    No owner has more than `at_once_owner` jobs begun.  Of those that are not short no owner has more than `begun_owner`
    begun, no group more than `begun_group`, so that there are workers for others.  None is any number.

    `memory` is how many MiB all jobs that are begun may take together, a quarter of it for short ones alone, and
    `group_memory` those of one group; a job that is larger begins alone.  `group_seconds` is how many seconds of work a
    group gets in an hour.  `max_waiting` jobs of one owner may wait, `max_waiting_group` of one group.
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
    """Return how many MiB of memory this machine has, infinity where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 20)
    except (AttributeError, ValueError, OSError):  # no such function on Windows, no such value elsewhere
        return math.inf


class WorkedTime:
    """The seconds that groups have worked of late; what they have worked is forgotten at a steady rate within an hour.

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
