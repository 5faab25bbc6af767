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

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..arguments import check_choice, check_whole, refused
from ..errors import ArgumentError
from ..extras import requiring
from ..generator import LevelSpec
from ..grid import rc_of
from ..render import raster, svg
from ..sim import BOX, GOAL, PLAYER, WALL, Event, table
from ..sim.native import board_of
from .conventions import CONVENTIONS

with requiring("rl"):
    import gymnasium
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

from ..sentence import located, say
from .single import SokobanEnv
from .sources import Source

SIDE = 16  # pixels of a tile
_MODES = ("rgb_array", "tiny_rgb_array")
_CONVENTION = CONVENTIONS["gym-sokoban"]
_FIXED = table(wall=0, floor=1, goal=2, box=1, box_on_goal=2, player=1, player_on_goal=2)
_STATE = table(wall=0, floor=1, goal=2, box=4, box_on_goal=3, player=5, player_on_goal=5)
_FILES = {
    WALL: "wall",
    0: "floor",
    GOAL: "box_target",
    BOX: "box",
    BOX | GOAL: "box_on_target",
    PLAYER: "player",
    PLAYER | GOAL: "player_on_target",
}
_NO_END = np.iinfo(np.int32).max


class GymSokobanEnv(gymnasium.Env[Any, Any]):
    """A room of gym-sokoban, with a new level for each episode.

    `dim_room` are rows and columns.  `levels` stand in for those that are made: a file, or levels.  What is seen is a
    picture of `SIDE` pixels a cell, or of one with ``observation_mode="tiny_rgb_array"``, of shape (rows, columns, 3).
    Its tiles are drawn by pushbox, which needs ``pushbox[render]``, or read from the folder `tiles`, which has
    ``wall.png``, ``floor.png`` and so on, as that of gym-sokoban has.

    Raises what `SokobanEnv` raises.
    """

    metadata = {"render_modes": [*_MODES], "render_fps": 8}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        dim_room: tuple[int, int] = (10, 10),
        max_steps: int = 120,
        num_boxes: int = 4,
        *,
        levels: Source | None = None,
        observation_mode: str = "rgb_array",
        tiles: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_choice("observation_mode", observation_mode, _MODES)
        if render_mode is not None:
            check_choice("render_mode", render_mode, _MODES)
        self.observation_mode, self.render_mode = observation_mode, render_mode
        self.set_maxsteps(max_steps)
        rows, columns = dim_room
        given = LevelSpec(columns=columns, rows=rows, boxes=num_boxes) if levels is None else levels
        self._env = SokobanEnv(levels=given, convention=_CONVENTION, max_steps=int(_NO_END))
        self._batch = self._env.boards.batch
        self._tiles = _tiles(tiles) if observation_mode == "rgb_array" else None
        self._folder = tiles
        self.num_env_steps = 0
        self.reward_last = 0.0
        _, rows, columns = self._batch.shape
        self.dim_room = (rows, columns)
        pixels = SIDE if observation_mode == "rgb_array" else 1
        self.action_space = self._env.action_space
        self.observation_space = gymnasium.spaces.Box(0, 255, (rows * pixels, columns * pixels, 3), np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode, with the level of the number ``options["level"]`` where there is one."""
        super().reset(seed=seed)
        _, info = self._env.reset(seed=seed, options=options)
        self.num_env_steps, self.reward_last = 0, 0.0
        return self.get_image(self.observation_mode), info

    def step(self, action: Any, observation_mode: str | None = None) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Act in the room; what is seen is of another mode where one is named."""
        _, reward, solved, _, info = self._env.step(action)
        self.num_env_steps += 1
        self.reward_last = reward
        event = Event(int(self._env.boards.events[0]))
        late = self.num_env_steps >= self.max_steps
        info |= {
            "action.name": self.get_action_lookup()[int(action)],
            "action.moved_player": Event.MOVED in event,
            "action.moved_box": Event.PUSHED in event,
        }
        if solved or late:
            info |= {"maxsteps_used": late, "all_boxes_on_target": solved}
        return self.get_image(observation_mode or self.observation_mode), reward, solved, late and not solved, info

    def render(self, mode: str | None = None, scale: int = 1) -> Any:
        """Return the room as a picture, each pixel of a tiny one as a square of `scale` pixels."""
        mode = mode or self.render_mode
        return None if mode is None else self.get_image(mode, scale)

    def get_image(self, mode: str, scale: int = 1) -> NDArray[np.uint8]:
        """Return the room as a picture."""
        check_choice("mode", mode, _MODES)
        if mode == "rgb_array":
            if self._tiles is None:
                self._tiles = _tiles(self._folder)
            return self._seen(self._batch.tiles(self._tiles, SIDE))
        check_whole("scale", scale, 1, SIDE * SIDE)
        tiny = self._seen(self._batch.observe(_CONVENTION.table))
        return tiny.repeat(scale, axis=0).repeat(scale, axis=1)

    @staticmethod
    def _seen(rooms: Any) -> NDArray[np.uint8]:
        """Return what is seen of the only room."""
        room: NDArray[np.uint8] = np.asarray(rooms)[0]
        return room

    def set_maxsteps(self, num_steps: int) -> None:
        """Let episodes end after so many steps, this one too."""
        check_whole("max_steps", num_steps, 1, int(_NO_END))
        self.max_steps = num_steps

    def get_action_lookup(self) -> dict[int, str]:
        """Return the name of each action."""
        return dict(enumerate(_CONVENTION.actions))

    get_action_meanings = get_action_lookup

    @property
    def room_fixed(self) -> NDArray[np.uint8]:
        """What does not move, by cell: 0 wall, 1 floor, 2 goal."""
        return self._seen(self._batch.observe(_FIXED))[..., 0]

    @property
    def room_state(self) -> NDArray[np.uint8]:
        """The room, by cell: 0 wall, 1 floor, 2 goal, 3 box on a goal, 4 box, 5 player."""
        return self._seen(self._batch.observe(_STATE))[..., 0]

    @property
    def player_position(self) -> NDArray[np.int64]:
        """Row and column of the player."""
        return np.array(rc_of(self._batch.players()[0], self._batch.shape[2]))

    @property
    def num_boxes(self) -> int:
        """The boxes of the room."""
        return int(np.isin(self.room_state, (3, 4)).sum())

    @property
    def boxes_on_target(self) -> int:
        """The boxes on goals."""
        return self.num_boxes - int(self._batch.boxes_left()[0])


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

    def reset(self) -> Any:
        """Begin an episode; return what is seen."""
        seed, self._seed = self._seed, None
        return self.unwrapped.reset(seed=seed)[0]

    def step(self, action: Any, observation_mode: str | None = None) -> tuple[Any, float, bool, dict[str, Any]]:
        """Act in the room; return what is seen, the reward, whether the episode is over, and information."""
        seen, reward, terminated, truncated, info = self.unwrapped.step(action, observation_mode)
        return seen, reward, terminated or truncated, info


_SMALL, _LARGE, _HUGE = (7, 7), (13, 11), (13, 13)
NAMES: dict[str, dict[str, Any]] = {
    "Sokoban-v0": {"num_boxes": 3, "max_steps": 200},
    "Sokoban-v1": {},
    "Sokoban-v2": {"num_boxes": 5, "max_steps": 200},
    "Sokoban-small-v0": {"dim_room": _SMALL, "num_boxes": 2, "max_steps": 200},
    "Sokoban-small-v1": {"dim_room": _SMALL, "num_boxes": 3, "max_steps": 200},
    "Sokoban-large-v0": {"dim_room": _LARGE, "num_boxes": 3, "max_steps": 300},
    "Sokoban-large-v1": {"dim_room": _LARGE, "num_boxes": 4, "max_steps": 300},
    "Sokoban-large-v2": {"dim_room": _LARGE, "num_boxes": 5, "max_steps": 300},
    "Sokoban-huge-v0": {"dim_room": _HUGE, "num_boxes": 5, "max_steps": 300},
    **{f"Boxoban-{part}": {"max_steps": 200} for part in ("Train-v0", "Val-v0", "Test-v0", "Train-v1", "Val-v1")},
}
"""The arguments that each name stands for.  Those of Boxoban need `levels`, your own copy of its files."""


def _named(name: str, **arguments: Any) -> GymSokobanEnv:
    check_choice("name", name, [*NAMES])
    if name.startswith("Boxoban") and arguments.get("levels") is None:
        raise ArgumentError(located(name, say("env-boxoban")))
    return GymSokobanEnv(**NAMES[name] | arguments)


def make(name: str, **arguments: Any) -> OldEnv:
    """Return the environment of a name, called as Gym's were.  Raises ArgumentError for a name that is none."""
    return OldEnv(_named(name, **arguments))


@cache
def _tiles(folder: str | None) -> bytes:
    """Return the pixels of the tiles of each sum of bits that a cell may be."""
    pixels = np.zeros((16, SIDE, SIDE, 3), np.uint8)
    for bits, name in _FILES.items():
        drawn = _drawn(bits) if folder is None else _read(Path(folder) / f"{name}.png")
        pixels[bits] = np.asarray(drawn.convert("RGB"))
    return pixels.tobytes()


def _drawn(bits: int) -> Image:
    """Draw a tile as it is in the middle of a room, or of walls."""
    wide = 2 * _AROUND + 1
    room = np.full((wide, wide), WALL, np.uint8)
    room[1:-1, 1:-1] = bits & WALL
    room[_AROUND, _AROUND] = bits
    picture = raster.rasterize(svg.draw(board_of(wide, wide, room.tobytes()), svg.Look(cell=SIDE)))
    start, end = _AROUND * SIDE, (_AROUND + 1) * SIDE
    return picture.crop((start, start, end, end))


_AROUND = 2  # cells on each side of it


def _read(path: Path) -> Image:
    """Read the picture of a tile.

    Raises ArgumentError for one of another size, OSError for what is none, PushboxError without pushbox[render].
    """
    with requiring("render"):
        from PIL import Image
    with Image.open(path) as picture:
        if picture.size != (SIDE, SIDE):
            found = "{} x {} pixels".format(*picture.size)
            raise refused("tiles", f"{path.name} of {found}", f"pictures of {SIDE} x {SIDE} pixels")
        return picture.convert("RGB")


for _name in NAMES:
    if _name not in gymnasium.registry:
        gymnasium.register(id=_name, entry_point=f"{__name__}:_named", kwargs={"name": _name})
