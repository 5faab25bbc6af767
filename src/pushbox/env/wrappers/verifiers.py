"""Tasks as a taskset of verifiers (`pip install verifiers`, 0.4), without end and the same for a seed.

Name this module where verifiers takes a taskset, or copy it into a package of your own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from ..text.tasks import prompt, score, task_from_json, task_to_json
from .sources import LEVELS, ONE_ANSWER, tasks_of

__all__ = ["PushboxTaskset"]


class PushboxData(vf.TaskData):
    """The task with its reference, which no prompt has."""

    task: dict[str, Any]


class PushboxTask(vf.Task[PushboxData]):
    """One task; its reward is that of the last reply."""

    @vf.reward
    async def reward(self, trace: vf.Trace) -> float:
        """Return the worth of the answer."""
        return score(task_from_json(self.data.task), trace.last_reply or "").reward

    @vf.metric
    async def right(self, trace: vf.Trace) -> float:
        """Return 1 for a right answer."""
        return float(score(task_from_json(self.data.task), trace.last_reply or "").right)


class PushboxConfig(vf.TasksetConfig):
    """The levels, a file or ``builtin:NAME``, and the kinds of tasks, of one answer each."""

    levels: str = LEVELS
    kinds: tuple[str, ...] = ONE_ANSWER
    style: str = "spaced"
    seed: int = 0


class PushboxTaskset(vf.Taskset[PushboxTask, PushboxConfig]):
    """All kinds of each level, then again by the next seed."""

    INFINITE = True

    def load(self) -> Iterator[PushboxTask]:
        """Yield the tasks."""
        config = self.config
        for index, task in enumerate(tasks_of(config.levels, config.kinds, seed=config.seed, style=config.style)):
            data = PushboxData(idx=index, name=f"{task.kind}#{index}", prompt=prompt(task), task=task_to_json(task))
            yield PushboxTask(data, config.task)
