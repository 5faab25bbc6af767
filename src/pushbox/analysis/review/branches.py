"""The alternative pushes along the best solution: those that still win, and those that lose, seen or unseen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

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


_Judge = Callable[[Sequence[PushPosition]], tuple[WinStatus, str]]


def find_branches(
    space: PushSpace, path: Sequence[PushPosition], graph: PushGraph | None, budget: Budget
) -> Branches | None:
    """Return the other pushes along a solution, None where there is not the time to look at them all.

    With the graph of all positions each is known; without it each is a search.
    """
    judge = _by_graph(space, graph) if graph is not None else _by_search(space, budget)
    known: dict[PushPosition, tuple[WinStatus, str]] = {}
    alternatives, pushes = [], 0
    for place, position in enumerate(path[:-1]):
        pushes += space.count_pushes(position) - 1
        for after in dict.fromkeys(space.successors(position)):
            if after == path[place + 1]:
                continue
            if after not in known:
                on_the_way = after in path
                known[after] = ("winnable", "") if on_the_way else judge([*path[: place + 1], after])
                if not budget.step():
                    return None
            alternatives.append(Alternative(place, after, *known[after]))
    return Branches(tuple(alternatives), pushes, 0 if graph is not None else len(known))


def _by_graph(space: PushSpace, graph: PushGraph) -> _Judge:
    def judge(line: Sequence[PushPosition]) -> tuple[WinStatus, str]:
        if line[-1] not in graph.distances:
            return "lost", ""
        return "winnable", space.text([*line, *graph.shortest(line[-1])])

    return judge


def _by_search(space: PushSpace, budget: Budget) -> _Judge:
    def judge(line: Sequence[PushPosition]) -> tuple[WinStatus, str]:
        if is_seen_dead(space.puzzle_at(line[-1])):
            return "lost", ""
        text = space.text(line)
        position = position_after(space.position, text)
        verdict = solve(position, limit=budget.limit(), progress=budget.on_progress)
        if isinstance(verdict, Solved):
            return "winnable", text + verdict.text
        return ("unknown" if isinstance(verdict, GaveUp) else "lost"), ""

    return judge


def find_traps(space: PushSpace, branches: Branches, budget: Budget) -> list[Trap]:
    """Return the pushes that lose unseen, those first after which it stays unseen for longest."""
    lost = [one for one in branches.alternatives if one.status == "lost"]
    unseen = {one.position: one for one in reversed(lost) if not is_seen_dead(space.puzzle_at(one.position))}
    traps = []
    for alternative in [*unseen.values()][:_MAX_PROBED]:
        traps.append(Trap(alternative, _count_hidden(space, alternative.position)))
        if not budget.step():
            break
    return sorted(traps, key=lambda trap: (-trap.hidden, trap.alternative.place))


def is_seen_dead(puzzle: BoxPuzzle) -> bool:
    """Return whether a deadlock is visible without a search."""
    return bool(find_dead_squares(puzzle)) or find_freeze(puzzle) is not None or find_bipartite(puzzle) is not None


def _count_hidden(space: PushSpace, position: PushPosition) -> int:
    seen = {position}
    waiting = [position]
    for current in waiting:
        for after in space.successors(current):
            if after not in seen and len(seen) < _MAX_HIDDEN and not is_seen_dead(space.puzzle_at(after)):
                seen.add(after)
                waiting.append(after)
    return len(seen)
