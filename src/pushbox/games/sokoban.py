"""Sokoban: push every box onto a goal.

The player walks to a free neighbouring cell, or into a box, which is pushed to the cell behind it if that is free.
One box at a time, never pulled, never undone by the rules.

Solved: every box stands on a goal.  More boxes than goals is an error of the level; fewer is not.

Source: Thinking Rabbit (Hiroyuki Imabayashi), 1982; the Sokoban Wiki for what the field has agreed on since.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Piece
from ..deadline import NEVER, Deadline
from ..grid import Cell
from ..level import Level, Problem
from ..tiling import Direction
from .api import PLAYING, SOLVED, Game, GameInfo, Outcome, PlayedLine, Transition
from .palette import Palette, PieceSpec
from .parts import level_checks, single_pusher, validation
from .parts.field import Field
from .parts.push_distance import BoxRules
from .parts.single_pusher import SokobanControls, plain_move

INFO = GameInfo(
    key="sokoban",
    name="Sokoban",
    summary="Push every box onto a goal.",
    source="Thinking Rabbit, 1982",
    palette=Palette((WALL, FLOOR, GOAL), (PieceSpec(Piece("pusher", (0,)), 1, 1), PieceSpec(Piece("box", (0,)), 1, 9))),
    facts=(
        "A level that starts solved is solved by the empty solution.",
        "More boxes than goals is an error; fewer is not: solved means that every box stands on a goal.",
    ),
)


class State(NamedTuple):
    """The player (on the sentinel off the board if there is none), the boxes, and the constant field."""

    player: Cell
    boxes: frozenset[Cell]
    field: Field


class Sokoban(BoxRules[State, Direction]):
    """The rules of Sokoban; a move is a direction."""

    info = INFO

    def initial_state(self, level: Level) -> State:
        validation.check(self.info, level)
        boxes = frozenset(box.anchor for box in level.board.of_kind("box"))
        return State(single_pusher.player_of(level.board), boxes, Field.of(level.board, level.options))

    def problems(self, level: Level) -> list[Problem]:
        return level_checks.problems(self, level)

    def apply(self, state: State, move: Direction) -> Transition[State] | None:
        step = single_pusher.step(state, move)
        if step is None:
            return None
        (player, boxes, field), (target, beyond) = state, step
        walk = plain_move("pusher", player, target, "walk")
        if beyond < 0:
            return Transition(State(target, boxes, field), (walk,))
        push = plain_move("box", target, beyond, "push")
        return Transition(State(target, boxes - {target} | {beyond}, field), (push, walk), ((target, beyond),))

    def outcome(self, state: State) -> Outcome:
        return SOLVED if state.boxes <= state.field.goals else PLAYING

    def to_level(self, state: State) -> Level:
        boxes = (Piece("box", (box,)) for box in state.boxes)
        return state.field.level(self.info.key, (*boxes, *single_pusher.player_pieces(state.player, state.field)))

    def pseudo_legal_moves(self, state: State) -> Sequence[Direction]:
        return state.field.grid.directions

    # Not needed for a game, but fast to search and to verify; `BoxRules` adds the bounds of a search.

    def successors(self, state: State) -> Iterator[tuple[Direction, State]]:
        player, boxes, field = state
        free = field.free
        for move, towards in enumerate(field.grid.step):
            target = towards[player]
            if free[target]:
                if target not in boxes:
                    yield move, State(target, boxes, field)
                elif free[beyond := towards[target]] and beyond not in boxes:
                    yield move, State(target, boxes - {target} | {beyond}, field)

    def play_line(self, state: State, moves: Sequence[Direction], deadline: Deadline = NEVER) -> PlayedLine[State]:
        del deadline  # the longest line takes a few seconds
        return single_pusher.play_pushes(state, moves)

    def explain_illegal(self, state: State, move: Direction) -> str:
        return single_pusher.explain_step(state, move)


game = Game(Sokoban(), SokobanControls)
