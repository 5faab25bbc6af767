"""The controls of Crossoban."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

from ...board import Piece
from ...grid import Cell
from ..parts.multi_pusher import Move, MultiPusherControls
from .physics import Simulation, followed
from .state import State, group_leaders, pusher_piece


class CrossobanControls(MultiPusherControls[State]):
    """Controls of pushers, of whom linked ones move together."""

    def group_leaders(self, state: State) -> Mapping[Cell, Cell]:
        return group_leaders(state)

    def focus(self, state: State) -> list[Piece]:
        return [pusher_piece(*pusher) for pusher in sorted(state.pushers)]

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        """Return the cells that a pusher can walk to, or a box can be pushed to while no other box moves.

        Nothing is swallowed on the way. Paths that wear fewer weak tiles are preferred, then fewer pushes, then fewer
        moves. A node of the search is the cell of the pusher and of the box, and counts as a visited cell.
        """
        if origin in dict(state.pushers):
            return _paths(state, [origin], -1, limit)
        return _paths(state, list(group_leaders(state)), origin, limit) if origin in dict(state.boxes) else {}


def _paths(state: State, pushers: Sequence[Cell], box: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
    """Return the paths of one of `pushers`, each alone, or of the box that it pushes."""
    paths: dict[Cell, Sequence[Move]] = {}
    seen: set[tuple[Cell, Cell, int]] = set()
    heap: list[tuple[tuple[int, int, int], int, Cell, Cell, int, State, tuple[Move, ...]]]
    heap = [((0, 0, 0), who, pusher, box, who, state, ()) for who, pusher in enumerate(pushers)]
    entered = len(heap)
    while heap:
        (worn, pushes, steps), _, pusher, at, who, current, line = heapq.heappop(heap)
        if (pusher, at, who) in seen:
            continue
        seen.add((pusher, at, who))
        if len(seen) > limit:
            return {}
        paths.setdefault(pusher if at < 0 else at, line)
        leader = group_leaders(current)[pusher]
        for direction in current.field.grid.directions:
            simulation = Simulation(current)
            if simulation.step(leader, direction):
                continue
            simulation.settle()
            if (after := together(simulation, pusher, at)) is None or (*after, who) in seen:
                continue
            causes = [cause for _, cause, *_ in simulation.events]
            cost = worn + causes.count("wear"), pushes + ("push" in causes), steps + 1
            entered += 1
            heapq.heappush(heap, (cost, entered, *after, who, simulation.state(), (*line, (leader, direction))))
    return paths


def together(simulation: Simulation, pusher: Cell, box: Cell) -> tuple[Cell, Cell] | None:
    """Return the cells of a pusher and a box (-1 for none) after a move, or None if one is gone.

    It is None, too, if another box has moved.
    """
    if any(cause == "fall" for _, cause, *_ in simulation.events):
        return None
    box = followed(simulation.events, box) if box >= 0 else box
    if any(cell != box for cell, _ in simulation.boxes.items() - simulation.was.boxes):
        return None
    return followed(simulation.events, pusher), box
