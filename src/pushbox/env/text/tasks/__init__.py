"""Tasks for language models beside solving: each is made from a level and a seed, and its answer can be checked.

::

    from pushbox import builtin
    from pushbox.env.text import tasks

    for task in tasks.make("winnable", builtin("campaign-01")[0], seed=1):
        answer = ask_the_model(tasks.prompt(task))
        tasks.score(task, answer).reward

`KINDS` are all kinds by name.  A prompt has nothing of `Task.reference` and `Task.proof`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import count
from typing import Any

from ....arguments import check_choice, check_seed, check_type, refused
from ....level import Level
from ....sentence import say
from ..boards import STYLES
from ..prompts import prompt_with
from .api import Ask, Kind, Task, TaskScore, task_from_json, task_to_json
from .dead_box import DEAD_BOX
from .predict import PREDICT
from .repair import REPAIR
from .solve import PLAY, SOLVE
from .winnable import WINNABLE

__all__ = [
    "KINDS", "Ask", "Kind", "Task", "TaskScore", "converse", "make", "parse", "prompt", "score", "stream",
    "task_from_json", "task_to_json",
]  # fmt: skip

MOST_CELLS = 2_500  # of a board that a model can be asked about
KINDS: dict[str, Kind] = {kind.name: kind for kind in (SOLVE, PLAY, WINNABLE, DEAD_BOX, REPAIR, PREDICT)}


def make(kind: str, level: Level, *, seed: int = 0, style: str = "spaced") -> tuple[Task, ...]:
    """Return the tasks of a kind that a level and a seed make: one, for ``winnable`` one of each answer, or none.

    None are made where the solver does not decide within its limits, which are counted, not timed, so that they are
    the same on every machine, and of a board of more than `MOST_CELLS` cells.  Raises ArgumentError for a level that is
    not plain Sokoban with one player, and for other arguments.
    """
    check_choice("kind", kind, [*KINDS])
    check_choice("style", style, [*STYLES])
    check_type("level", level, Level, "a level")
    check_seed(seed)
    prompt_with(level, style)  # raises for what it cannot show
    return KINDS[kind].make(level, seed, style) if len(level.board.terrain) <= MOST_CELLS else ()


def stream(
    levels: Sequence[Level], kinds: Sequence[str] = (*KINDS,), *, seed: int = 0, style: str = "spaced"
) -> Iterator[tuple[int, Task]]:
    """Yield tasks, each with the index of its level: all kinds of each level, then again by the next seed.

    A task is there once.  Ends after a seed by which the levels make nothing new, as ``solve`` does after the first.
    Raises ArgumentError as `make` does.
    """
    if not levels or not kinds:
        raise refused("levels" if not levels else "kinds", levels or kinds, say("one-or-more"))
    seen = set[Hashable]()
    for now in count(seed):
        before = len(seen)
        for index, level in enumerate(levels):
            for kind in kinds:
                for task in make(kind, level, seed=now, style=style):
                    key = (task.kind, task.board, task.line, task.reference)
                    if key not in seen:
                        seen.add(key)
                        yield index, task
        if len(seen) == before:
            return


def prompt(task: Task) -> str:
    """Return what the model is asked; of ``play`` the first message."""
    return KINDS[task.kind].prompt(task)


def parse(task: Task, answer: str) -> tuple[Any, str]:
    """Return the answer in a text, with an empty fault, or else the fault."""
    return KINDS[task.kind].parse(task, answer)


def score(task: Task, answer: str) -> TaskScore:
    """Return what an answer is worth; of ``play`` that of one turn."""
    check_type("answer", answer, str, "the answer as a text")
    return KINDS[task.kind].score(task, answer)


def converse(task: Task, ask: Ask) -> tuple[TaskScore, tuple[str, ...]]:
    """Ask a model, in as many messages as the task has, and return the score and all answers."""
    kind = KINDS[task.kind]
    if kind.converse is not None:
        return kind.converse(task, ask)
    answer = ask([{"role": "user", "content": kind.prompt(task)}])
    return kind.score(task, answer), (answer,)
