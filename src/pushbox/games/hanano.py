"""Hanano Puzzle: make every stone bloom.

The board is seen from the side and has gravity.  On it are fixed flowers of a colour, stones of a colour with an arrow,
and grey blocks, which are rectangles.  A move names two cells side by side by the left one, neither of them fixed:

* shift: one of them is empty, and the piece on the other moves one cell into it, if all the cells before it are empty;
* swap: pieces one cell wide stand on both, with their lowest cells in one row, and change places, if the cells that
  each will cover are empty or the other's.

Nothing else is pushed or carried by a move.  Then everything settles.  All that rests on nothing falls, cell by cell
and together.  Then a wave of blooming goes through the stones, the lowest first, in a row from left to right: a stone
next to a flower of its colour, fixed or bloomed, blooms in the direction of its arrow.

* It pushes what is in the way, and what that pushes, one cell on; the flower then fills the cell before the stone.
* Where that is held by something fixed the stone recoils: it and what is behind it move one cell back, and the flower
  fills the cell that the stone has left.
* Where that is held as well the stone does not bloom now.

Stone and flower are one piece from then on.  Falls and waves go on until no stone blooms in a wave: each wave blooms at
least one more, and each fall lowers something, so it ends.

Solved: every stone has bloomed.  Nothing is ever lost, though a position may have become hopeless.

Source: Qrostar, Hanano Puzzle, 2011; the simulator of asi1024's HananoPuzzleAI (2015), which these rules follow to the
letter and whose solutions replay under them.  Contact is looked at when it is a stone's turn in the wave, so that a
flower grown in a wave counts in it; the order within a wave is an option (`bloom_wave`), and of the known levels only
two decide it.  A level is to begin at rest; one that does not is played all the same, and settles with its first move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ..board import FLOOR, WALL, Board, Change, Piece, Terrain
from ..errors import IllegalMove, LevelError
from ..grid import DELTAS, DIRECTIONS, DOWN, LEFT, RIGHT, Cell, Direction, Grid
from ..level import Level, Problem, Scalar
from .api import PLAYING, SOLVED, Brush, Focus, Game, GameInfo, Half, Key, Option, Outcome, Palette, Turn
from .parts import setup
from .parts.field import Field
from .parts.places import chosen, dragged, named, written

_COLOURS = ("red", "blue", "yellow")
_STONE = Piece("stone", (0,))
_BLOCK_SIZES = ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2))

INFO = GameInfo(
    key="hanano",
    name="Hanano Puzzle",
    summary="Shift and swap stones under gravity until every one has bloomed.",
    source="Qrostar, Hanano Puzzle, 2011",
    palette=Palette(
        (FLOOR, WALL, *(Terrain("flower", colour) for colour in _COLOURS)),
        (
            *(
                Brush(_STONE._replace(colours=(colour,), arrow=arrow), 0, 1)
                for colour, arrow in product(_COLOURS, DIRECTIONS)
            ),
            *(
                Brush(
                    _STONE._replace(colours=("red", "red"), arrow=arrow, bloomed=True),
                    *(0, 1),
                    ((0, 0), DELTAS[arrow]),
                )
                for arrow in DIRECTIONS
            ),
            *(
                Brush(Piece("block", (0,)), 0, 1, tuple(product(range(rows), range(columns))))
                for rows, columns in _BLOCK_SIZES
            ),
        ),
        solid=("wall", "flower"),
    ),
    gravity=True,
    options=(
        Option(
            "bloom_wave",
            "all",
            "how far a wave of blooming goes before everything falls: through all stones, through those of the row in "
            "which the first blooms, or to the first that blooms",
            ("all", "row", "one"),
        ),
    ),
    facts=(
        "A move that swaps two equal pieces is a move.",
        "Stones bloom one after the other; a flower grown in a wave counts in it.",
        "A level is to begin at rest.",
    ),
)

_MOVE = re.compile(r"([0-9]{1,6})(?:\s*,\s*|[^\S\n]+)([0-9]{1,6})(?![0-9,])")

Bits = int  # a set of cells, on a grid that is one cell wider on every side, so that a shift never wraps


class Ground(Field):
    """What never changes, with its cells as bits.

    `bit` tells the bit of each cell and `cell` the cell of each bit by its place; `stride` is by how much a bit is
    shifted in each direction.  `fixed` is everything that never moves, all around the board included; `flowers` are
    the fixed flowers of each colour.
    """

    __slots__ = ("bit", "cell", "fixed", "flowers", "stride", "wave")

    def __init__(self, shape: Grid, terrain: tuple[Terrain, ...], options: tuple[tuple[str, Scalar], ...] = ()) -> None:
        super().__init__(shape, terrain, options)
        width = shape.width + 2
        self.stride = (-1, -width, 1, width)
        places = [(row + 1) * width + column + 1 for row, column in map(shape.rc, range(shape.outside))]
        self.bit: tuple[Bits, ...] = tuple(1 << place for place in places)
        self.cell: dict[int, Cell] = {place: cell for cell, place in enumerate(places)}
        self.fixed: Bits = (1 << width * (shape.height + 2)) - 1
        self.flowers: dict[str, Bits] = {}
        for bit, ground in zip(self.bit, terrain, strict=True):
            if ground.kind not in INFO.palette.solid:
                self.fixed ^= bit
            elif ground.colour:
                self.flowers[ground.colour] = self.flowers.get(ground.colour, 0) | bit
        self.wave = dict(options).get("bloom_wave", "all")

    def cells(self, bits: Bits) -> tuple[Cell, ...]:
        """Return cells in reading order."""
        found = []
        while bits:
            found.append(self.cell[(bits & -bits).bit_length() - 1])
            bits &= bits - 1
        return tuple(found)

    def bits(self, cells: Iterable[Cell]) -> Bits:
        """Return cells as bits."""
        return sum(self.bit[cell] for cell in cells)


class Body(NamedTuple):
    """A piece: all its cells; of a stone the cell of the stone itself, its colour and its arrow."""

    cells: Bits
    stone: Bits = 0
    colour: str = ""
    arrow: Direction = -1


class State(NamedTuple):
    """The pieces, the lowest first, and the ground that they are on."""

    bodies: tuple[Body, ...]
    ground: Ground


class Hanano(Game[State, Cell]):
    """The rules of Hanano Puzzle; a move is the left cell of the pair that it names."""

    info = INFO

    def start(self, level: Level) -> State:
        setup.check(self.info, level)
        for problem in _misshapen(level.board):
            raise LevelError(str(level.place(problem)), cell=problem.cell)
        ground = Ground.of(level.board, level.options)
        return State(_ordered(_body(ground, piece) for piece in level.board.pieces), ground)

    def problems(self, level: Level) -> list[Problem]:
        found = [*setup.misfits(self.info, level), *_misshapen(level.board)]
        if not found:
            found += _hopeless(level.board)
            state = self.start(level)
            if (restless := _first_to_move(self.scene(state))) is not None:
                found.append(restless)
            if level.board.of_kind("stone") and self.outcome(state).solved:
                found.append(Problem(0, 0, "warning", "the level is solved before the first move"))
        return [level.place(problem) for problem in found]

    def tries(self, state: State) -> Sequence[Cell]:
        taken = inside = 0
        for body in state.bodies:
            taken |= body.cells
            inside |= body.cells & body.cells >> 1
        fixed = state.ground.fixed
        return state.ground.cells((taken | taken >> 1) & ~(fixed | fixed >> 1 | inside))

    def turn(self, state: State, move: Cell) -> Turn[State] | None:
        story: list[Event] = []
        scene = self.scene(state, story)
        if not scene.act(state.ground.bit[move]):
            return None
        scene.settle()
        return Turn(State(_ordered(scene.bodies), state.ground), tuple(_told(state, story)))

    def expand(self, state: State) -> Iterator[tuple[Cell, State]]:
        ground = state.ground
        for move in self.tries(state):
            scene = self.scene(state)
            if scene.act(ground.bit[move]):
                scene.settle()
                yield move, State(_ordered(scene.bodies), ground)

    def scene(self, state: State, story: list[Event] | None = None) -> Scene:
        """Return the pieces of a state, ready to move."""
        return Scene(state, story)

    def outcome(self, state: State) -> Outcome:
        return SOLVED if all(body.cells != body.stone for body in state.bodies) else PLAYING

    def level(self, state: State) -> Level:
        ground = state.ground
        pieces = tuple(_piece(ground, body) for body in state.bodies)
        return Level(
            Board(ground.grid.width, ground.grid.height, ground.terrain, pieces), self.info.key, ground.options
        )

    def refusal(self, state: State, move: Cell) -> str:
        ground = state.ground
        left = ground.bit[move]
        if (left | left << 1) & ground.fixed:
            return "one of the two cells is fixed"
        here = {body for body in state.bodies if body.cells & (left | left << 1)}
        if not here:
            return "both cells are empty"
        if len(here) == 2:
            return "the two pieces cannot change places"
        if any(body.cells & left and body.cells & left << 1 for body in here):
            return "both cells are of one piece"
        return "something is in the way"

    def reach(self, state: State, origin: Cell, limit: int) -> dict[Cell, list[Cell]]:
        found = self.board(state).at(origin)
        return dragged(self, state, found[0], origin, limit, self._aside) if found else {}

    def focus(self, state: State) -> list[Piece]:
        return list(self.board(state).pieces)

    def key(self, state: State, focus: Piece | None, key: Key) -> Cell | Focus | Half | None:
        if key in {"next", "previous"}:
            return chosen(self.focus(state), focus, key)
        if key not in {"left", "right"} or focus is None:
            return None
        sides = (LEFT,) if key == "left" else (RIGHT,)
        return next((move for move in self._aside(state, focus, sides) if self.turn(state, move)), None)

    def _aside(self, state: State, piece: Piece, sides: Sequence[Direction] = (LEFT, RIGHT)) -> Iterator[Cell]:
        """The pairs of a piece with the cells beside it."""
        tries = set(self.tries(state))
        for side, cell in product(sides, piece.cells):
            beside = state.ground.grid.step[side][cell]
            move = min(cell, beside)
            if beside not in piece.cells and move in tries:
                yield move

    def parse(self, state: State, text: str) -> list[Cell]:
        return [cell for cell, _ in named(state.ground.grid, text, _MOVE, "5,2 (row and column of the left cell)")]

    def format(self, state: State, moves: Sequence[Cell]) -> str:
        text = []
        for number, move in enumerate(moves, start=1):
            turn = self.turn(state, move)
            if turn is None:
                raise IllegalMove(self.refusal(state, move), step=number)
            text.append(written(state.ground.grid, move))
            state = turn.state
        return " ".join(text)


class Event(NamedTuple):
    """A piece, by its place in the state before the turn, as it was and as it is from a tick on."""

    tick: int
    cause: str
    who: int
    before: Body
    after: Body


class Scene:
    """The pieces while a turn lasts, each at its place in the state before; what happens is told to `story`."""

    def __init__(self, state: State, story: list[Event] | None = None) -> None:
        self.bodies = list(state.bodies)
        self.ground = state.ground
        self._story = story
        self._tick = 0

    def act(self, left: Bits) -> bool:
        """Shift a piece or swap two, as the pair of the cell `left` and the one right of it says; False if illegal."""
        right = left << 1
        fixed = self.ground.fixed
        if (left | right) & fixed:
            return False
        one = two = -1
        taken = fixed
        for index, body in enumerate(self.bodies):
            cells = body.cells
            taken |= cells
            if cells & left:
                one = index
            if cells & right:
                two = index
        if one == two:  # both empty, or both of one piece
            return False
        if two < 0:
            return self.shift(one, RIGHT, taken)
        if one < 0:
            return self.shift(two, LEFT, taken)
        return self.swap(one, two, taken)

    def shift(self, index: int, side: Direction, taken: Bits) -> bool:
        """Move one piece into cells that are not taken."""
        cells = self.bodies[index].cells
        if _shifted(cells, self.ground.stride[side]) & (taken ^ cells):
            return False
        self.move([index], side, "shift")
        self._tick += 1
        return True

    def swap(self, one: int, two: int, taken: Bits) -> bool:
        """Let two pieces change places, the left one first."""
        left, right = self.bodies[one].cells, self.bodies[two].cells
        wide = left & left << 1 or right & right << 1
        if wide or left.bit_length() + 1 != right.bit_length():  # the highest bit is the lowest cell
            return False
        if (left << 1 | right >> 1) & (taken ^ left ^ right):
            return False
        self.move([one], RIGHT, "swap")
        self.move([two], LEFT, "swap")
        self._tick += 1
        return True

    def settle(self) -> None:
        """Let everything fall and bloom until it rests."""
        self.fall()
        while self.wave():
            self.fall()

    def fall(self) -> None:
        """Let all that is not held from below by anything fixed fall together, cell by cell."""
        down = self.ground.stride[DOWN]
        while True:
            held = self.ground.fixed
            loose: Sequence[int] = range(len(self.bodies))
            while True:
                rest = []
                for index in loose:
                    cells = self.bodies[index].cells
                    if cells << down & held:
                        held |= cells
                    else:
                        rest.append(index)
                if len(rest) == len(loose):
                    break
                loose = rest
            if not loose:
                return
            self.move(loose, DOWN, "fall")
            self._tick += 1

    def wave(self) -> bool:
        """Let the stones bloom that can, the lowest first; return whether any has."""
        waiting = [index for index, body in enumerate(self.bodies) if body.stone == body.cells]
        flowers = self.flowers()
        if not any(self.touches(index, flowers) for index in waiting):
            return False
        first: int | None = None  # the row of the first that has bloomed
        for (row, _), index in sorted((self.order(index), index) for index in waiting):
            if first is not None and (self.ground.wave == "one" or (self.ground.wave == "row" and row != first)):
                break
            if self.touches(index, flowers) and self.bloom(index):
                first = row if first is None else first
                flowers = self.flowers()
        return first is not None

    def order(self, index: int) -> tuple[int, int]:
        """Return the row and the column of a stone as numbers by which the stones of a wave are ordered."""
        row, column = divmod(self.bodies[index].stone.bit_length(), self.ground.stride[DOWN])
        return -row, column

    def flowers(self) -> dict[str, Bits]:
        """Return the flowers of each colour, fixed and bloomed."""
        found = self.ground.flowers.copy()
        for cells, stone, colour, _ in self.bodies:
            if cells != stone and stone:
                found[colour] = found.get(colour, 0) | (cells ^ stone)
        return found

    def touches(self, index: int, flowers: dict[str, Bits]) -> bool:
        """Return whether a stone is next to a flower of its colour."""
        _, stone, colour, _ = self.bodies[index]
        down = self.ground.stride[DOWN]
        near = stone << 1 | stone >> 1 | stone << down | stone >> down
        return bool(near & flowers.get(colour, 0))

    def bloom(self, index: int) -> bool:
        """Let a stone bloom, by pushing or else by recoiling; return False where it can do neither."""
        if not (self.push(index) or self.recoil(index)):
            return False
        self._tick += 1
        return True

    def push(self, index: int) -> bool:
        """Let the flower of a stone grow before it and push what is there; return False where that is held."""
        _, stone, colour, arrow = self.bodies[index]
        before = _shifted(stone, self.ground.stride[arrow])
        if (pushed := self.pushed(before, arrow)) is None:
            return False
        self.move(pushed, arrow, "push")
        self._set(index, Body(stone | before, stone, colour, arrow), "bloom")
        return True

    def recoil(self, index: int) -> bool:
        """Let the flower of a stone grow where the stone is, which gives way and pushes what is behind it."""
        _, stone, colour, arrow = self.bodies[index]
        behind = _shifted(stone, self.ground.stride[arrow ^ 2])
        if (pushed := self.pushed(behind, arrow ^ 2)) is None:
            return False
        self.move(pushed, arrow ^ 2, "push")
        self._set(index, Body(stone | behind, behind, colour, arrow), "recoil")
        return True

    def pushed(self, cells: Bits, direction: Direction) -> list[int] | None:
        """Return the pieces on `cells` and all that they push in a direction, None where something fixed holds them.

        Pieces are rectangles, so what a stone pushes never comes round to the stone itself.
        """
        found: list[int] = []
        while cells:
            if cells & self.ground.fixed:
                return None
            hit = [index for index, body in enumerate(self.bodies) if body.cells & cells and index not in found]
            found += hit
            cells = 0
            for index in hit:
                cells |= _shifted(self.bodies[index].cells, self.ground.stride[direction])
        return found

    def move(self, moved: Sequence[int], direction: Direction, cause: str) -> None:
        """Move pieces one cell, in the tick that is now."""
        by = self.ground.stride[direction]
        for index in moved:
            cells, stone, colour, arrow = self.bodies[index]
            self._set(index, Body(_shifted(cells, by), _shifted(stone, by), colour, arrow), cause)

    def _set(self, index: int, after: Body, cause: str) -> None:
        if self._story is not None:
            self._story.append(Event(self._tick, cause, index, self.bodies[index], after))
        self.bodies[index] = after


def _shifted(bits: Bits, by: int) -> Bits:
    return bits << by if by > 0 else bits >> -by


def _ordered(bodies: Iterable[Body]) -> tuple[Body, ...]:
    return tuple(sorted(bodies, reverse=True))


def _told(state: State, story: Iterable[Event]) -> Iterator[Change]:
    for tick, cause, who, before, after in story:
        pieces = (_piece(state.ground, body) for body in (before, after, state.bodies[who]))
        yield Change(tick, cause, next(pieces), next(pieces), who=next(pieces))


def _body(ground: Ground, piece: Piece) -> Body:
    if piece.kind == "block":
        return Body(ground.bits(piece.cells))
    return Body(ground.bits(piece.cells), ground.bit[piece.anchor], piece.colours[0], piece.arrow)


def _piece(ground: Ground, body: Body) -> Piece:
    if not body.stone:
        return Piece("block", ground.cells(body.cells))
    if body.stone == body.cells:
        return Piece("stone", ground.cells(body.stone), (body.colour,), arrow=body.arrow)
    cells = (*ground.cells(body.stone), *ground.cells(body.cells ^ body.stone))
    return Piece("stone", cells, (body.colour,) * 2, arrow=body.arrow, bloomed=True)


def _misshapen(board: Board) -> Iterator[Problem]:
    """Yield the pieces that no state can hold, and flowers without a colour."""
    for cell in board.cells_of("flower"):
        if not board.terrain[cell].colour:
            yield Problem(0, 0, "error", "found a flower without a colour", "one of a colour", cell=cell)
    for piece in board.pieces:
        if piece.kind == "block" and not _is_rectangle(board, piece.cells):
            yield Problem(0, 0, "error", "found a block of another shape", "a rectangle", cell=piece.anchor)
        elif piece.kind == "stone":
            if not piece.colours or piece.arrow not in DIRECTIONS:
                found = "found a stone without a colour or an arrow"
                yield Problem(0, 0, "error", found, "one with both", cell=piece.anchor)
            elif piece != _proper(board, piece):
                found = "found a stone that is no proper stone"
                expected = "one cell, or the stone and its flower of one colour where its arrow points"
                yield Problem(0, 0, "error", found, expected, cell=piece.anchor)


def _proper(board: Board, piece: Piece) -> Piece:
    """Return what a stone must look like if its anchor, colour and arrow are right."""
    stone, colour = piece.anchor, piece.colours[0]
    if not piece.bloomed:
        return Piece("stone", (stone,), (colour,), arrow=piece.arrow)
    flower = board.grid.step[piece.arrow][stone]
    return Piece("stone", (stone, flower), (colour, colour), arrow=piece.arrow, bloomed=True)


def _is_rectangle(board: Board, cells: Sequence[Cell]) -> bool:
    rows, columns = ({place[axis] for place in map(board.rc, cells)} for axis in (0, 1))
    return len(cells) == len(rows) * len(columns)  # they are connected: see Board.faults


def _hopeless(board: Board) -> Iterator[Problem]:
    """Yield why a level can never be solved, as far as counting tells."""
    stones = board.of_kind("stone")
    if not stones:
        yield Problem(0, 0, "error", "found no stone", "at least one")
    flowers = {board.terrain[cell].colour for cell in board.cells_of("flower")}
    flowers |= {stone.colours[0] for stone in stones if stone.bloomed}
    for colour in sorted({stone.colours[0] for stone in stones} - flowers):
        yield Problem(0, 0, "error", f"found {colour} stones and no {colour} flower", "at least one")


def _first_to_move(scene: Scene) -> Problem | None:
    """Return what of a level does not rest, None if all does."""
    before = list(scene.bodies)
    scene.settle()
    for was, now in zip(before, scene.bodies, strict=True):
        if was != now:
            piece = _piece(scene.ground, was)
            return Problem(0, 0, "error", f"a {piece.kind} is not at rest", "a level that begins so", cell=piece.anchor)
    return None


game = Hanano()
