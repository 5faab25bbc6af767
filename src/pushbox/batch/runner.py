"""The runner: takes jobs, shares the workers between their owners, reports events and results."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import islice
from threading import Condition, Thread
from typing import Protocol

from ..errors import PushboxError
from .api import Event, EventCallback, Failed, Fields, Job, Report, State
from .fair_queue import FairQueue
from .worker_process import WorkerDied, WorkerProcess


class Worker(Protocol):
    """A worker that runs one job at a time, such as a `WorkerProcess`."""

    def run(self, job: Job, on_event: EventCallback, should_stop: Callable[[], bool]) -> Fields:
        """Do a job and return its result; raises WorkerDied, which repeats it, or PushboxError, which fails it."""

    def close(self) -> None:
        """Release its resources."""


@dataclass(eq=False, slots=True)
class _Entry:
    """A submitted job with its state, progress and results."""

    ticket: str
    job: Job
    state: State = State.WAITING
    message: str = ""
    result: Fields | None = None
    progress: Fields | None = None
    found: list[Fields] = field(default_factory=list)
    cancelled: bool = False
    callbacks: list[EventCallback] = field(default_factory=list)

    def report(self) -> Report:
        return Report(self.ticket, self.job, self.state, self.message, self.result, self.progress, tuple(self.found))


class Runner(AbstractContextManager["Runner"]):
    """Jobs on workers, a thread each, which wait where there is nothing to do.

    `max_waiting` is how many jobs of one owner may wait, `max_kept` about how many finished ones stay available.
    Callbacks are called from a thread of the runner, and must return soon.  Closing it cancels everything.
    """

    def __init__(self, workers: Sequence[Worker], *, max_waiting: int = 100, max_kept: int = 1000) -> None:
        self._workers = list(workers)
        self._max_kept = max_kept
        self._queue = FairQueue(max_waiting)
        self._jobs: OrderedDict[str, _Entry] = OrderedDict()
        self._changed = Condition()
        self._closing = False
        self._threads = [
            Thread(target=self._run_worker, args=(one,), daemon=True, name="batch") for one in self._workers
        ]
        for thread in self._threads:
            thread.start()

    @property
    def workers(self) -> int:
        """Return how many jobs run at a time."""
        return len(self._workers)

    def submit(self, job: Job) -> str:
        """Add a job and return its ticket.  Raises QueueFull where its owner has too many waiting."""
        entry = _Entry(secrets.token_urlsafe(12), job)
        with self._changed:
            if self._closing:
                raise Failed("the runner is closed")
            self._queue.put(job.owner, entry.ticket)
            self._jobs[entry.ticket] = entry
            self._drop_oldest()
            self._changed.notify_all()
        return entry.ticket

    def report(self, ticket: str) -> Report:
        """Return the state of a job.  Raises KeyError for a ticket that is unknown, or forgotten by now."""
        with self._changed:
            return self._jobs[ticket].report()

    def subscribe(self, ticket: str, on_event: EventCallback) -> Callable[[], None]:
        """Call back with the state of a job and then all its events; return the function that ends that.

        A state that is over is the last event.  Raises KeyError as `report`.
        """
        with self._changed:
            entry = self._jobs[ticket]
            for fields in entry.found:
                on_event(Event("found", fields))
            if entry.progress is not None and not entry.state.is_over:
                on_event(Event("progress", entry.progress))
            on_event(_state_event(entry))
            if not entry.state.is_over:
                entry.callbacks.append(on_event)

        def unsubscribe() -> None:
            with self._changed:
                if on_event in entry.callbacks:
                    entry.callbacks.remove(on_event)

        return unsubscribe

    def result(self, ticket: str, seconds: float | None = None) -> Fields:
        """Wait for the result of a job.

        Raises Failed for a job without a result, TimeoutError where it does not come in time, KeyError as `report`.
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
            entry.cancelled = True
            if self._queue.drop(entry.job.owner, ticket):
                self._finish(entry, State.CANCELLED, "it was cancelled before it began")

    def cancel_owner(self, owner: str) -> None:
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
            self._queue.put(entry.job.owner, ticket)
            entry.state, entry.cancelled, entry.message = State.WAITING, False, ""
            entry.result = entry.progress = None
            entry.found.clear()
            self._changed.notify_all()

    def close(self) -> None:
        """Cancel everything and end the workers."""
        with self._changed:
            self._closing = True
            for ticket in list(self._queue):
                self.cancel(ticket)
            for entry in self._jobs.values():
                entry.cancelled = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def __exit__(self, *unused: object) -> None:
        self.close()

    def _run_worker(self, worker: Worker) -> None:
        try:
            while (entry := self._next()) is not None:
                try:
                    self._run(worker, entry)
                finally:
                    with self._changed:
                        self._queue.done(entry.job.owner)
        finally:
            worker.close()

    def _next(self) -> _Entry | None:
        with self._changed:
            while not self._closing:
                if (ticket := self._queue.take()) is not None:
                    entry = self._jobs[ticket]
                    entry.state = State.RUNNING
                    self._notify(entry, _state_event(entry))
                    return entry
                self._changed.wait()
        return None

    def _run(self, worker: Worker, entry: _Entry) -> None:
        def on_event(event: Event) -> None:
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
                self._notify(entry, event)

        retries = entry.job.retries
        while True:
            try:
                result = worker.run(entry.job, on_event, lambda: entry.cancelled)
            except PushboxError as error:
                if isinstance(error, WorkerDied) and retries and not entry.cancelled:
                    retries -= 1
                    entry.found.clear()
                    on_event(Event("state", {"state": State.RUNNING.value, "message": f"{error}; it begins anew"}))
                    continue
                self._finish(entry, State.FAILED, str(error))
            else:
                entry.result = result
                self._finish(entry, State.DONE)
            return

    def _finish(self, entry: _Entry, state: State, message: str = "") -> None:
        with self._changed:
            entry.state = State.CANCELLED if state is State.FAILED and entry.cancelled else state
            entry.message = message
            self._notify(entry, _state_event(entry))
            entry.callbacks.clear()
            self._changed.notify_all()

    def _notify(self, entry: _Entry, event: Event) -> None:
        for callback in entry.callbacks:
            callback(event)

    def _drop_oldest(self) -> None:
        """Drop the oldest jobs that are over, so that a runner that is up for months does not grow."""
        over = (ticket for ticket, entry in self._jobs.items() if entry.state.is_over)
        for ticket in list(islice(over, max(0, len(self._jobs) - self._max_kept))):
            del self._jobs[ticket]


def _state_event(entry: _Entry) -> Event:
    fields: Fields = {"state": entry.state.value}
    fields |= {"message": entry.message} if entry.message else {}
    return Event("state", fields | ({"result": entry.result} if entry.state.is_over and entry.result else {}))


def local(workers: int = 2, *, max_waiting: int = 100) -> Runner:
    """Return a runner on processes of this machine, which are started when they are needed."""
    return Runner([WorkerProcess() for _ in range(workers)], max_waiting=max_waiting)


def cluster(address: str, *, max_waiting: int = 100, seconds: float = 10.0) -> Runner:
    """Return a runner on the workers of the Dask scheduler at `address`.

    Raises Failed where none is reached in time, or where Dask is not installed.
    """
    from .cluster import workers

    return Runner(workers(address, seconds), max_waiting=max_waiting)
