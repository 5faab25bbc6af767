"""Solving by a runner, in the shape of `pushbox.solve`."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import PushboxError
from ..formats import json
from ..level import Level
from ..solver import Limit, Objective, Progress, Solved, Verdict, require_solved
from ..solver.api import ProgressCallback
from ..solver.serialize import verdict_from_json
from .api import Event, Fields, Job
from .runner import Runner

_GRACE = 5.0  # seconds beyond its limit after which a search is ended by force
_MEMORY_SLACK = 64  # MiB beyond its limit that a search may take


def remote_solver(runner: Runner, *, seed: int = 0) -> Callable[..., Verdict]:
    """Return a function like `pushbox.solve` that solves by a runner; solutions are replayed here once more."""

    def solve(level: Level, /, *, objective: Objective, limit: Limit, progress: ProgressCallback) -> Verdict:
        seconds = limit.seconds or _NO_TIME_LIMIT
        memory = limit.memory or _NO_MEMORY_LIMIT
        payload: Fields = {"level": json.level_to_json(level), "objective": objective, "seed": seed}
        payload |= {"nodes": limit.nodes, "seconds": seconds, "memory": memory}
        job = Job("solve", payload, seconds=seconds + _GRACE, memory=memory * 21 // 20 + _MEMORY_SLACK)
        ticket = runner.submit(job)

        def on_event(event: Event) -> None:
            if event.kind == "progress" and progress(_progress(event)):
                runner.cancel(ticket)

        leave = runner.subscribe(ticket, on_event)
        try:
            verdict = verdict_from_json(runner.result(ticket))
        except PushboxError:
            raise
        except BaseException:
            runner.cancel(ticket)
            raise
        finally:
            leave()
        if isinstance(verdict, Solved):
            require_solved(level, verdict.text, verdict.metrics)
        return verdict

    return solve


_NO_TIME_LIMIT = 10.0**9  # seconds
_NO_MEMORY_LIMIT = 1 << 20  # MiB


def _progress(event: Event) -> Progress:
    best = event.fields["best"]
    return Progress(**event.fields | {"best": best and (best["moves"], best["pushes"])})
