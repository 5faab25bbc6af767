"""Multiban: Sokoban with several pushers.

Each move is a step of one of the pushers, who walks and pushes as in Sokoban.  The others are in the way: nobody walks
into another pusher, or pushes a box into one.  Any pusher may move at any time.

Solved: every box stands on a goal.  More boxes than goals is an error of the level; fewer is not.

Source: Multiban as played by SokME (Lee J Haywood), SokoFan and sokoenginepy.  That pushers block each other, and
cannot be pushed, is inferred from their levels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Piece
from ..grid import Cell
from ..level import Level, Problem
from ..sentence import say
from ..tiling import Direction
from .api import PLAYING, SOLVED, Game, GameInfo, Outcome, Transition
from .palette import Palette, PieceSpec
from .parts import level_checks, validation
from .parts.field import Field
from .parts.multi_pusher import Move, MultiPusherControls, steps_of
from .parts.push_distance import BoxRules
from .parts.reach import pushable_beside, pushers_reach
from .parts.single_pusher import plain_move

INFO = GameInfo(
    key="multiban",
    name="Multiban",
    summary="Push every box onto a goal with several pushers, one moving at a time.",
    source="Multiban levels of SokME, SokoFan and sokoenginepy",
    palette=Palette((WALL, FLOOR, GOAL), (PieceSpec(Piece("pusher", (0,)), 1, 4), PieceSpec(Piece("box", (0,)), 1, 9))),
    facts=(
        "Any pusher may move at any time; a move names them by their cell.",
        "Pushers block each other and the boxes that others push (inferred).",
        "In notation a change of pusher is a selection {...}; at the start the top-left pusher moves.",
    ),
    native_solver="boxes",
    generated_pushers=(2, 9),
)


class State(NamedTuple):
    """The pushers, the boxes, and their field."""

    pushers: frozenset[Cell]
    boxes: frozenset[Cell]
    field: Field


class Multiban(BoxRules[State, Move]):
    """The rules of Multiban; a move is the cell of a pusher and a direction."""

    info = INFO

    def initial_state(self, level: Level) -> State:
        validation.check(self.info, level)
        pushers, boxes = (frozenset(piece.anchor for piece in level.board.of_kind(kind)) for kind in ("pusher", "box"))
        return State(pushers, boxes, Field.of(level.board, level.options))

    def problems(self, level: Level) -> list[Problem]:
        return level_checks.problems(self, level)

    def pseudo_legal_moves(self, state: State) -> Sequence[Move]:
        return [(pusher, direction) for pusher in sorted(state.pushers) for direction in state.field.grid.directions]

    def apply(self, state: State, move: Move) -> Transition[State] | None:
        pushers, boxes, field = state
        pusher, direction = move
        towards = field.grid.step[direction]
        target = towards[pusher]
        if pusher not in pushers or target in pushers or not field.free[target]:
            return None
        walk = plain_move("pusher", pusher, target, "walk")
        others = pushers - {pusher} | {target}
        if target not in boxes:
            return Transition(State(others, boxes, field), (walk,))
        beyond = towards[target]
        if beyond in pushers or beyond in boxes or not field.free[beyond]:
            return None
        push = plain_move("box", target, beyond, "push")
        return Transition(State(others, boxes - {target} | {beyond}, field), (push, walk), ((target, beyond),))

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        pushers, boxes, field = state
        free = field.free
        for pusher in sorted(pushers):
            for direction, towards in enumerate(field.grid.step):
                target = towards[pusher]
                if not free[target] or target in pushers:
                    continue
                if target not in boxes:
                    yield (pusher, direction), State(pushers - {pusher} | {target}, boxes, field)
                elif free[beyond := towards[target]] and beyond not in boxes and beyond not in pushers:
                    after = State(pushers - {pusher} | {target}, boxes - {target} | {beyond}, field)
                    yield (pusher, direction), after

    def explain_illegal(self, state: State, move: Move) -> str:
        pusher, direction = move
        if pusher not in state.pushers:
            return say("no-pusher-here")
        target = state.field.grid.step[direction][pusher]
        if target in state.pushers:
            blocked = say("why-pusher")
        else:
            blocked = say("why-blocked") if target in state.boxes else say("why-wall")
        return say("pusher-cannot-go", direction=state.field.grid.tiling.names[direction], why=blocked)

    def outcome(self, state: State) -> Outcome:
        return SOLVED if state.boxes <= state.field.goals else PLAYING

    def to_level(self, state: State) -> Level:
        pieces = (*(Piece("box", (box,)) for box in state.boxes), *(Piece("pusher", (at,)) for at in state.pushers))
        return state.field.level(self.info.key, pieces)


class MultibanControls(MultiPusherControls[State]):
    """Controls of several pushers whom nothing links."""

    def group_leaders(self, state: State) -> Mapping[Cell, Cell]:
        return {pusher: pusher for pusher in sorted(state.pushers)}

    def focus(self, state: State) -> list[Piece]:
        return [Piece("pusher", (pusher,)) for pusher in sorted(state.pushers)]

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        grid, moves = state.field.grid, partial(steps_of, state.field.grid)
        return pushers_reach(grid, state.field.free, state.boxes, state.pushers, origin, limit, moves)

    def pushable(self, state: State, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        ways: defaultdict[Cell, set[Direction]] = defaultdict(set)
        for pusher in sorted(state.pushers):
            pushes = partial(self._pushes, state, state.pushers - {pusher})
            walked = self.reach(state, pusher, limit)
            for box, directions in pushable_beside(state.field.grid, state.boxes, walked, pushes).items():
                ways[box].update(directions)
        return {box: sorted(ways[box]) for box in sorted(ways)}

    def _pushes(self, state: State, others: frozenset[Cell], cell: Cell, direction: Direction) -> bool:
        """Return whether a pusher on a cell could push, with these other pushers."""
        transition = self.rules.apply(state._replace(pushers=others | {cell}), (cell, direction))
        return transition is not None and bool(transition.pushes)


game = Game(Multiban(), MultibanControls)
