"""One environment of Sokoban, for Gymnasium."""

from __future__ import annotations

from typing import Any

from ..extras import requiring
from ..generator import GradedLevels, LevelSpec
from ..sim import Levels
from .conventions import Convention
from .vector import SokobanVectorEnv

with requiring("rl"):
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode

from .sources import Curriculum, Order, Source


class SokobanEnv(gymnasium.Env[Any, Any]):
    """A board of Sokoban; arguments and errors are those of `SokobanVectorEnv`.

    Information has the ``level`` of the episode, from 0, its ``title``, and what `SokobanVectorEnv` says of levels.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        *,
        levels: Source | Levels | LevelSpec | GradedLevels | Curriculum,
        convention: str | Convention = "pushbox",
        actions: str = "steps",
        max_steps: int | tuple[int, int] | None = None,
        order: Order = "sequential",
        render_mode: str | None = None,
    ) -> None:
        self.boards = SokobanVectorEnv(
            1,
            levels=levels,
            convention=convention,
            actions=actions,
            max_steps=max_steps,
            order=order,
            autoreset_mode=AutoresetMode.DISABLED,
            render_mode=render_mode,
        )
        self._facts: dict[str, int] = {}
        self.render_mode = render_mode
        self.action_space = self.boards.single_action_space
        self.observation_space = self.boards.single_observation_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new episode, with the level of the number ``options["level"]`` where there is one."""
        super().reset(seed=seed)
        chosen = {} if options is None or "level" not in options else {"levels": [options["level"]]}
        seen, info = self.boards.reset(seed=seed, options=chosen)
        self._facts = {name: int(values[0]) for name, values in info.items() if name[0] != "_" and name != "level"}
        return _first(seen), self._info(info["level"][0])

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Act on the board."""
        seen, rewards, terminated, truncated, _ = self.boards.step(np.array([action]))
        level = self.boards.levels_now[0]
        return _first(seen), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), self._info(level)

    def action_masks(self) -> Any:
        """Return which actions are legal, of shape (actions,)."""
        return self.boards.action_masks()[0]

    def render(self) -> Any:
        """Return the board as a text or as a picture, None without a `render_mode`."""
        drawn = self.boards.render()
        return None if drawn is None else drawn[0]

    def _info(self, level: Any) -> dict[str, Any]:
        return {"level": int(level), "title": self.boards.source.title(int(level)), **self._facts}


def _first(seen: Any) -> Any:
    return {key: np.asarray(value[0]) for key, value in seen.items()} if isinstance(seen, dict) else seen[0]
