"""An environment for several players at once, for PettingZoo."""

from __future__ import annotations

from typing import Any

from ..arguments import check_choice, check_whole
from ..errors import ArgumentError
from ..extras import requiring
from ..games.api import Key, Status
from ..games.position import load
from ..play.session import Session

with requiring("rl"):
    import gymnasium
    import numpy as np
    from pettingzoo import ParallelEnv

from ..sentence import located, say
from .game import planes_of
from .sources import LevelOrder, Order, Source, read_levels

_KEYS: tuple[Key, ...] = ("left", "up", "right", "down", "act")  # the last is to stand still
_RENDER_MODES = ("ansi", "rgb_array")


class VersusEnv(ParallelEnv):  # type: ignore[misc]  # it has no types
    """A level of a game in which several play at the same time, such as Versus.

    Agents are ``player_1`` and so on.  Actions are left, up, right, down and to stand still; those of all are judged on
    the position before the tick.  Each sees the planes of `pushbox.env.planes.BoardPlanes`, with their own things as
    those of player 1 and the piece that they steer marked.  The end brings 1 to who has won and -1 to the others, 0 to
    all for a draw; what goes on longer than `max_steps` ticks is truncated.

    Raises LevelError for a level that its game does not take, ArgumentError for games of one player.
    """

    metadata = {"name": "versus_v0", "render_modes": [*_RENDER_MODES], "is_parallelizable": True}  # noqa: RUF012

    def __init__(
        self, *, levels: Source, max_steps: int = 200, order: Order = "sequential", render_mode: str | None = None
    ) -> None:
        check_whole("max_steps", max_steps, 1)
        if render_mode is not None:
            check_choice("render_mode", render_mode, _RENDER_MODES)
        self.levels = read_levels(levels)
        self._starts = [load(level) for level in self.levels]
        infos = {start.game.info.key: start.game.info for start in self._starts}
        if len({info.players for info in infos.values()}) > 1 or not all(info.simultaneous for info in infos.values()):
            found = ", ".join(infos)
            raise ArgumentError(located("levels", say("env-versus", games=found)))
        self.planes = planes_of(self._starts)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(1, next(iter(infos.values())).players + 1)]
        self.agents: list[str] = []
        space = gymnasium.spaces.Box(0, 255, self.planes.shape, np.uint8)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(len(_KEYS)) for agent in self.possible_agents}
        self._order = LevelOrder(len(self.levels), order)
        self._random = np.random.default_rng()
        self._most = max_steps
        self._level, self._steps = 0, 0
        self.session = Session(self._starts[0])

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return what an agent may do."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a new episode, with the level of the number ``options["level"]`` where there is one."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
            self._order.restart()
        self._level = self._order.choose(options, self._random)
        self.session, self._steps = Session(self._starts[self._level]), 0
        self.agents = [*self.possible_agents]
        return self._seen(), self._info()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play a tick: what all do at once.  Who says nothing stands still."""
        for number, agent in enumerate(self.possible_agents, start=1):
            self.session.press(_KEYS[int(actions.get(agent, len(_KEYS) - 1))], number)
        self._steps += 1
        outcome = self.session.outcome()
        is_over = outcome.status is not Status.PLAYING
        is_late = not is_over and self._steps >= self._most
        rewards = {
            agent: 0.0 if not is_over or not outcome.winner else 1.0 if outcome.winner == number else -1.0
            for number, agent in enumerate(self.possible_agents, start=1)
        }
        seen, info = self._seen(), self._info()
        ends, lates = dict.fromkeys(self.possible_agents, is_over), dict.fromkeys(self.possible_agents, is_late)
        if is_over or is_late:
            self.agents = []
        return seen, rewards, ends, lates, info

    def render(self) -> Any:
        """Return the board as a text or as a picture, None without a `render_mode`."""
        if self.render_mode is None:
            return None
        from . import pictures

        draw = pictures.ansi if self.render_mode == "ansi" else pictures.rgb_array
        return draw(self.session.board)

    def _seen(self) -> dict[str, Any]:
        seen = {}
        for number, agent in enumerate(self.possible_agents, start=1):
            own = next((piece for piece in self.session.focusable if piece.player == number), None)
            seen[agent] = np.zeros(self.planes.shape, np.uint8)
            self.planes.write(self.session.board, own, seen[agent], swap=number)
        return seen

    def _info(self) -> dict[str, dict[str, Any]]:
        outcome = self.session.outcome()
        info = {"level": self._level, "title": self.levels[self._level].title, "winner": outcome.winner or 0}
        return {agent: dict(info) for agent in self.possible_agents}
