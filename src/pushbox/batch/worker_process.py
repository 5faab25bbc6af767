"""A worker process that runs one job at a time, within hard limits."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from threading import Lock

from ..errors import EngineError, PushboxError
from ..process import ChildProcess, ProcessExited
from ..sentence import say
from .api import Event, EventCallback, Failed, Fields, Job

_COMMAND = (sys.executable, "-m", "pushbox.batch.worker")
_MAX_LINE = 64 << 20  # bytes of an event: a file of levels as JSON
_STARTUP = 60.0  # seconds that a process has to begin
_POLL_INTERVAL = 0.02  # seconds between two looks at whether to stop


class WorkerDied(PushboxError):
    """The process ended in the middle of a job."""


class WorkerProcess:
    """A process that is started with its first job, kept for the next ones, and replaced after it had to be ended.

    It knows the tasks of `pushbox.batch.tasks`, and those of some `modules`.
    """

    def __init__(self, modules: Sequence[str] = ()) -> None:
        self._command = (*_COMMAND, *modules)
        self._process: ChildProcess | None = None
        self._paused = False
        self._lock = Lock()  # a job may be paused while its process is started

    def run(self, job: Job, on_event: EventCallback, should_stop: Callable[[], bool]) -> Fields:
        """Run a job and return its result; `on_event` gets the events, `should_stop` is polled.

        A job that is stopped returns its best result so far.  One that does not answer any more is killed: its last
        best, if any, is its result.  Raises Failed where it has no result, WorkerDied where the process ended.
        """
        process = self._begin(job)
        clock = _Clock(_STARTUP)
        best: Fields | None = None
        reason = ""  # why it was requested to stop
        while True:
            event = self._receive(process)
            if event is not None:
                match event.kind:
                    case "begun":
                        clock = clock if reason else _Clock(job.seconds)
                        continue
                    case "done":
                        return event.fields
                    case "failed":
                        raise Failed.from_json(event.fields)
                    case "stopped":
                        raise _failed(job, reason)
                    case "best":
                        best = event.fields
                    case _:
                        pass
                on_event(event)
            late = clock.is_late(paused=self._paused)
            if reason and late:
                self.close()
                if best is not None:
                    return best | {"limit": reason}
                raise _failed(job, reason)
            if not reason and (should_stop() or late):
                reason = "seconds" if late else "stopped"
                clock = _Clock(job.grace)
                process.send('{"stop": true}')

    def pause(self) -> None:
        """Pause the job and its clock, from another thread."""
        self._set_paused(paused=True)

    def resume(self) -> None:
        """Let the job go on, from another thread."""
        self._set_paused(paused=False)

    def _begin(self, job: Job) -> ChildProcess:
        request = json.dumps({"do": job.task, "payload": dict(job.payload), "memory": job.memory})
        with self._lock:
            process = self._process
            if process is None:
                process = self._process = ChildProcess(self._command, max_line=_MAX_LINE)
                if self._paused:
                    process.send('{"pause": true}')
            process.send(request)
        return process

    def _set_paused(self, *, paused: bool) -> None:
        with self._lock:
            if self._paused != paused and self._process is not None:
                self._process.send(json.dumps({"pause": paused}))
            self._paused = paused

    def _receive(self, process: ChildProcess) -> Event | None:
        try:
            line = process.receive_bytes(_POLL_INTERVAL)
        except EngineError as error:
            self.close()
            kind = WorkerDied if isinstance(error, ProcessExited) else Failed
            raise kind(f"the worker: {error}") from None
        return None if line is None else Event(**json.loads(line))

    def close(self) -> None:
        """End the process."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.close()


class _Clock:
    """The time that a job has, without that in which it is paused."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._at = time.monotonic()

    def is_late(self, *, paused: bool) -> bool:
        """Return whether the time is over; call often, with whether the job has been paused since the last call."""
        now = time.monotonic()
        if not paused:
            self._left -= now - self._at
        self._at = now
        return self._left < 0


def _failed(job: Job, reason: str) -> Failed:
    if reason == "seconds":
        return Failed(say("not-within", seconds=job.seconds), "seconds")
    return Failed(say("was-stopped"))
