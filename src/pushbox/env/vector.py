"""Thousands of environments of Sokoban in one, for Gymnasium."""

from __future__ import annotations

from typing import Any

from ..arguments import check_choice, check_whole, refused
from ..errors import ArgumentError
from ..extras import requiring
from ..generator import GradedLevels, LevelSpec
from ..sim import GOAL, Action, Batch, Event, Levels
from ..tiling import SQUARE
from .conventions import CONVENTIONS, Convention

with requiring("rl"):
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

from ..sentence import located, say
from .sources import Curriculum, Order, Source, source_of

_RENDER_MODES = ("ansi", "rgb_array")
_ACTIONS = ("steps", "pushes")
_DIRECTIONS = len(SQUARE.directions)


class SokobanVectorEnv(VectorEnv[Any, NDArray[Any], NDArray[Any]]):
    """So many boards of Sokoban that are played together, as Gymnasium has it.

    `levels` are a file or levels, taken in their `order`: ``"sequential"``, the next one for each episode that begins,
    or ``"random"``.  A `LevelSpec` stands for levels that are made as they are needed, each another one, and
    `pushbox.env.text.levels` for those of a band of difficulty; a `Curriculum` goes from easy
    sources to hard ones.  The seed of `reset` decides all that is random.
    `convention` is one of `CONVENTIONS` by name, or your own.  `max_steps` stands in for that of the convention; of two
    numbers, each episode draws its own from the first to the last.  With ``copy=False`` observations are views that the
    next step changes.

    With ``actions="pushes"`` an action is a push and the walk to it, which count as one step, instead of those of the
    convention: four times the cell of the box, counted row by row, and the direction (left, up, right, down).
    `action_masks` says which are legal; one that is not changes nothing.

    What `reset` returns as information, and a step after which episodes begin, is the ``level`` of each, from 0; of
    levels of a band also their ``fewest_pushes``, which are proven, and of a curriculum the ``stage``, from 0.

    Raises what `Levels` raises for levels, and ArgumentError for other arguments.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        levels: Source | Levels | LevelSpec | GradedLevels | Curriculum,
        convention: str | Convention = "pushbox",
        actions: str = "steps",
        max_steps: int | tuple[int, int] | None = None,
        order: Order = "sequential",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_whole("num_envs", num_envs, 1)
        if not isinstance(convention, Convention):
            check_choice("convention", convention, [*CONVENTIONS])
            convention = CONVENTIONS[convention]
        if render_mode is not None:
            check_choice("render_mode", render_mode, _RENDER_MODES)
        check_choice("actions", actions, _ACTIONS)
        self.convention = convention
        self._by_pushes = actions == "pushes"
        self._idles = convention.idles and not self._by_pushes
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": [*_RENDER_MODES]}
        self._fewest, self._most = _bounds(convention.max_steps if max_steps is None else max_steps)
        self.source = source_of(levels, order)
        known = self.source.known
        self._cells = np.zeros((num_envs, known.height, known.width), np.uint8)
        self._batch = Batch(known, num_envs, cells=self._cells, threads=threads)
        self._copies = copy

        self._actions = np.array([*convention.actions.values()], np.uint8)
        self._walks = np.array([name in convention.walks for name in convention.actions])
        self._rewards = np.array([convention.reward(Event(event)) for event in range(2 * Event.SOLVED)])
        self._events = np.zeros(num_envs, np.uint8)
        self._steps = np.zeros(num_envs, np.int32)
        self._limits = np.zeros(num_envs, np.int32)
        self._ended = np.zeros(num_envs, bool)
        self._levels = np.zeros(num_envs, np.int64)
        self._goals = np.zeros((num_envs, known.height * known.width), bool)  # onto which no box was pushed yet
        self._strides = np.array(SQUARE.strides(known.width))
        self._view = self._new_view()

        pushes = _DIRECTIONS * known.height * known.width
        self._count = pushes if self._by_pushes else len(convention.actions)
        self.single_action_space = gymnasium.spaces.Discrete(self._count)
        self.single_observation_space = self._space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    # Episodes ---------------------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin new episodes: on all boards, or where ``options["reset_mask"]`` is true.

        ``options["levels"]`` are the numbers of the levels to begin with, one for each board that begins.  A seed
        begins the order of the levels anew.
        """
        super().reset(seed=seed)
        options = options or {}
        if seed is not None:
            self.source.restart(seed)
        which = np.flatnonzero(_mask(options["reset_mask"], self.num_envs)) if "reset_mask" in options else None
        if which is None:
            which = np.arange(self.num_envs)
        info = self._begin(which, options.get("levels"))
        return self._observation(), info

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Act on each board; where an episode has ended before, the next one begins instead (see `AutoresetMode`)."""
        given = self._checked(actions)
        idle = given < 0 if self._idles else None
        begins = np.flatnonzero(self._ended)
        if len(begins) and self.autoreset_mode is AutoresetMode.DISABLED:
            raise ArgumentError(located("actions", say("env-ended", count=len(begins))))
        directions = self._push(given, begins) if self._by_pushes else self._walk(given, begins, idle)
        self._steps += 1 if idle is None else ~idle

        rewards = self._rewards[self._events]
        if self.convention.first_on_goal:
            rewards += self.convention.first_on_goal * self._first_on_goal(directions)
        terminated = self._events >= Event.SOLVED
        late = ~terminated & (self._steps >= self._limits)
        rewards[late] += self.convention.late
        if self.convention.timeout == "terminated":
            terminated, truncated = terminated | late, np.zeros(self.num_envs, bool)
        else:
            truncated = late
        if idle is not None and idle.any():
            rewards[idle] = np.nan
            terminated &= ~idle
            truncated &= ~idle

        if self.source.learns and (over := (terminated | truncated) & ~self._ended).any():
            self.source.ended(self._events[over] >= Event.SOLVED)
        info: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            ended = terminated | truncated
            if ended.any():
                info = self._final(ended)
                info |= self._begin(np.flatnonzero(ended), None)
        else:
            if len(begins):
                rewards[begins] = 0.0
                terminated[begins] = truncated[begins] = False
                info = self._begin(begins, None)
            self._ended = terminated | truncated
        return self._observation(), rewards, terminated, truncated, info

    def _walk(
        self, given: NDArray[Any], begins: NDArray[np.int64], idle: NDArray[np.bool_] | None
    ) -> NDArray[np.uint8]:
        """Step on each board that does not begin anew; return the steps."""
        native: NDArray[np.uint8] = self._actions[given if idle is None else np.maximum(given, 0)]
        if self._walks.any():
            legal = np.asarray(self._batch.legal_moves())
            steps = np.minimum(native, Action.DOWN)
            pushes = legal[np.arange(self.num_envs), steps] & Event.PUSHED > 0
            native = np.where(self._walks[given] & pushes, np.uint8(Action.STAY), native)
        if idle is not None:
            native = np.where(idle, np.uint8(Action.STAY), native)
        if len(begins):
            native = native.copy()
            native[begins] = Action.STAY
        self._batch.step(np.ascontiguousarray(native), self._events)
        return native

    def _push(self, given: NDArray[Any], begins: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Walk and push on each board that does not begin anew; return the directions."""
        native = given.astype(np.uint32)
        native[begins] = 0  # the first cell is a wall
        self._batch.push(native, self._events)
        return (native % _DIRECTIONS).astype(np.uint8)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each board which actions are legal, of shape (boards, actions).

        Of steps, those are legal by which the player moves, and those that are none.
        """
        if self._by_pushes:
            return np.asarray(self._batch.legal_pushes()).reshape(self.num_envs, -1) > 0
        legal = np.asarray(self._batch.legal_moves())
        moves = np.hstack([legal > 0, np.ones((self.num_envs, 1), bool)])  # and to stay
        is_walk = self._walks & (self._actions < Action.STAY)
        pushes = np.hstack([legal & Event.PUSHED > 0, np.zeros((self.num_envs, 1), bool)])
        masks: NDArray[np.bool_] = moves[:, self._actions] & ~(is_walk & pushes[:, self._actions])
        return masks

    def _first_on_goal(self, actions: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return where a step has pushed a box onto a goal for the first time in its episode."""
        first = np.zeros(self.num_envs, bool)
        pushed = np.flatnonzero(self._events & Event.PUSHED)
        boxes = np.asarray(self._batch.players())[pushed] + self._strides[actions[pushed]]
        first[pushed] = self._goals[pushed, boxes]
        self._goals[pushed, boxes] = False
        return first

    def _checked(self, actions: Any) -> NDArray[Any]:
        given = np.asarray(actions)
        least = None if self._idles else 0
        most = self._count - 1
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise refused("actions", actions, f"{self.num_envs} whole numbers")
        if given.size and (given.max() > most or (least is not None and given.min() < least)):
            raise refused("actions", actions, f"numbers from 0 to {most}")
        return given

    def _begin(self, which: NDArray[np.int64], levels: Any) -> dict[str, Any]:
        """Begin episodes on some boards, and return the information on them."""
        self._levels[which] = self.source.begin(self._batch, which, levels, self.np_random)
        self._steps[which] = 0
        self._ended[which] = False
        if self.convention.first_on_goal:
            self._goals[which] = self._cells[which].reshape(len(which), -1) & GOAL > 0
        is_drawn = self._fewest < self._most
        drawn = self.np_random.integers(self._fewest, self._most + 1, size=len(which)) if is_drawn else self._most
        self._limits[which] = drawn
        mask = np.zeros(self.num_envs, bool)
        mask[which] = True
        info: dict[str, Any] = {"level": np.where(mask, self._levels, 0), "_level": mask}
        for name, values in self.source.facts(self._levels[which]).items():
            info[name] = np.zeros(self.num_envs, values.dtype)
            info[name][which] = values
            info[f"_{name}"] = mask.copy()
        return info

    def _final(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the information on episodes that have ended in a step after which the next ones begin."""
        seen = self._observation()
        last = np.full(self.num_envs, None, dtype=object)
        for board in np.flatnonzero(ended):
            last[board] = (
                {key: value[board].copy() for key, value in seen.items()}
                if isinstance(seen, dict)
                else seen[board].copy()
            )
        final = {"level": np.where(ended, self._levels, 0), "_level": ended.copy()}
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": final, "_final_info": ended.copy()}

    # What is seen -----------------------------------------------------------------------------------------------------

    def _new_view(self) -> NDArray[np.uint8]:
        boards, height, width = self._cells.shape
        depth = self.convention.depth
        match self.convention.layout:
            case "planes":
                return np.zeros((boards, depth, height, width), np.uint8)
            case "flat":
                return np.zeros((boards, depth * height * width), np.uint8)
            case "rows" if depth == 1:
                return self._cells
        return np.zeros((boards, height, width, depth), np.uint8)

    def _space(self) -> gymnasium.Space[Any]:
        kind = np.int8 if self.convention.int8 else np.uint8
        most = max(self.convention.table)
        box = gymnasium.spaces.Box(0, most, self._view.shape[1:], kind)
        if not self.convention.counts:
            return box
        steps = gymnasium.spaces.Box(0, np.iinfo(np.int32).max, (), np.int32)
        return gymnasium.spaces.Dict({"grid": box, "step_count": steps})

    def _observation(self) -> Any:
        is_itself = self._view is self._cells and self.convention.table == bytes(range(16))
        if not is_itself:
            if self._view is self._cells:
                self._view = np.zeros_like(self._cells)
            by_planes = self.convention.layout != "rows"
            self._batch.observe(self.convention.table, self._view, planes=by_planes)
        view = self._view.copy() if self._copies else self._view
        seen = view.view(np.int8) if self.convention.int8 else view
        return {"grid": seen, "step_count": self._steps.copy()} if self.convention.counts else seen

    @property
    def levels_now(self) -> NDArray[np.int64]:
        """The number of the level on each board, from 0."""
        return self._levels.copy()

    @property
    def events(self) -> NDArray[np.uint8]:
        """What the last step has done on each board, as the bits of `pushbox.sim.Event`."""
        return self._events.copy()

    @property
    def batch(self) -> Batch:
        """The boards themselves, for masks of legal moves and pushes, and for searches."""
        return self._batch

    def render(self) -> tuple[Any, ...] | None:
        """Return the boards as texts or as pictures, None without a `render_mode`."""
        if self.render_mode is None:
            return None
        from . import pictures

        draw = pictures.ansi if self.render_mode == "ansi" else pictures.rgb_array
        return tuple(draw(self._batch.board(board)) for board in range(self.num_envs))


def _bounds(max_steps: int | tuple[int, int]) -> tuple[int, int]:
    """Return the fewest and the most steps of an episode."""
    fewest, most = max_steps if isinstance(max_steps, tuple) else (max_steps, max_steps)
    check_whole("max_steps", fewest, 1, np.iinfo(np.int32).max)
    check_whole("max_steps", most, fewest, np.iinfo(np.int32).max)
    return fewest, most


def _mask(mask: Any, count: int) -> NDArray[np.bool_]:
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (count,) or not mask.any():
        raise refused("reset_mask", mask, f"an array of {count} truth values, one at least true")
    return mask
