"""Sokoban Plus: Sokoban with numbered boxes and goals.

The player walks and pushes as in Sokoban, whose options are the same here.

Solved: every box stands on a goal of its number; boxes without a number stand on goals without one.  Several boxes may
share a number.  The numbers of the boxes and of the goals must be the same, each as often.

Source: Gerald Holler, SokoMind Plus; anian's page on the plus format, in which boxes with one number are
interchangeable.  That a goal without a number takes no numbered box is inferred from its examples, which are called the
same puzzle only under this reading.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ..board import FLOOR, GOAL, WALL, Piece
from ..grid import Cell
from ..level import Level, Problem
from .api import PLAYING, SOLVED, GameInfo, Outcome, Palette, PieceSpec, Status
from .parts import twists
from .parts.bound import pushes
from .parts.field import Field
from .parts.position import State
from .sokoban import Sokoban

INFO = GameInfo(
    key="plus",
    name="Sokoban Plus",
    summary="Push every box onto a goal, numbered boxes onto goals of their number.",
    source="Gerald Holler, SokoMind Plus, 2000",
    palette=twists.palette(
        Palette(
            (WALL, FLOOR, GOAL, GOAL._replace(number=1), GOAL._replace(number=2)),
            (
                PieceSpec(Piece("pusher", (0,)), 1, 1),
                PieceSpec(Piece("box", (0,)), 0, 4),
                PieceSpec(Piece("box", (0,), number=1), 0, 2),
                PieceSpec(Piece("box", (0,), number=2), 0, 2),
            ),
        )
    ),
    imperfect_information=True,
    options=twists.OPTIONS,
    facts=(
        "Several boxes may share a number.",
        "A goal without a number takes only boxes without one.",
        "The numbers of boxes and goals must be the same, each as often.",
        *twists.FACTS,
    ),
)


class Plus(Sokoban):
    """The rules of Sokoban Plus; a move is a direction, in reverse play also a pull or a jump."""

    info = INFO

    def problems(self, level: Level) -> list[Problem]:
        boxes = Counter(box.number for box in level.board.of_kind("box") if box.number)
        wanted = Counter(terrain.number for terrain in level.board.terrain if terrain.number)
        found = super().problems(level)
        if boxes != wanted:
            told = f"found boxes numbered {_listed(boxes)} and goals numbered {_listed(wanted)}"
            found.append(Problem(0, 0, "error", told, "the same numbers"))
        return found

    def placed(self, state: State) -> Outcome:
        if not state.boxes <= state.field.goals:
            return PLAYING
        numbers = {box.anchor: box.number for box in state.extra.special}
        wrong = sum(numbers.get(box, 0) != state.field.terrain[box].number for box in state.boxes)
        if not wrong:
            return SOLVED
        return Outcome(Status.PLAYING, f"the board is solved but not the numbers: {wrong} of the boxes on wrong goals")

    def tables(self, state: State) -> dict[Cell, tuple[float, ...]]:
        field = state.field
        if not field.goals and field.bombs:
            return {}
        numbers = {box.anchor: box.number for box in state.extra.special}
        own = {box: _numbered(field, numbers.get(box, 0)) for box in state.boxes}
        return {box: pushes(field.grid, field.free, homes, pulls=field.twists.reverse) for box, homes in own.items()}


@lru_cache(maxsize=256)
def _numbered(field: Field, number: int) -> frozenset[Cell]:
    """Return the goals with a number."""
    return frozenset(goal for goal in field.goals if field.terrain[goal].number == number)


def _listed(numbers: Counter[int]) -> str:
    return " ".join(map(str, sorted(numbers.elements()))) or "none"


game = Plus()
