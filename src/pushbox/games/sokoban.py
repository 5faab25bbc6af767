"""Sokoban: push every box onto a goal.

The player walks to a free neighbouring cell, or into a box, which is pushed to the cell behind it if that is free.
One box at a time, never pulled, never undone by the rules.

Solved: every box stands on a goal.  More boxes than goals is an error of the level; fewer is not.

Source: Thinking Rabbit (Hiroyuki Imabayashi), 1982; the Sokoban Wiki for what the field has agreed on since.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..grid import Cell, Direction
from ..level import Level, Problem
from .api import PLAYING, SOLVED, Brush, GameInfo, Outcome, Palette, Turn
from .parts import goals, setup
from .parts.field import Field
from .parts.hero import HeroGame, moved, player_of, player_pieces, step

INFO = GameInfo(
    key="sokoban",
    name="Sokoban",
    summary="Push every box onto a goal.",
    source="Thinking Rabbit, 1982",
    palette=Palette((WALL, FLOOR, GOAL), (Brush(Piece("pusher", (0,)), 1, 1), Brush(Piece("box", (0,)), 1, 9))),
    facts=(
        "A level that starts solved is solved by the empty solution.",
        "More boxes than goals is an error; fewer is not: solved means that every box stands on a goal.",
    ),
)


class State(NamedTuple):
    """Where the player stands (the sentinel off the board if there is none), the boxes, and the field they are on."""

    player: Cell
    boxes: frozenset[Cell]
    field: Field


class Sokoban(HeroGame[State]):
    """The rules of Sokoban; a move is a direction."""

    info = INFO

    def start(self, level: Level) -> State:
        setup.check(self.info, level)
        boxes = frozenset(box.anchor for box in level.board.of_kind("box"))
        return State(player_of(level.board), boxes, Field.of(level.board, level.options))

    def problems(self, level: Level) -> list[Problem]:
        return goals.problems(self, level)

    def turn(self, state: State, move: Direction) -> Turn[State] | None:
        player, boxes, field = state
        if (way := step(state, move)) is None:
            return None
        target, beyond = way
        walked = moved(Piece("pusher", (player,)), Piece("pusher", (target,)), "walk")
        if beyond < 0:
            return Turn(State(target, boxes, field), (walked,))
        pushed = moved(Piece("box", (target,)), Piece("box", (beyond,)), "push")
        return Turn(State(target, boxes - {target} | {beyond}, field), (pushed, walked), ((target, beyond),))

    def expand(self, state: State) -> Iterator[tuple[Direction, State]]:
        player, boxes, field = state
        free = field.free
        for move, towards in enumerate(field.grid.step):
            target = towards[player]
            if free[target]:
                if target not in boxes:
                    yield move, State(target, boxes, field)
                elif free[beyond := towards[target]] and beyond not in boxes:
                    yield move, State(target, boxes - {target} | {beyond}, field)

    def outcome(self, state: State) -> Outcome:
        return SOLVED if state.boxes <= state.field.goals else PLAYING

    def level(self, state: State) -> Level:
        pieces = (*(Piece("box", (box,)) for box in state.boxes), *player_pieces(state))
        grid, terrain, options = state.field.grid, state.field.terrain, state.field.options
        return Level(Board(grid.width, grid.height, terrain, pieces), self.info.key, options)


game = Sokoban()
