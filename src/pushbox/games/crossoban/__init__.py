"""Crossoban: Sokoban, Multiban and Interlock, alone or mixed in one puzzle.

Several pushers, boxes with and without colours, and a floor that does things.  A move is one step of a pusher; all
pushers linked with it step the same way.

A pusher walks to a free neighbouring cell, or into a box, which is pushed to the cell behind it if that is vacant and
admits it.  One box at a time, never pulled; other pushers block.

* A coloured pusher pushes boxes of its colour and boxes without one (option ``pusher_colour``).
* A filter admits boxes of its colour, pushers of its colour and pushers without one (``filter_pushers``); a box without
  a colour is refused (``filter_plain``).
* A box on a lock is never moved again, and still counts for its colour; pushers may walk over empty locks (``lock``).
* What comes onto ice goes on in its direction, until the next cell is not vacant or does not admit it, or until it has
  left the ice.
* What rests on a conveyor is carried one cell in its direction, again and again, while the next cell is vacant and
  admits it (``conveyor``).  What slides or is carried pushes nothing.
* A black hole swallows what enters it, and stays (``hole_fill``).
* A weak tile becomes a black hole when it has been left as often as it has uses: once for ``w``, twice for ``W``
  (``weak``).  A pusher that pushes a box off a tile of one use steps into the hole that this leaves, unless a tile
  breaks when it is left empty (``weak=emptied``).
* Of linked pushers each steps if it can, the foremost first (``link``).
* Boxes of one colour that touch do not stick together (``sticky``).

After the steps everything settles, tick by tick: first what slides on ice moves on by a cell, then what rests on a
conveyor, each of them once; boxes before pushers, then the one with the fewest cells before it to the edge that it
heads for, then in reading order.  Settling ends when nothing moves, or at the first repetition of positions, directions
and wear.  Two things that head for one cell from two sides are the only case in which the reading order tells, and so
the only one that mirroring a board may change.

Solved: both parts are.  The Interlock part: the boxes of each colour touch, left, right, up or down, and form one
group.  The Sokoban part, if there are goals: every box without a colour stands on a goal, and every goal has a box of
any colour, unless there are fewer boxes than goals.  Without boxes that have no colour every goal needs a box.  A level
with neither goals nor a colour of two boxes cannot be solved.

Lost: no pusher is left; a colour that had two boxes or more has lost one (``hole_frees``); no box without a colour is
left, and fewer boxes than goals.

Sources: Lee J Haywood, Crossoban: its page on puzzle definitions, for the symbols, and its help, for the goals of both
games and for pushing one box.  Its section on the rules of Interlock is lost.  What the elements do follows from their
names, and from which of them the symbols let stand together; every rule above that has an option is the project's
default, as are the order of settling and the losses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...board import FLOOR, GOAL, WALL, NamedCounter, Piece, Terrain
from ...level import Level, Problem
from ...sentence import say, word
from ...tiling import IDENTITY, SQUARE, Symmetry
from ..api import Game, GameInfo, Outcome, Rules, Transition
from ..palette import Palette, PieceSpec
from ..parts import validation
from ..parts.multi_pusher import Move
from .controls import CrossobanControls
from .outcome import outcome
from .physics import Simulation, pushed, to_changes
from .state import (
    FILLABLE,
    HOLE,
    OPTIONS,
    SWALLOWED,
    CrossobanField,
    State,
    box_piece,
    colour_of,
    group_leaders,
    had,
    pusher_piece,
    strange_counters,
    tile,
)

COLOURS = ("blue", "green", "red", "yellow")

INFO = GameInfo(
    key="crossoban",
    name="Crossoban",
    summary="Bring the boxes of each colour together and every plain box onto a goal.",
    source="Lee J Haywood, Crossoban",
    palette=Palette(
        (
            *(WALL, FLOOR, GOAL, HOLE),
            *(Terrain("ice"), Terrain("lock"), Terrain("weak", uses=1), Terrain("weak", uses=2)),
            *(Terrain("conveyor", direction=direction) for direction in SQUARE.directions),
            *(Terrain("filter", colour=colour) for colour in COLOURS),
        ),
        (
            PieceSpec(Piece("pusher", (0,)), 1, 2),
            PieceSpec(Piece("pusher", (0,), group=1), 0, 3),
            PieceSpec(Piece("pusher", (0,), ("red",), group=2), 0, 2),
            PieceSpec(Piece("pusher", (0,), ("blue",)), 0, 1),
            PieceSpec(Piece("box", (0,)), 0, 4),
            PieceSpec(Piece("box", (0,), ("red",)), 0, 3),
            PieceSpec(Piece("box", (0,), ("blue",)), 0, 3),
        ),
    ),
    options=OPTIONS,
    facts=(
        "The goals, the symbols and pushing one box are sourced; every rule with an option is the project's default.",
        "A pusher that pushes a box off a weak tile of one use steps into the hole.",
        "Sliding and carried things push nothing; settling ends at the first repetition.",
        "The pushers are ordered by reading order; linked ones move together, by whichever of them is chosen.",
    ),
    native_solver="rules",
)


class Crossoban(Rules[State, Move]):
    """The rules of Crossoban; a move is the cell of a pusher and a direction.

    Of linked pushers the first in reading order stands for all.
    """

    info = INFO

    def initial_state(self, level: Level) -> State:
        board = level.board
        validation.check(self.info, level, strange_counters(board))
        fills = dict(level.options).get("hole_fill") == "yes"
        tiles = {cell: board.terrain[cell].uses for cell in board.cells_of("weak")}
        if fills:
            tiles |= dict.fromkeys(board.cells_of("hole"), FILLABLE)
        terrain = board.terrain
        if tiles:
            terrain = tuple(FLOOR if cell in tiles else ground for cell, ground in enumerate(terrain))
        return State(
            frozenset((piece.anchor, (colour_of(piece), piece.group)) for piece in board.of_kind("pusher")),
            frozenset((piece.anchor, colour_of(piece)) for piece in board.of_kind("box")),
            frozenset(tiles.items()),
            frozenset((counter.name.removeprefix(SWALLOWED), counter.value) for counter in board.counters),
            CrossobanField(board.grid, terrain, level.options),
        )

    def problems(self, level: Level) -> list[Problem]:
        return validation.problems(self.info, level, self._problems(level), strange_counters(level.board))

    def _problems(self, level: Level) -> Iterator[Problem]:
        state, board = self.initial_state(level), level.board
        pushers, boxes, goals = board.of_kind("pusher"), board.of_kind("box"), state.field.goals
        if not pushers:
            yield Problem.error(say("no-pusher"), say("at-least-one"))
        plain = sum(not box.colours for box in boxes)
        if not goals and not any(count > 1 for count in had(state).values()):
            yield Problem.error(say("nothing-to-solve"), say("goals-or-two"))
        elif goals and plain > len(goals) and not (state.tiles or state.field.holes):
            yield Problem.error(say("plain-boxes-goals", boxes=plain, goals=len(goals)), say("goal-or-hole"))
        elif not plain and len(boxes) < len(goals):
            yield Problem.error(say("fewer-boxes-goals", boxes=len(boxes), goals=len(goals)), say("box-for-each"))
        for piece in board.pieces:
            ground, colour = board.terrain[piece.anchor], colour_of(piece)
            if ground.kind == "hole" or (ground.kind == "weak" and not ground.uses):
                yield Problem.error(say("on-hole", piece=piece.kind), cell=piece.anchor)
            elif not state.field.admits_on(ground, piece.kind, colour):
                found = say("stands-where-none", colour=colour or "plain", piece=piece.kind, terrain=ground.kind)
                yield Problem.warning(found, cell=piece.anchor)
        if pushers and self.outcome(state).solved:
            yield Problem.warning(say("solved-at-start"))

    def symmetries(self, state: State) -> Sequence[Symmetry]:
        # Two things that conveyors bring to one cell go in reading order, which a turn changes.
        return (IDENTITY,) if state.field.conveyors else super().symmetries(state)

    def pseudo_legal_moves(self, state: State) -> Sequence[Move]:
        leaders = dict.fromkeys(group_leaders(state).values())
        return [(pusher, direction) for pusher in leaders for direction in state.field.grid.directions]

    def apply(self, state: State, move: Move) -> Transition[State] | None:
        simulation = Simulation(state)
        if simulation.step(*move):
            return None
        simulation.settle()
        return Transition(simulation.state(), to_changes(state, simulation.events), pushed(simulation.events))

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        for move in self.pseudo_legal_moves(state):
            simulation = Simulation(state)
            if not simulation.step(*move):
                simulation.settle()
                yield move, simulation.state()

    def explain_illegal(self, state: State, move: Move) -> str:
        why, towards = Simulation(state).step(*move), word("direction", state.field.grid.tiling.names[move[1]])
        return say("pusher-cannot-go", direction=towards, why=why)

    def outcome(self, state: State) -> Outcome:
        return outcome(state)

    def to_level(self, state: State) -> Level:
        field = state.field
        terrain = list(field.terrain)
        for cell, uses in state.tiles:
            terrain[cell] = tile(uses)
        pieces = (*(box_piece(*box) for box in state.boxes), *(pusher_piece(*pusher) for pusher in state.pushers))
        counters = tuple(NamedCounter(SWALLOWED + colour, count) for colour, count in state.swallowed)
        return field.level(self.info.key, pieces, counters, tuple(terrain))


game = Game(Crossoban(), CrossobanControls)
