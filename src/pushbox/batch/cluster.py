"""Workers on other machines: each job goes to a worker of a Dask cluster, which does it in a process of its own there.

The hard limits hold on the other side too, and a job that kills its process leaves the Dask worker alone.  Events come
back by a topic of Dask's, the wish to stop goes there as an event of Dask's.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from ..errors import PushboxError
from .api import Event, Failed, Fields, Hear, Job
from .hand import Died, Hand

_LOOK_EVERY = 0.05  # seconds between two looks at a job from here
_ASK_EVERY = 0.25  # seconds between two questions of the other side whether to stop


def workers(address: str, seconds: float) -> list[Remote]:
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
    shared = _Shared(client, max(1, sum(client.nthreads().values())))
    return [Remote(shared) for _ in range(shared.users)]


class _Shared:
    """The connection, which is closed with the last of those who use it."""

    def __init__(self, client: Any, users: int) -> None:
        self.client = client
        self.users = users

    def leave(self) -> None:
        self.users -= 1
        if not self.users:
            self.client.close()


class Remote:
    """A worker of the cluster, whichever the scheduler takes."""

    def __init__(self, shared: _Shared) -> None:
        self._shared = shared

    def do(self, job: Job, hear: Hear, stops: Callable[[], bool]) -> Fields:
        """Do a job and return its result, as `Hand.do`."""
        from distributed import Event as Flag

        client = self._shared.client
        topic = f"pushbox-{secrets.token_hex(8)}"
        client.subscribe_topic(topic, lambda told: hear(Event(*told[1])))
        flag = Flag(topic, client=client)
        future = client.submit(_do, job, topic, pure=False, retries=0, key=topic)
        try:
            while not future.done():
                if stops():
                    flag.set()
                time.sleep(_LOOK_EVERY)
            kind, value = future.result()
        except PushboxError:
            raise
        except Exception as error:  # noqa: BLE001  # whatever Dask raises: the worker or the scheduler is gone
            raise Died(f"the cluster: {type(error).__name__}: {error}") from None
        finally:
            client.unsubscribe_topic(topic)
            future.release()
        if kind == "died":
            raise Died(value)
        if kind == "failed":
            raise Failed(value)
        result: Fields = value
        return result

    def close(self) -> None:
        """Leave the connection."""
        self._shared.leave()


def _do(job: Job, topic: str) -> tuple[str, Any]:
    """Do a job in a process of the machine that this runs on; the answer says in a word what it is."""
    from distributed import Event as Flag
    from distributed import get_worker

    here = get_worker()
    idle: list[Hand] = here.__dict__.setdefault("pushbox_hands", [])  # processes that wait for the next job
    hand = idle.pop() if idle else Hand()
    flag = Flag(topic)
    asked = 0.0
    stopped = False

    def stops() -> bool:
        nonlocal asked, stopped
        if time.monotonic() >= asked:
            asked = time.monotonic() + _ASK_EVERY
            stopped = flag.is_set()
        return stopped

    try:
        return "done", hand.do(job, lambda event: here.log_event(topic, tuple(event)), stops)
    except Died as error:
        return "died", str(error)
    except PushboxError as error:
        return "failed", str(error)
    finally:
        idle.append(hand)
