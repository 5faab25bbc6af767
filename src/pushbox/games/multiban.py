"""Multiban: Sokoban with several pushers.

Each move is a step of one of the pushers, who walks and pushes as in Sokoban.  The others are in his way: he can walk
into no other pusher, and push no box into one.  Any pusher may move at any time.

Solved: every box stands on a goal.  More boxes than goals is an error of the level; fewer is not.

Source: Multiban as played by SokME (Lee J Haywood), SokoFan and sokoenginepy.  That pushers block each other, and
cannot be pushed, is inferred from their levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..grid import NAMES, Cell
from ..level import Level, Problem
from .api import PLAYING, SOLVED, Brush, GameInfo, Outcome, Palette, Turn
from .parts import goals, setup
from .parts.field import Field
from .parts.hero import moved
from .parts.pushers import Move, PusherGame, pushers_reach

INFO = GameInfo(
    key="multiban",
    name="Multiban",
    summary="Push every box onto a goal with several pushers, one moving at a time.",
    source="Multiban levels of SokME, SokoFan and sokoenginepy",
    palette=Palette((WALL, FLOOR, GOAL), (Brush(Piece("pusher", (0,)), 1, 4), Brush(Piece("box", (0,)), 1, 9))),
    facts=(
        "Any pusher may move at any time; a move names him by his cell.",
        "Pushers block each other and the boxes that others push (inferred).",
        "In notation a change of pusher is a selection {...}; at the start the top-left pusher moves.",
    ),
)


class State(NamedTuple):
    """Where the pushers and the boxes are, and the field they are on."""

    pushers: frozenset[Cell]
    boxes: frozenset[Cell]
    field: Field


class Multiban(PusherGame[State]):
    """The rules of Multiban; a move is the cell of a pusher and a direction."""

    info = INFO

    def start(self, level: Level) -> State:
        setup.check(self.info, level)
        pushers, boxes = (frozenset(piece.anchor for piece in level.board.of_kind(kind)) for kind in ("pusher", "box"))
        return State(pushers, boxes, Field.of(level.board, level.options))

    def problems(self, level: Level) -> list[Problem]:
        return goals.problems(self, level)

    def leaders(self, state: State) -> Mapping[Cell, Cell]:
        return {pusher: pusher for pusher in sorted(state.pushers)}

    def turn(self, state: State, move: Move) -> Turn[State] | None:
        pushers, boxes, field = state
        pusher, way = move
        towards = field.grid.step[way]
        target = towards[pusher]
        if pusher not in pushers or target in pushers or not field.free[target]:
            return None
        walked = moved(Piece("pusher", (pusher,)), Piece("pusher", (target,)), "walk")
        others = pushers - {pusher} | {target}
        if target not in boxes:
            return Turn(State(others, boxes, field), (walked,))
        beyond = towards[target]
        if beyond in pushers or beyond in boxes or not field.free[beyond]:
            return None
        pushed = moved(Piece("box", (target,)), Piece("box", (beyond,)), "push")
        return Turn(State(others, boxes - {target} | {beyond}, field), (pushed, walked), ((target, beyond),))

    def expand(self, state: State) -> Iterator[tuple[Move, State]]:
        pushers, boxes, field = state
        free = field.free
        for pusher in sorted(pushers):
            for way, towards in enumerate(field.grid.step):
                target = towards[pusher]
                if not free[target] or target in pushers:
                    continue
                if target not in boxes:
                    yield (pusher, way), State(pushers - {pusher} | {target}, boxes, field)
                elif free[beyond := towards[target]] and beyond not in boxes and beyond not in pushers:
                    yield (pusher, way), State(pushers - {pusher} | {target}, boxes - {target} | {beyond}, field)

    def refusal(self, state: State, move: Move) -> str:
        pusher, way = move
        if pusher not in state.pushers:
            return "there is no pusher to move"
        target = state.field.grid.step[way][pusher]
        if target in state.pushers:
            blocked = "another pusher is in the way"
        else:
            blocked = "the box is blocked" if target in state.boxes else "a wall is in the way"
        return f"the pusher cannot go {NAMES[way]}, {blocked}"

    def outcome(self, state: State) -> Outcome:
        return SOLVED if state.boxes <= state.field.goals else PLAYING

    def level(self, state: State) -> Level:
        pieces = (*(Piece("box", (box,)) for box in state.boxes), *(Piece("pusher", (at,)) for at in state.pushers))
        grid, terrain, options = state.field.grid, state.field.terrain, state.field.options
        return Level(Board(grid.width, grid.height, terrain, pieces), self.info.key, options)

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        return pushers_reach(state.field.grid, state.field.free, state.boxes, state.pushers, origin, limit)


game = Multiban()
