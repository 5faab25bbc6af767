"""Sokolor: boxes of one colour that touch vanish.

The player walks and pushes as in Sokoban.  After each push every orthogonally connected group of at least `vanish_min`
boxes of one colour vanishes, all groups at once.  There are no goals.

Solved: no coloured box is left.  Lost: of some colour boxes are left, but fewer than `vanish_min`.

Source: anian, who sets Hanano apart from "SOKOLOR", where stones that come together disappear; the pages on variants of
Sokoban, where it is boxes of one colour that have to come together.  That a group vanishes after the push, all groups
at once and from two boxes on, is inferred from these, and the number is the option `vanish_min`.  No source says what
becomes of boxes that touch when the level begins: the project lets them lie until the first push, wherever that is, as
the rule speaks of what a push leaves behind (option `touching`).  Boxes without a colour, which only stand in the way,
are the project's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ..board import FLOOR, WALL, Change, Piece, moved_to
from ..grid import Cell, Grid
from ..level import Level, Problem
from ..sentence import counted, listed, say
from ..tiling import Direction
from .api import PLAYING, SOLVED, Game, GameInfo, Option, Outcome, Rules, Status, Transition
from .palette import Palette, PieceSpec
from .parts import validation
from .parts.colour_groups import group_of
from .parts.field import Field
from .parts.reach import pusher_reach
from .parts.single_pusher import SinglePusherControls, explain_step, moved, plain_move, player_of, player_pieces, step

_MOST_COMPARED = 1_000  # boxes of a colour whose pairs are looked at for a bound

INFO = GameInfo(
    key="sokolor",
    name="Sokolor",
    summary="Push boxes of one colour together: they vanish, and none may be left.",
    source="Sokolor, as anian and the pages on variants of Sokoban tell of it",
    palette=Palette(
        (WALL, FLOOR),
        (
            PieceSpec(Piece("pusher", (0,)), 1, 1),
            PieceSpec(Piece("box", (0,), ("red",)), 0, 4),
            PieceSpec(Piece("box", (0,), ("green",)), 0, 4),
            PieceSpec(Piece("box", (0,), ("blue",)), 0, 3),
            PieceSpec(Piece("box", (0,)), 0, 2),
        ),
    ),
    options=(
        Option("vanish_min", 2, "how many boxes of one colour must touch to vanish", minimum=2),
        Option(
            "touching",
            "wait",
            "boxes that touch at the start lie until the first push, or vanish before it",
            ("wait", "vanish"),
        ),
    ),
    facts=(
        "All groups vanish at once, after the push and before anything else moves.",
        "A colour of which fewer boxes are left than vanish together is lost.",
        "Boxes without a colour stand in the way and may stay (the project's own).",
    ),
    native_solver="rules",
)


class State(NamedTuple):
    """The player, the boxes, the colours of coloured ones, `vanish_min`, and the field."""

    player: Cell
    boxes: frozenset[Cell]
    colours: frozenset[tuple[Cell, str]]
    least: int
    field: Field


class Sokolor(Rules[State, Direction]):
    """The rules of Sokolor; a move is a direction."""

    info = INFO

    def initial_state(self, level: Level) -> State:
        validation.check(self.info, level)
        values = self.info.option_values(level)
        least = int(values["vanish_min"])
        boxes = level.board.of_kind("box")
        colours = {box.anchor: box.colours[0] for box in boxes if box.colours}
        gone = groups(level.board.grid, colours, least) if values["touching"] == "vanish" else set()
        return State(
            player_of(level.board),
            frozenset(box.anchor for box in boxes) - gone,
            frozenset((box, colour) for box, colour in colours.items() if box not in gone),
            least,
            Field.of(level.board, level.options),
        )

    def problems(self, level: Level) -> list[Problem]:
        return validation.problems(self.info, level, self._problems(level))

    def _problems(self, level: Level) -> Iterator[Problem]:
        state = self.initial_state(level)
        if not level.board.of_kind("pusher"):
            yield Problem.error(say("no-player"), say("one"))
        if not any(box.colours for box in level.board.of_kind("box")):
            yield Problem.error(say("no-coloured-box"), say("least-of-colour", count=state.least))
        elif not state.colours:
            yield Problem.warning(say("solved-at-start"))
        for colour, count in sorted(_counts(state).items()):
            if count < state.least:
                yield Problem.error(
                    say("found", what=_amount(count, colour)), say("fewer-never-vanish", count=state.least)
                )

    def apply(self, state: State, move: Direction) -> Transition[State] | None:
        if (after_step := step(state, move)) is None:
            return None
        target, beyond = after_step
        walked = plain_move("pusher", state.player, target, "walk")
        if beyond < 0:
            return Transition(state._replace(player=target), (walked,))
        box = _box(target, dict(state.colours).get(target))
        pushed = moved(box, moved_to(box, beyond), "push")
        after, gone = _pushed(state, target, beyond)
        vanished = (
            Change(1, "vanish", it := _box(cell, colour), None, -1, box if cell == beyond else it)
            for cell, colour in sorted(gone.items())
        )
        return Transition(after, (pushed, walked, *vanished), ((target, -1 if beyond in gone else beyond),))

    def successors(self, state: State) -> Iterator[tuple[Direction, State]]:
        for move in self.pseudo_legal_moves(state):
            if (after_step := step(state, move)) is not None:
                target, beyond = after_step
                yield move, state._replace(player=target) if beyond < 0 else _pushed(state, target, beyond)[0]

    def outcome(self, state: State) -> Outcome:
        if not state.colours:
            return SOLVED
        counts = _counts(state)
        if min(counts.values()) >= state.least:
            return PLAYING
        left = listed(
            [_amount(count, colour) for colour, count in sorted(counts.items()) if count < state.least], "and"
        )
        return Outcome(Status.LOST, say("cannot-vanish", rest=left))

    def lower_bound(self, state: State) -> int:
        # Of each colour two boxes at least have to come side by side, by pushes of boxes of that colour alone.
        grid = state.field.grid
        places: dict[str, list[tuple[int, int]]] = {}
        for box, colour in state.colours:
            places.setdefault(colour, []).append(grid.rc(box))
        apart = (
            min(abs(row - other) + abs(column - far) for (row, column), (other, far) in combinations(cells, 2)) - 1
            for cells in places.values()
            if 1 < len(cells) <= _MOST_COMPARED
        )
        return max(sum(apart), bool(state.colours))

    def to_level(self, state: State) -> Level:
        colours = dict(state.colours)
        pieces = (*(_box(box, colours.get(box)) for box in state.boxes), *player_pieces(state.player, state.field))
        return state.field.level(self.info.key, pieces)

    def explain_illegal(self, state: State, move: Direction) -> str:
        return explain_step(state, move)


class SokolorControls(SinglePusherControls[State]):
    """Controls that carry a box no further than to its like."""

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        # A box is gone where it meets its like, so it cannot be carried on from there.
        grid, colours = state.field.grid, dict(state.colours)
        colour = colours.pop(origin, None)
        meeting = {towards[box] for box, other in colours.items() if other == colour for towards in grid.step}
        ends = {cell for cell in meeting if cell in groups(grid, {**colours, cell: colour or ""}, state.least)}
        return pusher_reach(grid, state.field.free, state.boxes, state.player, origin, limit, ends)


def groups(grid: Grid, colours: Mapping[Cell, str], least: int) -> set[Cell]:
    """Return the boxes that are in an orthogonally connected group of at least `least` boxes of one colour."""
    _, _, right, down = grid.step
    touching = [
        box
        for box, colour in colours.items()
        if colours.get(right[box]) == colour or colours.get(down[box]) == colour
    ]  # fmt: skip
    grouped: set[Cell] = set()
    for box in touching:
        if box not in grouped:
            group = group_of(grid, colours, box)
            if len(group) >= least:
                grouped |= group
    return grouped


def _pushed(state: State, target: Cell, beyond: Cell) -> tuple[State, dict[Cell, str]]:
    """Return the state after a push from `target` to `beyond`, and the boxes that vanished then, with their colours."""
    colours = dict(state.colours)
    if (colour := colours.pop(target, None)) is not None:
        colours[beyond] = colour
    gone = {box: colours.pop(box) for box in groups(state.field.grid, colours, state.least)}
    boxes = (state.boxes - {target} | {beyond}).difference(gone)
    return State(target, boxes, frozenset(colours.items()), state.least, state.field), gone


def _box(cell: Cell, colour: str | None) -> Piece:
    return Piece("box", (cell,), () if colour is None else (colour,))


def _counts(state: State) -> Counter[str]:
    return Counter(colour for _, colour in state.colours)


def _amount(count: int, colour: str) -> str:
    return counted(count, "{colour} box", colour=colour)


game = Game(Sokolor(), SokolorControls)
