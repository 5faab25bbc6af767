"""Solve a level in one answer, or in turns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ....games.position import load
from ....level import Level
from ....solver import Limit, Solved, solve
from ..answers import parse as parse_moves
from ..episodes import Episode, begin, step
from ..prompts import prompt as prompt_of
from ..scores import score as score_of
from .api import Ask, Kind, Task, TaskScore

LIMIT = Limit(seconds=None, nodes=500_000, memory=512)  # without a clock: a task is the same on every machine


@lru_cache(maxsize=1024)  # each kind and each seed asks again
def solution_of(level: Level) -> str | None:
    """Return a solution with proven fewest pushes, None where it cannot be found within the limit."""
    answer = solve(level, objective="pushes", limit=LIMIT)
    return answer.text if isinstance(answer, Solved) and answer.optimal else None


def _make(level: Level, seed: int, style: str, kind: str) -> tuple[Task, ...]:
    if load(level).outcome.solved or (solution := solution_of(level)) is None:
        return ()
    return (Task(kind, level, style=style, seed=seed, reference=solution),)


def _make_solve(level: Level, seed: int, style: str) -> tuple[Task, ...]:
    return _make(level, seed, style, "solve")


def _make_play(level: Level, seed: int, style: str) -> tuple[Task, ...]:
    return _make(level, seed, style, "play")


def _prompt(task: Task) -> str:
    return prompt_of(task.level, style=task.style, fewest=True)


def _parse(task: Task, answer: str) -> tuple[str, str]:
    del task
    return parse_moves(answer)


def _score(task: Task, answer: str) -> TaskScore:
    found = score_of(task.level, answer, fewest=_fewest(task), limit=LIMIT)
    return TaskScore(found.reward, found.status == "solved", found.message)


def _fewest(task: Task) -> int:
    return sum(map(str.isupper, task.reference))


def episode_of(task: Task) -> Episode:
    """Return the episode of a task in turns, at its beginning."""
    return begin(task.level, style=task.style, fewest=_fewest(task), limit=LIMIT)


def score_of_turns(task: Task, answers: Iterable[str]) -> TaskScore:
    """Return what the first turns of a task are worth."""
    episode = episode_of(task)
    for answer in answers:
        episode = step(episode, answer).episode
    return _worth(episode)


def _prompt_of_turns(task: Task) -> str:
    return episode_of(task).prompt


def _score_turn(task: Task, answer: str) -> TaskScore:
    return score_of_turns(task, [answer])


def _converse(task: Task, ask: Ask) -> tuple[TaskScore, tuple[str, ...]]:
    """Play an episode; return what all its turns are worth, and the answers."""
    episode = episode_of(task)
    while not episode.ended:
        episode = step(episode, ask(episode.messages)).episode
    return _worth(episode), tuple(answer for answer, _ in episode.exchanges)


def _worth(episode: Episode) -> TaskScore:
    return TaskScore(episode.score.reward, episode.score.status == "solved", episode.score.message)


SOLVE = Kind("solve", "solve a level in one answer", _make_solve, _prompt, _parse, _score)
PLAY = Kind("play", "solve a level in turns", _make_play, _prompt_of_turns, _parse, _score_turn, _converse)
