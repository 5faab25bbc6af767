"""An environment of any game that pushbox plays, by keys."""

from __future__ import annotations

from typing import Any

from ..arguments import check_choice, check_whole, refused
from ..board import Piece, Terrain
from ..errors import ArgumentError
from ..extras import requiring
from ..games.api import KEYS, Key, Status
from ..games.position import Position, load
from ..play.session import Session
from ..tiling import SQUARE

with requiring("rl"):
    import gymnasium
    import numpy as np

from ..sentence import located, say
from .planes import BoardPlanes
from .sources import LevelOrder, Order, Source, read_levels

_RENDER_MODES = ("ansi", "rgb_array")


class GameEnv(gymnasium.Env[Any, Any]):
    """A level of any game for one player, played as on a keyboard by the rules in Python.

    Actions are the keys of `keys`: four directions, and of ``act``, ``next`` and ``previous`` those that mean something
    in a game.  What is seen are the planes of `BoardPlanes`; their names are in `planes.names`.  A step is
    rewarded with `step_reward`, a key that does nothing too; a solution brings `solved_reward`, a lost position
    `lost_reward`, and both end the episode.  Information has the ``level`` from 0 and its ``title``, the ``moves`` and
    ``pushes`` so far, the ``outcome``, and whether the key played a ``move``.

    Raises LevelError for a level that its game does not take, ArgumentError for games of several players.
    """

    metadata = {"render_modes": [*_RENDER_MODES], "render_fps": 8}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        *,
        levels: Source,
        max_steps: int = 200,
        order: Order = "sequential",
        step_reward: float = -0.1,
        solved_reward: float = 10.0,
        lost_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        check_whole("max_steps", max_steps, 1)
        if render_mode is not None:
            check_choice("render_mode", render_mode, _RENDER_MODES)
        self.levels = read_levels(levels)
        self._starts = [load(level) for level in self.levels]
        if several := next((one for one in self._starts if one.game.info.players > 1), None):
            found = several.game.info.key
            raise ArgumentError(located("levels", say("env-one-player", game=found)))
        self.planes = planes_of(self._starts)
        self.keys = keys_of(self._starts)
        self.render_mode = render_mode
        self.action_space = gymnasium.spaces.Discrete(len(self.keys))
        self.observation_space = gymnasium.spaces.Box(0, 255, self.planes.shape, np.uint8)
        self._order = LevelOrder(len(self.levels), order)
        self._most = max_steps
        self._reward = {Status.PLAYING: 0.0, Status.SOLVED: solved_reward, Status.LOST: lost_reward}
        self._step_reward = step_reward
        self._level, self._steps = 0, 0
        self.session = Session(self._starts[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new episode, with the level of the number ``options["level"]`` where there is one."""
        super().reset(seed=seed)
        if seed is not None:
            self._order.restart()
        self._level = self._order.choose(options, self.np_random)
        self.session, self._steps = Session(self._starts[self._level]), 0
        return self._seen(), self._info(is_move=False)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Press a key."""
        if not self.action_space.contains(action):
            raise refused("action", action, f"a number from 0 to {len(self.keys) - 1}")
        transition = self.session.press(self.keys[action])
        self._steps += 1
        status = self.session.outcome().status
        terminated = status is not Status.PLAYING
        truncated = not terminated and self._steps >= self._most
        reward = self._step_reward + self._reward[status]
        return self._seen(), reward, terminated, truncated, self._info(is_move=transition is not None)

    def render(self) -> Any:
        """Return the board as a text or as a picture, None without a `render_mode`."""
        if self.render_mode is None:
            return None
        from . import pictures

        draw = pictures.ansi if self.render_mode == "ansi" else pictures.rgb_array
        return draw(self.session.board)

    def _seen(self) -> Any:
        out = np.zeros(self.planes.shape, np.uint8)
        self.planes.write(self.session.board, self.session.focus, out)
        return out

    def _info(self, *, is_move: bool) -> dict[str, Any]:
        session = self.session
        return {
            "level": self._level,
            "title": self.levels[self._level].title,
            "moves": session.current.depth,
            "pushes": session.pushes,
            "outcome": session.outcome().status.value,
            "move": is_move,
        }


def planes_of(starts: list[Position]) -> BoardPlanes:
    """Return the planes in which all positions of some levels can be seen."""
    palettes = {start.game.info.key: start.game.info.palette for start in starts}.values()
    parts: list[Terrain | Piece] = [tile for palette in palettes for tile in palette.terrain]
    parts += [spec.piece for palette in palettes for spec in palette.pieces]
    return BoardPlanes([start.view for start in starts], parts)


def keys_of(starts: list[Position]) -> list[Key]:
    """Return the directions, and the other keys that mean something where some levels begin."""

    def means_something(key: Key) -> bool:
        return any(
            start.controls.key(start.state, focus, key) is not None
            for start in starts
            for focus in start.controls.focus(start.state)
        )

    return [key for key in KEYS if key in SQUARE.names or means_something(key)]
