"""The alternative pushes along the best solution: those that still win, and those that lose, seen or unseen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from ...deadline import OutOfTime
from ...play.verify import position_after
from ...solver import GaveUp, Solved, solve
from ..deadlocks.puzzle import BoxPuzzle
from ..deadlocks.static import find_bipartite, find_dead_squares, find_freeze
from ..push_space import PushPosition, PushSpace
from ..winnable import WinStatus
from .budget import Budget
from .push_graph import PushGraph

_MAX_HIDDEN = 300  # positions after a push that loses at which no deadlock is seen; more are not counted
_MAX_PROBED = 60  # pushes that lose, after which is looked how long that stays unseen


class Alternative(NamedTuple):
    """Another push at a place of the best solution, and the solution that it leads to if it wins."""

    place: int
    position: PushPosition
    status: WinStatus
    solution: str = ""


class Branches(NamedTuple):
    """The alternative pushes; `pushes` counts all, `alternatives` leave out those onto dead squares."""

    alternatives: tuple[Alternative, ...]
    pushes: int
    searches: int


class Trap(NamedTuple):
    """A push that loses unseen: `hidden` positions can come after it in which no deadlock is seen without a search."""

    alternative: Alternative
    hidden: int


_Judge = Callable[[int, PushPosition], tuple[WinStatus, str]]  # of a push at a place, by what it leads to


class _Line:
    """A solution as positions, and the moves between them."""

    def __init__(self, space: PushSpace, path: Sequence[PushPosition], budget: Budget) -> None:
        self._space, self._path, self._deadline = space, path, budget.stage
        self._pushers = [space.puzzle.pushers[0], *(space.push(*both)[0] for both in pairwise(path))]
        self._runs = [*space.runs(path, self._pushers[0], self._deadline)]

    def text(self, place: int, rest: Sequence[PushPosition]) -> str:
        """Return the moves up to a place, and from there to other positions."""
        runs = self._space.runs([self._path[place], *rest], self._pushers[place], self._deadline)
        return "".join([*self._runs[:place], *runs])


def find_branches(
    space: PushSpace, path: Sequence[PushPosition], graph: PushGraph | None, budget: Budget
) -> Branches | None:
    """Return the other pushes along a solution, None where there is not the time to look at them all.

    With the graph of all positions each is known; without it each is a search.
    """
    try:
        return _find_branches(space, path, graph, budget)
    except OutOfTime:
        return None


def _find_branches(
    space: PushSpace, path: Sequence[PushPosition], graph: PushGraph | None, budget: Budget
) -> Branches | None:
    line = _Line(space, path, budget)
    judge = _by_graph(line, graph) if graph is not None else _by_search(space, line, budget)
    on_path = {*path}
    known: dict[PushPosition, tuple[WinStatus, str]] = {}
    alternatives, pushes = [], 0
    for place, position in enumerate(path[:-1]):
        pushes += space.count_pushes(position) - 1
        met = {path[place + 1]}
        for after in space.successors(position):
            budget.check()
            if after in met:
                continue
            met.add(after)
            if after not in known:
                known[after] = ("winnable", "") if after in on_path else judge(place, after)
                if not budget.step():
                    return None
            alternatives.append(Alternative(place, after, *known[after]))
    return Branches(tuple(alternatives), pushes, 0 if graph is not None else len(known))


def _by_graph(line: _Line, graph: PushGraph) -> _Judge:
    def judge(place: int, after: PushPosition) -> tuple[WinStatus, str]:
        if after not in graph.distances:
            return "lost", ""
        return "winnable", line.text(place, [after, *graph.shortest(after)])

    return judge


def _by_search(space: PushSpace, line: _Line, budget: Budget) -> _Judge:
    def judge(place: int, after: PushPosition) -> tuple[WinStatus, str]:
        if is_seen_dead(space.puzzle_at(after)):
            return "lost", ""
        text = line.text(place, [after])
        position = position_after(space.position, text)
        verdict = solve(position, limit=budget.limit(), progress=budget.on_progress)
        if isinstance(verdict, Solved):
            return "winnable", text + verdict.text
        return ("unknown" if isinstance(verdict, GaveUp) else "lost"), ""

    return judge


def find_traps(space: PushSpace, branches: Branches, budget: Budget) -> list[Trap]:
    """Return the pushes that lose unseen, those first after which it stays unseen for longest; those found in time."""
    traps: list[Trap] = []
    with suppress(OutOfTime):
        for alternative in _unseen(space, branches, budget)[:_MAX_PROBED]:
            traps.append(Trap(alternative, _count_hidden(space, alternative.position, budget)))
            budget.step()
    return sorted(traps, key=lambda trap: (-trap.hidden, trap.alternative.place))


def _unseen(space: PushSpace, branches: Branches, budget: Budget) -> list[Alternative]:
    """Return the pushes that lose but show no deadlock, of those that lead to one position the first."""
    unseen: dict[PushPosition, Alternative] = {}
    for one in reversed(branches.alternatives):
        if one.status == "lost":
            budget.check()
            if one.position in unseen or not is_seen_dead(space.puzzle_at(one.position)):
                unseen[one.position] = one
    return [*unseen.values()]


def is_seen_dead(puzzle: BoxPuzzle) -> bool:
    """Return whether a deadlock is visible without a search."""
    return bool(find_dead_squares(puzzle)) or find_freeze(puzzle) is not None or find_bipartite(puzzle) is not None


def _count_hidden(space: PushSpace, position: PushPosition, budget: Budget) -> int:
    seen = {position}
    waiting = [position]
    for current in waiting:
        for after in space.successors(current):
            budget.check()
            if after not in seen and len(seen) < _MAX_HIDDEN and not is_seen_dead(space.puzzle_at(after)):
                seen.add(after)
                waiting.append(after)
    return len(seen)
