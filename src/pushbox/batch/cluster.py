"""Workers on other machines: a worker of a Dask cluster runs each job in a process of its own.

The hard limits hold there too, and a job that kills its process does not harm the Dask worker. Events come back by a
Dask topic; a request to stop goes out as a Dask event.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from ..errors import PushboxError
from .api import Event, EventCallback, Failed, Fields, Job
from .worker_process import WorkerDied, WorkerProcess

_POLL_INTERVAL = 0.05  # seconds between two looks at a job from here
_STOP_POLL_INTERVAL = 0.25  # seconds between two questions of the other side whether to stop


def workers(address: str, seconds: float) -> list[DaskWorker]:
    """Connect to the scheduler at `address`; return a worker for each thread of the cluster, one at least.

    Raises Failed where the scheduler is not reached in time, and where Dask is not installed.
    """
    try:
        from distributed import Client
    except ImportError:
        raise Failed("Dask is not installed, expected pushbox[cluster]") from None
    try:
        client = Client(address, timeout=seconds, set_as_default=False)
    except (OSError, ValueError) as error:  # a timeout is an OSError
        raise Failed(f"no Dask scheduler answers at {address}: {error}") from None
    shared = _SharedClient(client, max(1, sum(client.nthreads().values())))
    return [DaskWorker(shared) for _ in range(shared.users)]


class _SharedClient:
    """A connection that is closed with the last worker that uses it."""

    def __init__(self, client: Any, users: int) -> None:
        self.client = client
        self.users = users

    def release(self) -> None:
        self.users -= 1
        if not self.users:
            self.client.close()


class DaskWorker:
    """A worker of the cluster, whichever the scheduler takes."""

    def __init__(self, shared: _SharedClient) -> None:
        self._shared = shared

    def run(self, job: Job, on_event: EventCallback, should_stop: Callable[[], bool]) -> Fields:
        """Run a job and return its result, as `WorkerProcess.run`."""
        from distributed import Event as Flag

        client = self._shared.client
        topic = f"pushbox-{secrets.token_hex(8)}"
        client.subscribe_topic(topic, lambda stamped: on_event(Event(*stamped[1])))
        flag = Flag(topic, client=client)
        future = client.submit(_run_job, job, topic, pure=False, retries=0, key=topic)
        try:
            while not future.done():
                if should_stop():
                    flag.set()
                time.sleep(_POLL_INTERVAL)
            kind, value = future.result()
        except PushboxError:
            raise
        except Exception as error:  # noqa: BLE001  # whatever Dask raises: the worker or the scheduler is gone
            raise WorkerDied(f"the cluster: {type(error).__name__}: {error}") from None
        finally:
            client.unsubscribe_topic(topic)
            future.release()
        if kind == "died":
            raise WorkerDied(value)
        if kind == "failed":
            raise Failed(*value)
        result: Fields = value
        return result

    def pause(self) -> None:
        """Let the job go on all the same: another machine's processor is not needed here."""

    def resume(self) -> None:
        """Let the job go on."""

    def close(self) -> None:
        """Leave the connection."""
        self._shared.release()


def _run_job(job: Job, topic: str) -> tuple[str, Any]:
    """Run a job in a process of this machine; return ``done``, ``failed`` or ``died``, and the result or message."""
    from distributed import Event as Flag
    from distributed import get_worker

    dask_worker = get_worker()
    # processes that wait for the next job
    idle: list[WorkerProcess] = dask_worker.__dict__.setdefault("pushbox_processes", [])
    process = idle.pop() if idle else WorkerProcess()
    flag = Flag(topic)
    next_poll = 0.0
    stopped = False

    def should_stop() -> bool:
        nonlocal next_poll, stopped
        if time.monotonic() >= next_poll:
            next_poll = time.monotonic() + _STOP_POLL_INTERVAL
            stopped = flag.is_set()
        return stopped

    try:
        return "done", process.run(job, lambda event: dask_worker.log_event(topic, tuple(event)), should_stop)
    except WorkerDied as error:
        return "died", str(error)
    except Failed as error:
        return "failed", (str(error), error.limit)
    finally:
        idle.append(process)
