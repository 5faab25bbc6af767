"""Predict the board after some moves."""

from __future__ import annotations

from random import Random

from ....games.position import load
from ....level import Level
from ....sentence import say
from ..answers import find_answer
from ..board_reading import read_rows
from ..boards import STYLES, rows_of
from ..prompts import prompt_with
from ..pushes import random_pushes
from .api import Kind, Task, TaskScore, no_answer

_TRIES, _MOST_PUSHES = 20, 6


def make(level: Level, seed: int, style: str) -> tuple[Task, ...]:
    """Return a level with the moves of one to six random pushes, after which a box stands elsewhere."""
    random, start = Random(f"predict {seed}"), load(level)
    for _ in range(_TRIES):
        position, line = random_pushes(start, random.randint(1, _MOST_PUSHES), random)
        if position.board.of_kind("box") != start.board.of_kind("box"):
            after = STYLES[STYLES[style].answered].show(position.board)
            return (Task("predict", level, line.lower(), style, seed, reference=after),)
    return ()


def prompt(task: Task) -> str:
    """Return the question."""
    style = STYLES[STYLES[task.style].answered]
    written = "as above" if style.name == task.style else f"in signs with blanks between them ({style.legend})"
    return prompt_with(
        task.level,
        task.style,
        f"These moves are played (l, u, r, d are left, up, right, down):\n\n{task.line}",
        f"Give the whole board after them, written {written}, once, between <answer> and </answer>.",
    )


def parse(task: Task, answer: str) -> tuple[tuple[str, ...], str]:
    """Return the rows of the board in the signs of XSB, or the fault."""
    found, fault = find_answer(answer, lambda part: _rows(task, part), say("answer-board"))
    return found or (), fault


def _rows(task: Task, text: str) -> tuple[str, ...] | None:
    return read_rows(STYLES[task.style].answered, text, task.board.width, task.board.height)


def score(task: Task, answer: str) -> TaskScore:
    """Return the share of right cells among those that change; one that is wrong elsewhere counts as one of them.

    So the board as it was is worth nothing, and a board of guesses less than the cells that it meets.
    """
    rows, fault = parse(task, answer)
    if fault:
        return no_answer(fault)
    was = "".join(rows_of(task.board))
    now = "".join(_rows(task, task.reference) or ())
    cells = [*zip(was, now, "".join(rows), strict=True)]
    changed = sum(before != after for before, after, _ in cells)
    right = sum(before != after == given for before, after, given in cells)
    spoilt = sum(before == after != given for before, after, given in cells)
    worth = right / (changed + spoilt)
    return TaskScore(worth, worth == 1.0, say("task-cells", right=right, changed=changed, wrong=spoilt))


PREDICT = Kind("predict", "give the board after some moves", make, prompt, parse, score)
