"""Sokoban Plus: Sokoban with numbered boxes and goals.

The player walks and pushes as in Sokoban.

Solved: every box stands on a goal of its number; boxes without a number stand on goals without one.  Several boxes may
share a number.  The numbers of the boxes and of the goals must be the same, each as often.

Source: Gerald Holler, SokoMind Plus; anian's page on the plus format, in which boxes with one number are
interchangeable.  That a goal without a number takes no numbered box is inferred from its examples, which are called the
same puzzle only under this reading.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..grid import Cell, Direction
from ..level import Level, Problem
from .api import PLAYING, SOLVED, Brush, GameInfo, Outcome, Palette, Status, Turn
from .parts import goals, setup
from .parts.field import Field
from .parts.hero import HeroGame, moved, player_of, player_pieces, step

INFO = GameInfo(
    key="plus",
    name="Sokoban Plus",
    summary="Push every box onto a goal, numbered boxes onto goals of their number.",
    source="Gerald Holler, SokoMind Plus, 2000",
    palette=Palette(
        (WALL, FLOOR, GOAL, GOAL._replace(number=1), GOAL._replace(number=2)),
        (
            Brush(Piece("pusher", (0,)), 1, 1),
            Brush(Piece("box", (0,)), 0, 4),
            Brush(Piece("box", (0,), number=1), 0, 2),
            Brush(Piece("box", (0,), number=2), 0, 2),
        ),
    ),
    facts=(
        "Several boxes may share a number.",
        "A goal without a number takes only boxes without one.",
        "The numbers of boxes and goals must be the same, each as often.",
    ),
)


class State(NamedTuple):
    """Where the player stands, the boxes, the numbered ones of them with their numbers, and the field they are on."""

    player: Cell
    boxes: frozenset[Cell]
    numbers: frozenset[tuple[Cell, int]]
    field: Field


class Plus(HeroGame[State]):
    """The rules of Sokoban Plus; a move is a direction."""

    info = INFO

    def start(self, level: Level) -> State:
        setup.check(self.info, level)
        boxes = level.board.of_kind("box")
        numbers = frozenset((box.anchor, box.number) for box in boxes if box.number)
        field = Field.of(level.board, level.options)
        return State(player_of(level.board), frozenset(box.anchor for box in boxes), numbers, field)

    def problems(self, level: Level) -> list[Problem]:
        boxes = Counter(box.number for box in level.board.of_kind("box") if box.number)
        wanted = Counter(terrain.number for terrain in level.board.terrain if terrain.number)
        found = goals.problems(self, level)
        if boxes != wanted:
            told = f"found boxes numbered {_listed(boxes)} and goals numbered {_listed(wanted)}"
            found.append(Problem(0, 0, "error", told, "the same numbers"))
        return found

    def turn(self, state: State, move: Direction) -> Turn[State] | None:
        player, boxes, numbers, field = state
        if (way := step(state, move)) is None:
            return None
        target, beyond = way
        walked = moved(Piece("pusher", (player,)), Piece("pusher", (target,)), "walk")
        if beyond < 0:
            return Turn(State(target, boxes, numbers, field), (walked,))
        number = dict(numbers).get(target, 0)
        if number:
            numbers = numbers - {(target, number)} | {(beyond, number)}
        box = Piece("box", (target,), number=number)
        pushed = moved(box, box._replace(cells=(beyond,)), "push")
        after = State(target, boxes - {target} | {beyond}, numbers, field)
        return Turn(after, (pushed, walked), ((target, beyond),))

    def outcome(self, state: State) -> Outcome:
        if not state.boxes <= state.field.goals:
            return PLAYING
        numbers = dict(state.numbers)
        wrong = sum(numbers.get(box, 0) != state.field.terrain[box].number for box in state.boxes)
        if not wrong:
            return SOLVED
        return Outcome(Status.PLAYING, f"the board is solved but not the numbers: {wrong} of the boxes on wrong goals")

    def level(self, state: State) -> Level:
        numbers = dict(state.numbers)
        boxes = (Piece("box", (box,), number=numbers.get(box, 0)) for box in state.boxes)
        grid, terrain, options = state.field.grid, state.field.terrain, state.field.options
        return Level(Board(grid.width, grid.height, terrain, (*boxes, *player_pieces(state))), self.info.key, options)


def _listed(numbers: Counter[int]) -> str:
    return " ".join(map(str, sorted(numbers.elements()))) or "none"


game = Plus()
