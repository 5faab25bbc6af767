"""A worker process that does one job at a time, within hard limits."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from ..errors import EngineError, PushboxError
from ..solver.engine.peer import Ended, Peer
from .api import Event, Failed, Fields, Hear, Job

_LOOK_EVERY = 0.02  # seconds between two looks at whether to stop
_GRACE = 2.0  # seconds that a task has to answer once it is told to stop


class Died(PushboxError):
    """The process ended in the middle of a job."""


class Hand:
    """A process that is started with its first job, kept for the next ones, and replaced when it had to be ended."""

    def __init__(self) -> None:
        self._peer: Peer | None = None

    def do(self, job: Job, hear: Hear, stops: Callable[[], bool]) -> Fields:
        """Do a job and return its result; `hear` is told the events, `stops` asked whether to end it.

        A job that is stopped answers with the best that it has.  One that does not answer any more is ended: its last
        best is its result where it told one.  Raises Failed where there is no result, Died where the process ended.
        """
        peer = self._peer = self._peer or Peer([sys.executable, "-m", "pushbox.batch.worker"])
        peer.send(json.dumps({"do": job.task, "payload": dict(job.payload), "memory": job.memory}))
        deadline = time.monotonic() + job.seconds
        best: Fields | None = None
        told = False  # to stop
        late = False
        while True:
            try:
                line = peer.receive(_LOOK_EVERY)
            except Ended as error:
                self.close()
                raise Died(f"the worker: {error}") from None
            except EngineError as error:
                self.close()
                raise Failed(f"the worker: {error}") from None
            if line is not None:
                event = Event(**json.loads(line))
                match event.kind:
                    case "done":
                        return event.fields
                    case "failed":
                        raise Failed(event.fields["message"])
                    case "best":
                        best = event.fields
                    case _:
                        pass
                hear(event)
            now = time.monotonic()
            if told and now > deadline:
                self.close()
                if best is not None:
                    return best | {"limit": "seconds" if late else "stopped"}
                raise Failed(f"it did not end within {job.seconds:g} s" if late else "it did not stop, and was ended")
            if not told and (stops() or now > deadline):
                told, late = True, now > deadline
                deadline = now + _GRACE
                peer.send('{"stop": true}')

    def close(self) -> None:
        """End the process."""
        peer, self._peer = self._peer, None
        if peer is not None:
            peer.close()
