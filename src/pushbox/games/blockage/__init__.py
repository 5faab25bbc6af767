"""Blockage: fix every coloured stone on a target.

The board is seen from the side and has gravity.  A move names a stone that is not fixed, by its cell and colour:

* roll: it moves one cell to the left or to the right, if nothing there is solid for it;
* fix: it becomes fixed where it is, for good, and solid like a wall.

Walls, fixed stones and black stones are solid for a coloured stone; other coloured stones are not: they pass through
each other and may rest in one cell.  For a black stone every stone is solid.  Everything off the board is wall.

Then everything settles: stones that are not fixed and have nothing solid below fall, cell by cell, the lowest first, in
a row from left to right.  Two kinds of cells act on a stone that enters them, once each:

* a dye gives it its colour, and a black stone is a coloured one from then on; a stone of that colour uses it up too,
  and of two stones that fall into it together it dyes the one whose colour comes first in the alphabet;
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
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product

from ...board import FLOOR, GOAL, WALL, Change, Piece, Terrain
from ...errors import NotationError
from ...grid import Cell, cell_name
from ...level import Level, Problem
from ...sentence import say
from ..api import PLAYING, SOLVED, Game, GameInfo, Key, Option, Outcome, Rules, Status, Transition
from ..palette import Palette, PieceSpec
from ..parts import validation
from ..parts.cell_moves import PieceControls, drag_paths, format_cell, parse_cells
from .physics import Simulation
from .problems import impossible, miscounted, misfixed, restless, unpaired
from .state import BLACK, ONCE, BlockageField, Move, State, Stone, piece_of

_COLOURS = ("red", "green")
_STONE = Piece("stone", (0,))

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
            *(PieceSpec(_STONE._replace(colours=(colour,)), 0, 3, may_overlap=True) for colour in _COLOURS),
            PieceSpec(_STONE._replace(colours=(BLACK,)), 0, 3),
            *(PieceSpec(_STONE._replace(colours=(colour,), fixed=True), 0, 1) for colour in (*_COLOURS, BLACK)),
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
        "A dye is used up by a stone of its own colour too.",
        "Of two stones that fall into a dye together, the one whose colour comes first in the alphabet is dyed.",
        "A stone fixed in the wrong place is not lost formally, but cannot be freed.",
    ),
    native_solver="rules",
)

_ACTS = "<!>"  # by their number, -1, 0 or 1, plus one
_MOVE = re.compile(rf"([0-9]{{1,6}})\s*,\s*([0-9]{{1,6}})\s*(?::\s*([^\s;:{_ACTS}]+)\s*)?([{_ACTS}])")


class Blockage(Rules[State, Move]):
    """The rules of Blockage; a move is the cell and the colour of a stone, and -1, 0 or 1."""

    info = INFO
    simulation = Simulation

    def initial_state(self, level: Level) -> State:
        validation.check(self.info, level, impossible(level.board))
        board = level.board
        used = frozenset(cell for cell, ground in enumerate(board.terrain) if ground.kind in ONCE and not ground.uses)
        fresh = tuple(ground._replace(uses=1) if ground.kind in ONCE else ground for ground in board.terrain)
        stones = tuple(sorted(Stone(piece.anchor, piece.colours[0], piece.fixed) for piece in board.pieces))
        return State(stones, used, BlockageField(board.grid, fresh, level.options))

    def problems(self, level: Level) -> list[Problem]:
        return validation.problems(self.info, level, self._problems(level), impossible(level.board))

    def _problems(self, level: Level) -> Iterator[Problem]:
        state = self.initial_state(level)
        yield from (*unpaired(level.board), *miscounted(state), *restless(state))
        outcome = self.outcome(state)
        if outcome.reason:
            yield Problem.error(outcome.reason, say("solvable-level"))
        if outcome.solved:
            yield Problem.warning(say("solved-at-start"))

    def pseudo_legal_moves(self, state: State) -> Sequence[Move]:
        movable = dict.fromkeys((stone.cell, stone.colour) for stone in state.stones if not stone.fixed)
        return [(cell, colour, act) for cell, colour in movable for act in (-1, 0, 1)]

    def apply(self, state: State, move: Move) -> Transition[State] | None:
        changes: list[Change] = []
        simulation = self.simulation(state, changes)
        if not simulation.act(move):
            return None
        simulation.settle()
        return Transition(simulation.state(), tuple(sorted(changes, key=lambda change: change.tick)))

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        for move in self.pseudo_legal_moves(state):
            simulation = self.simulation(state)
            if simulation.act(move):
                simulation.settle()
                yield move, simulation.state()

    def outcome(self, state: State) -> Outcome:
        field = state.field
        if (stone := misfixed(state)) is not None:
            where = cell_name(*field.grid.rc(stone.cell))
            return Outcome(Status.PLAYING, say("stone-fixed-wrong", colour=stone.colour, cell=where))
        if field.win_targets:
            held = {stone.cell for stone in state.stones if stone.fixed and field.takes(stone.cell, stone.colour)}
            return SOLVED if held and held == field.goals else PLAYING
        coloured = [stone for stone in state.stones if stone.colour != BLACK]
        solved = all(stone.fixed and field.takes(stone.cell, stone.colour) for stone in coloured)
        return SOLVED if coloured and solved else PLAYING

    def search_key(self, state: State) -> Hashable:
        # All that can never be solved any more is one and the same for a search.
        return state if misfixed(state) is None else "hopeless"

    def to_level(self, state: State) -> Level:
        stones, used, field = state
        terrain = tuple(sort._replace(uses=0) if cell in used else sort for cell, sort in enumerate(field.terrain))
        return field.level(self.info.key, map(piece_of, stones), terrain=terrain)

    def explain_illegal(self, state: State, move: Move) -> str:
        cell, colour, act = move
        if Stone(cell, colour) not in state.stones:
            occupant = next((stone for stone in state.stones if stone.cell == cell), None)
            if occupant is None:
                return say("no-stone-here")
            return say("stone-is-fixed") if occupant.fixed else say("no-such-stone", colour=colour)
        return say("why-solid") if act else say("stone-shares")


class BlockageControls(PieceControls[State, Move]):
    """Controls of stones, which keys roll and fix."""

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        paths: dict[Cell, list[Move]] = {}
        for piece in self.focus(state):
            if piece.anchor == origin:
                paths = drag_paths(self.rules, state, piece, origin, limit, _rolls) | paths
                fix = (origin, piece.colours[0], 0)
                if limit > 0 and self.rules.apply(state, fix) is not None:
                    paths[origin] = [fix]
        return paths

    def focus(self, state: State) -> list[Piece]:
        return [piece_of(stone) for stone in dict.fromkeys(state.stones) if not stone.fixed]

    def piece_key(self, state: State, piece: Piece, key: Key) -> Move | None:
        act = {"left": -1, "act": 0, "right": 1}.get(key)
        return None if act is None else (piece.anchor, piece.colours[0], act)

    def parse(self, state: State, text: str) -> list[Move]:
        moves: list[Move] = []
        for cell, match in parse_cells(state.field.grid, text, _MOVE, say("roll-moves")):
            colours = _colours(state, cell)
            colour = (match[3] or "").lower()
            if colour:
                colour = next((one for one in colours if one.lower() == colour), colour)
            elif len(colours) > 1:
                expected = say("which-colour", move=f"{match[1]},{match[2]}:{colours[0]}{match[4]}")
                raise NotationError.said("found-expected", found=match[0], expected=expected, column=match.start() + 1)
            move = (cell, colour or "".join(colours), _ACTS.index(match[4]) - 1)
            moves.append(move)
            if (transition := self.rules.apply(state, move)) is not None:
                state = transition.state
        return moves

    def format_move(self, state: State, move: Move) -> str:
        cell, colour, act = move
        named_colour = f":{colour}" if len(_colours(state, cell)) > 1 else ""
        return f"{format_cell(state.field.grid, cell)}{named_colour}{_ACTS[act + 1]}"


def _rolls(state: State, piece: Piece) -> Iterator[Move]:
    del state
    for act in (-1, 1):
        yield piece.anchor, piece.colours[0], act


def _colours(state: State, cell: Cell) -> list[str]:
    """The colours of the stones in a cell that are not fixed."""
    return list(dict.fromkeys(stone.colour for stone in state.stones if stone.cell == cell and not stone.fixed))


game = Game(Blockage(), BlockageControls)
