"""Workers on other machines: a worker of a Dask cluster runs each job in a process of its own.

The hard limits hold there too, and a job that kills its process does not harm the Dask worker. Events come back by a
Dask topic; a request to stop goes out as a Dask event.

A cluster may answer late or never: nothing here waits for it longer than a job may take, and its grace.  Whoever can
reach a scheduler without TLS runs programs on its workers (`warning`).
"""

from __future__ import annotations

import math
import secrets
import time
from asyncio import CancelledError
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from ..errors import PushboxError
from ..sentence import say
from .api import Event, EventCallback, Failed, Fields, Job
from .worker_process import WorkerDied, WorkerProcess

CLOSE_SECONDS = 2.0  # that a connection has to close
_POLL_INTERVAL = 0.05  # seconds between two looks at a job from here
_STOP_POLL_INTERVAL = 0.25  # seconds between two questions of the other side whether to stop


def workers(address: str, seconds: float) -> list[DaskWorker]:
    """Connect to the scheduler at `address`; return a worker for each thread of the cluster, one at least.

    Raises Failed where the scheduler is not reached in time, or has no workers by then, and where Dask is not
    installed.
    """
    begun = time.monotonic()
    try:
        from distributed import Client
    except ImportError:
        raise Failed.said("no-dask") from None
    try:
        client = Client(address, timeout=seconds, set_as_default=False)
    except Exception as error:  # noqa: BLE001  # a timeout, or whatever Dask makes of the answers of something else
        raise Failed.said("no-scheduler", address=address, error=str(error)) from None
    try:
        client.wait_for_workers(1, timeout=max(1.0, seconds - (time.monotonic() - begun)))
    except (OSError, CancelledError):
        _in_background(client.close, CLOSE_SECONDS)
        raise Failed(say("cluster-no-workers", address=address, count=seconds)) from None
    shared = _SharedClient(client, max(1, sum(client.nthreads().values())))
    return [DaskWorker(shared) for _ in range(shared.users)]


def warning(address: str) -> str:
    """Return why not to use a scheduler at an address; empty for one that speaks TLS, or that is on this machine."""
    if address.startswith(("tls://", "wss://", "inproc://")):
        return ""
    host = urlsplit(address if "://" in address else f"tcp://{address}").hostname or ""
    try:
        is_here = ip_address(host).is_loopback
    except ValueError:
        is_here = host == "localhost"
    return "" if is_here else say("cluster-without-tls", address=address)


class _SharedClient:
    """A connection that is closed with the last worker that uses it."""

    def __init__(self, client: Any, users: int) -> None:
        self.client = client
        self.users = users

    def release(self) -> None:
        self.users -= 1
        if not self.users:
            _in_background(self.client.close, CLOSE_SECONDS).join(CLOSE_SECONDS)


class DaskWorker:
    """A worker of the cluster, whichever the scheduler takes."""

    def __init__(self, shared: _SharedClient) -> None:
        self._shared = shared

    def run(self, job: Job, on_event: EventCallback, should_stop: Callable[[], bool]) -> Fields:
        """Run a job and return its result, as `WorkerProcess.run`.

        Raises Failed, too, for a job that the cluster has not finished by its limit, or by its grace after a request to
        stop, whatever keeps it: no workers, those of others in front, or a scheduler that is gone.
        """
        from distributed import Event as Flag

        client = self._shared.client
        topic = f"pushbox-{secrets.token_hex(8)}"
        client.subscribe_topic(topic, lambda stamped: on_event(Event(*stamped[1])))
        flag = Flag(topic, client=client)
        future = client.submit(_run_job, job, topic, pure=False, retries=0, key=topic)
        end = time.monotonic() + job.seconds + job.grace
        stopped = False
        try:
            while not future.done():
                if not stopped and should_stop():
                    stopped, end = True, min(end, time.monotonic() + job.grace)
                    _in_background(flag.set)
                if time.monotonic() >= end:
                    _in_background(future.cancel)
                    raise _silent(job, stopped=stopped)
                time.sleep(_POLL_INTERVAL)
            kind, value = future.result(timeout=max(1.0, end - time.monotonic()))
        except PushboxError:
            raise
        except (Exception, CancelledError) as error:  # noqa: BLE001  # of Dask: the worker or the scheduler is gone
            gone = say("cluster-gone", error=f"{type(error).__name__}: {error}")
            # Without a scheduler a job begins anew nowhere.
            raise (WorkerDied(gone) if client.status == "running" else Failed(gone, "died")) from None
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


def _silent(job: Job, *, stopped: bool) -> Failed:
    """Return the error of a job that a cluster has not finished in time."""
    if stopped:
        return Failed(say("cluster-not-stopped", count=math.ceil(job.grace)))
    return Failed(say("cluster-silent", count=math.ceil(job.seconds)), "seconds")


def _in_background(function: Callable[..., object], *arguments: object) -> Thread:
    """Call a function of Dask that may wait for a scheduler that is gone, which nobody else must."""
    thread = Thread(target=_quietly, args=(function, *arguments), daemon=True, name="dask")
    thread.start()
    return thread


def _quietly(function: Callable[..., object], *arguments: object) -> None:
    with suppress(Exception, CancelledError):  # it was about a cluster that is not there
        function(*arguments)


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
