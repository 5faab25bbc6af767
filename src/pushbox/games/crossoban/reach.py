"""What a pointer reaches in Crossoban: the cells that a pusher walks to, or that a box is pushed to.

On a large board nearly all floor is plain: a pusher that nothing is linked with walks and pushes there as in Multiban.
So the cells that paths over plain floor lead to are flooded first, natively.  A search finds those beyond ice, belts,
weak tiles, locks and filters, and all of linked pushers.  It is bounded, as a step that is simulated costs as much as
the board has pieces.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from ...grid import Cell
from ...path.lazy_paths import LazyPaths, path_lengths
from ...tiling import Direction
from ..parts.multi_pusher import Move, steps_of
from ..parts.reach import pushers_reach
from .physics import Simulation, followed
from .state import Pusher, State, group_leaders

_BUDGET = 10_000  # of a search: about microseconds
_SIMULATED, _PIECES = 6, 12  # what a simulated step takes of it, and for how many pieces it takes one more


def reached(state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
    """Return the cells that the pusher on `origin` can walk to, or its box can be pushed to, each with the moves.

    No other box moves and nothing is swallowed on the way.  Paths over plain floor come first, then those that wear
    fewer weak tiles, then fewer pushes, then fewer moves.  On a large board the search ends before it has seen all that
    lies beyond special floor; then the farthest cells are missing.  Empty beyond `limit` visited cells.
    """
    pushers, boxes = dict(state.pushers), dict(state.boxes)
    if origin in pushers:
        movers, box = [origin], -1
    elif origin in boxes:
        movers, box = [cell for cell in sorted(pushers) if state.field.pushes(pushers[cell][0], boxes[origin])], origin
    else:
        return {}
    if not movers:
        return {}
    ground = _Ground.of(state, boxes.get(box, ""))
    plain = _plain_paths(state, ground, movers, box, limit)
    if plain is not None and not ground.special and not ground.linked:
        return plain  # there is nothing else
    found = _search(state, ground, movers, box, limit)
    if found is None:
        return {}
    beyond = found.paths
    if plain is None:
        return beyond
    lengths = path_lengths(plain)
    lengths |= {cell: len(path) for cell, path in beyond.items() if cell not in lengths}
    return LazyPaths(lengths.keys(), lambda cell: plain[cell] if cell in plain else beyond[cell], lengths.__getitem__)


def pushed(state: State, limit: int) -> dict[Cell, list[Direction]]:
    """Return the boxes that a pusher can push where it can walk to, each with the directions.

    Bounded as `reached` is: far from all pushers, beyond special floor, boxes may be missing.
    """
    ground = _Ground.of(state, "")
    boxes = dict(state.boxes)
    ways: dict[Cell, set[Direction]] = {}
    for pusher in sorted(dict(state.pushers)):
        plain = _plain_paths(state, ground, [pusher], -1, limit)
        rest = _Rest(state, pusher, -1)
        places = [] if plain is None else [_Node(cell, -1, 0, rest) for cell in plain]
        if plain is None or ground.special or ground.linked:
            found = _search(state, ground, [pusher], -1, limit)
            known = plain or {}
            places += [] if found is None else [node for node in found.visited if node.pusher not in known]
        budget = _BUDGET
        for node in places:
            for direction in state.field.grid.directions:
                box = state.field.grid.step[direction][node.pusher]
                if box not in boxes or direction in ways.get(box, ()) or budget < 0:
                    continue
                is_pushed = _plain_push(node, ground, direction)
                if is_pushed is None:
                    budget -= _cost(state)
                    is_pushed = _simulated_push(node, box, direction)
                if is_pushed:
                    ways.setdefault(box, set()).add(direction)
    return {box: sorted(ways[box]) for box in sorted(ways)}


class _Ground(NamedTuple):
    """What steps need to be simulated: those from or to special cells, of linked pushers, and of a box that sticks.

    All steps do while something stands on a conveyor.
    """

    special: frozenset[Cell]
    linked: frozenset[int]  # the groups of several pushers
    sticks: bool

    @classmethod
    def of(cls, state: State, colour: str) -> _Ground:
        """Return those of a position and a box of a colour, "" for none."""
        special = state.field.special.union(cell for cell, _ in state.tiles)
        groups = Counter(group for _, (_, group) in state.pushers if group)
        linked = frozenset(group for group, count in groups.items() if count > 1)
        return cls(special, linked, bool(colour) and state.field.rules["sticky"] == "yes")


def _plain_paths(
    state: State, ground: _Ground, movers: Sequence[Cell], box: Cell, limit: int
) -> Mapping[Cell, Sequence[Move]] | None:
    """Return the paths over plain floor of pushers whom nothing is linked with; None where there are none."""
    special, pushers = ground.special, dict(state.pushers)
    alone = {cell for cell in movers if pushers[cell][1] not in ground.linked and cell not in special}
    if not alone or box in special or ground.sticks or _is_restless(state):
        return None
    taken = {cell for cell, _ in state.boxes if cell != box} | (pushers.keys() - alone) | special
    floor = [is_free and cell not in taken for cell, is_free in enumerate(state.field.free)]
    origin, boxes = (movers[0], frozenset[Cell]()) if box < 0 else (box, {box})
    grid = state.field.grid
    return pushers_reach(grid, floor, boxes, alone, origin, limit, partial(steps_of, grid))


def _is_restless(state: State) -> bool:
    """Return whether something stands on a conveyor, and may go on with any step of somebody else."""
    conveyors = state.field.conveyors
    return bool(conveyors) and any(cell in conveyors for cell, _ in (*state.boxes, *state.pushers))


class _Rest:
    """A position of which a pusher and a box stand elsewhere now: everything but these two."""

    def __init__(self, state: State, pusher: Cell, box: Cell) -> None:
        self.state, self.pusher, self.box = state, pusher, box

    @cached_property
    def taken(self) -> set[Cell]:
        """The cells of the other pieces."""
        return {cell for cell, _ in (*self.state.boxes, *self.state.pushers)} - {self.pusher, self.box}

    @cached_property
    def is_restless(self) -> bool:
        """Whether any step may move something else."""
        return _is_restless(self.state)

    @cached_property
    def boxes(self) -> dict[Cell, str]:
        """The boxes with their colours."""
        return dict(self.state.boxes)

    @cached_property
    def look(self) -> Pusher:
        """The colour and the group of the pusher."""
        return dict(self.state.pushers)[self.pusher]

    def with_pieces(self, pusher: Cell, box: Cell) -> State:
        """Return the position with the two on these cells."""
        state = self.state
        if pusher != self.pusher:
            state = state._replace(pushers=state.pushers - {(self.pusher, self.look)} | {(pusher, self.look)})
        if box != self.box:
            colour = self.boxes[self.box]
            state = state._replace(boxes=state.boxes - {(self.box, colour)} | {(box, colour)})
        return state


class _Node(NamedTuple):
    """A pusher and a box (-1 for none) on their cells; `mover` is the number of the pusher."""

    pusher: Cell
    box: Cell
    mover: int
    rest: _Rest


_Step = tuple[_Node, Move, int, bool]  # the node after it, the move, how many tiles it wears, and whether it pushes


class _Found(NamedTuple):
    """The paths that a search has found, and what it has visited."""

    paths: dict[Cell, tuple[Move, ...]]
    visited: list[_Node]


def _cost(state: State) -> int:
    """Return what a simulated step takes of a budget."""
    return _SIMULATED + (len(state.boxes) + len(state.pushers)) // _PIECES


def _search(state: State, ground: _Ground, movers: Sequence[Cell], box: Cell, limit: int) -> _Found | None:
    """Search within the budget, cheapest first; None beyond `limit` visited cells."""
    paths: dict[Cell, tuple[Move, ...]] = {}
    visited: list[_Node] = []
    seen: set[tuple[Cell, Cell, int]] = set()
    came: list[tuple[int, Move]] = []  # of each visited node the one before it, and the move
    heap: list[tuple[tuple[int, int, int], int, _Node, int, Move]] = [
        ((0, 0, 0), number, _Node(pusher, box, number, _Rest(state, pusher, box)), -1, (pusher, 0))
        for number, pusher in enumerate(movers)
    ]
    entered = len(heap)
    budget, simulated = _BUDGET, _cost(state)
    while heap and budget > 0:
        (worn, pushes, steps), _, node, before, last = heapq.heappop(heap)
        if node[:3] in seen:
            continue
        seen.add(node[:3])
        if len(seen) > limit:
            return None
        came.append((before, last))
        visited.append(node)
        number = len(came) - 1
        target = node.pusher if box < 0 else node.box
        if target not in paths and (box < 0 or pushes):
            paths[target] = _line(came, number)
        for direction in state.field.grid.directions:
            is_plain, step = _plain_step(node, ground, direction)
            budget -= 1
            if not is_plain:
                budget -= simulated
                step = _simulated_step(node, direction)
            if step is not None and step[0][:3] not in seen:
                after, move, wears, has_pushed = step
                entered += 1
                heapq.heappush(heap, ((worn + wears, pushes + has_pushed, steps + 1), entered, after, number, move))
    return _Found(paths, visited)


def _line(came: Sequence[tuple[int, Move]], number: int) -> tuple[Move, ...]:
    """Return the moves that have led to a visited node."""
    moves = []
    while number > -1 and came[number][0] > -1:
        number, move = came[number]
        moves.append(move)
    return tuple(reversed(moves))


def _plain_step(node: _Node, ground: _Ground, direction: Direction) -> tuple[bool, _Step | None]:
    """Return whether a step needs no simulation, and then the step, or None if it is refused or moves another box."""
    pusher, box, mover, rest = node
    field = rest.state.field
    towards = field.grid.step[direction]
    if pusher in ground.special or rest.look[1] in ground.linked or rest.is_restless:
        return False, None
    target = towards[pusher]
    if not field.free[target] or target in rest.taken:
        return True, None
    if target in ground.special:
        return False, None
    move = pusher, direction
    if target != box:
        return True, (_Node(target, box, mover, rest), move, 0, False)
    beyond = towards[box]
    if ground.sticks or beyond in ground.special:
        return False, None
    if not field.free[beyond] or beyond in rest.taken:
        return True, None
    return True, (_Node(target, beyond, mover, rest), move, 0, True)


def _simulated_step(node: _Node, direction: Direction) -> _Step | None:
    """Return a step by the rules, or None if it is refused, moves another box, or something is swallowed."""
    pusher, box, mover, rest = node
    state = rest.with_pieces(pusher, box)
    leader = group_leaders(state)[pusher]
    simulation = Simulation(state)
    if simulation.step(leader, direction):
        return None
    simulation.settle()
    causes = []
    for _, cause, start, end, look in simulation.events:
        causes.append(cause)
        if cause in {"wear", "fill"}:
            continue
        if cause == "fall" or (isinstance(look, str) and start != box):
            return None
        if isinstance(look, str):
            box = end
    pusher = followed(simulation.events, pusher)
    after = _Node(pusher, box, mover, _Rest(simulation.state(), pusher, box))
    return after, (leader, direction), causes.count("wear"), "push" in causes


def _plain_push(node: _Node, ground: _Ground, direction: Direction) -> bool | None:
    """Return whether the pusher of a node pushes the box before it; None where that needs a simulation."""
    pusher, _, _, rest = node
    field, boxes = rest.state.field, rest.boxes
    box = field.grid.step[direction][pusher]
    beyond = field.grid.step[direction][box]
    colour = boxes.get(box, "")
    sticks = colour and field.rules["sticky"] == "yes"
    if sticks or rest.look[1] in ground.linked or not ground.special.isdisjoint((pusher, box, beyond)):
        return None
    if box not in boxes or not field.free[beyond] or beyond in rest.taken:
        return False
    return field.pushes(rest.look[0], colour)


def _simulated_push(node: _Node, box: Cell, direction: Direction) -> bool:
    """Return whether a step by the rules pushes this box, and no other."""
    state = node.rest.with_pieces(node.pusher, -1)
    simulation = Simulation(state)
    if simulation.step(group_leaders(state)[node.pusher], direction):
        return False
    return {start for _, cause, start, *_ in simulation.events if cause == "push"} == {box}
