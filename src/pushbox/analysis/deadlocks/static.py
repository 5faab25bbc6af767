"""Deadlocks that are seen without a search: dead squares, boxes that freeze, goals that are too few.

Source: the Sokoban Wiki on freeze deadlocks; Hall's theorem on representatives (1935) for the boxes that reach fewer
goals than they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ...grid import Cell
from ...tiling import LEFT, UP, Direction
from .puzzle import BoxPuzzle
from .witnesses import AxisBlock, Bipartite, DeadSquare, Freeze, FrozenBox

_MAX_MINIMIZED = 200  # frozen boxes of which those that are not needed are left out
_MAX_REACHED = 4_000_000  # cells that boxes could reach, one after the other
_MAX_LOOKED_AT = 2_000_000  # cells that they reach, and goals that they are matched with, all looks together


def find_dead_squares(puzzle: BoxPuzzle) -> list[DeadSquare]:
    """Return the boxes on squares that are dead for them."""
    return [DeadSquare(box, puzzle.live(number)) for box, number in puzzle.boxes if box not in puzzle.live(number)]


def find_freeze(puzzle: BoxPuzzle) -> Freeze | None:
    """Return a set of frozen boxes, one of them away from its goals, of which, unless it is large, none can go."""
    away = frozenset(puzzle.away())
    frozen = frozen_boxes(puzzle, puzzle.cells)
    if not away & frozen:
        return None
    frozen = frozenset(_chain(puzzle, min(away & frozen), frozen))
    for box in sorted(frozen) if len(frozen) <= _MAX_MINIMIZED else ():
        fewer = frozen_boxes(puzzle, frozen - {box})
        if away & fewer:
            frozen = fewer
    return Freeze(_reasons(puzzle, _chain(puzzle, min(away & frozen), frozen)))


def find_bipartite(puzzle: BoxPuzzle, work: Work | None = None) -> Bipartite | None:
    """Return boxes that reach fewer goals than they are, none of whom and of whose frozen walls can be left out.

    None too for a board on which that takes more work than is left; where only leaving them out does, some stay.
    """
    if len(puzzle.boxes) * puzzle.grid.outside > _MAX_REACHED:
        return None
    frozen = frozen_boxes(puzzle, puzzle.cells)
    work = work or Work()
    whole = last = _stranded(puzzle, frozen, work)
    if not whole:
        return None
    for box in sorted(frozen):
        if work.is_done:
            break
        work.count(len(frozen))
        fewer = frozen_boxes(puzzle, frozen - {box})
        if found := _stranded(puzzle.only([*whole, *fewer]), fewer, work):
            frozen, last = fewer, found
    stranded = _stranded(puzzle.only([*whole, *frozen]), frozen, work) or last
    for box in list(stranded):
        if work.is_done:
            break
        rest = [other for other in stranded if other != box]
        if rest and _stranded(puzzle.only([*rest, *frozen]), frozen, work):
            stranded = rest
    goals = frozenset[Cell]().union(*_goals_in_reach(puzzle.only(stranded), frozen).values())
    return Bipartite(tuple(sorted(stranded)), tuple(sorted(goals)), _reasons(puzzle, sorted(frozen)))


class Work:
    """The looks that are left; counted, not timed, so that a position has the same deadlocks on every machine."""

    def __init__(self, left: int = _MAX_LOOKED_AT) -> None:
        self._left = left

    @property
    def is_done(self) -> bool:
        """Return whether there are none."""
        return self._left <= 0

    def count(self, looks: int) -> None:
        """Take some of them."""
        self._left -= looks


def frozen_boxes(puzzle: BoxPuzzle, boxes: Iterable[Cell]) -> frozenset[Cell]:
    """Return the largest part of some boxes in which they hold each other, on both axes, for ever."""
    frozen = set(boxes)
    numbers = dict(puzzle.boxes)
    waiting = sorted(frozen)
    while waiting:
        box = waiting.pop()
        if box in frozen and not all(_block(puzzle, box, numbers[box], axis, frozen) for axis in (LEFT, UP)):
            frozen.discard(box)
            waiting += [near for step in puzzle.grid.step if (near := step[box]) in frozen]
    return frozenset(frozen)


def _block(puzzle: BoxPuzzle, box: Cell, number: int, before: Direction, frozen: Collection[Cell]) -> AxisBlock | None:
    """Return the block of a box on the axis of a direction, or None."""
    after = puzzle.grid.opposite[before]
    near, far = puzzle.grid.step[before][box], puzzle.grid.step[after][box]
    if not puzzle.free[near]:
        return AxisBlock("wall", before)
    if not puzzle.free[far]:
        return AxisBlock("wall", after)
    live = puzzle.live(number)
    if near not in live and far not in live:
        return AxisBlock("dead", before)
    if near in frozen:
        return AxisBlock("box", before)
    return AxisBlock("box", after) if far in frozen else None


def _reasons(puzzle: BoxPuzzle, frozen: Sequence[Cell]) -> tuple[FrozenBox, ...]:
    numbers, cells = dict(puzzle.boxes), frozenset(frozen)
    reasons = []
    for box in frozen:
        horizontal, vertical = (_block(puzzle, box, numbers[box], axis, cells) for axis in (LEFT, UP))
        assert horizontal is not None, "the box is frozen in its row"
        assert vertical is not None, "the box is frozen in its column"
        reasons.append(FrozenBox(box, horizontal, vertical))
    return tuple(reasons)


def _chain(puzzle: BoxPuzzle, first: Cell, frozen: Collection[Cell]) -> list[Cell]:
    """Return the boxes that hold the first, and each other, in the order in which they are met."""
    numbers = dict(puzzle.boxes)
    chain, met = [first], {first}
    for box in chain:
        for axis in (LEFT, UP):
            block = _block(puzzle, box, numbers[box], axis, frozen)
            if block is not None and block.reason == "box":
                holder = puzzle.grid.step[block.direction][box]
                if holder not in met:
                    met.add(holder)
                    chain.append(holder)
    return chain


def _stranded(puzzle: BoxPuzzle, frozen: Collection[Cell], work: Work) -> list[Cell]:
    """Return boxes that reach fewer goals than they are with the frozen ones as walls, nothing where all find theirs.

    Nothing too where there is more work than is left.  They are what is met from a box that no matching serves, by the
    goals that it reaches and the boxes on them.
    """
    goals = _goals_in_reach(puzzle, frozen, work)
    owner: dict[Cell, Cell] = {}  # of each goal that is taken the box
    served: dict[Cell, Cell] = {}  # of each box its goal
    for box in goals:
        met: dict[Cell, Cell] = {}  # goals, and the boxes that reach them
        queue, free_goal = [box], -1
        for current in queue:
            work.count(len(goals[current]))
            for goal in goals[current]:
                if goal not in met:
                    met[goal] = current
                    if goal not in owner:
                        free_goal = goal
                        break
                    queue.append(owner[goal])
            if free_goal >= 0:
                break
        if work.is_done:
            return []
        if free_goal < 0:
            return sorted(queue)
        while free_goal >= 0:  # every box on the way takes the goal by which it was met
            taker = met[free_goal]
            left = served.get(taker, -1)
            owner[free_goal], served[taker] = taker, free_goal
            free_goal = left
    return []


def _goals_in_reach(
    puzzle: BoxPuzzle, frozen: Collection[Cell], work: Work | None = None
) -> dict[Cell, tuple[Cell, ...]]:
    """Return for each box that is not frozen the goals that it reaches alone, with the frozen ones as walls."""
    free = list(puzzle.free)
    for cell in frozen:
        free[cell] = False
    goals = dict(puzzle.goals)
    step, opposite = puzzle.grid.step, puzzle.grid.opposite
    in_reach = {}
    for box, number in puzzle.boxes:
        if box in frozen:
            continue
        reached = {box}
        waiting = [box]
        for cell in waiting:
            for direction, towards in enumerate(step):
                ahead = towards[cell]
                if free[ahead] and free[step[opposite[direction]][cell]] and ahead not in reached:
                    reached.add(ahead)
                    waiting.append(ahead)
        if work is not None:
            work.count(len(waiting))
        in_reach[box] = tuple(cell for cell in waiting if goals.get(cell, -1) == number)
    return in_reach
