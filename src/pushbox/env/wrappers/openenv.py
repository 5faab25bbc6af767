"""Levels in turns as an environment of OpenEnv (`pip install openenv`, 0.10).

::

    uvicorn --factory pushbox.env.wrappers.openenv:app
"""

from __future__ import annotations

import os
from typing import Any
from uuid import uuid4

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

from ...arguments import check_whole
from ..text.episodes import TURNS, Episode, begin, step
from .sources import LEVELS, levels_of


class PushboxAction(Action):
    """The answer of a model: moves, pushes or undo, with any text around ``<answer>``."""

    answer: str


class PushboxObservation(Observation):
    """What the model is shown: first the task, then what its answer did, and the board."""

    text: str


class PushboxEnvironment(Environment[PushboxAction, PushboxObservation, State]):
    """Episodes on the levels of a file, by default that of PUSHBOX_LEVELS; ``reset(seed=N)`` takes level N of these."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, levels: str = "", style: str = "spaced", turns: int = TURNS) -> None:
        super().__init__()
        self._levels = levels_of(levels or os.environ.get("PUSHBOX_LEVELS") or LEVELS)
        self._style, self._turns = style, turns
        self._next = 0
        self._state = State(episode_id=str(uuid4()))
        self._episode: Episode | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> PushboxObservation:
        """Begin an episode."""
        if seed is not None:
            check_whole("seed", seed)
        number = self._next if seed is None else seed
        self._next = number + 1
        level = self._levels[number % len(self._levels)]
        self._episode = begin(level, style=self._style, turns=self._turns)
        self._state = State(episode_id=episode_id or str(uuid4()))
        return PushboxObservation(text=self._episode.prompt, done=False, reward=0.0)

    def step(self, action: PushboxAction, timeout_s: float | None = None, **_: Any) -> PushboxObservation:
        """Play an answer; without an episode one begins, and one that has ended stays as it is."""
        if self._episode is None:
            self.reset()
        assert self._episode is not None
        if self._episode.ended:
            return PushboxObservation(text=self._episode.exchanges[-1].observation, done=True, reward=0.0)
        self._episode, text, reward, done = step(self._episode, action.answer)
        self._state.step_count += 1
        return PushboxObservation(text=text, done=done, reward=reward)

    @property
    def state(self) -> State:
        """The episode and its number of steps."""
        return self._state


def app() -> Any:
    """Return the server."""
    return create_app(PushboxEnvironment, PushboxAction, PushboxObservation, env_name="pushbox")
