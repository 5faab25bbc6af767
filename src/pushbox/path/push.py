"""Where one box can be pushed while everything else stays where it is, and how.

What matters of a position is where the box is and on which side of it the player stands: a node a side of each cell.
A push keeps the side; between two pushes the player walks round the box to another side, or stays on this one.
Dijkstra's search over these nodes finds for every cell the best of all ways, counting pushes first or moves first.
Each push is at least one more of what counts first: so the nodes wait in buckets by that (Dial, 1969).

Source: Yang Chao's article on the push path of one box (sokoban.ws/blog/?p=298), which searches breadth-first over
pushes and joins the sides that the player can walk between.  Such a walk costs moves, so the sides are kept apart here.
`box_detours` finds how they walk there.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Container, Iterable, KeysView, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from ..errors import MissingCore
from ..grid import Cell, Grid
from ..tiling import SQUARE, Direction
from . import native
from .box_detours import BoxDetours, Way
from .walk import walk

Order = Literal["pushes", "moves"]
Node = int  # cell of the box * number of directions + side of the player, a direction seen from the box

_START: Node = -1


@dataclass(frozen=True, slots=True, eq=False)
class PushPaths:
    """The best way to every cell that a box can come to, its own included if it can come back to it.

    Best is fewest pushes, then fewest moves; or fewest moves, then fewest pushes.  Moves include pushes.  Asking for a
    cell that the box cannot come to raises KeyError.
    """

    grid: Grid
    free: list[bool]
    box: Cell
    player: Cell
    best: dict[Cell, tuple[Node, int, int]]
    previous: Mapping[Node, Node]
    # Most ways begin with the same walks, and that to the box is the longest of them.
    _walks: dict[tuple[Cell, Cell, Direction], Sequence[Direction]] = field(default_factory=dict, init=False)

    @property
    def cells(self) -> KeysView[Cell]:
        """The cells that the box can come to, cheapest first."""
        return self.best.keys()

    def cost(self, cell: Cell) -> tuple[int, int]:
        """Return (pushes, moves) of the way to a cell.  O(1)."""
        _, pushes, moves = self.best[cell]
        return pushes, moves

    def side(self, cell: Cell) -> Direction:
        """Return the side of the box on which the player is at the end of the way to a cell. O(1)."""
        return self.best[cell][0] % len(self.grid.directions)

    def path(self, cell: Cell) -> tuple[Direction, ...]:
        """Return every step of the player on the way to a cell; the same one each time.

        The cost is that of its walks, each of which is found once for all cells: O(pushes) where they stay near the
        box, O(pushes * cells) at worst.
        """
        nodes = [self.best[cell][0]]
        while (node := self.previous[nodes[-1]]) != _START:
            nodes.append(node)
        box, player, sides = self.box, self.player, len(self.grid.directions)
        steps: list[Direction] = []
        for node in reversed(nodes):
            end, side = divmod(node, sides)
            steps += self._walk(box, player, side)
            steps.append(self.grid.opposite[side])
            box, player = end, box
        return tuple(steps)

    def _walk(self, box: Cell, player: Cell, side: Direction) -> Sequence[Direction]:
        """Return the steps of the player to a side of the box."""
        key = (box, player, side)
        if key not in self._walks:
            free = self.free.copy()
            free[box] = False
            self._walks[key] = walk(self.grid, free, player, self.grid.step[side][box]) or ()
        return self._walks[key]


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

    `free` says of every cell whether player and box can stand there: one bool a cell and a last one, False, for the
    sentinel off the board; other boxes are not free, and what it says of the cell `box` does not count.  A player who
    stands on no free cell pushes nothing.  On the cells of `ends` the box can come to rest, but is pushed no further.

    `limit` bounds the work: the nodes that the box visits and the cells that are looked at for the player's walks,
    together.  The answer is empty where that is not enough.  O(cells) on most boards, each node being visited once;
    O(cells²) where most pushes need a long way round.
    """
    room = [*free]
    nothing = PushPaths(grid, room, box, player, {}, {})
    if player == box or not room[player]:
        return nothing
    room[box] = True
    if grid.tiling is SQUARE:
        with suppress(MissingCore):
            first = order == "pushes"
            ways = native.push_paths(grid, room, box, player, pushes_first=first, limit=limit, ends=ends)
            return PushPaths(grid, room, box, player, *ways)
    return searched(nothing, order, limit, ends)


def searched(nothing: PushPaths, order: Order, limit: int | None, ends: AbstractSet[Cell]) -> PushPaths:
    """Return the best ways in a room where none is known yet, found without native code."""
    grid, room = nothing.grid, nothing.free.copy()
    detours = BoxDetours(grid, room, math.inf if limit is None else limit)
    previous: dict[Node, Node] = {}
    paths = PushPaths(grid, room, nothing.box, nothing.player, {}, previous)
    _search(paths, previous, detours, order, ends)
    return paths if len(previous) <= detours.budget else nothing


def _search(
    paths: PushPaths, previous: dict[Node, Node], detours: BoxDetours, order: Order, ends: AbstractSet[Cell]
) -> None:
    """Fill in the best ways, cheapest first, until the nodes are more than the budget."""
    best, grid = paths.best, paths.grid
    sides = len(grid.directions)
    pushed = [grid.step[push] for push in grid.opposite]  # where a box goes that is pushed from a side
    # A cost is one number: `unit` for each of what counts first, and one for each of what counts next, which are fewer
    # than `unit`, as no way visits a node twice, and no walk a cell.
    unit = sides * len(paths.free) ** 2
    step_cost, push_cost = (1, unit + 1) if order == "pushes" else (unit, unit + 1)
    waiting: defaultdict[int, list[tuple[int, Node, Node]]] = defaultdict(list)

    def push(cell: Cell, ways: Iterable[Way], cost: int, before: Node) -> None:
        for side, steps in ways:
            node = pushed[side][cell] * sides + side
            if node not in previous:
                total = cost + push_cost + steps * step_cost
                waiting[total // unit].append((total, node, before))

    push(paths.box, detours.arrivals(paths.box, paths.player), 0, _START)
    count = 0
    while waiting:
        count += 1
        for cost, node, before in sorted(waiting.pop(count, ())):
            if node in previous:
                continue
            previous[node] = before
            if len(previous) > detours.budget:
                return
            cell, side = divmod(node, sides)
            if cell not in best:
                pushes, moves = divmod(cost, unit) if order == "pushes" else reversed(divmod(cost, unit))
                best[cell] = (node, pushes, moves)
            if cell not in ends:
                push(cell, _ways(pushed, detours, cell, side, previous), cost, node)


def _ways(
    pushed: Sequence[Sequence[Cell]], detours: BoxDetours, cell: Cell, side: Direction, settled: Container[Node]
) -> Sequence[Way]:
    """Return the sides from where a player on one side of the box can push it, but no far ones to settled nodes."""
    near, far = detours.turns(cell)[side]
    if not far:
        return near
    sides = len(pushed)
    open_ = [turn for turn in far if pushed[turn][cell] * sides + turn not in settled]
    return [*near, *detours.walks(cell, side, open_)]
