"""The runner: takes jobs, lets owners take turns at the workers, tells how jobs get on."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from threading import Condition, Thread
from typing import Protocol

from ..errors import PushboxError
from .api import Event, Failed, Fields, Hear, Job, Report, State
from .hand import Died, Hand
from .turns import Turns


class Worker(Protocol):
    """What does one job at a time: see `Hand`, which is one."""

    def do(self, job: Job, hear: Hear, stops: Callable[[], bool]) -> Fields:
        """Do a job and return its result; raises Died, which repeats it, or PushboxError, which fails it."""

    def close(self) -> None:
        """Give back what it holds."""


@dataclass(eq=False, slots=True)
class _Entry:
    """A job that was submitted, and all that is known of it."""

    ticket: str
    job: Job
    state: State = State.WAITING
    message: str = ""
    result: Fields | None = None
    progress: Fields | None = None
    found: list[Fields] = field(default_factory=list)
    stops: bool = False
    hearers: list[Hear] = field(default_factory=list)

    def report(self) -> Report:
        return Report(self.ticket, self.job, self.state, self.message, self.result, self.progress, tuple(self.found))


class Runner(AbstractContextManager["Runner"]):
    """Jobs on workers, a thread each, which wait where there is nothing to do.

    `most_waiting` is how many jobs of one owner may wait, `most_kept` about how many that are over can still be asked
    for.  What hears of a job is called from a thread of the runner,
    and must return soon.  Closing it cancels everything.
    """

    def __init__(self, workers: Sequence[Worker], *, most_waiting: int = 100, most_kept: int = 1000) -> None:
        self._workers = list(workers)
        self._most_kept = most_kept
        self._turns = Turns(most_waiting)
        self._jobs: OrderedDict[str, _Entry] = OrderedDict()
        self._changed = Condition()
        self._closes = False
        self._threads = [Thread(target=self._work, args=(one,), daemon=True, name="batch") for one in self._workers]
        for thread in self._threads:
            thread.start()

    @property
    def workers(self) -> int:
        """How many jobs are done at a time."""
        return len(self._workers)

    def submit(self, job: Job) -> str:
        """Add a job and return its ticket.  Raises QueueFull where its owner has too many waiting."""
        entry = _Entry(secrets.token_urlsafe(12), job)
        with self._changed:
            if self._closes:
                raise Failed("the runner is closed")
            self._turns.put(job.owner, entry.ticket)
            self._jobs[entry.ticket] = entry
            self._forget()
            self._changed.notify_all()
        return entry.ticket

    def report(self, ticket: str) -> Report:
        """Return how a job stands.  Raises KeyError for a ticket that is not known, or not any more."""
        with self._changed:
            return self._jobs[ticket].report()

    def watch(self, ticket: str, hear: Hear) -> Callable[[], None]:
        """Tell how a job stands and then all that happens to it; return what ends that.  Raises KeyError as `report`.

        A state that is over is the last event.
        """
        with self._changed:
            entry = self._jobs[ticket]
            for found in entry.found:
                hear(Event("found", found))
            if entry.progress is not None and not entry.state.is_over:
                hear(Event("progress", entry.progress))
            hear(_state(entry))
            if not entry.state.is_over:
                entry.hearers.append(hear)

        def leave() -> None:
            with self._changed:
                if hear in entry.hearers:
                    entry.hearers.remove(hear)

        return leave

    def result(self, ticket: str, seconds: float | None = None) -> Fields:
        """Wait for the result of a job.

        Raises Failed where there is none, TimeoutError where it is not there in time, KeyError as `report`.
        """
        with self._changed:
            entry = self._jobs[ticket]
            if not self._changed.wait_for(lambda: entry.state.is_over, seconds):
                raise TimeoutError
            if entry.state is not State.DONE or entry.result is None:
                raise Failed(entry.message or entry.state.value)
            return entry.result

    def cancel(self, ticket: str) -> None:
        """End a job: one that waits never begins, one that runs is done with the best it has, if it has any.

        Raises KeyError as `report`.
        """
        with self._changed:
            entry = self._jobs[ticket]
            entry.stops = True
            if self._turns.drop(entry.job.owner, ticket):
                self._end(entry, State.CANCELLED, "it was cancelled before it began")

    def leave(self, owner: str) -> None:
        """Cancel all jobs of an owner, and wait until none of them runs any more."""
        with self._changed:
            entries = [entry for entry in self._jobs.values() if entry.job.owner == owner and not entry.state.is_over]
            for entry in entries:
                self.cancel(entry.ticket)
            self._changed.wait_for(lambda: all(entry.state.is_over for entry in entries))

    def retry(self, ticket: str) -> None:
        """Begin a job anew that failed or was cancelled.  Raises KeyError as `report`, QueueFull as `submit`."""
        with self._changed:
            entry = self._jobs[ticket]
            if entry.state not in {State.FAILED, State.CANCELLED}:
                return
            self._turns.put(entry.job.owner, ticket)
            entry.state, entry.stops, entry.message = State.WAITING, False, ""
            entry.result = entry.progress = None
            entry.found.clear()
            self._changed.notify_all()

    def close(self) -> None:
        """Cancel everything and end the workers."""
        with self._changed:
            self._closes = True
            for ticket in list(self._turns):
                self.cancel(ticket)
            for entry in self._jobs.values():
                entry.stops = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def __exit__(self, *unused: object) -> None:
        self.close()

    def _work(self, worker: Worker) -> None:
        try:
            while (entry := self._next()) is not None:
                try:
                    self._do(worker, entry)
                finally:
                    with self._changed:
                        self._turns.done(entry.job.owner)
        finally:
            worker.close()

    def _next(self) -> _Entry | None:
        with self._changed:
            while not self._closes:
                if (ticket := self._turns.take()) is not None:
                    entry = self._jobs[ticket]
                    entry.state = State.RUNNING
                    self._tell(entry, _state(entry))
                    return entry
                self._changed.wait()
        return None

    def _do(self, worker: Worker, entry: _Entry) -> None:
        def hear(event: Event) -> None:
            with self._changed:
                match event.kind:
                    case "progress":
                        entry.progress = event.fields
                    case "best":
                        entry.result = event.fields
                    case "found":
                        entry.found.append(event.fields)
                    case _:
                        pass
                self._tell(entry, event)

        left = entry.job.retries
        while True:
            try:
                result = worker.do(entry.job, hear, lambda: entry.stops)
            except Died as error:
                if left and not entry.stops:
                    left -= 1
                    entry.found.clear()
                    hear(Event("state", {"state": State.RUNNING.value, "message": f"{error}; it begins anew"}))
                    continue
                self._over(entry, State.FAILED, str(error))
            except PushboxError as error:
                self._over(entry, State.FAILED, str(error))
            else:
                entry.result = result
                self._over(entry, State.DONE)
            return

    def _over(self, entry: _Entry, state: State, message: str = "") -> None:
        with self._changed:
            if state is State.FAILED and entry.stops:
                state = State.CANCELLED
            self._end(entry, state, message)

    def _end(self, entry: _Entry, state: State, message: str) -> None:
        entry.state, entry.message = state, message
        self._tell(entry, _state(entry))
        entry.hearers.clear()
        self._changed.notify_all()

    def _tell(self, entry: _Entry, event: Event) -> None:
        for hear in entry.hearers:
            hear(event)

    def _forget(self) -> None:
        """Drop the oldest jobs that are over, so that a runner that is up for months does not grow."""
        more = len(self._jobs) - self._most_kept
        over = [ticket for ticket, entry in self._jobs.items() if entry.state.is_over] if more > 0 else []
        for ticket in over[: max(more, 0)]:
            del self._jobs[ticket]


def _state(entry: _Entry) -> Event:
    fields: Fields = {"state": entry.state.value}
    fields |= {"message": entry.message} if entry.message else {}
    return Event("state", fields | ({"result": entry.result} if entry.state.is_over and entry.result else {}))


def local(workers: int = 2, *, most_waiting: int = 100) -> Runner:
    """Return a runner on processes of this machine, which are started when they are needed."""
    return Runner([Hand() for _ in range(workers)], most_waiting=most_waiting)


def cluster(address: str, *, most_waiting: int = 100, seconds: float = 10.0) -> Runner:
    """Return a runner on the workers of the Dask scheduler at `address`.

    Raises Failed where none is reached in time, or where Dask is not installed.
    """
    from .cluster import workers

    return Runner(workers(address, seconds), most_waiting=most_waiting)
