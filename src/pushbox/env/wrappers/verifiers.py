"""Tasks as a taskset of verifiers (`pip install verifiers`, 0.4), without end and the same for a seed.

verifiers finds tasksets only in modules at the top level, such as a file ``pushbox_tasks.py`` in the folder that it is
run from::

    from pushbox.env.wrappers.verifiers import PushboxTaskset
    from pushbox.env.wrappers.verifiers_turns import PushboxEnv

    __all__ = ["PushboxEnv", "PushboxTaskset"]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from ..text.tasks import KINDS, Task, TaskScore, prompt, score, task_from_json, task_to_json
from ..text.tasks.solve import score_of_turns
from .sources import LEVELS, ONE_ANSWER, tasks_of

__all__ = ["PushboxTaskset"]


class PushboxData(vf.TaskData):
    """The task with its reference, which no prompt has."""

    task: dict[str, Any]


class PushboxTask(vf.Task[PushboxData]):
    """One task; its reward is that of the last reply, or of all turns."""

    def worth(self, trace: vf.Trace) -> TaskScore:
        """Return what the replies are worth."""
        task = task_from_json(self.data.task)
        if in_turns(task):
            return score_of_turns(task, trace.info.get("turns", ()))
        return score(task, trace.last_reply or "")

    @vf.reward
    async def reward(self, trace: vf.Trace) -> float:
        """Return the worth of the answer."""
        return self.worth(trace).reward

    @vf.metric
    async def right(self, trace: vf.Trace) -> float:
        """Return 1 for a right answer."""
        return float(self.worth(trace).right)


def in_turns(task: Task) -> bool:
    """Return whether a task is answered in turns."""
    return KINDS[task.kind].converse is not None


class PushboxConfig(vf.TasksetConfig):
    """The levels, a file or ``builtin:NAME``, and kinds of tasks with commas between them."""

    levels: str = LEVELS
    kinds: str | tuple[str, ...] = ONE_ANSWER
    style: str = "spaced"
    seed: int = 0


class PushboxTaskset(vf.Taskset[PushboxTask, PushboxConfig]):
    """All kinds of each level, then again by the next seed."""

    INFINITE = True

    def load(self) -> Iterator[PushboxTask]:
        """Yield the tasks."""
        config = self.config
        kinds = config.kinds.split(",") if isinstance(config.kinds, str) else config.kinds
        for index, task in enumerate(tasks_of(config.levels, kinds, seed=config.seed, style=config.style)):
            data = PushboxData(idx=index, name=f"{task.kind}#{index}", prompt=prompt(task), task=task_to_json(task))
            yield PushboxTask(data, config.task)
