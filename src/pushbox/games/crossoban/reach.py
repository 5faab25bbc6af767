"""What a pointer means in Crossoban."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

from ...grid import DIRECTIONS, Cell
from ..parts.multi_pusher import Move
from .motion import Motion, followed
from .position import State, group_leaders


def reach(state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
    """Return where a pusher can walk without pushing, or where a box can be pushed while no other box moves.

    Nothing is swallowed on the way.  Ways that wear fewer weak tiles are preferred, then fewer pushes, then fewer
    moves.  A node of the search is where the pusher and the box are, and counts as a cell visited.
    """
    if origin in dict(state.pushers):
        return _ways(state, [origin], -1, limit)
    return _ways(state, list(group_leaders(state)), origin, limit) if origin in dict(state.boxes) else {}


def _ways(state: State, pushers: Sequence[Cell], box: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
    """Return the ways of one of `pushers`, each alone, or of the box that it pushes."""
    found: dict[Cell, Sequence[Move]] = {}
    seen: set[tuple[Cell, Cell, int]] = set()
    heap: list[tuple[tuple[int, int, int], int, Cell, Cell, int, State, tuple[Move, ...]]]
    heap = [((0, 0, 0), who, pusher, box, who, state, ()) for who, pusher in enumerate(pushers)]
    entered = len(heap)
    while heap:
        (worn, pushes, steps), _, pusher, at, who, here, line = heapq.heappop(heap)
        if (pusher, at, who) in seen:
            continue
        seen.add((pusher, at, who))
        if len(seen) > limit:
            return {}
        found.setdefault(pusher if at < 0 else at, line)
        leader = group_leaders(here)[pusher]
        for way in DIRECTIONS:
            motion = Motion(here)
            if motion.step(leader, way):
                continue
            motion.settle()
            if (after := together(motion, pusher, at)) is None or (*after, who) in seen:
                continue
            causes = [cause for _, cause, _, _ in motion.events]
            cost = worn + causes.count("wear"), pushes + ("push" in causes), steps + 1
            entered += 1
            heapq.heappush(heap, (cost, entered, *after, who, motion.state(), (*line, (leader, way))))
    return found


def together(motion: Motion, pusher: Cell, box: Cell) -> tuple[Cell, Cell] | None:
    """Return where a pusher and a box (-1 for none) are after a turn; None if one is gone, or another box has moved."""
    if any(cause == "fall" for _, cause, _, _ in motion.events):
        return None
    there = followed(motion.events, box) if box >= 0 else box
    if any(cell != there for cell, _ in motion.boxes.items() - motion.was.boxes):
        return None
    return followed(motion.events, pusher), there
