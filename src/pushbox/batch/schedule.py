"""The turns of jobs on the workers of a runner, without any thread or process."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..sentence import say
from .api import Job, QueueFull
from .fair_queue import FairQueue, Place
from .shares import Shares, WorkedTime

_POLL_INTERVAL = 1.0  # seconds after which it may be that a group may work again
_LONG_PART = 0.75  # of the memory, and of the workers that jobs may be begun on, for jobs that are not short


class Turns(NamedTuple):
    """Which jobs are to be paused, resumed and begun now."""

    paused: list[str]
    resumed: list[str]
    begun: list[str]


class Load(NamedTuple):
    """Numbers of running jobs and of jobs that wait for a turn."""

    working: int
    waiting: int


class Schedule:
    """The jobs of a runner, by ticket, and whose turn it is; `clock` returns seconds.

    A job waits, is at work, or is paused: then it is begun, and waits for its next turn in the same queue.
    """

    def __init__(self, workers: int, shares: Shares, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers = workers
        self._at_once = shares.at_once or workers
        self._shares = shares
        self._clock = clock
        self._queue = FairQueue(shares.max_waiting, shares.max_waiting_group)
        self._worked = WorkedTime(shares.group_seconds, clock)
        self._jobs: dict[str, Job] = {}
        self._begun: set[str] = set()
        self._working: dict[str, float] = {}  # when its turn began

    def add(self, ticket: str, job: Job) -> None:
        """Add a job.  Raises QueueFull where too many wait, and where its group has worked enough in an hour."""
        wait = self._worked.wait(job.group)
        if wait:
            maximum = self._shares.group_seconds
            worked = say("worked-enough", worked=self._worked.of(job.group), most=maximum)
            raise QueueFull(worked, math.ceil(wait))
        self._queue.put(_place(job), ticket)
        self._jobs[ticket] = job

    def drop(self, ticket: str) -> bool:
        """Take a job out that has not begun; return whether it had not."""
        if ticket in self._begun or ticket not in self._jobs:
            return False
        self._queue.drop(_place(self._jobs[ticket]), ticket)
        del self._jobs[ticket]
        return True

    def hurry(self, ticket: str) -> bool:
        """Give a turn to a job that is paused, beyond those at work, so that it can end; return whether it was."""
        if ticket not in self._jobs or not self._queue.take_this(_place(self._jobs[ticket]), ticket):
            return False
        self._working[ticket] = self._clock()
        return True

    def end(self, ticket: str) -> None:
        """Take a job out that has begun and is over; it may have ended just before it was paused."""
        job = self._jobs[ticket]
        if ticket in self._working:
            self._count_work(ticket)
            self._queue.done(_place(job))
        else:
            self._queue.drop(_place(job), ticket)
        del self._jobs[ticket]
        self._begun.discard(ticket)

    def next_turns(self) -> Turns:
        """End expired turns if others wait, begin the next ones, and return the changes."""
        over = self._turns_over()
        for ticket in over:
            self._count_work(ticket)
            self._queue.put_back(_place(self._jobs[ticket]), ticket)
        resumed, begun = [], []
        while len(self._working) < self._at_once and (following := self._queue.take(self._may_run)) is not None:
            self._working[following] = self._clock()
            if following not in self._begun:
                self._begun.add(following)
                begun.append(following)
            elif following not in over:
                resumed.append(following)
        return Turns([ticket for ticket in over if ticket not in self._working], resumed, begun)

    def wait(self) -> float | None:
        """Return in how many seconds there may be other turns though nothing changes, None for never."""
        if not self._queue:
            return None
        ends = [began + self._shares.turn for ticket, began in self._working.items() if self._may_pause(ticket)]
        return max(0.0, min([end - self._clock() for end in ends] + [_POLL_INTERVAL]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._jobs)

    def count(self) -> Load:
        """Count running jobs and waiting jobs, paused ones included."""
        return Load(len(self._working), len(self._jobs) - len(self._working))

    def _turns_over(self) -> list[str]:
        if not self._queue:
            return []
        began = self._clock() - self._shares.turn
        return [ticket for ticket, at in self._working.items() if at <= began and self._may_pause(ticket)]

    def _may_pause(self, ticket: str) -> bool:
        return not self._is_short(self._jobs[ticket])

    def _may_run(self, ticket: str) -> bool:
        return ticket in self._begun or self._may_begin(self._jobs[ticket])

    def _may_begin(self, job: Job) -> bool:
        """Return whether a worker, memory and time are available for the next job."""
        shares, begun = self._shares, [self._jobs[ticket] for ticket in self._begun]
        in_group = [one for one in begun if one.group == job.group]
        of_owner = [one for one in in_group if one.owner == job.owner]
        short = self._is_short(job)
        part = 1.0 if short or not shares.short else _LONG_PART
        return (
            len(begun) < max(self._at_once, int(self._workers * part))
            and _is_below(len(of_owner), shares.at_once_owner)
            and (short or self._has_room_for_long(in_group, of_owner))
            and _fits(job, begun, shares.memory * part)
            and _fits(job, in_group, shares.group_memory)
            and not self._worked.wait(job.group)
        )

    def _has_room_for_long(self, in_group: list[Job], of_owner: list[Job]) -> bool:
        shares = self._shares
        working = self._count_long([self._jobs[ticket] for ticket in self._working])
        return (
            working < self._at_once - shares.reserved
            and _is_below(self._count_long(of_owner), shares.begun_owner)
            and _is_below(self._count_long(in_group), shares.begun_group)
        )

    def _count_long(self, jobs: list[Job]) -> int:
        return sum(not self._is_short(job) for job in jobs)

    def _is_short(self, job: Job) -> bool:
        return job.seconds <= self._shares.short

    def _count_work(self, ticket: str) -> None:
        self._worked.add(self._jobs[ticket].group, self._clock() - self._working.pop(ticket))


def _is_below(count: int, maximum: int | None) -> bool:
    return maximum is None or count < maximum


def _fits(job: Job, others: list[Job], memory: float) -> bool:
    """Return whether the memory of a job fits beside others; a job larger than the limit must run alone."""
    return not others or job.memory + sum(one.memory for one in others) <= memory


def _place(job: Job) -> Place:
    return Place(job.group, job.owner)
