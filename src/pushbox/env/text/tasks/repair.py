"""Repair a solution in which one move is wrong."""

from __future__ import annotations

from random import Random

from ....games.position import Position, load
from ....level import Level
from ....sentence import say
from ..answers import parse as parse_moves
from ..prompts import HOW, prompt_with
from .api import Kind, Task, TaskScore, no_answer
from .solve import solution_of

_TRIES = 50
_FARTHEST = 32  # edits that are told apart


def make(level: Level, seed: int, style: str) -> tuple[Task, ...]:
    """Return a solution with one move changed, dropped or doubled, so that it solves the level no more."""
    start = load(level)
    if start.outcome.solved or (solution := solution_of(level)) is None:
        return ()
    random, letters = Random(f"repair {seed}"), solution.lower()
    for _ in range(_TRIES):
        line = _spoilt(letters, random)
        if not _solves(start, line):
            return (Task("repair", level, line, style, seed, reference=letters),)
    return ()


def _spoilt(letters: str, random: Random) -> str:
    at = random.randrange(len(letters))
    others = [letter for letter in "lurd" if letter != letters[at]]
    return letters[:at] + random.choice([random.choice(others), "", 2 * letters[at]]) + letters[at + 1 :]


def _solves(start: Position, letters: str) -> bool:
    moves = start.parse(letters)
    line = start.play_line(moves)
    return line.played == len(moves) and start.rules.outcome(line.state).solved


def prompt(task: Task) -> str:
    """Return the question."""
    return prompt_with(
        task.level,
        task.style,
        f"This was a solution, in which one move has been changed, left out or doubled:\n\n{task.line}",
        f"Repair it with as few changes as possible. Give all moves of a solution {HOW['lurd']}, once, between "
        "<answer> and </answer>.",
    )


def parse(task: Task, answer: str) -> tuple[str, str]:
    """Return the moves, or the fault."""
    del task
    return parse_moves(answer)


def score(task: Task, answer: str) -> TaskScore:
    """Return 1 for a solution that is one edit away, 0.5 + 0.5 / edits for any other solution, else 0."""
    letters, fault = parse(task, answer)
    if fault:
        return no_answer(fault)
    if not _solves(load(task.level), letters):
        return TaskScore(0.0, right=False, message=say("task-not-repaired"))
    edits = edit_distance(task.line, letters)
    worth = 0.5 if edits is None else 0.5 + 0.5 / edits
    message = say("task-rewritten") if edits is None else say("task-repaired", count=edits)
    return TaskScore(worth, right=True, message=message)


def edit_distance(one: str, other: str, most: int = _FARTHEST) -> int | None:
    """Return how many letters are to be changed, added or left out, None for more than `most`.  O(length x most).

    Source: Ukkonen, "Algorithms for approximate string matching" (1985), for the band.
    """
    if abs(len(one) - len(other)) > most:
        return None
    beyond = most + 1
    row = {column: column for column in range(min(len(other), most) + 1)}
    for line, letter in enumerate(one, start=1):
        before, row = row, {}
        for column in range(max(0, line - most), min(len(other), line + most) + 1):
            ways = [before.get(column, beyond) + 1, row.get(column - 1, beyond) + 1]
            if column:
                ways.append(before.get(column - 1, beyond) + (letter != other[column - 1]))
            row[column] = min(ways)
    distance = row.get(len(other), beyond)
    return distance if distance <= most else None


REPAIR = Kind("repair", "repair a solution in which one move is wrong", make, prompt, parse, score)
