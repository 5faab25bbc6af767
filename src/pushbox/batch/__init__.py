"""Long work beside the caller: jobs on worker processes of this machine, or on those of a Dask cluster.

A `Job` names a task and its payload, which is JSON; a `Runner` takes jobs, reports their events, and never lets one
harm another: each has hard limits of time and memory, and a worker that dies fails or repeats its own job alone.

>>> from pushbox.batch import Job, local
>>> with local(workers=1) as runner:
...     ticket = runner.submit(Job("metrics", {"text": "rruL"}))
...     runner.result(ticket)["pushes"]
1
"""

from __future__ import annotations

from .api import Event, Failed, Job, QueueFull, Report, State
from .runner import Runner, cluster, local

__all__ = ["Event", "Failed", "Job", "QueueFull", "Report", "Runner", "State", "cluster", "local"]
