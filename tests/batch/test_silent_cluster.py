"""A cluster that never answers: every job ends by its limit and its grace, by a clock that nobody waits for."""

from __future__ import annotations

import sys
from asyncio import CancelledError
from collections.abc import Callable
from threading import Event as ThreadEvent
from types import SimpleNamespace
from typing import Any

import pytest

from pushbox import batch
from pushbox.batch import Failed, Job, Runner, State
from pushbox.batch.dask_cluster import DaskWorker, _SharedClient, warning, workers
from pushbox.batch.worker_process import WorkerDied

JOB = Job("solve", seconds=30.0, grace=2.0, retries=0)


class Clock:
    """A clock that only sleeping moves; whoever looks too often has found no end."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        assert self.now < 1000, "it waits for ever"


class Future:
    """The future of a job that nobody works on, or that ends by an error."""

    def __init__(self, error: BaseException | None = None) -> None:
        self._error = error
        self.cancelled = ThreadEvent()

    def done(self) -> bool:
        return self._error is not None

    def result(self, timeout: float) -> Any:
        assert timeout > 0
        assert self._error is not None
        raise self._error

    def cancel(self) -> None:
        self.cancelled.set()
        ThreadEvent().wait()  # for a scheduler that is gone

    def release(self) -> None:
        pass


class Client:
    """A client of a scheduler that has no workers."""

    status = "running"

    def __init__(self, future: Future) -> None:
        self.future = future

    def submit(self, *_: Any, **__: Any) -> Future:
        return self.future

    def subscribe_topic(self, *_: Any) -> None:
        pass

    def unsubscribe_topic(self, *_: Any) -> None:
        pass

    def wait_for_workers(self, count: int, timeout: float) -> None:
        assert (count, timeout) == (1, 5.0)
        raise TimeoutError

    def close(self, timeout: float) -> None:
        assert timeout
        ThreadEvent().wait()


class Flag:
    """A request to stop that never arrives."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def set(self) -> None:
        ThreadEvent().wait()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Yield the clock of a cluster, without Dask."""
    clock = Clock()
    module = sys.modules["pushbox.batch.dask_cluster"]
    monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(module, "CLOSE_SECONDS", 0.01)
    monkeypatch.setitem(
        sys.modules, "distributed", SimpleNamespace(Event=Flag, Client=lambda *_, **__: Client(Future()))
    )
    return clock


def ended(future: Future, should_stop: Callable[[], bool] = lambda: False, *, client: Any = Client) -> Exception:
    """Return the error by which a job ends."""
    worker = DaskWorker(_SharedClient(client(future), 1))
    with pytest.raises((Failed, WorkerDied)) as raised:
        worker.run(JOB, lambda _: None, should_stop)
    worker.close()
    return raised.value


def test_a_job_that_no_worker_takes_ends_by_its_limit(clock: Clock) -> None:
    """With a sentence, and the future is given up, whether the scheduler answers that or not."""
    future = Future()
    error = ended(future)
    assert "has not finished the job within 30 s" in str(error)
    assert isinstance(error, Failed)
    assert error.limit == "seconds"
    assert clock.now <= 32.1
    assert future.cancelled.wait(60)


def test_a_cancelled_job_ends_by_its_grace(clock: Clock) -> None:
    """However long it had yet."""
    error = ended(Future(), lambda: clock.now > 5)
    assert "it was cancelled" in str(error)
    assert 7 <= clock.now <= 7.2


@pytest.mark.parametrize("error", [CancelledError("lost"), RuntimeError("gone")])
def test_a_client_that_is_cancelled_says_so(clock: Clock, error: BaseException) -> None:
    """Its error is no exception to most, so that it would end the thread of the runner instead of the job."""
    assert isinstance(ended(Future(error)), WorkerDied)
    closing = type("Closing", (Client,), {"status": "connecting"})
    failed = ended(Future(error), client=closing)
    assert isinstance(failed, Failed)
    assert "the cluster has dropped the job" in str(failed)
    assert clock.now < 1


@pytest.mark.usefixtures("clock")
def test_close_ends_what_runs() -> None:
    """A runner is closed though its job is with a cluster that is silent."""
    runner = Runner([DaskWorker(_SharedClient(Client(Future()), 1))])
    ticket = runner.submit(JOB)
    runner.close()
    report = runner.report(ticket)
    assert report.state in {State.CANCELLED, State.FAILED}
    assert "it was cancelled" in report.message or "has not finished" in report.message


def test_a_scheduler_without_workers_is_refused(clock: Clock) -> None:
    """In the seconds that there are to connect."""
    with pytest.raises(Failed, match="had no workers within 5 s: start some"):
        workers("tcp://10.0.0.7:8786", 5.0)
    for _ in range(2):  # no module takes the place of the function
        with pytest.raises(Failed, match="had no workers within 5 s"):
            batch.cluster("tcp://10.0.0.7:8786", seconds=5.0)
    assert clock.now == 0


@pytest.mark.parametrize(
    ("address", "warned"),
    [
        ("tcp://10.0.0.7:8786", True),
        ("scheduler.example:8786", True),
        ("ws://scheduler.example", True),
        ("tcp://[2001:db8::1]:8786", True),
        ("tls://10.0.0.7:8786", False),
        ("tcp://127.0.0.1:8786", False),
        ("tcp://[::1]:8786", False),
        ("localhost:8786", False),
    ],
)
def test_a_scheduler_without_tls_is_warned_of(address: str, warned: bool) -> None:
    """Unless it is on this machine."""
    assert bool(warning(address)) is warned
