"""Analyse the pushes of a solution: towards goals and away from them, box by box or alternating."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...games.parts.push_distance import distances
from ...games.position import Position
from ...grid import Cell
from ..deadlocks.puzzle import BoxPuzzle


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


def pushes_of(start: Position, moves: Iterable[Any]) -> list[Push]:
    """Return the pushes of some moves."""
    transitions = enumerate(start.transitions(moves))
    return [Push(step, *push) for step, transition in transitions for push in transition.pushes]


def positions_before(start: Position, moves: Sequence[Any], steps: Iterable[int]) -> Iterator[Position]:
    """Yield the positions before some of the moves, by their numbers from 0 in ascending order."""
    position, played = start, 0
    for step in steps:
        for transition in position.transitions(moves[played:step]):
            position = Position(start.game, transition.state)
        played = step
        yield position


def count_line(puzzle: BoxPuzzle, pushes: Sequence[Push]) -> LineCounts:
    """Count the pushes of a solution of a puzzle. O(pushes + moved boxes * cells)."""
    numbers = dict(puzzle.boxes)
    goals = {number: puzzle.goals_of(number) for number in numbers.values()}
    routes = _routes(pushes)
    away = leaving = 0
    for home, *route in routes.values():
        own = goals[numbers[home]]
        far = distances(puzzle.grid, puzzle.free, frozenset([route[-1]]))
        steps = [*zip((home, *route), route, strict=False)]
        away += sum(far[end] > far[start] for start, end in steps)
        leaving += any(start in own and end not in own for start, end in steps)
    return LineCounts(len(routes), away, leaving, _parked(pushes, goals, numbers))


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
