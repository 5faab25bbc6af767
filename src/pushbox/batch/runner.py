"""The runner: takes jobs, shares the workers between their owners, reports events and results."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from threading import Condition, Thread
from typing import NamedTuple, Protocol

from ..sentence import say
from .api import Event, EventCallback, Failed, Fields, InputDropped, Job, QueueFull, Report, State, limit_of
from .retention import Retention
from .schedule import Load, Schedule
from .shares import Shares
from .worker_process import WorkerDied, WorkerProcess


class Worker(Protocol):
    """A worker that runs one job at a time, such as a `WorkerProcess`."""

    def run(self, job: Job, on_event: EventCallback, should_stop: Callable[[], bool]) -> Fields:
        """Do a job and return its result; raises WorkerDied, which repeats it, or PushboxError, which fails it."""

    def pause(self) -> None:
        """Make its job wait, from another thread."""

    def resume(self) -> None:
        """Let its job go on, from another thread."""

    def close(self) -> None:
        """Release its resources; one that gets another job takes new ones."""


@dataclass(eq=False, slots=True)
class _Entry:
    """A submitted job with its state, progress and results."""

    ticket: str
    job: Job
    size: int
    state: State = State.WAITING
    message: str = ""
    limit: str = ""
    result: Fields | None = None
    progress: Fields | None = None
    found: list[Fields] = field(default_factory=list)
    cancelled: bool = False
    seat: _Seat | None = None
    callbacks: list[EventCallback] = field(default_factory=list)

    def report(self) -> Report:
        found = tuple(self.found)
        return Report(self.ticket, self.job, self.state, self.message, self.result, self.progress, found, self.limit)


class _Over(NamedTuple):
    """The end of a job."""

    state: State
    message: str = ""
    limit: str = ""


class _Seat:
    """A worker, which is ready once it has done a job, and the thread that waits for its jobs."""

    def __init__(self, worker: Worker, run: Callable[[_Seat, _Entry], None]) -> None:
        self.worker = worker
        self.is_ready = False
        self.entries: SimpleQueue[_Entry | None] = SimpleQueue()
        self._run = run
        self.thread = Thread(target=self._work, daemon=True, name="batch")
        self.thread.start()

    def _work(self) -> None:
        try:
            while (entry := self.entries.get()) is not None:
                self._run(self, entry)
                del entry  # and with it, while this waits, what the job has found
        finally:
            self.worker.close()


class Runner(AbstractContextManager["Runner"]):
    """Jobs on workers, a thread each, which wait where there is nothing to do.

    Of jobs that are over the newest stay available, `max_kept` of them with results of `max_bytes` in all.  Their input
    is dropped; of those that failed or were cancelled it is kept for a retry, the newest of `max_bytes` in all.  So
    much input may wait, too, a quarter of it of one group.  Callbacks are called from a thread of the runner, and must
    return soon.  Closing it cancels everything.
    """

    def __init__(
        self,
        workers: Sequence[Worker],
        *,
        shares: Shares = Shares(),  # noqa: B008  # a value
        max_kept: int = 1000,
        max_bytes: int = 256 << 20,
    ) -> None:
        self._shares = shares
        self._max_kept = max_kept
        self._max_bytes = max_bytes
        self._schedule = Schedule(len(workers), shares)
        self._kept = Retention(max_kept, max_bytes)
        self._inputs = Retention(max_kept, max_bytes)
        self._jobs: dict[str, _Entry] = {}
        self._changed = Condition()
        self._closing = False
        self._seats = [_Seat(worker, self._work) for worker in workers]
        self._idle = [*self._seats]
        self._timekeeper = Thread(target=self._keep_time, daemon=True, name="batch")
        self._timekeeper.start()

    @property
    def workers(self) -> int:
        """Return how many jobs can run at the same time."""
        return self._shares.at_once or len(self._seats)

    def load(self) -> Load:
        """Return how many jobs are running and waiting."""
        with self._changed:
            return self._schedule.count()

    def submit(self, job: Job, on_event: EventCallback | None = None, *, size: int | None = None) -> str:
        """Add a job and return its ticket; `on_event` is called as by `subscribe`.

        `size` is the size of the payload in bytes; None counts it. Raises QueueFull if the owner or group has too many
        waiting jobs or too much input, or if the group has used up its work for the hour.
        """
        entry = _Entry(secrets.token_urlsafe(12), job, len(json.dumps(dict(job.payload))) if size is None else size)
        with self._changed:
            if self._closing:
                raise Failed.said("runner-closed")
            self._check_input(entry)
            self._schedule.add(entry.ticket, job)
            self._jobs[entry.ticket] = entry
            if on_event is not None:
                self.subscribe(entry.ticket, on_event)
            self._take_turns()
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
                raise Failed(entry.message or entry.state.value, entry.limit)
            return entry.result

    def cancel(self, ticket: str) -> None:
        """End a job: one that waits never begins, one that runs is done with the best it has, if it has any.

        Raises KeyError as `report`.
        """
        with self._changed:
            entry = self._jobs[ticket]
            entry.cancelled = True
            if entry.state.is_over:
                return
            if self._schedule.drop(ticket):
                self._finish(entry, _Over(State.CANCELLED, "it was cancelled before it began"))
            elif self._schedule.hurry(ticket):
                _seat_of(entry).worker.resume()

    def cancel_owner(self, owner: str) -> None:
        """Cancel all jobs of an owner, and wait until none of them runs any more."""
        with self._changed:
            entries = [entry for entry in self._jobs.values() if entry.job.owner == owner and not entry.state.is_over]
            for entry in entries:
                self.cancel(entry.ticket)
            self._changed.wait_for(lambda: all(entry.state.is_over for entry in entries))

    def retry(self, ticket: str) -> None:
        """Begin a job anew that failed or was cancelled.

        Raises InputDropped where its input is kept no more, KeyError as `report`, QueueFull as `submit`.
        """
        with self._changed:
            entry = self._jobs[ticket]
            if entry.state not in {State.FAILED, State.CANCELLED}:
                return
            if ticket not in self._inputs:
                raise InputDropped(say("input-dropped"))
            self._schedule.add(ticket, entry.job)
            self._inputs.remove(ticket)
            self._kept.remove(ticket)
            entry.state, entry.cancelled, entry.message, entry.limit = State.WAITING, False, "", ""
            entry.result = entry.progress = None
            entry.found.clear()
            self._take_turns()

    def close(self) -> None:
        """Cancel everything and end the workers."""
        with self._changed:
            self._closing = True
            for ticket in list(self._schedule):
                self.cancel(ticket)
            self._changed.notify_all()
        for seat in self._seats:
            seat.entries.put(None)
        for seat in self._seats:
            seat.thread.join()
        self._timekeeper.join()

    def __exit__(self, *unused: object) -> None:
        self.close()

    def _check_input(self, new: _Entry) -> None:
        """Refuse a job where too much input waits, of its group or in all."""
        others = [self._jobs[ticket] for ticket in self._schedule]
        in_group = [entry for entry in others if entry.job.group == new.job.group]
        for entries, maximum in ((in_group, self._max_bytes // 4), (others, self._max_bytes)):
            total = sum(entry.size for entry in entries) + new.size
            if entries and total > maximum:
                raise QueueFull(say("jobs-bytes", count=total, most=maximum))

    def _take_turns(self) -> None:
        """Pause, resume and begin the jobs whose turn ends or has come."""
        if self._closing:
            return
        turns = self._schedule.next_turns()
        for ticket in turns.paused:
            _seat_of(self._jobs[ticket]).worker.pause()
        for ticket in turns.resumed:
            _seat_of(self._jobs[ticket]).worker.resume()
        for ticket in turns.begun:
            entry = self._jobs[ticket]
            entry.seat = self._idle.pop()
            entry.state = State.RUNNING
            self._notify(entry, _state_event(entry))
            entry.seat.entries.put(entry)
        self._changed.notify_all()  # the timekeeper, too

    def _keep_time(self) -> None:
        """End the turns that are over, as long as others wait."""
        with self._changed:
            while not self._closing:
                seconds = self._schedule.wait()
                if not self._changed.wait(seconds) and not self._closing:
                    self._take_turns()

    def _work(self, seat: _Seat, entry: _Entry) -> None:
        """Run a job. Its worker is closed afterwards if enough others are idle."""
        over = self._run(seat.worker, entry)
        size = len(json.dumps([entry.result, entry.found])) if self._max_kept else 0
        with self._changed:
            self._schedule.end(entry.ticket)
            seat.worker.resume()
            entry.seat = None
            surplus = sum(one.is_ready for one in self._idle) >= self.workers
            seat.is_ready = not surplus
            self._idle.insert(0 if surplus else len(self._idle), seat)
            self._finish(entry, over, size)
        if surplus:
            seat.worker.close()

    def _run(self, worker: Worker, entry: _Entry) -> _Over:
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
                entry.result = worker.run(entry.job, on_event, lambda: entry.cancelled)
            except WorkerDied as error:
                if not retries or entry.cancelled:
                    return _Over(State.FAILED, str(error), "died")
                retries -= 1
                entry.found.clear()
                on_event(
                    Event("state", {"state": State.RUNNING.value, "message": say("begins-anew", error=str(error))})
                )
            except Exception as error:  # noqa: BLE001  # of whatever a worker may be: the runner outlives its jobs
                return _Over(State.FAILED, str(error) or type(error).__name__, limit_of(error))
            else:
                return _Over(State.DONE)

    def _finish(self, entry: _Entry, over: _Over, size: int = 0) -> None:
        """End a job and keep only the data that a retry or a reader needs."""
        cancelled = over.state is State.FAILED and entry.cancelled
        entry.state = State.CANCELLED if cancelled else over.state
        entry.message, entry.limit = over.message, over.limit
        self._notify(entry, _state_event(entry))
        entry.callbacks.clear()
        entry.progress = None
        if entry.state is State.DONE:
            self._drop_input(entry.ticket)
        else:
            for ticket in self._inputs.add(entry.ticket, entry.size):
                self._drop_input(ticket)
        for ticket in self._kept.add(entry.ticket, size):
            self._inputs.remove(ticket)
            del self._jobs[ticket]
        self._take_turns()
        self._changed.notify_all()

    def _drop_input(self, ticket: str) -> None:
        entry = self._jobs[ticket]
        entry.job = replace(entry.job, payload={})

    def _notify(self, entry: _Entry, event: Event) -> None:
        for callback in entry.callbacks:
            callback(event)


def _seat_of(entry: _Entry) -> _Seat:
    assert entry.seat is not None
    return entry.seat


def _state_event(entry: _Entry) -> Event:
    fields: Fields = {"state": entry.state.value}
    fields |= {"message": entry.message} if entry.message else {}
    fields |= {"limit": entry.limit} if entry.limit else {}
    return Event("state", fields | ({"result": entry.result} if entry.state.is_over and entry.result else {}))


def local(
    workers: int = 2,
    *,
    shares: Shares = Shares(),  # noqa: B008  # a value
    max_kept: int = 1000,
    modules: Sequence[str] = (),
) -> Runner:
    """Return a runner on processes of this machine, which are started when they are needed.

    `modules` are those with further tasks, as `WorkerProcess` takes them.
    """
    return Runner([WorkerProcess(modules) for _ in range(workers)], shares=shares, max_kept=max_kept)


def cluster(address: str, *, shares: Shares = Shares(), seconds: float = 10.0) -> Runner:  # noqa: B008  # a value
    """Return a runner on the workers of the Dask scheduler at `address`.

    Raises Failed where none is reached in time, or where Dask is not installed.
    """
    from .dask_cluster import workers

    return Runner(workers(address, seconds), shares=shares)
