"""A worker process that runs one job at a time, within hard limits."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from ..errors import EngineError, PushboxError
from ..process import ChildProcess, ProcessExited
from .api import Event, EventCallback, Failed, Fields, Job

_POLL_INTERVAL = 0.02  # seconds between two looks at whether to stop
_GRACE = 2.0  # seconds that a task has to answer after a request to stop


class WorkerDied(PushboxError):
    """The process ended in the middle of a job."""


class WorkerProcess:
    """A process that is started with its first job, kept for the next ones, and replaced after it had to be ended."""

    def __init__(self) -> None:
        self._process: ChildProcess | None = None

    def run(self, job: Job, on_event: EventCallback, should_stop: Callable[[], bool]) -> Fields:
        """Run a job and return its result; `on_event` gets the events, `should_stop` is polled.

        A job that is stopped returns its best result so far.  One that does not answer any more is killed: its last
        best, if any, is its result.  Raises Failed where it has no result, WorkerDied where the process ended.
        """
        process = self._process = self._process or ChildProcess([sys.executable, "-m", "pushbox.batch.worker"])
        process.send(json.dumps({"do": job.task, "payload": dict(job.payload), "memory": job.memory}))
        deadline = time.monotonic() + job.seconds
        best: Fields | None = None
        reason = ""  # why it was requested to stop
        while True:
            event = self._receive(process)
            if event is not None:
                match event.kind:
                    case "done":
                        return event.fields
                    case "failed":
                        raise Failed(event.fields["message"])
                    case "best":
                        best = event.fields
                    case _:
                        pass
                on_event(event)
            now = time.monotonic()
            if reason and now > deadline:
                self.close()
                if best is not None:
                    return best | {"limit": reason}
                within = f"it did not end within {job.seconds:g} s"
                raise Failed(within if reason == "seconds" else "it did not stop, and was ended")
            if not reason and (should_stop() or now > deadline):
                reason = "seconds" if now > deadline else "stopped"
                deadline = now + _GRACE
                process.send('{"stop": true}')

    def _receive(self, process: ChildProcess) -> Event | None:
        try:
            line = process.receive(_POLL_INTERVAL)
        except EngineError as error:
            self.close()
            kind = WorkerDied if isinstance(error, ProcessExited) else Failed
            raise kind(f"the worker: {error}") from None
        return None if line is None else Event(**json.loads(line))

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.close()
