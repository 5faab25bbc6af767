"""The positions of a level with one pusher, push by push, and what all of them together show where they are few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from ...games.position import Position
from ...grid import LETTERS, Cell
from ...path.walk import walk
from ..deadlocks.local_search import Bits, OnePusher
from ..deadlocks.puzzle import BoxPuzzle
from .budget import Budget

MAX_POSITIONS = 100_000  # that are looked at

PushPosition = tuple[Bits, ...]  # the boxes of each number as bits, and the lowest cell that the pusher walks to


class PushSpace(OnePusher):
    """The positions that a puzzle of one pusher leads to, no box ever on a dead square for it."""

    def __init__(self, position: Position[Any, Any], puzzle: BoxPuzzle) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle
        self.position = position

    @classmethod
    def of(cls, position: Position[Any, Any]) -> PushSpace | None:
        """Return the space of a position, None for a game that knows more than boxes, goals and one pusher."""
        puzzle = BoxPuzzle.of(position)
        return None if puzzle is None or len(puzzle.pushers) > 1 else cls(position, puzzle)

    def cells(self, bits: Bits) -> Iterator[Cell]:
        """Yield the cells of bits."""
        while bits:
            row, column = divmod((bits & -bits).bit_length() - 1, self._pitch)
            yield row * (self._pitch - 1) + column
            bits &= bits - 1

    def boxes(self, position: PushPosition) -> tuple[Cell, ...]:
        """Return the cells of all boxes."""
        return tuple(self.cells(sum(position[:-1])))

    def push(self, before: PushPosition, after: PushPosition) -> tuple[Cell, Cell]:
        """Return from where to where a box was pushed between two positions."""
        old, new = sum(before[:-1]), sum(after[:-1])
        (start,), (end,) = self.cells(old & ~new), self.cells(new & ~old)
        return start, end

    def path(self, pushes: Iterable[tuple[Cell, Cell]]) -> list[PushPosition]:
        """Return the positions of a line of pushes, the start first."""
        path: list[PushPosition] = [self.start]
        for start, end in pushes:
            begin, target = self._bits([start]), self._bits([end])
            boxes = tuple(own ^ begin ^ target if own & begin else own for own in path[-1][:-1])
            path.append((*boxes, self._lowest(self._walk(begin, sum(boxes)))))
        return path

    def text(self, path: Sequence[PushPosition]) -> str:
        """Return the moves of positions that begin with the start, each a push after the one before."""
        grid, pusher = self.puzzle.grid, self.puzzle.pushers[0]
        letters = ""
        for before, after in pairwise(path):
            start, end = self.push(before, after)
            direction = grid.direction(start, end)
            assert direction is not None, "a push is one step"
            free = list(self.puzzle.free)
            for box in self.boxes(before):
                free[box] = False
            steps = walk(grid, free, pusher, grid.step[direction ^ 2][start]) or ()
            letters += "".join(LETTERS[step] for step in steps) + LETTERS[direction].upper()
            pusher = start
        return letters

    def count_pushes(self, position: PushPosition) -> int:
        """Return how many pushes are legal, onto dead squares too."""
        everything = sum(position[:-1])
        region = self._walk(position[-1], everything)
        floor = self._free & ~everything
        return sum(
            (everything & region << shift & floor >> shift).bit_count()
            + (everything & region >> shift & floor << shift).bit_count()
            for shift in (1, self._pitch)
        )

    def pushes_to_dead_squares(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield from where to where a box can be pushed from the start onto a dead square for it."""
        everything = sum(self.start[:-1])
        region, grid = self._walk(self.start[-1], everything), self.puzzle.grid
        floor = self._free & ~everything
        for own, live in zip(self.start[:-1], self._live, strict=False):
            for box in self.cells(own):
                for step, back in zip(grid.step, (*grid.step[2:], *grid.step[:2]), strict=True):
                    target = self._bits([step[box]]) if self.puzzle.free[step[box]] else 0
                    behind = self._bits([back[box]]) if self.puzzle.free[back[box]] else 0
                    if target & floor & ~live and behind & region:
                        yield box, step[box]

    def puzzle_at(self, position: PushPosition) -> BoxPuzzle:
        """Return the puzzle that a position is."""
        numbers = sorted({number for _, number in self.puzzle.boxes})
        boxes = ((cell, number) for own, number in zip(position[:-1], numbers, strict=True) for cell in self.cells(own))
        return replace(self.puzzle, boxes=tuple(sorted(boxes)), pushers=tuple(self.cells(position[-1])))


@dataclass(frozen=True, slots=True)
class PushGraph:
    """All positions that a level leads to: what each leads to, and how many pushes it is from a solved one at least.

    What can no longer be solved has no entry in `distances`.
    """

    successors: dict[PushPosition, tuple[PushPosition, ...]]
    distances: dict[PushPosition, int]

    def shortest(self, position: PushPosition) -> list[PushPosition]:
        """Return the positions of a shortest solution, after the one that it begins in."""
        path = []
        while self.distances[position]:
            position = min(
                (after for after in self.successors[position] if after in self.distances),
                key=self.distances.__getitem__,
            )
            path.append(position)
        return path

    def passed_by_all(self, path: Sequence[PushPosition]) -> list[int]:
        """Return which positions of a solution all solutions pass, by their place in it, the start left out.

        What has been reached without the path tells, at each of its positions, whether there is a way around it.
        O(positions + pushes).
        """
        places = {position: place for place, position in enumerate(path)}
        seen: set[PushPosition] = set()
        passed, furthest = [], 0
        for place, position in enumerate(path[:-1]):
            if place and furthest <= place:
                passed.append(place)
            waiting = [position]
            while waiting:
                for after in self.successors[waiting.pop()]:
                    if after in places:
                        furthest = max(furthest, places[after])
                    elif after in self.distances and after not in seen:
                        seen.add(after)
                        waiting.append(after)
                        if not self.distances[after]:
                            furthest = len(path)  # solved elsewhere
        return passed


def explore(space: PushSpace, budget: Budget) -> PushGraph | None:
    """Return all positions that a level leads to, None where there are more than `MAX_POSITIONS`, or than time for."""
    successors: dict[PushPosition, tuple[PushPosition, ...]] = {space.start: ()}
    before: dict[PushPosition, list[PushPosition]] = {space.start: []}
    solved = []
    waiting: list[PushPosition] = [space.start]
    for position in waiting:
        if space.is_solved(position):
            solved.append(position)
            continue
        successors[position] = tuple(dict.fromkeys(space.successors(position)))
        for after in successors[position]:
            if after not in before:
                before[after] = []
                successors[after] = ()
                waiting.append(after)
            before[after].append(position)
        if len(waiting) > MAX_POSITIONS or (len(successors) % 64 == 0 and not budget.step()):
            return None
    distances = dict.fromkeys(solved, 0)
    for position in solved:
        for earlier in before[position]:
            if earlier not in distances:
                distances[earlier] = distances[position] + 1
                solved.append(earlier)
    return PushGraph(successors, distances)
