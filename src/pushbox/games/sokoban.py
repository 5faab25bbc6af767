"""Sokoban: push every box onto a goal.

The player walks to a free neighbouring cell, or into a box, which is pushed to the cell behind it if that is free.
One box at a time, never pulled, never undone by the rules.

Solved: every box stands on a goal.  More boxes than goals is an error of the level; fewer is not.

Source: Thinking Rabbit (Hiroyuki Imabayashi), 1982; the Sokoban Wiki for what the field has agreed on since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Board, Change, Piece
from ..errors import IllegalMove
from ..grid import DIRECTIONS, LETTERS, NAMES, Cell, Direction
from ..level import Level, Problem
from ..notation import letters
from .api import PLAYING, SOLVED, Brush, Focus, Game, GameInfo, Half, Key, Outcome, Palette, Turn
from .parts import goals, setup
from .parts.field import Field
from .parts.pointer import hero_reach

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


class Sokoban(Game[State, Direction]):
    """The rules of Sokoban; a move is a direction."""

    info = INFO

    def start(self, level: Level) -> State:
        setup.check(self.info, level)
        board = level.board
        player = next((pusher.anchor for pusher in board.of_kind("pusher")), board.grid.outside)
        return State(player, frozenset(box.anchor for box in board.of_kind("box")), Field.of(board, level.options))

    def problems(self, level: Level) -> list[Problem]:
        found = [*setup.misfits(self.info, level)]
        if not found:
            found = [*goals.count_problems(level.board), *goals.access_problems(level.board)]
            if not found and self.outcome(self.start(level)).solved:
                found.append(Problem(0, 0, "warning", "the level is solved before the first move"))
        return [level.place(problem) for problem in found]

    def tries(self, state: State) -> Sequence[Direction]:
        return DIRECTIONS

    def turn(self, state: State, move: Direction) -> Turn[State] | None:
        player, boxes, field = state
        step = field.grid.step[move]
        target = step[player]
        if not field.free[target]:
            return None
        walked = _moved("pusher", player, target, "walk")
        if target not in boxes:
            return Turn(State(target, boxes, field), (walked,))
        beyond = step[target]
        if not field.free[beyond] or beyond in boxes:
            return None
        pushed = _moved("box", target, beyond, "push")
        return Turn(State(target, boxes - {target} | {beyond}, field), (pushed, walked), ((target, beyond),))

    def expand(self, state: State) -> Iterator[tuple[Direction, State]]:
        player, boxes, field = state
        free = field.free
        for move, step in enumerate(field.grid.step):
            target = step[player]
            if free[target]:
                if target not in boxes:
                    yield move, State(target, boxes, field)
                elif free[beyond := step[target]] and beyond not in boxes:
                    yield move, State(target, boxes - {target} | {beyond}, field)

    def outcome(self, state: State) -> Outcome:
        return SOLVED if state.boxes <= state.field.goals else PLAYING

    def level(self, state: State) -> Level:
        player, boxes, field = state
        pushers = () if player == field.grid.outside else (Piece("pusher", (player,)),)
        pieces = (*(Piece("box", (box,)) for box in boxes), *pushers)
        board = Board(field.grid.width, field.grid.height, field.terrain, pieces)
        return Level(board, self.info.key, field.options)

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        return hero_reach(state.field.grid, state.field.free, state.boxes, state.player, origin, limit)

    def focus(self, state: State) -> list[Piece]:
        return list(self.board(state).of_kind("pusher"))

    def key(self, state: State, focus: Piece | None, key: Key) -> Direction | Focus | Half | None:
        return NAMES.index(key) if key in NAMES else None

    def refusal(self, state: State, move: Direction) -> str:
        target = state.field.grid.step[move][state.player]
        blocked = "the box is blocked" if target in state.boxes else "a wall is in the way"
        return f"the player cannot go {NAMES[move]}, {blocked}"

    def parse(self, state: State, text: str) -> list[Direction]:
        return [LETTERS.index(letter) for letter in letters(text).lower()]

    def format(self, state: State, moves: Sequence[Direction]) -> str:
        text = []
        for number, move in enumerate(moves, start=1):
            turn = self.turn(state, move)
            if turn is None:
                raise IllegalMove(self.refusal(state, move), step=number)
            text.append(LETTERS[move].upper() if turn.pushed else LETTERS[move])
            state = turn.state
        return "".join(text)


def _moved(kind: str, start: Cell, end: Cell, cause: str) -> Change:
    before = Piece(kind, (start,))
    return Change(0, cause, before, Piece(kind, (end,)), -1, before)


game = Sokoban()
