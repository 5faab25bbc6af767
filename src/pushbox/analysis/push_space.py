"""The positions of a level with one pusher, push by push."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ..deadline import NEVER, Deadline
from ..games.position import Position
from ..grid import Cell, rc_of
from ..path.walk import walk
from ..solver import Limit
from .deadlocks.local_search import Bits, OnePusher
from .deadlocks.puzzle import BoxPuzzle

_MEMORY = 1 << 29  # bytes, where no limit names another size

PushPosition = tuple[Bits, ...]  # the boxes of each number as bits, and the lowest cell that the pusher walks to


class PushSpace(OnePusher):
    """The positions that a puzzle of one pusher leads to, no box ever on a dead square for it."""

    def __init__(self, position: Position, puzzle: BoxPuzzle) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle
        self.position = position

    @classmethod
    def of(cls, position: Position) -> PushSpace | None:
        """Return the space of a position, None for a game that knows more than boxes, goals and one pusher."""
        puzzle = BoxPuzzle.of(position)
        return None if puzzle is None or len(puzzle.pushers) > 1 else cls(position, puzzle)

    def most_positions(self, limit: Limit) -> int:
        """Return how many positions fit into the memory of a limit."""
        return (limit.memory_bytes or _MEMORY) // self.position_bytes

    def cells(self, bits: Bits) -> Iterator[Cell]:
        """Yield the cells of bits."""
        while bits:
            row, column = rc_of((bits & -bits).bit_length() - 1, self._pitch)
            yield self._grid.cell(row, column)
            bits &= bits - 1

    def boxes(self, position: PushPosition) -> tuple[Cell, ...]:
        """Return the cells of all boxes."""
        return tuple(self.cells(sum(position[:-1])))

    def push(self, before: PushPosition, after: PushPosition) -> tuple[Cell, Cell]:
        """Return from where to where a box was pushed between two positions."""
        old, new = sum(before[:-1]), sum(after[:-1])
        (start,), (end,) = self.cells(old & ~new), self.cells(new & ~old)
        return start, end

    def path(self, pushes: Iterable[tuple[Cell, Cell]], deadline: Deadline = NEVER) -> list[PushPosition]:
        """Return the positions of a line of pushes, the start first.  Raises OutOfTime."""
        path: list[PushPosition] = [self.start]
        for start, end in pushes:
            deadline.check()
            begin, target = self._bits([start]), self._bits([end])
            boxes = tuple(own ^ begin ^ target if own & begin else own for own in path[-1][:-1])
            path.append((*boxes, self._lowest(self._walk(begin, sum(boxes)))))
        return path

    def text(self, path: Sequence[PushPosition], deadline: Deadline = NEVER) -> str:
        """Return the moves of positions that begin with the start, each a push after the one before."""
        return "".join(self.runs(path, self.puzzle.pushers[0], deadline))

    def runs(self, path: Sequence[PushPosition], pusher: Cell, deadline: Deadline = NEVER) -> Iterator[str]:
        """Yield the moves to each of some positions from the one before, in which the pusher stands on a cell first.

        Raises OutOfTime.
        """
        grid = self.puzzle.grid
        names = grid.tiling.letters
        for before, after in pairwise(path):
            deadline.check()
            start, end = self.push(before, after)
            direction = grid.direction(start, end)
            assert direction is not None, "a push is one step"
            free = list(self.puzzle.free)
            for box in self.boxes(before):
                free[box] = False
            steps = walk(grid, free, pusher, grid.step[grid.opposite[direction]][start]) or ()
            yield "".join(names[step] for step in steps) + names[direction].upper()
            pusher = start

    def count_pushes(self, position: PushPosition) -> int:
        """Count the legal pushes, those onto dead squares too."""
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
