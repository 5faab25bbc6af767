"""Blockoban: swipe pieces to the tiles of their colour.

There is no player on the board.  A piece is a square or a circle; one that is swiped slides until a wall or another
piece stops it:

* notched squares are grouped: swiping one swipes all of its group in the same direction;
* a piece that comes onto a sticky tile stops there; another swipe takes it on;
* a square that hits a circle stops, and the circle takes over its motion until it hits something itself;
* a piece that flies off the edge, or into a hole, is gone.

Solved: every coloured piece stands on a tile of its colour.  Lost: a piece is gone.  Pieces without a colour may stay
anywhere.

Source: Blockoban, BonusLevel (Jean-Philippe Sarda), 2009, as reviews tell of it.  They leave open, and options state
the project's reading of it: whether the squares of a group slide each for itself until something stops it, as they do
here, or stop together (`notched`); whether a circle can be swiped like any piece, as it can here (`circles`); whether
it passes its motion on to a circle that it hits, which it does not here (`chain`); and whether a square that lies at a
circle already hits it when it is swiped there, as it does here (`nudge`).  The board's edge is a frame of holes: beyond
the cells of a level everything is wall.

A group that stops together (``notched=rigid``) moves as one body, a cell at a time.  Where a wall or a piece stops any
of its squares, all of them stop, and every circle that one of them meets there is hit.  It stops too where one of its
squares comes onto a sticky tile, or has fallen into a hole.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Change, NamedCounter, Piece, Terrain, moved_to
from ..grid import Cell, cell_name
from ..level import Level, Problem
from ..sentence import counted, say, word
from ..tiling import DOWN, RIGHT, Direction
from .api import PLAYING, SOLVED, Game, GameInfo, Key, Option, Outcome, Rules, Status, Transition, moved_pieces
from .palette import Palette, PieceSpec
from .parts import validation
from .parts.cell_moves import PieceControls, drag_paths, format_cell, parse_cells
from .parts.field import Field

HOLE, STICKY = Terrain("hole"), Terrain("sticky")

INFO = GameInfo(
    key="blockoban",
    name="Blockoban",
    summary="Swipe squares and circles, which slide until something stops them, to the tiles of their colour.",
    source="Blockoban, BonusLevel (Jean-Philippe Sarda), 2009",
    palette=Palette(
        (FLOOR, WALL, STICKY, HOLE, GOAL._replace(colour="red"), GOAL._replace(colour="blue")),
        (
            PieceSpec(Piece("block", (0,), ("red",)), 0, 2),
            PieceSpec(Piece("block", (0,), ("blue",)), 0, 2),
            PieceSpec(Piece("block", (0,)), 0, 1),
            PieceSpec(Piece("block", (0,), ("red",), group=1), 0, 3),
            PieceSpec(Piece("block", (0,), group=2), 0, 2),
            PieceSpec(Piece("circle", (0,), ("blue",)), 0, 2),
            PieceSpec(Piece("circle", (0,)), 0, 2),
        ),
        solid=("wall", "hole"),
    ),
    options=(
        Option("notched", "each", "the squares of a group slide each for itself, or stop together", ("each", "rigid")),
        Option("circles", "swiped", "circles can be swiped like squares, or move only when hit", ("swiped", "hit")),
        Option("chain", "no", "whether a circle that hits a circle passes its motion on to it", ("no", "yes")),
        Option("nudge", "yes", "whether a square swiped at a circle that it touches hits it", ("yes", "no")),
    ),
    facts=(
        "A piece that leaves the board loses the level; undo brings it back.",
        "Pieces without a colour may stay anywhere (the project's reading).",
        "Off a level's cells is wall; an edge to fly off is a frame of holes.",
        "Drawn in letters a square is the first one of its colour, a tile that as a capital, a circle the next letter.",
    ),
    native_solver="rules",
)

Move = tuple[Cell, Direction]

_WALL, _OPEN, _STICKY, _HOLE = 0, 1, 2, 3
_GROUNDS = {"wall": _WALL, "sticky": _STICKY, "hole": _HOLE}
_ARROWS = "<^>v"
_SWIPE = re.compile(r"([0-9]{1,6})\s*,\s*([0-9]{1,6})\s*([<>^v])", re.IGNORECASE)


class BlockobanField(Field):
    """The field, with the ground of every cell and the colour of its tile."""

    __slots__ = ("chain", "colours", "grounds", "nudge", "rigid", "swiped")

    def prepare(self) -> None:
        self.grounds = (*(_GROUNDS.get(tile.kind, _OPEN) for tile in self.terrain), _WALL)
        self.colours = tuple(tile.colour if tile.kind == "goal" else None for tile in self.terrain)
        values = {option.name: option.default for option in INFO.options} | dict(self.options)
        self.rigid = values["notched"] == "rigid"
        self.swiped = values["circles"] == "swiped"
        self.chain = values["chain"] == "yes"
        self.nudge = values["nudge"] == "yes"


class Look(NamedTuple):
    """The look of a piece: a circle or a square, its colour (empty for none), and its group (0 for none)."""

    circle: bool
    colour: str = ""
    group: int = 0


class State(NamedTuple):
    """The pieces and where they are, how many have left the board, and the field."""

    pieces: frozenset[tuple[Cell, Look]]
    fallen: int
    field: BlockobanField


class Slide(NamedTuple):
    """The result of a swipe: the pieces after it, and each step as (tick, from, to), in the order of ticks."""

    pieces: dict[Cell, Look]
    steps: list[tuple[int, Cell, Cell]]


class Blockoban(Rules[State, Move]):
    """The rules of Blockoban; a move is (cell of the swiped piece, direction)."""

    info = INFO

    def initial_state(self, level: Level) -> State:
        validation.check(self.info, level)
        pieces = frozenset(
            (piece.anchor, Look(piece.kind == "circle", "".join(piece.colours), piece.group))
            for piece in level.board.pieces
        )
        return State(pieces, dict(level.board.counters).get("fallen", 0), BlockobanField.of(level.board, level.options))

    def problems(self, level: Level) -> list[Problem]:
        return validation.problems(self.info, level, self._problems(level))

    def _problems(self, level: Level) -> Iterator[Problem]:
        state = self.initial_state(level)
        pieces = Tally(look.colour for _, look in state.pieces if look.colour)
        tiles = Tally(colour for colour in state.field.colours if colour)
        if not pieces:
            yield Problem.error(say("no-coloured-piece"), say("at-least-one"))
        for colour in sorted(pieces | tiles):
            if pieces[colour] != tiles[colour]:
                problem = Problem.error if pieces[colour] > tiles[colour] else Problem.warning
                said = counted(pieces[colour], "{colour} piece", colour=colour)
                of_them = counted(tiles[colour], "tile")
                if pieces[colour] == 1:
                    found = say("piece-and-tiles", pieces=said, tiles=of_them)
                else:
                    found = say("pieces-and-tiles", pieces=said, tiles=of_them)
                yield problem(found, say("tiles-as-pieces"))
        for cell in sorted(state.field.goals):
            if not state.field.colours[cell]:
                yield Problem.warning(say("tile-colour"), cell=cell)
        if pieces and self.outcome(state).solved:
            yield Problem.warning(say("solved-at-start"))

    def pseudo_legal_moves(self, state: State) -> Sequence[Move]:
        return [
            (cell, direction)
            for cell, look in sorted(state.pieces)
            if state.field.swiped or not look.circle
            for direction in state.field.grid.directions
        ]

    def apply(self, state: State, move: Move) -> Transition[State] | None:
        if (slide := _slide(state, move)) is None:
            return None
        changes = _changes(state, slide)
        ends = [(piece.anchor, end.anchor if end else -1) for piece, end in moved_pieces(changes).items()]
        return Transition(_after(state, slide), changes, tuple(ends))

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        for move in self.pseudo_legal_moves(state):
            if (slide := _slide(state, move)) is not None:
                yield move, _after(state, slide)

    def outcome(self, state: State) -> Outcome:
        if state.fallen:
            return Outcome(Status.LOST, say("flew-off", pieces=counted(state.fallen, "piece")))
        colours = state.field.colours
        return PLAYING if any(look.colour and look.colour != colours[cell] for cell, look in state.pieces) else SOLVED

    def to_level(self, state: State) -> Level:
        counters = (NamedCounter("fallen", state.fallen),) if state.fallen else ()
        return state.field.level(self.info.key, (_piece(cell, look) for cell, look in state.pieces), counters)

    def explain_illegal(self, state: State, move: Move) -> str:
        cell, direction = move
        grid = state.field.grid
        name, look = cell_name(*grid.rc(cell)), dict(state.pieces).get(cell)
        if look is None:
            return say("no-piece-on", cell=name)
        if look.circle and not state.field.swiped:
            return say("circle-hit", cell=name)
        towards = word("direction", grid.tiling.names[direction])
        if look.circle:
            return say("circle-slide", cell=name, direction=towards)
        return say("square-slide", cell=name, direction=towards)


class BlockobanControls(PieceControls[State, Move]):
    """Controls of pieces that are swiped."""

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        look = dict(state.pieces).get(origin)
        if look is None:
            return {}

        def swipes(_: State, piece: Piece) -> list[Move]:
            return [(piece.anchor, direction) for direction in state.field.grid.directions]

        piece, grid = _piece(origin, look), state.field.grid
        legal = (move for move in swipes(state, piece) if _slide(state, move) is not None)
        # Where a piece does not come to rest on the next cell, dragging it there is a swipe.
        near = {grid.step[move[1]][origin]: [move] for move in legal if grid.step[move[1]][origin] != grid.outside}
        paths = near | drag_paths(self.rules, state, piece, origin, limit, swipes)
        return paths if len(near) < limit and len(paths) <= limit else {}

    def focus(self, state: State) -> list[Piece]:
        return [_piece(cell, look) for cell, look in sorted(state.pieces) if state.field.swiped or not look.circle]

    def focus_after(self, state: State, focus: Piece | None, move: Move) -> Piece | None:
        look = dict(state.pieces).get(move[0])
        return focus if look is None else _piece(move[0], look)

    def piece_key(self, state: State, piece: Piece, key: Key) -> Move | None:
        names = state.field.grid.tiling.names
        return (piece.anchor, names.index(key)) if key in names else None

    def parse(self, state: State, text: str) -> list[Move]:
        swipes = parse_cells(state.field.grid, text, _SWIPE, "2,5>")
        return [(cell, _ARROWS.index(match[3].lower())) for cell, match in swipes]

    def format_move(self, state: State, move: Move) -> str:
        return format_cell(state.field.grid, move[0]) + _ARROWS[move[1]]


def _slide(state: State, move: Move) -> Slide | None:
    """Return the slide of a swipe, or None if nothing moves.

    All motion is in one direction, so pieces of different lines never meet; along a line the front one goes first, and
    the others find its cell free.
    """
    cell, direction = move
    field = state.field
    pieces = dict(state.pieces)
    swiped = pieces.get(cell)
    if swiped is None or (swiped.circle and not field.swiped):
        return None
    movers = [cell]
    if swiped.group:
        movers = sorted(
            (place for place, look in pieces.items() if look.group == swiped.group), reverse=direction in {RIGHT, DOWN}
        )
    slide = Slide(pieces, [])
    rigid = field.rigid and len(movers) > 1
    tick = 0
    while movers:
        if rigid and (struck := _struck(slide, field, direction, movers, tick)) is not None:
            movers, rigid = struck, False
        ends = [end for mover in movers if (end := _advance(slide, field, direction, mover, tick)) >= 0]
        movers = [] if rigid and len(ends) < len(movers) else ends
        tick += 1
    return slide if slide.steps else None


def _advance(slide: Slide, field: BlockobanField, direction: Direction, mover: Cell, tick: int) -> Cell:
    """Move the motion on a cell one step on, and return where it goes on, or -1 if it has ended."""
    pieces, towards = slide.pieces, field.grid.step[direction]
    end = towards[mover]
    while end in pieces and _hits(field, pieces[mover], pieces[end], tick):
        mover, end = end, towards[end]  # the circle takes over the motion
    ground = field.grounds[end]
    if ground == _WALL or end in pieces:
        return -1
    slide.steps.append((tick, mover, end))
    look = pieces.pop(mover)
    if ground == _HOLE:
        return -1
    pieces[end] = look
    return -1 if ground == _STICKY else end


def _struck(
    slide: Slide, field: BlockobanField, direction: Direction, body: list[Cell], tick: int
) -> list[Cell] | None:
    """Return the circles that a rigid group hits where something stops it, None where nothing does."""
    pieces, towards = slide.pieces, field.grid.step[direction]
    ends = [(mover, towards[mover]) for mover in body]
    if all(field.grounds[end] != _WALL and (end not in pieces or end in body) for _, end in ends):
        return None
    met = [(mover, end) for mover, end in ends if end in pieces and end not in body]
    # What is struck goes on at once if it can; a circle at which it stops takes nothing over from a circle.
    return [end for mover, end in met if _hits(field, pieces[mover], pieces[end], tick)]


def _hits(field: BlockobanField, mover: Look, met: Look, tick: int) -> bool:
    """Return whether a moving piece passes its motion on to the piece that it meets."""
    return met.circle and (field.chain or not mover.circle) and (tick > 0 or field.nudge)


def _after(state: State, slide: Slide) -> State:
    fallen = state.fallen + len(state.pieces) - len(slide.pieces)
    return State(frozenset(slide.pieces.items()), fallen, state.field)


def _changes(state: State, slide: Slide) -> tuple[Change, ...]:
    """Return the steps of a slide as changes; a piece that falls is gone one tick after it came to the hole."""
    sorts = dict(state.pieces)
    now: dict[Cell, tuple[Piece, Piece]] = {}  # what has moved: before the move, and as it stands now
    fallen = state.fallen
    changes: list[Change] = []
    for tick, start, end in slide.steps:
        who, before = now.pop(start) if start in now else (_piece(start, sorts[start]),) * 2
        after = moved_to(before, end)
        changes.append(Change(tick, "slide", before, after, -1, who))
        if state.field.grounds[end] == _HOLE:
            changes.append(Change(tick + 1, "fall", after, None, -1, who))
            before_fall = NamedCounter("fallen", fallen) if fallen else None
            fallen += 1
            changes.append(Change(tick + 1, "fall", before_fall, NamedCounter("fallen", fallen)))
        else:
            now[end] = who, after
    return tuple(sorted(changes, key=lambda change: change.tick))


def _piece(cell: Cell, look: Look) -> Piece:
    colours = (look.colour,) if look.colour else ()
    return Piece("circle" if look.circle else "block", (cell,), colours, group=look.group)


game = Game(Blockoban(), BlockobanControls)
