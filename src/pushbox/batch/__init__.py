"""Long work beside the caller: jobs on worker processes of this machine, or on those of a Dask cluster.

A `Job` names a task and its payload, which is JSON; a `Runner` takes jobs, reports their events, and never lets one
harm another: each has hard limits of time and memory, and a worker that dies fails or repeats its own job alone.  Its
`Shares` say what those get whose jobs wait at the same time.

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
