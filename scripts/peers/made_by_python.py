"""Environments of packages of Python: gym-sokoban, EnvPool and Jumanji.

Each has `begin`, which returns a level and what is seen of it, and `step`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sides import first_seen
from speeds import jumanji_sokoban
from starts import levels_for, shipped


class GymSokoban:
    """An environment of gym-sokoban with small pictures, on levels that are set: its own take seconds to make."""

    def __init__(self, name: str) -> None:
        import numpy as np
        from gym_sokoban.envs.sokoban_env import SokobanEnv
        from gym_sokoban.envs.sokoban_env_fixed_targets import FixedTargetsSokobanEnv
        from gym_sokoban.envs.sokoban_env_pull import PushAndPullSokobanEnv
        from gym_sokoban.envs.sokoban_env_two_player import TwoPlayerSokobanEnv

        self.name = name
        self._np = np
        self._class = {
            "gym-sokoban": SokobanEnv,
            "FixedTarget": FixedTargetsSokobanEnv,
            "TwoPlayer": TwoPlayerSokobanEnv,
            "PushAndPull": PushAndPullSokobanEnv,
        }[name]
        self._class.reset = lambda *_, **__: None  # which takes seconds, and is not what is compared
        self._levels = shipped() if name == "gym-sokoban" else levels_for(name)
        self.begin()
        self.actions = list(self._env.get_action_lookup().values())
        self._random = np.random.default_rng(0)
        self.any_step: Callable[[], object] = lambda: self.step(int(self._random.integers(len(self.actions))))

    def begin(self) -> tuple[Any, Any]:
        """Begin an episode; return its level and what is seen."""
        level = next(self._levels)
        return level, self.set(level)

    def set(self, level: Any) -> Any:
        """Put a level into a room as a reset does, with what has to be known of it; return what is seen."""
        np, board = self._np, level.board
        shape = (board.height, board.width)
        players = sorted(board.rc(pusher.anchor) for pusher in board.of_kind("pusher"))
        boxes = {board.rc(box.anchor): box.number for box in board.of_kind("box")}
        goals = {board.rc(cell): sort.number for cell, sort in enumerate(board.terrain) if sort.kind == "goal"}
        self._env = env = self._class(dim_room=shape, num_boxes=len(boxes))
        walls = np.reshape([sort.kind == "wall" for sort in board.terrain], shape)
        env.room_fixed = np.where(walls, 0, 1)
        for goal in goals:
            env.room_fixed[goal] = 2
        env.room_state = env.room_fixed.copy()
        for box in boxes:
            env.room_state[box] = 3 if box in goals else 4
        for player in players:
            env.room_state[player] = 5
        env.player_position = np.array(players[0])
        env.player_positions = {number: np.array(player) for number, player in enumerate(players)}
        env.num_env_steps, env.reward_last = 0, 0
        env.boxes_on_target = sum(box in goals for box in boxes)  # its own reset leaves it at 0
        if self.name == "FixedTarget":
            by_number = {number: box for box, number in boxes.items()}
            env.box_mapping = {goal: by_number[number] for goal, number in sorted(goals.items())}
            env.boxes_are_on_target = [goal == box for goal, box in env.box_mapping.items()]  # which no reset sets
        return env.get_image("tiny_rgb_array", 1)

    def picture(self) -> Any:
        """Return the room in large tiles."""
        return self._env.get_image("rgb_array")

    def step(self, action: int) -> tuple[Any, float, bool]:
        """Return what is seen, the reward and whether the episode is over."""
        return self.step_with_info(action)[:3]

    def step_with_info(self, action: int) -> tuple[Any, float, bool, dict[str, Any]]:
        """Return the same, and the information on a step."""
        result: tuple[Any, float, bool, dict[str, Any]] = self._env.step(action, observation_mode="tiny_rgb_array")
        if result[2] and self._env.num_env_steps > self._env.max_steps:
            self.begin()
        return result


class EnvPool:
    """EnvPool's port of Jumanji's Sokoban."""

    name = "envpool"

    def __init__(self) -> None:
        import envpool
        import numpy as np

        self._np = np
        self._env = envpool.make_gymnasium("Sokoban-v0", num_envs=1, seed=5)
        self._seen = self._env.reset()[0]
        self._random = np.random.default_rng(0)
        self.any_step: Callable[[], object] = lambda: self.step(int(self._random.integers(4)))

    def begin(self) -> tuple[Any, Any]:
        """Begin an episode; return its level and what is seen."""
        from pushbox import read

        grid = self._seen["grid"][0]
        signs = {(0, 0): " ", (0, 1): "#", (0, 2): ".", (4, 0): "$", (4, 2): "*", (3, 0): "@", (3, 2): "+"}
        rows = ["".join([signs[int(moves), int(fixed)] for moves, fixed in row]) for row in grid]
        return read("\n".join(rows))[0], first_seen(self._seen)

    def step(self, action: int) -> tuple[Any, float, bool]:
        """Return what is seen, the reward and whether the episode is over."""
        seen, reward, terminated, truncated, _ = self._env.step(self._np.array([action]))
        is_over = bool(terminated[0] or truncated[0])
        if is_over:  # the next step begins anew, whatever the action
            self._seen = self._env.step(self._np.array([action]))[0]
        return first_seen(seen), float(reward[0]), is_over


class Jumanji:
    """Jumanji's Sokoban, on levels that are put in as states: its own come by the network."""

    name = "jumanji"

    def __init__(self) -> None:
        import jax
        import numpy as np

        env, self._state_of = jumanji_sokoban()
        self._step = jax.jit(env.step)
        self._levels = levels_for(self.name)
        self._random = np.random.default_rng(0)
        self.begin()
        self.any_step: Callable[[], object] = lambda: self.step(int(self._random.integers(4)))

    def begin(self) -> tuple[Any, Any]:
        """Begin an episode; return its level and what is seen."""
        import numpy as np

        level = next(self._levels)
        self._state = self._state_of(level)
        grid = np.stack([self._state.variable_grid, self._state.fixed_grid], axis=-1)
        return level, first_seen({"grid": grid[None], "step_count": np.zeros(1, np.int32)})

    def step(self, action: int) -> tuple[Any, float, bool]:
        """Return what is seen, the reward and whether the episode is over."""
        import numpy as np

        self._state, found = self._step(self._state, action)
        grid, steps = np.asarray(found.observation.grid), np.asarray(found.observation.step_count)
        is_over = bool(found.step_type == 2)
        return first_seen({"grid": grid[None], "step_count": steps[None]}), float(found.reward), is_over
