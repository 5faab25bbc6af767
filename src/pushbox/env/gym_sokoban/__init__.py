"""The names of gym-sokoban's environments, and how its users call them.

::

    import pushbox.env.gym_sokoban as gym

    env = gym.make("Sokoban-v2")
    observation = env.reset()
    observation, reward, done, info = env.step(env.action_space.sample())

`make` returns an environment that is called as Gym's were.  The import makes the names known to Gymnasium as well,
whose `gymnasium.make("Sokoban-v2")` returns one that is called as Gymnasium's are.  Sizes, boxes and steps of each name
are those of gym-sokoban 0.0.6; `docs/environments.md` says what differs.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, ClassVar

from ...arguments import check_choice, check_whole
from ...errors import ArgumentError
from ...extras import requiring
from ...generator import GradedLevels, LevelSpec
from ...sentence import located, say
from ..sources import Source

with requiring("rl"):
    import gymnasium
    import numpy as np

from . import tiles as looks
from .rooms import (
    BOX_CODE,
    BOX_ON_GOAL,
    GOAL_CODE,
    NO_END,
    PLAYER_CODE,
    FixedTargetsRoom,
    PlainRoom,
    PushAndPullRoom,
    RulesRoom,
    TwoPlayersRoom,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MODES = ("rgb_array", "tiny_rgb_array")
_SHOWN = ("human", "tiny_human")  # modes that show the room instead of returning it
_RAW = "raw"
_SIGNS = "# .*$@+"  # of the tiles of `looks.PLAIN`
_FIXED = np.array([0, 1, 2, 2, 1, 1, 2], np.uint8)  # of the tiles of `looks.PLAIN`
_STATE = np.array([0, 1, 2, 3, 4, 5, 5], np.uint8)


class GymSokobanEnv(gymnasium.Env[Any, Any]):
    """A room of gym-sokoban, with a new level for each episode.

    `dim_room` are rows and columns.  `levels` stand in for those that are made: a file, or levels.  What is seen is a
    picture of 16 pixels a cell, or of one with ``observation_mode="tiny_rgb_array"``, of shape (rows, columns, 3).
    Its tiles are drawn by pushbox, which needs ``pushbox[render]``, or read from the folder `tiles`, which has
    ``wall.png``, ``floor.png`` and so on, as that of gym-sokoban has.

    Raises what `SokobanEnv` raises.
    """

    metadata = {"render_modes": [*_MODES], "render_fps": 8}  # noqa: RUF012  # as Gymnasium has it
    _new_room: ClassVar[type[PlainRoom | RulesRoom]] = PlainRoom

    def __init__(
        self,
        dim_room: tuple[int, int] = (10, 10),
        max_steps: int = 120,
        num_boxes: int = 4,
        *,
        levels: Source | LevelSpec | GradedLevels | None = None,
        observation_mode: str = "rgb_array",
        tiles: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_choice("observation_mode", observation_mode, _MODES)
        if render_mode is not None:
            check_choice("render_mode", render_mode, _MODES)
        self.observation_mode, self.render_mode = observation_mode, render_mode
        self.set_maxsteps(max_steps)
        kind = self._new_room
        rows, columns = dim_room
        made = LevelSpec(rows=rows, columns=columns, boxes=num_boxes, game=kind.game(), pushers=kind.pushers)
        self._room = kind(made if levels is None else levels)
        self._folder = tiles
        if observation_mode == "rgb_array":
            self._pixels()
        self.num_env_steps = 0
        self.reward_last = 0.0
        self.dim_room = rows, columns = self._room.shape
        pixels = looks.SIDE if observation_mode == "rgb_array" else 1
        self.action_space = gymnasium.spaces.Discrete(len(self._room.actions))
        self.observation_space = gymnasium.spaces.Box(0, 255, (rows * pixels, columns * pixels, 3), np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode, with the level of the number ``options["level"]`` where there is one."""
        super().reset(seed=seed)
        info = self._room.begin(seed, options, self.np_random)
        self.num_env_steps, self.reward_last, self._info = 0, 0.0, info
        return self.get_image(self.observation_mode), dict(info)

    def step(self, action: Any, observation_mode: str | None = None) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Act in the room; what is seen is of another mode where one is named."""
        happened = self._room.act(action)
        self.num_env_steps += 1
        self.reward_last = happened.reward
        solved, late = happened.solved, self.num_env_steps >= self.max_steps
        info = self._info | {
            "action.name": self._room.actions[int(action)],
            "action.moved_player": happened.moved_player,
            "action.moved_box": happened.moved_box,
            **happened.more,
        }
        if solved or late:
            info |= {"maxsteps_used": late, "all_boxes_on_target": solved}
        seen = self._seen(observation_mode or self.observation_mode, 1)
        return seen, happened.reward, solved, late and not solved, info

    def render(self, mode: str | None = None, scale: int = 1) -> Any:
        """Return the room as a picture, each pixel of a tiny one as a square of `scale` pixels.

        ``raw`` returns the planes of walls, goals, boxes and players as four arrays of int8.  ``human`` and
        ``tiny_human`` write the room to standard output in the signs of XSB, where gym-sokoban opens a window, and
        return True.
        """
        mode = mode or self.render_mode
        if mode in _SHOWN:
            rows = ["".join([_SIGNS[code] for code in row]) for row in self._room.codes()]
            sys.stdout.write("\n".join(rows) + "\n")  # noqa: TID251  # what a program has asked for
            return True
        return None if mode is None else self._seen(mode, scale)

    def _seen(self, mode: str, scale: int) -> Any:
        if mode == _RAW:
            fixed, state = self.room_fixed, self.room_state
            planes = (
                fixed == 0,
                fixed == GOAL_CODE,
                (state == BOX_ON_GOAL) | (state == BOX_CODE),
                state == PLAYER_CODE,
            )
            return tuple(plane.view(np.int8) for plane in planes)
        return self.get_image(mode, scale)

    def get_image(self, mode: str, scale: int = 1) -> NDArray[np.uint8]:
        """Return the room as a picture."""
        check_choice("mode", mode, _MODES)
        if mode == "rgb_array":
            return self._room.picture(self._pixels())
        check_whole("scale", scale, 1, looks.SIDE * looks.SIDE)
        return self._room.tiny().repeat(scale, axis=0).repeat(scale, axis=1)

    def _pixels(self) -> NDArray[np.uint8]:
        return looks.pixels(self._room.tiles, self._folder)

    def set_maxsteps(self, num_steps: int) -> None:
        """Let episodes end after so many steps, this one too."""
        check_whole("max_steps", num_steps, 1, NO_END)
        self.max_steps = num_steps

    def get_action_lookup(self) -> dict[int, str]:
        """Return the name of each action."""
        return dict(enumerate(self._room.actions))

    get_action_meanings = get_action_lookup

    @property
    def room_fixed(self) -> NDArray[np.uint8]:
        """What does not move, by cell: 0 wall, 1 floor, 2 goal."""
        return _FIXED[self._room.codes()]

    @property
    def room_state(self) -> NDArray[np.uint8]:
        """The room, by cell: 0 wall, 1 floor, 2 goal, 3 box on a goal, 4 box, 5 player."""
        return _STATE[self._room.codes()]

    @property
    def player_position(self) -> NDArray[np.int64]:
        """Row and column of the player, of the first one where there are two."""
        return self._places()[0]

    def _places(self) -> list[NDArray[np.int64]]:
        return [np.array(place) for place in self._room.players()]

    @property
    def num_boxes(self) -> int:
        """The boxes of the room."""
        return int(np.isin(self.room_state, (BOX_ON_GOAL, BOX_CODE)).sum())

    @property
    def boxes_on_target(self) -> int:
        """The boxes on goals, on their own where each has one."""
        return self._room.boxes_home()


class FixedTargetsEnv(GymSokobanEnv):
    """A room in which every box has a goal of its own, as their colours show: levels of Sokoban Plus."""

    _new_room: ClassVar[type[PlainRoom | RulesRoom]] = FixedTargetsRoom

    @property
    def box_mapping(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Row and column of each box, by those of its goal."""
        assert isinstance(self._room, FixedTargetsRoom)
        return self._room.mapping()


class TwoPlayersEnv(GymSokobanEnv):
    """A room with two players, one of whom acts at a time: levels of Multiban."""

    _new_room: ClassVar[type[PlainRoom | RulesRoom]] = TwoPlayersRoom

    @property
    def player_positions(self) -> dict[int, NDArray[np.int64]]:
        """Row and column of each player."""
        return dict(enumerate(self._places()))


class PushAndPullEnv(GymSokobanEnv):
    """A room whose boxes can be pulled, too.  Action 0 pushes to the right, as in gym-sokoban, whatever its name."""

    _new_room: ClassVar[type[PlainRoom | RulesRoom]] = PushAndPullRoom


class OldEnv:
    """An environment that is called as those of Gym 0.21: `reset` returns what is seen, `step` four values.

    Everything else is that of the `GymSokobanEnv` within.
    """

    def __init__(self, env: GymSokobanEnv) -> None:
        self.unwrapped = env
        self._seed: int | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unwrapped, name)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Let the next `reset` begin the levels of a seed."""
        self._seed = seed
        return [seed]

    def reset(self, *, render_mode: str | None = None) -> Any:
        """Begin an episode; return what is seen, in another mode where one is named."""
        seed, self._seed = self._seed, None
        seen = self.unwrapped.reset(seed=seed)[0]
        return seen if render_mode is None else self.unwrapped.render(render_mode)

    def render(self, mode: str = "human", close: Any = None, scale: int = 1) -> Any:
        """Return the room as a picture, or show it (see `GymSokobanEnv.render`)."""
        del close  # as Gym had it
        return self.unwrapped.render(mode, scale)

    def step(self, action: Any, observation_mode: str | None = None) -> tuple[Any, float, bool, dict[str, Any]]:
        """Act in the room; return what is seen, the reward, whether the episode is over, and information."""
        seen, reward, terminated, truncated, info = self.unwrapped.step(action, observation_mode)
        return seen, reward, terminated or truncated, info


_SMALL, _LARGE, _HUGE = (7, 7), (13, 11), (13, 13)
_PLAIN: dict[str, dict[str, Any]] = {
    "Sokoban-v0": {"num_boxes": 3, "max_steps": 200},
    "Sokoban-v1": {},
    "Sokoban-v2": {"num_boxes": 5, "max_steps": 200},
    "Sokoban-small-v0": {"dim_room": _SMALL, "num_boxes": 2, "max_steps": 200},
    "Sokoban-small-v1": {"dim_room": _SMALL, "num_boxes": 3, "max_steps": 200},
    "Sokoban-large-v0": {"dim_room": _LARGE, "num_boxes": 3, "max_steps": 300},
    "Sokoban-large-v1": {"dim_room": _LARGE, "num_boxes": 4, "max_steps": 300},
    "Sokoban-large-v2": {"dim_room": _LARGE, "num_boxes": 5, "max_steps": 300},
    "Sokoban-huge-v0": {"dim_room": _HUGE, "num_boxes": 5, "max_steps": 300},
}
_BOXOBAN = {f"Boxoban-{part}": {"max_steps": 200} for part in ("Train-v0", "Val-v0", "Test-v0", "Train-v1", "Val-v1")}
_FIXED_TARGETS: dict[str, dict[str, Any]] = {
    "FixedTarget-Sokoban-v0": {"num_boxes": 3, "max_steps": 150},
    "FixedTarget-Sokoban-v1": {"num_boxes": 4, "max_steps": 150},
    "FixedTarget-Sokoban-v2": {"dim_room": _SMALL, "num_boxes": 2, "max_steps": 150},
    "FixedTarget-Sokoban-v3": {"dim_room": _SMALL, "num_boxes": 3, "max_steps": 150},
}
_PUSH_AND_PULL: dict[str, dict[str, Any]] = {
    "PushAndPull-Sokoban-v0": {"num_boxes": 3, "max_steps": 150},
    "PushAndPull-Sokoban-v1": {"num_boxes": 4, "max_steps": 150},
    "PushAndPull-Sokoban-v2": {"dim_room": _SMALL, "num_boxes": 2, "max_steps": 150},
    "PushAndPull-Sokoban-v3": {"dim_room": _SMALL, "num_boxes": 3, "max_steps": 150},
    "PushAndPull-Sokoban-v4": {"dim_room": _LARGE, "num_boxes": 4, "max_steps": 300},
    "PushAndPull-Sokoban-v5": {"dim_room": _LARGE, "num_boxes": 5, "max_steps": 300},
}
_TWO_PLAYERS: dict[str, dict[str, Any]] = {
    "TwoPlayer-Sokoban-v0": {"dim_room": _SMALL, "num_boxes": 2, "max_steps": 200},
    "TwoPlayer-Sokoban-v1": {"dim_room": _SMALL, "num_boxes": 3, "max_steps": 200},
    "TwoPlayer-Sokoban-v2": {"num_boxes": 3, "max_steps": 200},
    "TwoPlayer-Sokoban-v3": {"num_boxes": 4, "max_steps": 200},
    "TwoPlayer-Sokoban-v4": {"dim_room": _LARGE, "num_boxes": 3, "max_steps": 200},
    "TwoPlayer-Sokoban-v5": {"dim_room": _LARGE, "num_boxes": 4, "max_steps": 200},
}
_CLASSES: tuple[tuple[type[GymSokobanEnv], dict[str, dict[str, Any]]], ...] = (
    (GymSokobanEnv, _PLAIN | _BOXOBAN),
    (FixedTargetsEnv, _FIXED_TARGETS),
    (PushAndPullEnv, _PUSH_AND_PULL),
    (TwoPlayersEnv, _TWO_PLAYERS),
)
_CLASS = {name: kind for kind, names in _CLASSES for name in names}

NAMES: dict[str, dict[str, Any]] = {name: given for _, names in _CLASSES for name, given in names.items()}
"""The arguments that each name stands for.  Those of Boxoban need `levels`, your own copy of its files."""


def _named(name: str, **arguments: Any) -> GymSokobanEnv:
    check_choice("name", name, [*NAMES])
    if name in _BOXOBAN and arguments.get("levels") is None:
        raise ArgumentError(located(name, say("env-boxoban")))
    return _CLASS[name](**NAMES[name] | arguments)


def make(name: str, **arguments: Any) -> OldEnv:
    """Return the environment of a name, called as Gym's were.  Raises ArgumentError for a name that is none."""
    return OldEnv(_named(name, **arguments))


for _name in NAMES:
    if _name not in gymnasium.registry:
        gymnasium.register(id=_name, entry_point=f"{__name__}:_named", kwargs={"name": _name})
