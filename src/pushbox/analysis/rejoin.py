"""A short way from a position to one that is known to be winnable, such as the one before the last push."""

from __future__ import annotations

import heapq
from collections.abc import Collection

from .push_space import PushPosition, PushSpace

MAX_POSITIONS = 1000  # that are met, in a hundredth of a second
_TARGETS = 16  # known positions that the search heads for


def rejoin(space: PushSpace, known: Collection[PushPosition]) -> list[PushPosition] | None:
    """Return the positions from the start of a space to one that is known, each a push after the one before.

    Positions are looked at in the order of how many of their boxes stand elsewhere than in the known ones that are
    nearest to the start.  None where no way is found among `MAX_POSITIONS`.
    """
    here = sum(space.start[:-1])
    boxes_of_known = {sum(position[:-1]) for position in known}
    targets = heapq.nsmallest(_TARGETS, boxes_of_known, key=lambda boxes: (boxes ^ here).bit_count())
    before: dict[PushPosition, PushPosition | None] = {space.start: None}
    waiting = [(0, 0, space.start)]
    while waiting and len(before) <= MAX_POSITIONS:
        _, pushes, position = heapq.heappop(waiting)
        if position in known:
            return _path(before, position)
        for after in space.successors(position):
            if after not in before:
                before[after] = position
                boxes = sum(after[:-1])
                elsewhere = min([(boxes ^ target).bit_count() for target in targets], default=0)
                heapq.heappush(waiting, (elsewhere, pushes + 1, after))
    return None


def _path(before: dict[PushPosition, PushPosition | None], last: PushPosition) -> list[PushPosition]:
    path = [last]
    while (position := before[path[-1]]) is not None:
        path.append(position)
    return path[::-1]
