"""Blockage: fix every coloured stone on a target.

The board is seen from the side and has gravity.  A move names a stone that is not fixed, by its cell and colour:

* roll: it moves one cell to the left or to the right, if nothing there is solid for it;
* fix: it becomes fixed where it is, for good, and solid like a wall.

Walls, fixed stones and black stones are solid for a coloured stone; other coloured stones are not: they pass through
each other and may rest in one cell.  For a black stone every stone is solid.  Everything off the board is wall.

Then everything settles: stones that are not fixed and have nothing solid below fall, cell by cell, the lowest first, in
a row from left to right.  Two kinds of cells act on a stone that enters them, once each:

* a dye gives it another colour, and a black stone is a coloured one from then on;
* a teleporter moves it to the other end, unless that is solid for it, and both ends are used up.  There it falls on.

Every fall lowers a stone and every teleporter is used once, so settling ends.

Solved: every coloured stone is fixed on a target of its colour, or on one without a colour.  Nothing is ever lost, but
a stone fixed in the wrong place cannot be freed, and it is said so.

Source: Guilhermo v.S. Heldt, Blockage and Blockage 2, 2010; Mr. Block; anian's page on them, which says that all
coloured stones must be fixed on targets.  What the sources leave open, and what pages about the games say otherwise,
are options, the first choice being the project's default: whether coloured stones may rest in one cell (`overlap`),
what solves (`win`), whether a stone that rests on its target is fixed by itself (`auto_fix`), which stones a dye
colours (`dye`), and whether a stone can be fixed that shares its cell (`fix`).  That black stones can be fixed, and
that dyes and teleporters act on falling stones too, are project's defaults without an option.  A level is to begin at
rest; one that does not is played all the same, and settles with its first move.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Board, Change, Piece, Terrain
from ..errors import IllegalMove, LevelError, NotationError
from ..grid import DOWN, LEFT, RIGHT, Cell, Direction, Grid, cell_name
from ..level import Level, Problem, Scalar
from .api import PLAYING, SOLVED, Brush, Focus, Game, GameInfo, Half, Key, Option, Outcome, Palette, Status, Turn
from .parts import setup
from .parts.field import Field
from .parts.places import chosen, dragged, named, written

BLACK = "black"
_COLOURS = ("red", "green")
_STONE = Piece("stone", (0,))
_ONCE = ("dye", "teleporter")

INFO = GameInfo(
    key="blockage",
    name="Blockage",
    summary="Roll stones that pass through each other, and fix every coloured one on its target.",
    source="Guilhermo v.S. Heldt, Blockage, 2010",
    palette=Palette(
        (
            FLOOR,
            WALL,
            *(GOAL._replace(colour=colour) for colour in (None, *_COLOURS)),
            *(Terrain("dye", colour, uses=uses) for colour, uses in product(_COLOURS, (1, 0))),
            *(Terrain("teleporter", uses=uses, pair=pair) for pair, uses in product((1, 2), (1, 0))),
        ),
        (
            *(Brush(_STONE._replace(colours=(colour,)), 0, 3, shares=True) for colour in _COLOURS),
            Brush(_STONE._replace(colours=(BLACK,)), 0, 3),
            *(Brush(_STONE._replace(colours=(colour,), fixed=True), 0, 1) for colour in (*_COLOURS, BLACK)),
        ),
    ),
    gravity=True,
    options=(
        Option(
            "overlap",
            "rest",
            "coloured stones may rest in one cell; or they only cross, rolling on to the first cell without one, "
            "and rest on each other",
            ("rest", "cross"),
        ),
        Option(
            "win",
            "stones",
            "every coloured stone is fixed on a target of its colour; or every target holds such a stone",
            ("stones", "targets"),
        ),
        Option("auto_fix", "no", "a stone that rests on a target of its colour is fixed by itself", ("no", "yes")),
        Option("dye", "all", "a dye colours every stone; or black stones leave it as it is", ("all", "coloured")),
        Option(
            "fix",
            "alone",
            "a stone is fixed only while no other shares its cell; or the other stays in the fixed one",
            ("alone", "shared"),
        ),
    ),
    facts=(
        "Coloured stones pass through each other and may rest in one cell.",
        "Black stones can be fixed too, and count for no coloured target.",
        "A target without a colour takes a coloured stone of any colour.",
        "A stone fixed in the wrong place is not lost formally, but cannot be freed.",
    ),
)

_ACTS = "<!>"  # by their number, -1, 0 or 1, plus one
_MOVE = re.compile(rf"([0-9]{{1,6}})\s*,\s*([0-9]{{1,6}})\s*(?::\s*([^\s;:{_ACTS}]+)\s*)?([{_ACTS}])")

Move = tuple[Cell, str, int]  # the cell and the colour of a stone; -1 rolls it to the left, 1 to the right, 0 fixes it


class Ground(Field):
    """What never changes: cells that act once stand in it as unused.

    `dyes` are the colours of the dye cells, `exits` the other end of each teleporter.
    """

    __slots__ = ("auto_fix", "cross", "dye_black", "dyes", "exits", "shared_fix", "win_targets")

    def __init__(self, shape: Grid, terrain: tuple[Terrain, ...], options: tuple[tuple[str, Scalar], ...] = ()) -> None:
        super().__init__(shape, terrain, options)
        self.dyes = {cell: ground.colour or "" for cell, ground in enumerate(terrain) if ground.kind == "dye"}
        self.exits: dict[Cell, Cell] = {}
        for one, two in _ends(terrain).values():
            self.exits |= {one: two, two: one}
        chosen_options = dict(options)
        self.cross = chosen_options.get("overlap") == "cross"
        self.win_targets = chosen_options.get("win") == "targets"
        self.auto_fix = chosen_options.get("auto_fix") == "yes"
        self.dye_black = chosen_options.get("dye") != "coloured"
        self.shared_fix = chosen_options.get("fix") == "shared"

    def takes(self, cell: Cell, colour: str) -> bool:
        """Return whether a cell is a target for stones of a colour."""
        target = self.terrain[cell].colour
        return cell in self.goals and (target == colour or (target is None and colour != BLACK))


class Stone(NamedTuple):
    """A stone: where it is, its colour, whether it is fixed."""

    cell: Cell
    colour: str
    fixed: bool = False


class State(NamedTuple):
    """The stones in a fixed order, the cells that have acted, and the ground."""

    stones: tuple[Stone, ...]
    used: frozenset[Cell]
    ground: Ground


class Blockage(Game[State, Move]):
    """The rules of Blockage; a move is the cell and the colour of a stone, and -1, 0 or 1."""

    info = INFO

    def start(self, level: Level) -> State:
        setup.check(self.info, level)
        for problem in _impossible(level.board):
            raise LevelError(str(level.place(problem)), cell=problem.cell)
        board = level.board
        used = frozenset(cell for cell, ground in enumerate(board.terrain) if ground.kind in _ONCE and not ground.uses)
        fresh = tuple(ground._replace(uses=1) if ground.kind in _ONCE else ground for ground in board.terrain)
        stones = tuple(sorted(Stone(piece.anchor, piece.colours[0], piece.fixed) for piece in board.pieces))
        return State(stones, used, Ground(board.grid, fresh, level.options))

    def problems(self, level: Level) -> list[Problem]:
        found = [*setup.misfits(self.info, level), *_impossible(level.board)]
        if not found:
            state = self.start(level)
            found += [*_unpaired(level.board), *_miscounted(state), *self._restless(state)]
            outcome = self.outcome(state)
            if outcome.reason:
                found.append(Problem(0, 0, "error", outcome.reason, "a level that can be solved"))
            if outcome.solved:
                found.append(Problem(0, 0, "warning", "the level is solved before the first move"))
        return [level.place(problem) for problem in found]

    def tries(self, state: State) -> Sequence[Move]:
        movable = dict.fromkeys((stone.cell, stone.colour) for stone in state.stones if not stone.fixed)
        return [(cell, colour, act) for cell, colour in movable for act in (-1, 0, 1)]

    def turn(self, state: State, move: Move) -> Turn[State] | None:
        story: list[Change] = []
        scene = self.scene(state, story)
        if not scene.act(move):
            return None
        scene.settle()
        return Turn(scene.state(), tuple(sorted(story, key=lambda change: change.tick)))

    def expand(self, state: State) -> Iterator[tuple[Move, State]]:
        for move in self.tries(state):
            scene = self.scene(state)
            if scene.act(move):
                scene.settle()
                yield move, scene.state()

    def scene(self, state: State, story: list[Change] | None = None) -> Scene:
        """Return the stones of a state, ready to move."""
        return Scene(state, story)

    def outcome(self, state: State) -> Outcome:
        ground = state.ground
        if (stone := _misfixed(state)) is not None:
            where = cell_name(*ground.grid.rc(stone.cell))
            return Outcome(Status.PLAYING, f"the {stone.colour} stone at {where} is fixed where it must not be")
        if ground.win_targets:
            held = {stone.cell for stone in state.stones if stone.fixed and ground.takes(stone.cell, stone.colour)}
            return SOLVED if held and held == ground.goals else PLAYING
        coloured = [stone for stone in state.stones if stone.colour != BLACK]
        solved = all(stone.fixed and ground.takes(stone.cell, stone.colour) for stone in coloured)
        return SOLVED if coloured and solved else PLAYING

    def essence(self, state: State) -> Hashable:
        # All that can never be solved any more is one and the same for a search.
        return state if _misfixed(state) is None else "hopeless"

    def level(self, state: State) -> Level:
        stones, used, ground = state
        terrain = tuple(sort._replace(uses=0) if cell in used else sort for cell, sort in enumerate(ground.terrain))
        board = Board(ground.grid.width, ground.grid.height, terrain, tuple(map(_piece, stones)))
        return Level(board, self.info.key, ground.options)

    def refusal(self, state: State, move: Move) -> str:
        cell, colour, act = move
        if Stone(cell, colour) not in state.stones:
            there = next((stone for stone in state.stones if stone.cell == cell), None)
            if there is None:
                return "no stone is there"
            return "the stone is fixed" if there.fixed else f"no {colour} stone is there"
        return "something solid is in the way" if act else "another stone shares its cell"

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        found: dict[Cell, list[Move]] = {}
        for piece in self.focus(state):
            if piece.anchor == origin:
                found = dragged(self, state, piece, origin, limit, _rolls) | found
                fix = (origin, piece.colours[0], 0)
                if limit > 0 and self.turn(state, fix) is not None:
                    found[origin] = [fix]
        return found

    def focus(self, state: State) -> list[Piece]:
        return [_piece(stone) for stone in dict.fromkeys(state.stones) if not stone.fixed]

    def key(self, state: State, focus: Piece | None, key: Key) -> Move | Focus | Half | None:
        match key:
            case "next" | "previous":
                return chosen(self.focus(state), focus, key)
            case "left" | "right" | "act" if focus is not None:
                return focus.anchor, focus.colours[0], {"left": -1, "act": 0, "right": 1}[key]
            case _:
                return None

    def parse(self, state: State, text: str) -> list[Move]:
        moves: list[Move] = []
        for cell, match in named(state.ground.grid, text, _MOVE, "5,2> or 5,2< or 5,2! or 5,2:red>"):
            colours = _colours(state, cell)
            colour = (match[3] or "").lower()
            if colour:
                colour = next((one for one in colours if one.lower() == colour), colour)
            elif len(colours) > 1:
                expected = f"a colour, as in {match[1]},{match[2]}:{colours[0]}{match[4]}"
                raise NotationError(f"found {match[0]!r}, expected {expected}", column=match.start() + 1)
            move = (cell, colour or "".join(colours), _ACTS.index(match[4]) - 1)
            moves.append(move)
            if (turn := self.turn(state, move)) is not None:
                state = turn.state
        return moves

    def format(self, state: State, moves: Sequence[Move]) -> str:
        text = []
        for number, move in enumerate(moves, start=1):
            turn = self.turn(state, move)
            if turn is None:
                raise IllegalMove(self.refusal(state, move), step=number)
            cell, colour, act = move
            named_colour = f":{colour}" if len(_colours(state, cell)) > 1 else ""
            text.append(f"{written(state.ground.grid, cell)}{named_colour}{_ACTS[act + 1]}")
            state = turn.state
        return " ".join(text)

    def _restless(self, state: State) -> Iterator[Problem]:
        """Yield what of a level does not rest."""
        scene = self.scene(state)
        scene.fall()
        for was, now in zip(state.stones, scene.stones, strict=True):
            if was != now:
                yield Problem(0, 0, "error", "a stone is not at rest", "a level that begins so", cell=was.cell)
                return
        if state.ground.cross and len({stone.cell for stone in state.stones}) < len(state.stones):
            yield Problem(0, 0, "error", "two stones rest in one cell", "one, as they only cross")


class Scene:
    """The stones while a turn lasts, each at its place in the state before; what happens is told to `story`."""

    def __init__(self, state: State, story: list[Change] | None = None) -> None:
        self.ground = state.ground
        self.stones = list(state.stones)
        self.used = state.used
        self._before = state.stones
        self._story = story
        self._tick = 0
        self._acted = False  # whether a dye or a teleporter has acted in this tick: that takes the next one

    def state(self) -> State:
        """Return the state that this has come to."""
        return State(tuple(sorted(self.stones)), self.used, self.ground)

    def act(self, move: Move) -> bool:
        """Roll or fix a stone; return False where that is illegal."""
        cell, colour, act = move
        stone = Stone(cell, colour)
        if stone not in self.stones:
            return False
        index = self.stones.index(stone)
        return self.roll(index, LEFT if act < 0 else RIGHT) if act else self.fix(index)

    def roll(self, index: int, side: Direction) -> bool:
        """Roll a stone one cell, or on to the first without a stone where stones only cross."""
        towards = self.ground.grid.step[side]
        target = towards[self.stones[index].cell]
        way = [target]
        while self.ground.cross and not self.solid(index, target) and self.taken(index, target):
            target = towards[target]
            way.append(target)
        if self.solid(index, target):
            return False
        for cell in way:
            self.enter(index, cell, "roll")
            self.next_tick()
            if self.stones[index].cell != cell:  # teleported
                break
        return True

    def fix(self, index: int) -> bool:
        """Fix a stone, if no other shares its cell or that is allowed."""
        if not self.can_fix(index):
            return False
        self._set(index, self.stones[index]._replace(fixed=True), "fix")
        self.next_tick()
        return True

    def can_fix(self, index: int) -> bool:
        """Return whether a stone may be fixed where it is."""
        cell = self.stones[index].cell
        return self.ground.shared_fix or not any(
            stone.cell == cell and not stone.fixed for other, stone in enumerate(self.stones) if other != index
        )

    def settle(self) -> None:
        """Let stones fall until all rest, then fix those on their targets where that happens by itself."""
        self.fall()
        if self.ground.auto_fix:
            for index, (cell, colour, fixed) in enumerate(self.stones):
                if not fixed and colour != BLACK and self.ground.takes(cell, colour) and self.can_fix(index):
                    self._set(index, Stone(cell, colour, fixed=True), "fix")

    def fall(self) -> None:
        """Let every stone that is not fixed and has nothing solid below fall, the lowest first."""
        down = self.ground.grid.step[DOWN]
        width = self.ground.grid.width
        waiting = [index for index, stone in enumerate(self.stones) if not stone.fixed]
        fallen = True
        while fallen:
            fallen = False
            waiting.sort(key=lambda index: (-(self.stones[index].cell // width), self.stones[index].cell))
            for index in waiting:
                below = down[self.stones[index].cell]
                if not self.solid(index, below) and not (self.ground.cross and self.taken(index, below)):
                    self.enter(index, below, "fall")
                    fallen = True
            self.next_tick()

    def solid(self, index: int, cell: Cell) -> bool:
        """Return whether a cell is solid for a stone."""
        if not self.ground.free[cell]:
            return True
        stops = [stone for stone in self.stones if stone.cell == cell]
        return any(stone.fixed or BLACK in {stone.colour, self.stones[index].colour} for stone in stops)

    def taken(self, index: int, cell: Cell) -> bool:
        """Return whether another stone is in a cell."""
        return any(stone.cell == cell for other, stone in enumerate(self.stones) if other != index)

    def enter(self, index: int, cell: Cell, cause: str) -> None:
        """Move a stone into a cell, and let the cell act."""
        self._set(index, self.stones[index]._replace(cell=cell), cause)
        if cell in self.used:
            return
        stone = self.stones[index]
        dye = self.ground.dyes.get(cell)
        if dye is not None and (stone.colour != BLACK or self.ground.dye_black):
            self.use("dye", cell)
            self._set(index, stone._replace(colour=dye), "dye", late=True)
        exit_ = self.ground.exits.get(cell)
        if exit_ is None or exit_ in self.used or self.solid(index, exit_):
            return
        if not (self.ground.cross and self.taken(index, exit_)):
            self.use("teleport", cell, exit_)
            self._set(index, stone._replace(cell=exit_), "teleport", late=True)

    def next_tick(self) -> None:
        """Begin the next tick, after that in which cells have acted if any has."""
        self._tick += 2 if self._acted else 1
        self._acted = False

    def use(self, cause: str, *cells: Cell) -> None:
        """Use cells up."""
        self._acted = True
        self.used |= {*cells}
        if self._story is not None:
            for cell in cells:
                fresh = self.ground.terrain[cell]
                self._story.append(Change(self._tick + 1, cause, fresh, fresh._replace(uses=0), cell))

    def _set(self, index: int, after: Stone, cause: str, *, late: bool = False) -> None:
        if self._story is not None:
            pieces = map(_piece, (self.stones[index], after, self._before[index]))
            self._story.append(Change(self._tick + late, cause, next(pieces), next(pieces), who=next(pieces)))
        self.stones[index] = after


def _piece(stone: Stone) -> Piece:
    return Piece("stone", (stone.cell,), (stone.colour,), fixed=stone.fixed)


def _rolls(state: State, piece: Piece) -> Iterator[Move]:
    del state
    for act in (-1, 1):
        yield piece.anchor, piece.colours[0], act


def _colours(state: State, cell: Cell) -> list[str]:
    """The colours of the stones in a cell that are not fixed."""
    return list(dict.fromkeys(stone.colour for stone in state.stones if stone.cell == cell and not stone.fixed))


def _misfixed(state: State) -> Stone | None:
    """Return a fixed stone because of which the level can never be solved, None if there is none."""
    ground = state.ground
    for stone in state.stones:
        if not stone.fixed or ground.takes(stone.cell, stone.colour):
            continue
        if ground.win_targets:
            if stone.cell in ground.goals and not ground.shared_fix:
                return stone
        elif stone.colour != BLACK:
            return stone
    return None


def _ends(terrain: Iterable[Terrain]) -> dict[int, list[Cell]]:
    """Return the two ends of each teleporter that has two."""
    found: dict[int, list[Cell]] = {}
    for cell, ground in enumerate(terrain):
        if ground.kind == "teleporter":
            found.setdefault(ground.pair, []).append(cell)
    return {pair: cells for pair, cells in found.items() if len(cells) == 2}


def _impossible(board: Board) -> Iterator[Problem]:
    """Yield what no state can hold."""
    for cell, ground in enumerate(board.terrain):
        if ground.kind in _ONCE and ground.uses not in {0, 1}:
            found = f"found a {ground.kind} that acts {ground.uses} times"
            yield Problem(0, 0, "error", found, "once, or used up", cell=cell)
        if ground.kind == "dye" and (not ground.colour or ground.colour == BLACK):
            yield Problem(0, 0, "error", "found a dye without a colour", "one of a colour", cell=cell)
    for piece in board.pieces:
        if not piece.colours:
            yield Problem(0, 0, "error", "found a stone without a colour", "one, or black", cell=piece.anchor)
        elif piece.colours[0] == BLACK and len(board.at(piece.anchor)) > 1:
            found = "another stone stands in the cell of a black stone"
            yield Problem(0, 0, "error", found, "none, as black stones are solid", cell=piece.anchor)


def _unpaired(board: Board) -> Iterator[Problem]:
    """Yield the teleporters that have not two ends."""
    paired = _ends(board.terrain)
    for cell in board.cells_of("teleporter"):
        if (pair := board.terrain[cell].pair) not in paired:
            yield Problem(0, 0, "error", f"the teleporter {pair} has not two ends", "two cells of that pair", cell=cell)


def _miscounted(state: State) -> Iterator[Problem]:
    """Yield why a level can never be solved, as far as counting tells."""
    ground = state.ground
    coloured: Tally[str | None] = Tally(stone.colour for stone in state.stones if stone.colour != BLACK)
    targets = Tally(ground.terrain[cell].colour for cell in ground.goals)
    if not ground.goals:
        yield Problem(0, 0, "error", "found no target", "at least one")
    if ground.win_targets:
        if len(ground.goals) > len(state.stones):
            found = f"found more targets than stones, {len(ground.goals)} and {len(state.stones)}"
            yield Problem(0, 0, "error", found, "as many stones at least")
        return
    if not coloured and not ground.dyes:
        yield Problem(0, 0, "error", "found no coloured stone", "at least one")
    if ground.shared_fix:  # several may be fixed in one cell
        return
    if coloured.total() > targets.total():
        found = f"found more coloured stones than targets, {coloured.total()} and {targets.total()}"
        yield Problem(0, 0, "error", found, "as many targets at least")
    elif not ground.dyes and (coloured - targets).total() > targets[None]:
        colour = next((coloured - targets).elements())
        found = f"found more {colour} stones than targets for them"
        yield Problem(0, 0, "error", found, "as many targets at least")


game = Blockage()
