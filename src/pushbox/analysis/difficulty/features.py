"""Features of a level and its best solution that indicate how hard it is.

Sources: Jarušek and Pelánek, "Difficulty Rating of Sokoban Puzzle" (STAIRS 2010): counts of moves say little about the
time that people need; much depends on whether a puzzle can be solved box by box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...deadline import Deadline, OutOfTime
from ...errors import UnsupportedError
from ...games.position import Position
from ...metrics import Metrics, measure
from ...path.walk import reachable
from ...solver import Limit, Solved, native
from ...solver.api import Objective, Progress, ProgressCallback, Verdict
from ..deadlocks.puzzle import BoxPuzzle
from .solution_line import LineCounts, SolutionLine
from .tries import POSITIONS, TryCounts, most_of_tries, try_pushes

SEARCH_NODES = 20_000  # of each of the searches whose effort counts
_MEMORY = 512  # MiB of a search, which only a board of thousands of boxes needs


@dataclass(frozen=True, slots=True)
class Features:
    """Features of a level and its best solution that indicate how hard it is.

    `floor` counts the cells that the player could walk to without boxes, `beyond` the pushes of the solution beyond the
    bound that a search for the fewest begins with. `effort` counts the positions of three searches, each at most
    `SEARCH_NODES`: for any solution and for the fewest pushes, by a search that knows much of boxes and goals, and for
    any solution by one that knows the rules alone.
    """

    boxes: int
    floor: int
    metrics: Metrics
    beyond: int
    line: LineCounts
    tries: TryCounts
    effort: tuple[int, ...]


class Interrupted(Exception):
    """The features were not measured, as `progress` returned True or the time or the memory was not enough."""


def puzzle_of(position: Position) -> BoxPuzzle:
    """Return the puzzle of a position.

    Raises UnsupportedError where the difficulty cannot be rated: where more counts than one pusher, boxes and goals.
    """
    puzzle = BoxPuzzle.of(position)
    if puzzle is None or len(puzzle.pushers) != 1:
        raise UnsupportedError.said("not-rated", game=position.game.info.name)
    return puzzle


def measure_features(
    position: Position,
    solution: str,
    *,
    seconds: float | None = None,
    progress: ProgressCallback | None = None,
) -> Features:
    """Return the features of a position and a solution of it, in the notation of its game.

    The same position and solution give the same features on every machine.  Raises UnsupportedError as `puzzle_of`, and
    Interrupted.
    """
    *_, (features, _) = narrow_features(position, solution, seconds=seconds, progress=progress)
    return features


def narrow_features(
    position: Position,
    solution: str,
    *,
    seconds: float | None = None,
    progress: ProgressCallback | None = None,
) -> Iterator[tuple[Features, Features]]:
    """Yield lower and upper bounds of the features, cheap ones measured first; at last they are equal.

    Each pair lies within the one before. Arguments and errors as for `measure_features`.
    """
    try:
        yield from _narrow(position, solution, Deadline(seconds), progress)
    except OutOfTime:
        raise Interrupted from None


def _narrow(
    position: Position, solution: str, deadline: Deadline, progress: ProgressCallback | None
) -> Iterator[tuple[Features, Features]]:
    puzzle, search = puzzle_of(position), _Searches(deadline, progress)
    line = SolutionLine(position, solution, deadline)
    metrics = measure(solution)
    floor = len(reachable(puzzle.grid, puzzle.free, puzzle.pushers[0]))
    least = Features(len(puzzle.boxes), floor, metrics, 0, line.counts(puzzle), TryCounts(), (0, 0, 0))
    most = replace(
        least, beyond=metrics.pushes, tries=most_of_tries(len(puzzle.boxes)), effort=(SEARCH_NODES,) * len(least.effort)
    )
    yield least, most
    bound = search(position, "pushes", 1)
    nearest = metrics.pushes if isinstance(bound, Solved) else getattr(bound, "bound", None) or 0
    found = search.effort(position, "any")
    least = replace(least, beyond=metrics.pushes - nearest, effort=(found, 0, 0))
    most = replace(most, beyond=least.beyond, effort=(found, SEARCH_NODES, SEARCH_NODES))
    yield least, most
    tries = try_pushes(line.samples(POSITIONS), search)
    least, most = replace(least, tries=tries), replace(most, tries=tries)
    yield least, most
    least = replace(least, effort=(found, search.effort(position, "pushes"), search.effort_by_rules(position)))
    yield least, least


class _Searches:
    """Limited searches, until the time is over or the caller asks for an end; then Interrupted is raised."""

    def __init__(self, deadline: Deadline, progress: ProgressCallback | None) -> None:
        self._deadline = deadline
        self._progress = progress
        self._visited = 0

    def __call__(self, position: Position, objective: Objective, nodes: int) -> Verdict:
        return self._judged(native.search_boxes(position, objective, self._limit(nodes), self._report))

    def effort(self, position: Position, objective: Objective) -> int:
        """Return the positions that a search visits, at most `SEARCH_NODES`."""
        return min(SEARCH_NODES, self(position, objective, SEARCH_NODES).nodes)

    def effort_by_rules(self, position: Position) -> int:
        """Return the positions that a search for any solution visits which knows the rules alone, at most as many."""
        verdict = self._judged(native.search_rules(position, "any", self._limit(SEARCH_NODES), self._report))
        return min(SEARCH_NODES, verdict.nodes)

    def _limit(self, nodes: int) -> Limit:
        return Limit(seconds=self._deadline.left, nodes=nodes, memory=_MEMORY)

    def _judged(self, verdict: Verdict) -> Verdict:
        if getattr(verdict, "limit", None) in ("seconds", "stopped", "memory"):
            raise Interrupted
        self._visited += verdict.nodes
        return verdict

    def _report(self, now: Progress) -> object:
        if self._progress is None:
            return None
        return self._progress(now._replace(nodes=self._visited + now.nodes, bound=None, best=None))
