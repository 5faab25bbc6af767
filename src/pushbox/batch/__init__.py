"""Run long jobs on worker processes of this machine or of a Dask cluster.

A `Job` names a task and its payload, which is JSON. A `Runner` runs jobs, reports their events, and isolates them: each
has hard limits of time and memory, and a worker that dies fails or repeats only its own job. `Shares` divide the
workers among waiting jobs.

>>> from pushbox.batch import Job, local
>>> with local(workers=1) as runner:
...     ticket = runner.submit(Job("metrics", {"text": "rruL"}))
...     runner.result(ticket)["pushes"]
1
"""

from __future__ import annotations

from .api import Event, Failed, InputDropped, Job, QueueFull, Report, State
from .runner import Runner, cluster, local
from .shares import Shares

__all__ = [
    "Event", "Failed", "InputDropped", "Job", "QueueFull", "Report", "Runner", "Shares", "State", "cluster", "local",
]  # fmt: skip
