"""Tasks and their kinds, as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ....board import Board
from ....formats import read
from ....level import Level
from ....sentence import say
from ..boards import rows_of
from ..episodes import Message

Ask = Callable[[list[Message]], str]  # the answer of a model to a chat


@dataclass(frozen=True)
class Task:
    """One question on one board.

    `line` are moves that the prompt shows.  `reference` is an answer that is right, and `proof` says why; no prompt has
    them.  The same kind, level and seed make the same task.
    """

    kind: str
    level: Level
    line: str = ""
    style: str = "spaced"
    seed: int = 0
    reference: str = field(default="", repr=False)
    proof: str = field(default="", repr=False)

    @property
    def board(self) -> Board:
        """The board that the prompt shows."""
        return self.level.board


class TaskScore(NamedTuple):
    """The worth of an answer to a task, from 0 to 1, whether it is right, and why, in a sentence."""

    reward: float
    right: bool
    message: str


def no_answer(fault: str) -> TaskScore:
    """Return the score of a text without an answer."""
    return TaskScore(0.0, right=False, message=say("task-no-answer", fault=fault))


class Kind(NamedTuple):
    """A kind of tasks, as pure functions.

    `make` returns the tasks of a level and a seed in a style: none where none can be made, or as many for each answer.
    `parse` returns the answer in a text and its fault, one of which is empty.  `converse` asks a model in several
    messages and returns the score and all answers; it is None for kinds of one answer.
    """

    name: str
    summary: str
    make: Callable[[Level, int, str], tuple[Task, ...]]
    prompt: Callable[[Task], str]
    parse: Callable[[Task, str], tuple[Any, str]]
    score: Callable[[Task, str], TaskScore]
    converse: Callable[[Task, Ask], tuple[TaskScore, tuple[str, ...]]] | None = None


def task_to_json(task: Task) -> dict[str, Any]:
    """Return a task as JSON fields, its reference among them; `task_from_json` is the inverse."""
    fields = {name: getattr(task, name) for name in ("kind", "line", "style", "seed", "reference")}
    return {**fields, "proof": str.__str__(task.proof), "rows": [row.replace(" ", "-") for row in rows_of(task.board)]}


def task_from_json(fields: dict[str, Any]) -> Task:
    """Return the task of `task_to_json`, whose level has a board and no words.  Raises KeyError, FormatError."""
    values = dict(fields)
    level = read("\n".join(values.pop("rows")))[0]
    return Task(level=replace(level, source=None), **values)
