"""Where one box can be pushed while everything else stays where it is, and how.

What matters of a position is where the box is and on which side of it the player stands: at most four nodes a cell.
A push keeps the side; between two pushes the player walks round the box to another side, or stays on this one.
Dijkstra's search over these nodes finds for every cell the best of all ways, counting pushes first or moves first.

Source: Yang Chao's article on the push path of one box (sokoban.ws/blog/?p=298), which searches breadth-first over
pushes and joins the sides that the player can walk between.  Such a walk costs moves, so the sides are kept apart here.

How far it is from one side of a box to another seldom needs a search.  Where the player can go round on the eight cells
about the box, no other way is shorter: it takes four steps to the opposite side, and two to the next one, or six if the
corner between them is not free.  Only where both ways round are blocked does the walk have to be searched.
"""

from __future__ import annotations

import math
from collections.abc import KeysView, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from heapq import heapify, heappop, heappush
from typing import Literal

from ..grid import DIRECTIONS, Cell, Direction, Grid
from .walk import walk, waves

Order = Literal["pushes", "moves"]
Node = int  # cell of the box * 4 + side of the player, a direction seen from the box

_START: Node = -1


class PushPaths:
    """The best way to every cell that a box can come to, its own included if it can come back to it.

    Best is fewest pushes, then fewest moves; or fewest moves, then fewest pushes.  Moves include pushes.  What asks for
    a cell raises KeyError where the box cannot come to it.
    """

    __slots__ = ("_best", "_box", "_free", "_grid", "_player", "_previous")

    def __init__(
        self,
        grid: Grid,
        free: list[bool],
        box: Cell,
        player: Cell,
        best: dict[Cell, tuple[Node, int, int]],
        previous: dict[Node, Node],
    ) -> None:
        self._grid = grid
        self._free = free
        self._box = box
        self._player = player
        self._best = best
        self._previous = previous

    @property
    def cells(self) -> KeysView[Cell]:
        """The cells that the box can come to, cheapest first."""
        return self._best.keys()

    def cost(self, cell: Cell) -> tuple[int, int]:
        """Return (pushes, moves) of the way to a cell.  O(1)."""
        _, pushes, moves = self._best[cell]
        return pushes, moves

    def side(self, cell: Cell) -> Direction:
        """Return on which side of the box the player stands at the end of the way to a cell.  O(1)."""
        return self._best[cell][0] % 4

    def path(self, cell: Cell) -> tuple[Direction, ...]:
        """Return every step of the player on the way to a cell; the same one each time.

        The cost is that of its walks: O(pushes) where they stay near the box, O(pushes * cells) at worst.
        """
        nodes = [self._best[cell][0]]
        while (node := self._previous[nodes[-1]]) != _START:
            nodes.append(node)
        free = self._free.copy()
        box, player = self._box, self._player
        steps: list[Direction] = []
        for node in reversed(nodes):
            side = node % 4
            free[box] = False
            steps += walk(self._grid, free, player, self._grid.step[side][box]) or ()
            free[box] = True
            steps.append(side ^ 2)
            box, player = node // 4, box
        return tuple(steps)


def push_paths(
    grid: Grid,
    free: Sequence[bool],
    box: Cell,
    player: Cell,
    *,
    order: Order = "pushes",
    limit: int | None = None,
    ends: AbstractSet[Cell] = frozenset(),
) -> PushPaths:
    """Return the best ways of pushing the box on `box` to every cell it can come to.

    `free` tells of every cell whether player and box can stand there: one bool a cell and a last one, False, for the
    sentinel off the board; other boxes are not free, and what it tells of the cell `box` does not count.  A player who
    stands on no free cell pushes nothing.  On the cells of `ends` the box can come to rest, but is pushed no further.

    `limit` bounds the work: the nodes that the box visits and the cells that the player's walks look at, together.  The
    answer is empty where that is not enough.  O(cells) on most boards, each node being visited once; O(cells²) where
    most pushes need a long way round.
    """
    return _search(grid, free, box, player, order, limit, None, ends)


def push_path(
    grid: Grid,
    free: Sequence[bool],
    box: Cell,
    player: Cell,
    target: Cell,
    *,
    order: Order = "pushes",
    limit: int | None = None,
) -> tuple[Direction, ...] | None:
    """Return every step of the player on the best way of pushing the box on `box` to `target`, or None.

    The answer is that of ``push_paths(...).path(target)``, for less, as the search ends at `target`; it is None where
    the box cannot come there, or not within `limit`.
    """
    paths = _search(grid, free, box, player, order, limit, target)
    return paths.path(target) if target in paths.cells else None


def _search(
    grid: Grid,
    free: Sequence[bool],
    box: Cell,
    player: Cell,
    order: Order,
    limit: int | None,
    target: Cell | None,
    ends: AbstractSet[Cell] = frozenset(),
) -> PushPaths:
    room = [*free]
    nothing = PushPaths(grid, room, box, player, {}, {})
    if player == box or not room[player]:
        return nothing
    room[box] = True
    step = grid.step
    first = 4 * len(room) ** 2  # more than the moves of any way: it visits no node twice, and no cell twice in one walk
    step_cost, push_cost = (1, first + 1) if order == "pushes" else (first, first + 1)
    purse = math.inf if limit is None else limit

    best: dict[Cell, tuple[Node, int, int]] = {}
    previous: dict[Node, Node] = {}
    sides = [side for side in DIRECTIONS if room[step[side][box]] and room[step[side ^ 2][box]]]
    ways, looked = _walks(grid, room, box, player, sides, purse)
    purse -= looked
    heap = [(steps * step_cost + push_cost, step[side ^ 2][box] * 4 + side, _START) for side, steps in ways]
    heapify(heap)
    while heap and purse >= 0:
        cost, node, before = heappop(heap)
        if node in previous:
            continue
        previous[node] = before
        purse -= 1
        cell, side = divmod(node, 4)
        if cell not in best:
            pushes, moves = divmod(cost, first) if order == "pushes" else reversed(divmod(cost, first))
            best[cell] = (node, pushes, moves)
            if cell == target:
                break
        if cell in ends:
            continue
        near, far = _turns(_ring(step, room, cell))[side]
        ways = [*near]
        if far:
            more_ways, looked = _walks(grid, room, cell, step[side][cell], far, purse)
            ways += more_ways
            purse -= looked
        cost += push_cost
        for turn, steps in ways:
            after = step[turn ^ 2][cell] * 4 + turn
            if after not in previous:
                heappush(heap, (cost + steps * step_cost, after, node))
    return PushPaths(grid, room, box, player, best, previous) if purse >= 0 else nothing


def _walks(
    grid: Grid, room: list[bool], box: Cell, start: Cell, sides: Sequence[Direction], purse: float
) -> tuple[list[tuple[Direction, int]], int]:
    """Return the steps from `start` to those `sides` of the box that can be reached, and how many cells were looked at.

    Looks at few more cells than `purse`.
    """
    ends = {grid.step[side][box]: side for side in sides}
    ways = []
    looked = 0
    room[box] = False
    for steps, front in enumerate(waves(grid, room, start)):
        looked += len(front)
        ways += [(ends.pop(cell), steps) for cell in front if cell in ends]
        if not ends or looked > purse:
            break
    room[box] = True
    return ways, looked


def _ring(step: tuple[tuple[Cell, ...], ...], room: Sequence[bool], cell: Cell) -> int:
    """Return which of the eight cells round a cell are free: one bit each, clockwise, bit 0 for the one on the left."""
    left, up, right, down = step
    west, north, east, south = left[cell], up[cell], right[cell], down[cell]
    return (
        room[west]
        | room[up[west]] << 1
        | room[north] << 2
        | room[right[north]] << 3
        | room[east] << 4
        | room[down[east]] << 5
        | room[south] << 6
        | room[left[south]] << 7
    )


@cache
def _turns(ring: int) -> tuple[tuple[tuple[tuple[Direction, int], ...], tuple[Direction, ...]], ...]:
    """Return for each side of a box from where a player there can push it, as (near, far).

    `near` holds the sides he comes to on the eight cells round the box, each with the steps it takes, `far` those that
    take a longer way, if there is one.
    """
    free = [bool(ring >> bit & 1) for bit in range(8)]

    def steps(start: Direction, end: Direction) -> int:
        here, on = 2 * start, 2 * (end - start) % 8
        ways = (range(here, here + on + 1), range(here + on - 8, here + 1))  # clockwise, and the other way round
        return min((len(way) - 1 for way in ways if all(free[bit % 8] for bit in way)), default=-1)

    ends = [side for side in DIRECTIONS if free[2 * side] and free[2 * (side ^ 2)]]
    return tuple(
        (
            tuple((end, steps(side, end)) for end in ends if steps(side, end) >= 0),
            tuple(end for end in ends if steps(side, end) < 0),
        )
        for side in DIRECTIONS
    )
