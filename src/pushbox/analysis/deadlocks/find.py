"""Every deadlock of a position that can be shown: the quick kinds first, then sets of boxes that are searched alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from ...arguments import check_callback
from ...deadline import NEVER, Deadline
from ...games.api import Status
from ...games.position import Position, position_of
from ...grid import Cell
from ...level import Level
from ...solver import Limit, Solved, Unsolvable, native
from ...solver.api import ProgressCallback, check_limit
from .candidates import box_groups
from .exhaust import exhaust
from .local_search import count_positions
from .puzzle import BoxPuzzle, position_with
from .shapes import region_of, shape_of
from .static import Work, find_bipartite, find_dead_squares, find_freeze
from .witnesses import MAX_POSITIONS, LostByRules, UnsolvableSet, Witness

Coverage = Literal["boxes", "search", "none"]

MAX_DEADLOCKS = 20  # that are shown of one position
LIMIT = Limit(seconds=5.0, nodes=200_000, memory=512)


@dataclass(frozen=True, slots=True)
class DeadlockReport:
    """The deadlocks of a position.

    Each of `deadlocks`, at most `MAX_DEADLOCKS`, shows that it has no solution; no box is in two of them.  `coverage`
    says which kinds are known for the game: all kinds for ``boxes``, or by ``search`` of the whole position alone, or
    ``none``.  `complete` tells whether all that could be looked for has been, within the limit.
    """

    deadlocks: tuple[Witness, ...]
    coverage: Coverage
    complete: bool

    @property
    def is_dead(self) -> bool:
        """Whether the position is shown to have no solution."""
        return bool(self.deadlocks)


def coverage_of(position: Position) -> Coverage:
    """Return which kinds of deadlocks apply to the game of a position.

    If a missing box may have been a support, a key or a stop, no set of boxes proves anything about the whole position.
    """
    if position.game.info.simultaneous:
        return "none"
    return "boxes" if BoxPuzzle.of(position) is not None else "search"


def find_quick_deadlocks(position: Position, deadline: Deadline = NEVER) -> tuple[Witness, ...]:
    """Return the deadlocks that are seen without a search: dead squares, frozen boxes, goals that are too few.

    Those that are found when the deadline comes; what it takes to find them all is bounded, too.
    """
    if position.outcome.status is Status.LOST:
        return (LostByRules(position.outcome.reason),)
    puzzle = BoxPuzzle.of(position)
    return () if puzzle is None else tuple(_quick(puzzle, deadline))


def find_deadlocks(
    start: Level | Position, *, limit: Limit = LIMIT, progress: ProgressCallback | None = None
) -> DeadlockReport:
    """Return every deadlock of a position that can be shown within a limit, or of the one that a level begins in.

    `limit.nodes` are the positions of each search, `limit.seconds` is the time for all of them.  `progress` is called
    as by `solve`; what is found until it returns True is reported.  Raises LevelError and UnsupportedError as
    `pushbox.load` does.
    """
    check_limit(limit)
    check_callback("progress", progress)
    deadline = Deadline(limit.seconds)
    position = position_of(start)
    coverage = coverage_of(position)
    deadlocks = list(find_quick_deadlocks(position, deadline))
    puzzle = BoxPuzzle.of(position)
    if coverage == "none" or position.outcome.solved or isinstance(next(iter(deadlocks), None), LostByRules):
        return DeadlockReport(tuple(deadlocks), coverage, complete=True)
    if puzzle is None or not deadlocks:
        most = 0 if puzzle is None else _MOST_WALKED
        whole = exhaust(position, replace(limit, seconds=deadline.left), progress, most_without_push=most)
        if whole is not None or puzzle is None:
            return DeadlockReport(() if whole is None else (whole,), coverage, complete=whole is not None)
    search = _SetSearch(position, limit, deadline, progress)
    left = puzzle.without(cell for deadlock in deadlocks for cell in deadlock.boxes)
    while left.boxes and len(deadlocks) < MAX_DEADLOCKS and (deadlock := search.find(left)):
        deadlocks.append(deadlock)
        left = left.without(deadlock.boxes)
    return DeadlockReport(tuple(deadlocks), coverage, search.complete)


_GROUP_NODES = 2_000  # positions of the search of boxes that stand together
_MOST_WALKED = 10_000  # positions without a push, which are few in a game of one pusher


def _quick(puzzle: BoxPuzzle, deadline: Deadline) -> list[Witness]:
    deadlocks: list[Witness] = [*find_dead_squares(puzzle)[:MAX_DEADLOCKS]]
    left = puzzle.without(cell for deadlock in deadlocks for cell in deadlock.boxes)
    with_work = partial(find_bipartite, work=Work())  # one measure of it for all
    finders: tuple[Callable[[BoxPuzzle], Witness | None], ...] = (find_freeze, with_work)
    for find in finders:
        while left.boxes and len(deadlocks) < MAX_DEADLOCKS and not deadline.is_over:
            if (deadlock := find(left)) is None:
                break
            deadlocks.append(deadlock)
            left = left.without(deadlock.boxes)
    return deadlocks


class _SetSearch:
    """Search for boxes that cannot be solved alone, with the solver; each result is then counted position by position.

    `complete` tells whether no search has hit its limit.
    """

    def __init__(self, position: Position, limit: Limit, deadline: Deadline, progress: ProgressCallback | None) -> None:
        self.complete = True
        self._position = position
        self._limit = limit
        self._progress = progress
        self._stopped = False
        self._deadline = deadline

    def find(self, puzzle: BoxPuzzle) -> UnsolvableSet | None:
        """Return a minimal unsolvable set of boxes of a puzzle, or None if none was found."""
        for boxes in (*box_groups(puzzle), puzzle.cells):
            most = None if boxes == puzzle.cells else _GROUP_NODES
            if self._is_unsolvable(boxes, most) and (smallest := self._smallest(puzzle, boxes)) is not None:
                return smallest
        return None

    def _smallest(self, puzzle: BoxPuzzle, boxes: tuple[Cell, ...]) -> UnsolvableSet | None:
        """Remove unnecessary boxes from an unsolvable set; return None if the rest is too large."""
        for box in boxes:
            fewer = tuple(other for other in boxes if other != box)
            if fewer and self._is_unsolvable(fewer):
                boxes = fewer
        smallest = puzzle.only(boxes)
        positions = count_positions(smallest, MAX_POSITIONS, self._deadline)
        if positions is None:
            self.complete = False
            return None
        shape, cells = shape_of(smallest)
        return UnsolvableSet(shape, boxes, region_of(smallest), positions, cells)

    def _is_unsolvable(self, boxes: tuple[Cell, ...], most: int | None = None) -> bool:
        """Return whether boxes are proven unsolvable alone, within the limit or `most` positions."""
        if self._stopped or self._deadline.is_over:
            self.complete = False
            return False
        nodes = self._limit.nodes if most is None else most
        limit = Limit(seconds=self._deadline.left, nodes=nodes, memory=self._limit.memory)
        verdict = native.search_boxes(position_with(self._position, boxes), "any", limit, self._progress)
        if isinstance(verdict, Solved | Unsolvable):
            return isinstance(verdict, Unsolvable)
        self._stopped = verdict.limit == "stopped"
        self.complete = self.complete and most is not None and not self._stopped
        return False
