"""How a player walks from one side of a box to another while the box and everything else stays where it is.

That seldom needs a search.  Where they can go round on the eight cells about the box, no other way is shorter: it takes
four steps to the opposite side, and two to the next one, or six if the corner between them is not free.

Where both ways round are blocked, the first question is whether there is a way at all.  All that is not free falls into
pieces of cells that touch, be it at a corner; what lies off the board is of one piece.  A piece that touches the box on
both ways round closes a ring with it, and the two sides are cut off from each other; where there is none, the player
can follow the outline of the pieces on either way.  The pieces are the same wherever the box stands.

Source: whether two cells are still joined when one cell is taken away is a question to the biconnected components of a
graph (Hopcroft and Tarjan, Algorithm 447, 1973), and a common one there.  On a grid the pieces answer it for less, as
ground whose cells touch at edges is parted by rings of cells that touch at edges or corners (Rosenfeld, Connectivity in
Digital Pictures, 1970).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache

from ..grid import Cell, Grid
from ..tiling import Direction, Tiling
from .walk import steps_between, waves

Way = tuple[Direction, int]  # a side of the box, and the steps it takes to get there
Turns = tuple[tuple[tuple[Way, ...], tuple[Direction, ...]], ...]


@dataclass(slots=True, eq=False)
class BoxDetours:
    """The walks round a box on any cell of a room, each found when it is first needed.

    `free` says of every cell whether player and box can stand there, with the box taken away; it is changed within a
    call only.  `budget` is how many cells may still be looked at; answers are worth nothing once it is below 0.
    """

    grid: Grid
    free: list[bool]
    budget: float
    _turns_of: Callable[[tuple[bool, ...]], Turns] = field(init=False)
    _turns: dict[Cell, Turns] = field(default_factory=dict)
    _pieces: dict[Cell, Cell] = field(default_factory=dict)
    _steps: dict[tuple[Cell, Direction, Direction], int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._turns_of = _turns_of(self.grid.tiling)

    def arrivals(self, cell: Cell, start: Cell) -> list[Way]:
        """Return the sides that a player reaches from `start` and can push a box on a free cell from.

        O(cells no farther than the farthest of them), or O(cells reached) if there is one that they cannot reach.
        """
        step, opposite, free = self.grid.step, self.grid.opposite, self.free
        wanted = {
            near: side
            for side, towards in enumerate(step)
            if free[near := towards[cell]] and free[step[opposite[side]][cell]]
        }
        ways = []
        free[cell] = False
        for steps, front in enumerate(waves(self.grid, free, start)):
            self.budget -= len(front)
            ways += [(wanted.pop(near), steps) for near in front if near in wanted]
            if not wanted or self.budget < 0:
                break
        free[cell] = True
        return ways

    def turns(self, cell: Cell) -> Turns:
        """Return the next push sides for each side of a box on a free cell, as (near, far).

        `near` has the sides that a player reaches on the eight cells around the box, each with the steps, `far` those
        that take a longer way, if there is one: see `walks`. O(1).
        """
        turns = self._turns.get(cell)
        if turns is None:
            free = self.free
            ring = tuple([free[near] for near in self.grid.around(cell)])
            turns = self._turns[cell] = self._turns_of(ring)
        return turns

    def walks(self, cell: Cell, side: Direction, far: Iterable[Direction]) -> list[Way]:
        """Return the far sides that a player reaches from one side of a box on a free cell.

        O(cells) in all for the pieces; then O(1) for a side that is cut off. A search finds each of the others once, in
        either direction.
        """
        ways = []
        for end in far:
            key = (cell, side, end) if side < end else (cell, end, side)
            if key not in self._steps:
                self._steps[key] = self._walk(*key)
            steps = self._steps[key]
            if steps is not None:
                ways.append((end, steps))
        return ways

    def _walk(self, cell: Cell, side: Direction, end: Direction) -> int | None:
        """Return the steps from one far side of a box to another, which has the greater number."""
        step, free = self.grid.step, self.free
        pieces = [None if free[near] else self._piece(near) for near in self.grid.around(cell)]
        first, last = sorted((self.grid.tiling.places[side], self.grid.tiling.places[end]))
        clockwise, back = {*pieces[first:last]}, {*pieces[last:], *pieces[:first]}
        if (clockwise & back) - {None}:
            return None
        free[cell] = False
        steps, looked = steps_between(self.grid, free, step[side][cell], step[end][cell], limit=self.budget)
        free[cell] = True
        self.budget -= looked
        return steps

    def _piece(self, cell: Cell) -> Cell | None:
        """Return the piece of a cell that is not free, represented by its first cell."""
        if not self._pieces:
            self._find(self.grid.outside)
        if cell not in self._pieces:
            self._find(cell)
        return self._pieces.get(cell)

    def _find(self, first: Cell) -> None:
        """Find a piece."""
        around, free, pieces = self.grid.around, self.free, self._pieces
        queue = [first]
        if first == self.grid.outside:
            queue += [cell for cell in self.grid.edge if not free[cell]]
        pieces.update(dict.fromkeys(queue, first))
        for cell in queue:
            if len(queue) > self.budget:
                break
            for near in around(cell):
                if not free[near] and near not in pieces:
                    pieces[near] = first
                    queue.append(near)
        self.budget -= len(queue)


@cache
def _turns_of(tiling: Tiling) -> Callable[[tuple[bool, ...]], Turns]:
    """Return what gives the turns of a box, from whether the cells `around` it are free, and keeps them."""
    size, places = len(tiling.around), tiling.places

    @cache
    def turns(ring: tuple[bool, ...]) -> Turns:
        def steps(start: Direction, end: Direction) -> int:
            first, turn = places[start], (places[end] - places[start]) % size
            ways = (range(first, first + turn + 1), range(first + turn - size, first + 1))  # clockwise, and back
            return min((len(way) - 1 for way in ways if all(ring[place % size] for place in way)), default=-1)

        ends = [side for side in tiling.directions if ring[places[side]] and ring[places[tiling.opposites[side]]]]
        return tuple(
            (
                tuple((end, steps(side, end)) for end in ends if steps(side, end) >= 0),
                tuple(end for end in ends if steps(side, end) < 0),
            )
            for side in tiling.directions
        )

    return turns
