"""The question whether a position can still be won."""

from __future__ import annotations

from random import Random

from ....analysis.deadlocks import find_quick_deadlocks
from ....analysis.deadlocks.sentences import explain
from ....games.position import Position, load
from ....level import Level
from ....sentence import say
from ....solver import Limit, Solved, Unsolvable, solve
from ..answers import find_answer
from ..prompts import prompt_with
from ..pushes import random_pushes
from .api import Kind, Task, TaskScore, no_answer

_LIMIT = Limit(seconds=None, nodes=50_000, memory=512)
_ROUNDS, _WALKS, _MOST_PUSHES = 12, 12, 12


def make(level: Level, seed: int, style: str) -> tuple[Task, ...]:
    """Return a position that can be won and one that cannot, in random order, both after as many random pushes.

    So neither the number of pushes nor a guess helps.  Positions that are not decided within 50,000 nodes are left out.
    """
    random, start = Random(f"winnable {seed}"), load(level)
    for _ in range(_ROUNDS):
        pushes = random.randint(1, _MOST_PUSHES)
        found: dict[str, Task] = {}
        for _ in range(_WALKS):
            position, moves = random_pushes(start, pushes, random)
            if sum(map(str.isupper, moves)) < pushes or position.outcome.solved:
                continue
            answer, proof = decide(position)
            if answer:
                task = Task("winnable", position.level, style=style, seed=seed, reference=answer, proof=proof)
                found.setdefault(answer, task)
            if len(found) == 2:
                return tuple(random.sample([found["yes"], found["no"]], 2))
    return ()


def decide(position: Position) -> tuple[str, str]:
    """Return "yes" with a solution, "no" with the reason, or two empty texts where it is not known."""
    if deadlocks := find_quick_deadlocks(position):
        return "no", explain(deadlocks[0], position.board)
    verdict = solve(position, limit=_LIMIT)
    if isinstance(verdict, Solved):
        return "yes", verdict.text
    return ("no", verdict.proof) if isinstance(verdict, Unsolvable) else ("", "")


def prompt(task: Task) -> str:
    """Return the question."""
    ask = "Can the level still be solved from here? Answer yes or no, once, between <answer> and </answer>."
    return prompt_with(task.level, task.style, ask)


def parse(task: Task, answer: str) -> tuple[str, str]:
    """Return "yes" or "no", or the fault."""
    del task
    found, fault = find_answer(answer, _read, say("answer-yes-no"))
    return found or "", fault


def _read(part: str) -> str | None:
    word = part.strip(" \t\r\n*`.!\"'").lower()
    return word if word in {"yes", "no"} else None


def score(task: Task, answer: str) -> TaskScore:
    """Return 1 for the right word, 0 for any other answer."""
    found, fault = parse(task, answer)
    if fault:
        return no_answer(fault)
    right = found == task.reference
    is_winnable = task.reference == "yes"
    reason = say("task-winnable", proof=task.proof) if is_winnable else say("task-lost", proof=task.proof)
    return TaskScore(float(right), right, reason)


WINNABLE = Kind("winnable", "say whether a position can still be won", make, prompt, parse, score)
