"""Tasks for Inspect (`pip install inspect-ai`): `pushbox_tasks` of one answer each, `pushbox_turns` in turns.

::

    inspect eval pushbox.env.wrappers.inspect@pushbox_tasks --model openai/NAME -T levels=levels.xsb -T count=50
"""

from __future__ import annotations

from itertools import islice

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from ..text import tasks
from ..text.episodes import TURNS, Episode, begin, step
from .sources import LEVELS, ONE_ANSWER, levels_of, tasks_of


@task
def pushbox_tasks(
    levels: str = LEVELS,
    kinds: str | tuple[str, ...] = ONE_ANSWER,
    count: int = 100,
    seed: int = 0,
    style: str = "spaced",
) -> Task:
    """Return so many tasks on the levels of a file, of kinds that are separated by commas."""
    chosen = kinds.split(",") if isinstance(kinds, str) else kinds  # which the command line has split
    made = islice(tasks_of(levels, chosen, seed=seed, style=style), count)
    samples = [Sample(input=tasks.prompt(t), target=t.reference, metadata=tasks.task_to_json(t)) for t in made]
    return Task(dataset=MemoryDataset(samples), solver=generate(), scorer=reward())


@scorer(metrics=[mean(), stderr()])
def reward() -> Scorer:
    """Score an answer as `pushbox.env.text.tasks.score` does, and the line of an episode, which all its turns make."""

    async def score(state: TaskState, target: Target) -> Score:
        if "played" in state.metadata:
            worth, line = state.metadata["played"]
            return Score(value=worth, answer=line)
        answer = state.output.completion
        found = tasks.score(tasks.task_from_json(state.metadata), answer)
        return Score(value=found.reward, answer=answer, explanation=str(found.message))

    return score


@task
def pushbox_turns(levels: str = LEVELS, turns: int = TURNS, style: str = "spaced") -> Task:
    """Return every level of a file, to be solved in turns."""
    episodes = [begin(level, style=style, turns=turns) for level in levels_of(levels)]
    samples = [Sample(input=one.prompt, metadata={"index": index}) for index, one in enumerate(episodes)]
    return Task(dataset=MemoryDataset(samples), solver=play_turns(episodes), scorer=reward())


@solver
def play_turns(episodes: list[Episode]) -> Solver:
    """Ask until the episode has ended, and show the model the board after each answer."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        episode = episodes[state.metadata["index"]]
        while not episode.ended:
            state = await generate(state)
            episode, observation, _, _ = step(episode, state.output.completion)
            state.messages.append(ChatMessageUser(content=observation))
        state.metadata["played"] = [episode.score.reward, episode.line]
        return state

    return solve
