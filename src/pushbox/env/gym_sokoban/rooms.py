"""The rooms of gym-sokoban: the plain one, and those with goals of their own, two players, and boxes to be pulled.

The plain room is a board of `pushbox.sim`.  The others are played by the rules of `pushbox.games`, one step at a time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import numpy as np

from ...arguments import refused
from ...board import Board
from ...games.api import GameInfo, Transition
from ...games.parts.single_pusher import PlayerState
from ...games.position import load
from ...games.registry import find, keys
from ...generator import GradedLevels, LevelSpec
from ...grid import Cell, rc_of
from ...level import Level
from ...sentence import Sentence, say
from ...sim import Event, table
from ...tiling import RIGHT, SQUARE, Direction
from ..conventions import CONVENTIONS
from ..single import SokobanEnv
from ..sources import LevelFeed, Source
from . import tiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_END = int(np.iinfo(np.int32).max)
GOAL_CODE, BOX_ON_GOAL, BOX_CODE, PLAYER_CODE, PLAYER_ON_GOAL = 2, 3, 4, 5, 6  # of `tiles.PLAIN`; 0 wall, 1 floor
_STEP, _ON_GOAL, _LEFT_GOAL, _SOLVED = -0.1, 1.0, -1.0, 10.0
_ON_A_GOAL = {BOX_CODE: BOX_ON_GOAL, PLAYER_CODE: PLAYER_ON_GOAL}
_CONVENTION = CONVENTIONS["gym-sokoban"]
_CODES = table(wall=0, floor=1, goal=2, box=4, box_on_goal=3, player=5, player_on_goal=6)
_CODE_OF_BITS = np.frombuffer(_CODES, np.uint8)


class Happened(NamedTuple):
    """The result of an action: its reward, whether the room is solved, and what the action moved."""

    reward: float
    solved: bool
    moved_player: bool
    moved_box: bool
    more: Mapping[str, Any] = {}


class Room(ABC):
    """A room in which an episode is played.

    `actions` are the names of the actions, `tiles` the looks that its cells may have, `shape` its rows and columns.
    """

    actions: tuple[str, ...]
    tiles: tiles.Tiles
    shape: tuple[int, int]
    pushers: ClassVar[int] = 1
    numbered: ClassVar[bool] = False  # each box, and its goal

    @classmethod
    def game(cls) -> str:
        """Return the key of the game whose levels are made for such a room."""
        infos = [find(key).info for key in keys()]
        return next(info.key for info in infos if info.generated_pushers and cls._fits(info))

    @classmethod
    def _fits(cls, info: GameInfo) -> bool:
        fewest, most = info.generated_pushers or (1, cls.pushers)
        boxes = info.native_solver == "boxes" and info.numbered == cls.numbered
        return boxes and fewest <= cls.pushers <= most

    @abstractmethod
    def begin(self, seed: int | None, options: dict[str, Any] | None, random: np.random.Generator) -> dict[str, Any]:
        """Begin an episode, with the level of the number ``options["level"]`` where there is one; return its level."""

    @abstractmethod
    def act(self, action: int) -> Happened:
        """Act in the room.  Raises ArgumentError for a number that is no action."""

    @abstractmethod
    def codes(self) -> NDArray[np.uint8]:
        """Return the number of a plain tile for each cell, of shape `shape`."""

    @abstractmethod
    def players(self) -> list[tuple[int, int]]:
        """Return row and column of each player."""

    @abstractmethod
    def boxes_home(self) -> int:
        """Return how many boxes are where they belong."""

    def looks(self) -> NDArray[np.uint8]:
        """Return the number of a tile of `tiles` for each cell."""
        return self.codes()

    def tiny(self) -> NDArray[np.uint8]:
        """Return the room as a picture of a pixel a cell."""
        return tiles.colours(self.tiles)[self.looks()]

    def picture(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the room as a picture of the tiles that `tiles.pixels` has."""
        rows, columns = self.shape
        return pixels[self.looks()].transpose(0, 2, 1, 3, 4).reshape(rows * tiles.SIDE, columns * tiles.SIDE, 3)


class PlainRoom(Room):
    """A room of Sokoban with one player."""

    tiles = tiles.PLAIN

    def __init__(self, levels: Source | LevelSpec | GradedLevels) -> None:
        self.env = SokobanEnv(levels=levels, convention=_CONVENTION, max_steps=NO_END)
        self.actions = tuple(_CONVENTION.actions)
        self._batch = self.env.boards.batch
        self.shape = self._batch.shape[1:]

    def begin(self, seed: int | None, options: dict[str, Any] | None, random: np.random.Generator) -> dict[str, Any]:
        del random  # the environment has its own
        return self.env.reset(seed=seed, options=options)[1]

    def act(self, action: int) -> Happened:
        _, reward, solved, _, _ = self.env.step(action)
        event = Event(int(self.env.boards.events[0]))
        return Happened(reward, solved, Event.MOVED in event, Event.PUSHED in event)

    def codes(self) -> NDArray[np.uint8]:
        return self._seen(self._batch.observe(_CODES))[..., 0]

    def players(self) -> list[tuple[int, int]]:
        return [rc_of(int(self._batch.players()[0]), self.shape[1])]

    def boxes_home(self) -> int:
        return int((self.codes() == BOX_ON_GOAL).sum())

    def tiny(self) -> NDArray[np.uint8]:
        return self._seen(self._batch.observe(_CONVENTION.table))

    def picture(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return self._seen(self._batch.tiles(pixels[_CODE_OF_BITS].tobytes(), tiles.SIDE))

    @staticmethod
    def _seen(rooms: Any) -> NDArray[np.uint8]:
        """Return what is seen of the only room."""
        room: NDArray[np.uint8] = np.asarray(rooms)[0]
        return room


_Way = Literal["push", "move", "pull"]


class Act(NamedTuple):
    """One action: the player who acts (-1 for nobody), how, and in which direction."""

    player: int
    way: _Way
    direction: Direction


def _acts(*ways: _Way, player: int = 0, prefix: str = "") -> dict[str, Act]:
    """Return the actions of a player, in the order of gym-sokoban."""
    names = {name: SQUARE.names.index(name) for name in ("up", "down", "left", "right")}
    pairs = product(ways, names.items())
    return {f"{prefix}{way} {name}": Act(player, way, direction) for way, (name, direction) in pairs}


_NOTHING = {"no operation": Act(-1, "move", 0)}


class RulesRoom(Room):
    """A room that is played by the rules of a game.

    A step costs 0.1; each box that comes home brings 1, one that leaves costs 1, and a solved room brings `bonus`.
    Levels of fewer rows or columns than others have walls below and to the right.
    """

    acts: ClassVar[dict[str, Act]]
    bonus: ClassVar[float] = _SOLVED
    expected: ClassVar[Sentence]

    def __init__(self, levels: Source | LevelSpec | GradedLevels) -> None:
        self._feed = LevelFeed(levels)
        self.shape = self._feed.shape
        self.actions = tuple(self.acts)
        for level in self._feed.known:
            self._check(level)

    def move(self, act: Act) -> Any:
        """Return an action as a move of the rules."""
        return act.direction

    def belong(self, board: Board) -> list[tuple[Cell, frozenset[Cell]]]:
        """Return the cell of each box, and the goals that it belongs on."""
        goals = frozenset(cell for cell, ground in enumerate(board.terrain) if ground.kind == "goal")
        return [(box.anchor, goals) for box in board.of_kind("box")]

    def begin(self, seed: int | None, options: dict[str, Any] | None, random: np.random.Generator) -> dict[str, Any]:
        if seed is not None:
            self._feed.restart(seed)
        number, level = self._feed.next(options, random)
        self._check(level)
        self._rules = load(level).game.rules
        self._state = self._rules.initial_state(level)
        board = level.board
        self._board = board
        self._boxes, self._own = map(list, zip(*self.belong(board), strict=True))
        self._players = sorted(piece.anchor for piece in board.of_kind("pusher"))
        self._home = [box in own for box, own in zip(self._boxes, self._own, strict=True)]
        self._empty = np.zeros(self.shape, np.uint8)
        ground = [0 if cell.kind == "wall" else GOAL_CODE if cell.kind == "goal" else 1 for cell in board.terrain]
        self._empty[: board.height, : board.width] = np.reshape(ground, (board.height, board.width))
        return {"level": number, "title": level.title}

    def _check(self, level: Level) -> None:
        board, info = level.board, load(level).game.info
        numbers = [box.number for box in board.of_kind("box")]
        own = not self.numbered or (0 not in numbers and len({*numbers}) == len(numbers))
        if level.options or not self._fits(info) or len(board.of_kind("pusher")) != self.pushers or not own:
            raise refused("levels", level, self.expected)

    def act(self, action: int) -> Happened:
        if not 0 <= action < len(self.actions):
            raise refused("action", action, say("env-actions", most=len(self.actions) - 1))
        act = self.acts[self.actions[action]]
        transition = self._transition(act)
        pushes = () if transition is None else transition.pushes
        reward = _STEP
        if transition is not None:
            self._state = transition.state
            self._players[act.player] = self._board.grid.step[act.direction][self._players[act.player]]
        for start, end in pushes:
            box = self._boxes.index(start)
            self._boxes[box] = end
            was_home, self._home[box] = self._home[box], end in self._own[box]
            reward += _ON_GOAL * (self._home[box] > was_home) + _LEFT_GOAL * (self._home[box] < was_home)
        solved = all(self._home)
        return Happened(reward + self.bonus * solved, solved, transition is not None, bool(pushes), self.info_of(act))

    def info_of(self, act: Act) -> Mapping[str, Any]:
        """Return what the `info` of a step has beyond that of all rooms."""
        del act
        return {}

    def _transition(self, act: Act) -> Transition[Any] | None:
        """Return the transition of an action, None where nothing moves."""
        transition = None if act.player < 0 else self._rules.apply(self._state, self.move(act))
        return None if transition and act.way == "move" and transition.pushes else transition

    def codes(self) -> NDArray[np.uint8]:
        codes = self._empty.copy()
        for cell, kind in [*((box, BOX_CODE) for box in self._boxes), *((one, PLAYER_CODE) for one in self._players)]:
            place = self._place(cell)
            codes[place] = _ON_A_GOAL[kind] if codes[place] == GOAL_CODE else kind
        return codes

    def _place(self, cell: Cell) -> tuple[int, int]:
        return self._board.rc(cell)

    def players(self) -> list[tuple[int, int]]:
        return [*map(self._place, self._players)]

    def boxes_home(self) -> int:
        return sum(self._home)


class FixedTargetsRoom(RulesRoom):
    """A room of Sokoban Plus in which every box has a goal of its own; the end brings nothing more."""

    acts = _NOTHING | _acts("push", "move")
    tiles = tiles.FIXED_TARGETS
    bonus = 0.0
    numbered = True
    expected = say("env-own-goals")

    def belong(self, board: Board) -> list[tuple[Cell, frozenset[Cell]]]:
        """Return boxes in the order of their goals, as their colours are."""
        boxes = {box.number: box.anchor for box in board.of_kind("box")}
        return [(boxes[ground.number], frozenset([cell])) for cell, ground in enumerate(board.terrain) if ground.number]

    def mapping(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Return row and column of each box, by those of its goal."""
        pairs = zip(self._own, self._boxes, strict=True)
        return {self._place(goal): self._place(box) for (goal,), box in pairs}

    def looks(self) -> NDArray[np.uint8]:
        codes = self.codes()
        looks = codes.copy()
        for index, (goal, box) in enumerate(self.mapping().items()):
            first = len(tiles.PLAIN) + 4 * min(index, tiles.COLOURED_BOXES)
            if codes[goal] == GOAL_CODE:
                looks[goal] = first
            looks[box] = first + (3 if codes[box] == BOX_CODE else 1 if box == goal else 2)
        return looks


class TwoPlayersRoom(RulesRoom):
    """A room of Multiban: two players, one of whom acts at a time."""

    acts = _NOTHING | _acts("push", "move", prefix="P1: ") | _acts("push", "move", player=1, prefix="P2: ")
    tiles = tiles.TWO_PLAYERS
    pushers = 2
    expected = say("env-two-players")

    def move(self, act: Act) -> Any:
        return self._players[act.player], act.direction

    def info_of(self, act: Act) -> Mapping[str, Any]:
        return {"action,active_player": act.player}  # as gym-sokoban spells it

    def looks(self) -> NDArray[np.uint8]:
        looks = self.codes()
        second = self._place(self._players[1])
        looks[second] += len(tiles.PLAIN) - PLAYER_CODE
        return looks


def pulled(state: PlayerState, direction: Direction) -> Transition[Any] | None:
    """Return the transition of a step to a free cell that takes along the box behind the player, if there is one."""
    field, player, boxes = state.field, state.player, state.boxes
    target, behind = field.grid.step[direction][player], field.grid.step[field.grid.opposite[direction]][player]
    if not field.free[target] or target in boxes:
        return None
    if behind not in boxes:
        return Transition(state._replace(player=target, boxes=boxes), ())
    after = state._replace(player=target, boxes=boxes - {behind} | {player})
    return Transition(after, (), ((behind, player),))


class PushAndPullRoom(RulesRoom):
    """A room of Sokoban whose boxes can be pulled, too."""

    # Its "no operation" pushes to the right in gym-sokoban's code.
    acts = {"no operation": Act(0, "push", RIGHT)} | _acts("push", "move", "pull")
    tiles = tiles.PLAIN
    expected = say("env-plain")

    def _transition(self, act: Act) -> Transition[Any] | None:
        return pulled(self._state, act.direction) if act.way == "pull" else super()._transition(act)
