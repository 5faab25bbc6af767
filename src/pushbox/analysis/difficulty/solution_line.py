"""Analyse the pushes of a solution: towards goals and away from them, box by box or alternating."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from ...deadline import NEVER, Deadline
from ...games.parts.push_distance import distances
from ...games.position import Position
from ...grid import Cell
from ..deadlocks.puzzle import BoxPuzzle

_T = TypeVar("_T")


class Push(NamedTuple):
    """A push of a solution: which of its moves it is, from 0, and from where to where it takes its box."""

    step: int
    start: Cell
    end: Cell


@dataclass(frozen=True, slots=True)
class LineCounts:
    """Counts of the pushes of a solution.

    `moved` counts the boxes that are pushed at all, `away` the pushes after which the box is farther from its final
    goal, `leaving` the boxes taken off their own goal, and `parked` how often a box is left off its goals while others
    are pushed, and then pushed again.
    """

    moved: int
    away: int
    leaving: int
    parked: int


def evenly(values: Sequence[_T], most: int) -> list[_T]:
    """Return at most so many of some values, evenly spread."""
    count = min(len(values), most)
    return [values[(2 * index + 1) * len(values) // (2 * count)] for index in range(count)]


class SolutionLine:
    """The line of a solution from a position on: its `moves`, and its `pushes`.

    Raises NotationError and IllegalMove for a text that cannot be played, OutOfTime as its methods do.
    """

    def __init__(self, start: Position, text: str, deadline: Deadline = NEVER) -> None:
        self.start = start
        self.moves: list[Any] = start.parse(text)
        self.pushes: list[Push] = []
        self._deadline = deadline
        for step, transition in enumerate(start.transitions(self.moves)):
            deadline.check()
            self.pushes += (Push(step, *push) for push in transition.pushes)

    def samples(self, most: int) -> Iterator[tuple[Position, Push]]:
        """Yield at most so many of the pushes, evenly spread, each with the position before it."""
        position, played = self.start, 0
        for push in evenly(self.pushes, most):
            for transition in position.transitions(self.moves[played : push.step]):
                self._deadline.check()
                position = Position(self.start.game, transition.state)
            played = push.step
            yield position, push

    def counts(self, puzzle: BoxPuzzle) -> LineCounts:
        """Count the pushes, in the puzzle of the position. O(pushes + moved boxes * cells)."""
        numbers = dict(puzzle.boxes)
        goals = {number: puzzle.goals_of(number) for number in numbers.values()}
        routes = _routes(self.pushes)
        away = leaving = 0
        for home, *route in routes.values():
            self._deadline.check()
            own = goals[numbers[home]]
            far = distances(puzzle.grid, puzzle.free, frozenset([route[-1]]))
            steps = [*zip((home, *route), route, strict=False)]
            away += sum(far[end] > far[start] for start, end in steps)
            leaving += any(start in own and end not in own for start, end in steps)
        return LineCounts(len(routes), away, leaving, _parked(self.pushes, goals, numbers))


def _routes(pushes: Iterable[Push]) -> dict[Cell, list[Cell]]:
    """Return for each pushed box, keyed by its first cell, all cells of its route."""
    routes: dict[Cell, list[Cell]] = {}
    now: dict[Cell, Cell] = {}
    for push in pushes:
        box = now.pop(push.start, push.start)
        now[push.end] = box
        routes.setdefault(box, [box]).append(push.end)
    return routes


def _parked(pushes: Iterable[Push], goals: dict[int, frozenset[Cell]], numbers: dict[Cell, int]) -> int:
    """Count how often a box is pushed again after it was left off its goals while others were pushed."""
    number_at = dict(numbers)
    left: set[Cell] = set()  # where boxes stand that have been pushed and left
    before: Cell | None = None
    parked = 0
    for _, start, end in pushes:
        if start != before:
            if before is not None:
                left.add(before)
            parked += start in left and start not in goals[number_at[start]]
            left.discard(start)
        number_at[end] = number_at.pop(start)
        before = end
    return parked
