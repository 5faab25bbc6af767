"""Explore all positions of a small level, and derive facts about all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...deadline import OutOfTime
from ..push_space import PushPosition, PushSpace
from .budget import Budget

MAX_POSITIONS = 100_000  # that are looked at
MAX_PUSHES = 3_000_000  # between them


@dataclass(frozen=True, slots=True)
class PushGraph:
    """All positions of a level, with their successors and their distance in pushes from a solved one.

    Unsolvable positions are missing in `distances`.
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
        """Return the positions of a solution that all solutions pass, as indices into it, without the start.

        At each of its positions, the set reached without the path shows whether a way around exists. O(positions +
        pushes).
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
    """Return all positions of a level, or None if there are more than fit into memory or no time is left."""
    try:
        return _explore(space, budget)
    except OutOfTime:
        return None


def _explore(space: PushSpace, budget: Budget) -> PushGraph | None:
    most = min(MAX_POSITIONS, space.most_positions(budget.each))
    pushes = 0
    successors: dict[PushPosition, tuple[PushPosition, ...]] = {space.start: ()}
    before: dict[PushPosition, list[PushPosition]] = {space.start: []}
    solved = []
    waiting: list[PushPosition] = [space.start]
    for done, position in enumerate(waiting):
        if space.is_solved(position):
            solved.append(position)
            continue
        found: dict[PushPosition, None] = {}
        for after in space.successors(position):
            budget.check()
            found[after] = None
        successors[position] = tuple(found)
        pushes += len(found)
        for after in successors[position]:
            if after not in before:
                before[after] = []
                successors[after] = ()
                waiting.append(after)
            before[after].append(position)
        if len(waiting) > most or pushes > MAX_PUSHES or (done % 64 == 0 and not budget.step()):
            return None
    distances = dict.fromkeys(solved, 0)
    for position in solved:
        for earlier in before[position]:
            if earlier not in distances:
                distances[earlier] = distances[position] + 1
                solved.append(earlier)
    return PushGraph(successors, distances)
