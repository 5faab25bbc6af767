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
from collections.abc import Iterator, Sequence
from itertools import product

from ...board import FLOOR, WALL, Change, Piece, Terrain
from ...grid import Cell
from ...level import Level, Problem
from ...sentence import say
from ...tiling import IDENTITY, LEFT, RIGHT, SQUARE, Direction, Symmetry
from ..api import PLAYING, SOLVED, Game, GameInfo, Key, Option, Outcome, Rules, Transition
from ..palette import Palette, PieceSpec
from ..parts import validation
from ..parts.cell_moves import PieceControls, drag_paths, format_cell, parse_cells
from .physics import Simulation
from .problems import hopeless, misshapen, restless
from .state import SOLID, HananoField, State, body_of, ordered, piece_of

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
                PieceSpec(_STONE._replace(colours=(colour,), arrow=arrow), 0, 1)
                for colour, arrow in product(_COLOURS, SQUARE.directions)
            ),
            *(
                PieceSpec(
                    _STONE._replace(colours=("red", "red"), arrow=arrow, bloomed=True),
                    *(0, 1),
                    ((0, 0), delta),
                )
                for arrow, delta in enumerate(SQUARE.deltas)
            ),
            *(
                PieceSpec(Piece("block", (0,)), 0, 1, tuple(product(range(rows), range(columns))))
                for rows, columns in _BLOCK_SIZES
            ),
        ),
        solid=SOLID,
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
    native_solver="rules",
)

_MOVE = re.compile(r"([0-9]{1,6})(?:\s*,\s*|[^\S\n]+)([0-9]{1,6})(?![0-9,])")


class Hanano(Rules[State, Cell]):
    """The rules of Hanano Puzzle; a move is the left cell of the pair that it names."""

    info = INFO
    simulation = Simulation

    def initial_state(self, level: Level) -> State:
        validation.check(self.info, level, misshapen(level.board))
        field = HananoField.of(level.board, level.options, SOLID)
        return State(ordered(body_of(field, piece) for piece in level.board.pieces), field)

    def problems(self, level: Level) -> list[Problem]:
        return validation.problems(self.info, level, self._problems(level), misshapen(level.board))

    def _problems(self, level: Level) -> Iterator[Problem]:
        state = self.initial_state(level)
        yield from (*hopeless(level.board), *restless(self.simulation(state)))
        if level.board.of_kind("stone") and self.outcome(state).solved:
            yield Problem.warning(say("solved-at-start"))

    def pseudo_legal_moves(self, state: State) -> Sequence[Cell]:
        taken = inside = 0
        for body in state.bodies:
            taken |= body.cells
            inside |= body.cells & body.cells >> 1
        fixed = state.field.fixed
        return state.field.cells((taken | taken >> 1) & ~(fixed | fixed >> 1 | inside))

    def apply(self, state: State, move: Cell) -> Transition[State] | None:
        changes: list[Change] = []
        simulation = self.simulation(state, changes)
        if not simulation.act(state.field.bit[move]):
            return None
        simulation.settle()
        return Transition(simulation.state(), tuple(changes))

    def successors(self, state: State) -> Iterator[tuple[Cell, State]]:
        for move in self.pseudo_legal_moves(state):
            simulation = self.simulation(state)
            if simulation.act(state.field.bit[move]):
                simulation.settle()
                yield move, simulation.state()

    def symmetries(self, state: State) -> Sequence[Symmetry]:
        del state
        return (IDENTITY,)  # the stones of a row bloom from one side to the other

    def outcome(self, state: State) -> Outcome:
        return SOLVED if all(body.cells != body.stone for body in state.bodies) else PLAYING

    def to_level(self, state: State) -> Level:
        return state.field.level(self.info.key, (piece_of(state.field, body) for body in state.bodies))

    def explain_illegal(self, state: State, move: Cell) -> str:
        field = state.field
        left = field.bit[move]
        if (left | left << 1) & field.fixed:
            return say("one-fixed")
        bodies = {body for body in state.bodies if body.cells & (left | left << 1)}
        if not bodies:
            return say("both-empty")
        if len(bodies) == 2:
            return say("cannot-swap")
        if any(body.cells & left and body.cells & left << 1 for body in bodies):
            return say("one-piece")
        return say("why-something")


class HananoControls(PieceControls[State, Cell]):
    """Controls of stones and blocks, which keys and pointer shift aside."""

    def reach(self, state: State, origin: Cell, limit: int) -> dict[Cell, list[Cell]]:
        pieces = self.rules.board(state).at(origin)
        return drag_paths(self.rules, state, pieces[0], origin, limit, self._aside) if pieces else {}

    def focus(self, state: State) -> list[Piece]:
        return list(self.rules.board(state).pieces)

    def piece_key(self, state: State, piece: Piece, key: Key) -> Cell | None:
        if key not in {"left", "right"}:
            return None
        sides = (LEFT,) if key == "left" else (RIGHT,)
        return next((move for move in self._aside(state, piece, sides) if self.rules.apply(state, move)), None)

    def _aside(self, state: State, piece: Piece, sides: Sequence[Direction] = (LEFT, RIGHT)) -> Iterator[Cell]:
        """Yield the pairs of a piece with the cells beside it."""
        moves = set(self.rules.pseudo_legal_moves(state))
        for side, cell in product(sides, piece.cells):
            beside = state.field.grid.step[side][cell]
            move = min(cell, beside)
            if beside not in piece.cells and beside != state.field.grid.outside and move in moves:
                yield move

    def parse(self, state: State, text: str) -> list[Cell]:
        return [cell for cell, _ in parse_cells(state.field.grid, text, _MOVE, say("left-cell"))]

    def format_move(self, state: State, move: Cell) -> str:
        return format_cell(state.field.grid, move)


game = Game(Hanano(), HananoControls)
