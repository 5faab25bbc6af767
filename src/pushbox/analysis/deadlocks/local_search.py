"""The exhaustive search of a few boxes alone on the board; of one pusher, sets of cells are the bits of numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from ...deadline import NEVER, Deadline
from ...grid import Cell, cell_of
from .puzzle import BoxPuzzle
from .witnesses import MAX_POSITIONS

Bits = int
_MEMORY = 1 << 28  # bytes of all positions
_BYTES, _BOX_BYTES = 200, 64  # of a position, and of each of its boxes and pushers, which the checker keeps as a set
_Position = TypeVar("_Position", bound=Hashable)


def count_positions(puzzle: BoxPuzzle, most: int = MAX_POSITIONS, deadline: Deadline = NEVER) -> int | None:
    """Count the positions that an unsolvable puzzle leads to, never with a box on a dead square for it.

    Return None if one is solved, if there are more than `most` or than fit into memory, or if the deadline comes first;
    see `UnsolvableSet` for the definition of a position.
    """
    search: _Search[Any] = OnePusher(puzzle) if len(puzzle.pushers) == 1 else _SeveralPushers(puzzle)
    start = search.start
    if search.is_solved(start):
        return None
    seen = {start}
    waiting = [start]
    most = min(most, _MEMORY // search.position_bytes)
    while waiting:
        for after in search.successors(waiting.pop()):
            if deadline.is_over:
                return None
            if after not in seen:
                seen.add(after)
                waiting.append(after)
                if search.is_solved(after) or len(seen) > most:
                    return None
    return len(seen)


class _Search(Protocol[_Position]):
    """The interface of a searched puzzle."""

    start: _Position

    @property
    def position_bytes(self) -> int:
        """The memory that a position takes."""

    def is_solved(self, position: _Position) -> bool:
        """Return whether all boxes are on their goals."""

    def successors(self, position: _Position) -> Iterator[_Position]:
        """Yield the positions after a push, or with several pushers after a step."""


class OnePusher:
    """Positions are the boxes of each number as bits, and the lowest cell that the pusher walks to as a bit.

    Rows of bits are one longer than rows of the board, so that nothing steps from the end of one into the next.
    """

    def __init__(self, puzzle: BoxPuzzle) -> None:
        self._grid = grid = puzzle.grid
        self._pitch = grid.width + 1
        self._free = self._bits(cell for cell in range(grid.outside) if puzzle.free[cell])
        self._count = len(puzzle.boxes)
        numbers = sorted({number for _, number in puzzle.boxes})
        self._goals = [self._bits(puzzle.goals_of(number)) for number in numbers]
        self._live = [self._bits(puzzle.live(number)) for number in numbers]
        boxes = tuple(self._bits(cell for cell, own in puzzle.boxes if own == number) for number in numbers)
        pusher = self._bits(puzzle.pushers)
        self.start = (*boxes, self._lowest(self._walk(pusher, sum(boxes))))

    @property
    def position_bytes(self) -> int:
        """The memory that a position takes."""
        return _BYTES + _BOX_BYTES * self._count + len(self.start) * self._pitch * self._grid.height // 8

    def _bits(self, cells: Iterable[Cell]) -> Bits:
        return sum(1 << cell_of(*self._grid.rc(cell), self._pitch) for cell in cells)

    @staticmethod
    def _lowest(bits: Bits) -> Bits:
        return bits & -bits

    def _walk(self, start: Bits, boxes: Bits) -> Bits:
        """Return the cells that a pusher can walk to."""
        floor, pitch = self._free & ~boxes, self._pitch
        reached, before = start, 0
        while reached != before:
            before = reached
            reached |= (reached << 1 | reached >> 1 | reached << pitch | reached >> pitch) & floor
        return reached

    def is_solved(self, position: tuple[Bits, ...]) -> bool:
        """Return whether all boxes are on their goals."""
        return all(not boxes & ~goals for boxes, goals in zip(position, self._goals, strict=False))

    def successors(self, position: tuple[Bits, ...]) -> Iterator[tuple[Bits, ...]]:
        """Yield the positions after a push, never with a box on a dead square for it."""
        boxes = position[:-1]
        everything = sum(boxes)
        region = self._walk(position[-1], everything)
        floor = self._free & ~everything
        for number, own in enumerate(boxes):
            targets = floor & self._live[number]
            for shift in (1, self._pitch):
                ahead = own & region << shift & targets >> shift
                back = own & region >> shift & targets << shift
                for pushed, sign in ((ahead, 1), (back, -1)):
                    while pushed:
                        box = pushed & -pushed
                        pushed ^= box
                        moved = own ^ box ^ (box << shift if sign > 0 else box >> shift)
                        after = (*boxes[:number], moved, *boxes[number + 1 :])
                        yield (*after, self._lowest(self._walk(box, sum(after))))


class _SeveralPushers:
    """Positions are the boxes with their numbers, and the cells of the pushers, who are in each other's way."""

    def __init__(self, puzzle: BoxPuzzle) -> None:
        self._puzzle = puzzle
        self._goals = dict(puzzle.goals)
        self._live = {number: puzzle.live(number) for _, number in puzzle.boxes}
        self.start = (frozenset(puzzle.boxes), frozenset(puzzle.pushers))

    @property
    def position_bytes(self) -> int:
        return _BYTES + _BOX_BYTES * sum(map(len, self.start))

    def is_solved(self, position: tuple[frozenset[tuple[Cell, int]], frozenset[Cell]]) -> bool:
        return all(self._goals.get(cell) == number for cell, number in position[0])

    def successors(
        self, position: tuple[frozenset[tuple[Cell, int]], frozenset[Cell]]
    ) -> Iterator[tuple[frozenset[tuple[Cell, int]], frozenset[Cell]]]:
        boxes, pushers = position
        numbers = dict(boxes)
        step, free = self._puzzle.grid.step, self._puzzle.free
        taken = pushers | numbers.keys()
        for pusher in pushers:
            for towards in step:
                ahead = towards[pusher]
                if not free[ahead] or ahead in pushers:
                    continue
                moved = pushers - {pusher} | {ahead}
                if ahead not in numbers:
                    yield boxes, moved
                    continue
                number, beyond = numbers[ahead], towards[ahead]
                if free[beyond] and beyond not in taken and beyond in self._live[number]:
                    yield boxes - {(ahead, number)} | {(beyond, number)}, moved
