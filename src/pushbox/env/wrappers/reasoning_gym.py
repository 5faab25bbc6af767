"""Tasks as a dataset of reasoning-gym: its protocol, without the package; `register` makes it one of the package's.

::

    dataset = PushboxDataset(PushboxConfig(levels="levels.xsb", size=50, seed=1))
    dataset.score_answer(answer_of_the_model(dataset[0]["question"]), dataset[0])
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...arguments import check_whole, refused
from ...sentence import say
from ..text.tasks import Task, prompt, score, task_from_json, task_to_json
from .sources import LEVELS, ONE_ANSWER, tasks_of

NAME = "pushbox"
Entry = dict[str, Any]


@dataclass
class PushboxConfig:
    """The levels, the kinds of tasks (those of one answer), and how many there are."""

    levels: str = LEVELS
    kinds: tuple[str, ...] = ONE_ANSWER
    style: str = "spaced"
    seed: int | None = 0
    size: int = 500

    def validate(self) -> None:
        """Raise ArgumentError for what no dataset can have."""
        check_whole("size", self.size, 1)
        if not {*self.kinds} <= {*ONE_ANSWER}:
            raise refused("kinds", self.kinds, say("some-of", names=", ".join(ONE_ANSWER)))


class PushboxDataset:
    """`size` entries of question, answer and metadata, which are made as they are needed and the same for a seed."""

    def __init__(self, config: PushboxConfig) -> None:
        config.validate()
        self.config, self.size, self.seed = config, config.size, config.seed or 0
        self._tasks: list[Task] = []
        self._more = tasks_of(config.levels, config.kinds, seed=self.seed, style=config.style)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Entry]:
        return map(self.__getitem__, range(self.size))

    def __getitem__(self, idx: int) -> Entry:
        """Return an entry; where the levels make too few tasks, their order begins anew.  Raises IndexError."""
        if not 0 <= idx < self.size:
            raise IndexError(idx)
        while len(self._tasks) <= idx and (more := next(self._more, None)) is not None:
            self._tasks.append(more)
        if not self._tasks:
            raise refused("levels", self.config.levels, say("levels-for-tasks"))
        task = self._tasks[idx % len(self._tasks)]
        metadata = {"source_dataset": NAME, "source_index": idx, "task": task_to_json(task)}
        return {"question": prompt(task), "answer": task.reference, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: Entry) -> float:
        """Return the worth of an answer, 0 for none."""
        return score(task_from_json(entry["metadata"]["task"]), answer).reward if isinstance(answer, str) else 0.0


def register() -> None:
    """Let ``reasoning_gym.create_dataset("pushbox", ...)`` make the dataset, as often as this is called."""
    from reasoning_gym.dataset import ProceduralDataset
    from reasoning_gym.factory import DATASETS, register_dataset

    if NAME not in DATASETS:
        register_dataset(NAME, type("PushboxDataset", (PushboxDataset, ProceduralDataset), {}), PushboxConfig)
