"""Jobs on a real Dask cluster of two worker processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]  # which the stubs are not worth a dependency for
import pytest

import pushbox
from pushbox.batch import Failed, Job, Runner, cluster
from pushbox.batch.remote_solver import remote_solver
from pushbox.solver import Limit, Solved

from .test_runner import EASY, first, running, search

pytestmark = pytest.mark.servers


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # its HTTP server runs all the same
        host="127.0.0.1",
        silence_logs=50,
    ) as running_cluster:
        yield running_cluster


@pytest.fixture
def far(dask: Any) -> Iterator[Runner]:
    with cluster(dask.scheduler_address) as runner:
        yield runner


def test_solve(far: Runner) -> None:
    """Levels are solved over there, and the solutions replayed here."""
    solve = remote_solver(far)
    level = pushbox.read("#####\n#@$.#\n#####").levels[0]
    verdict = solve(level, objective="pushes", limit=Limit(seconds=20), progress=lambda _: None)
    assert isinstance(verdict, Solved)
    assert (verdict.text, verdict.optimal) == ("R", "pushes")


def test_events_and_cancel(far: Runner) -> None:
    """Progress comes back, and the request to stop arrives."""
    ticket = far.submit(search())
    assert first(far, ticket, lambda event: running(event) and event.fields["nodes"] > 0)
    far.cancel(ticket)
    assert far.result(ticket, 60)["limit"] == "stopped"


def test_bad_input(far: Runner) -> None:
    """A job that fails on the cluster fails with the same sentence as on this machine."""
    with pytest.raises(Failed, match="task: found 'dance'"):
        far.result(far.submit(Job("dance")), 60)


def test_killed_process(far: Runner, dask: Any) -> None:
    """A process that is killed over there fails its own job; the cluster goes on."""
    ticket = far.submit(search())
    first(far, ticket, running)
    nannies = [nanny.process.pid for nanny in dask.workers.values()]
    victims = [
        process
        for nanny in nannies
        for process in psutil.Process(nanny).children(recursive=True)
        if "pushbox.batch.worker" in process.cmdline()
    ]
    for victim in victims:
        os.kill(victim.pid, signal.SIGKILL)
    with pytest.raises(Failed, match="SIGKILL"):
        far.result(ticket, 60)
    assert far.result(far.submit(Job("solve", {"level": EASY})), 60)["moves_text"] == "R"


def test_command_line(dask: Any, tmp_path: Path) -> None:
    """A file is solved over there, reported in its order, as it is solved here."""
    events = [
        subprocess.run(
            [sys.executable, "-m", "pushbox", "solve", "builtin:lessons", "--json", *where],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
        ).stdout.splitlines()
        for where in ((), ("--cluster", dask.scheduler_address))
    ]
    local_rows, cluster_rows = ([json.loads(line) | {"seconds": 0} for line in lines] for lines in events)
    assert local_rows == cluster_rows
    assert local_rows


def test_nobody_there() -> None:
    """A scheduler that does not answer is reported in one sentence."""
    with pytest.raises(Failed, match="no Dask scheduler answers at"):
        cluster("tcp://127.0.0.1:9", seconds=1)


def test_nobody_works_there() -> None:
    """A scheduler without workers is refused in the seconds to connect; jobs end though all workers have left."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with distributed.LocalCluster(
        n_workers=0,
        processes=False,
        protocol="tcp://",
        threads_per_worker=1,
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
        host="127.0.0.1",
        silence_logs=50,
    ) as empty:
        with pytest.raises(Failed, match="had no workers within 1 s"):
            cluster(empty.scheduler_address, seconds=1)
        empty.scale(1)
        with cluster(empty.scheduler_address, seconds=60) as runner:
            empty.scale(0)
            while empty.scheduler.workers:
                time.sleep(0.05)
            ticket = runner.submit(Job("solve", {"level": EASY}, seconds=1.0, grace=1.0, retries=0))
            with pytest.raises(Failed, match="has not finished the job within 1 s"):
                runner.result(ticket, 60)
            runner.submit(Job("solve", {"level": EASY}, seconds=3600.0, grace=1.0, retries=0))
