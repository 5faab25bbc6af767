"""Pushbox's side of a comparison: a board, or an environment of gym-sokoban, that is played beside that of a peer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from options import VARIANTS
from starts import levels_for


def own_side(name: str, level: Any) -> Convention | Variant:
    """Return what is played beside a peer, on one level."""
    return Variant(name, level) if name in VARIANTS else Convention(name, level)


class Convention:
    """A board of pushbox in a convention; `seen` is what is seen of it."""

    def __init__(self, name: str, level: Any) -> None:
        from pushbox.env.vector import SokobanVectorEnv

        self._envs = SokobanVectorEnv(1, levels=[level], convention=name, autoreset_mode="Disabled")
        self.seen = first_seen(self._envs.reset()[0])
        self.actions = [*self._envs.convention.actions]

    def step(self, action: int) -> tuple[float, bool]:
        """Return the reward and whether the episode is over."""
        import numpy as np

        seen, rewards, terminated, truncated, _ = self._envs.step(np.array([action]))
        self.seen = first_seen(seen)
        return float(rewards[0]), bool(terminated[0] or truncated[0])


class Variant:
    """An environment of `pushbox.env.gym_sokoban`; `seen` is its small picture."""

    def __init__(self, name: str, level: Any) -> None:
        from pushbox.env.gym_sokoban import make

        given = {"levels": [level], "max_steps": 120, "observation_mode": "tiny_rgb_array"}
        self._env = make(f"{name}-Sokoban-v0", **given)
        self.seen = self._env.reset()
        self.actions = [*self._env.get_action_lookup().values()]

    def step(self, action: int) -> tuple[float, bool]:
        """Return the reward and whether the episode is over."""
        self.seen, reward, is_over, _ = self._env.step(action)
        return reward, is_over


def first_seen(seen: Any) -> Any:
    """Return what is seen of the first board, of a grid and a number of steps the bytes."""
    import numpy as np

    if not isinstance(seen, dict):
        return seen[0]
    steps = np.asarray(seen["step_count"][0], np.int32)
    return np.frombuffer(np.asarray(seen["grid"][0], np.uint8).tobytes() + steps.tobytes(), np.uint8)


def any_step(variant: str) -> Callable[[], object]:
    """Return a step of an environment of pushbox, which begins anew with the next level where an episode is over."""
    import numpy as np

    from pushbox.env.gym_sokoban import make

    given = {"levels": [one for one, _ in zip(levels_for(variant), range(20), strict=False)]}
    env = make(f"{variant}-Sokoban-v0", observation_mode="tiny_rgb_array", **given)
    env.reset()
    random = np.random.default_rng(0)

    def step() -> None:
        if env.step(int(random.integers(env.action_space.n)))[2]:
            env.reset()

    return step


def many_steps(convention: str, boards: int) -> Callable[[], object]:
    """Return a step of pushbox's environments."""
    import numpy as np

    from pushbox import builtin
    from pushbox.env.vector import SokobanVectorEnv

    envs = SokobanVectorEnv(boards, levels=builtin("campaign-05"), convention=convention)
    envs.reset(seed=1)
    random = np.random.default_rng(0)
    rows = random.integers(len(envs.convention.actions), size=(100, boards))
    turn = iter(range(10**9))
    return lambda: envs.step(rows[next(turn) % 100])
