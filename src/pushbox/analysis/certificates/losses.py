"""Positions that a proof by closed positions may leave out, recomputed by the checker from the level alone.

A position is lost if a few of its boxes cannot be solved alone, or if boxes freeze each other off their goals. Any
prices of the goals give a lower bound of the remaining cost: no assignment of boxes to goals, at the costs of a lone
box, costs less than the sum over the boxes of the cheapest cost minus price, plus the lowest prices of as many goals.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple

from ...tiling import SQUARE
from .assignment import best_prices
from .claim import MAX_PLACEMENTS, InvalidCertificate
from .field import Boxes, Cells, Field, bits

_SIDES = len(SQUARE.directions)  # parts of the floor around a box, at most
_FAR = 10**9  # the cost of a goal that a box cannot reach
_PRICES = 24  # assignments whose prices are kept


class Subsets:
    """All solvable placements of a fixed number of boxes, each with the cells of the player that allow it."""

    def __init__(
        self, field: Field, size: int, tick: Callable[[], object], report: Callable[[], object] = lambda: None
    ) -> None:
        self._field = field
        self._others = size - 1
        self._live: dict[Boxes, Cells] = {}
        if size:
            _require_few(_count_solved(field, size))
            self._fill(size, tick, report)

    def _fill(self, size: int, tick: Callable[[], object], report: Callable[[], object]) -> None:
        """Find them by pulls from the goals."""
        field, waiting = self._field, deque[tuple[Boxes, Cells]]()
        for boxes in _solved(field, size):
            report()
            for player in bits(field.floor & ~field.taken(boxes)):
                tick()
                self._add(boxes, player, waiting)
        while waiting:
            _require_few(len(self._live))
            tick()
            report()
            boxes, region = waiting.popleft()
            for index, cells in enumerate(field.split(boxes)):
                shift = index * field.area
                for step in field.steps:
                    # Who pushed the box stands behind it, and stood one cell further back.
                    free = field.floor & ~field.taken(boxes)
                    for box in bits(cells & region << step & (free << 2 * step)):
                        self._add(boxes ^ (box | box >> step) << shift, box >> 2 * step, waiting)
                    for box in bits(cells & region >> step & (free >> 2 * step)):
                        self._add(boxes ^ (box | box << step) << shift, box << 2 * step, waiting)

    def _add(self, boxes: Boxes, player: Cells, waiting: deque[tuple[Boxes, Cells]]) -> None:
        known = self._live.get(boxes, 0)
        if not known & player:
            region = self._field.region(self._field.floor & ~self._field.taken(boxes), player)
            self._live[boxes] = known | region
            waiting.append((boxes, region))

    def is_dead(self, boxes: Boxes, moved: Boxes, player: Cells) -> bool:
        """Return whether some boxes that include `moved` cannot be solved alone."""
        if self._others < 0:
            return False
        live = self._live
        if self._others == 1:
            return any(not live.get(moved | other, 0) & player for other in bits(boxes ^ moved))
        others = combinations(bits(boxes ^ moved), self._others)
        return any(not live.get(moved | sum(chosen), 0) & player for chosen in others)


def _require_few(placements: int) -> None:
    if placements > MAX_PLACEMENTS:
        raise InvalidCertificate.said("more-placements", most=MAX_PLACEMENTS)


def _count_solved(field: Field, size: int) -> int:
    """Return the number of placements of some boxes on goals, of a class no more than it has."""
    ways = [1] + [0] * size  # by the number of boxes that are placed
    for goals, most in zip(field.goals, field.counts, strict=True):
        own = [comb(goals.bit_count(), count) if count <= most else 0 for count in range(size + 1)]
        ways = [sum(ways[placed - count] * own[count] for count in range(placed + 1)) for placed in range(size + 1)]
    return ways[size]


def _solved(field: Field, size: int, first: int = 0) -> Iterator[Boxes]:
    """Yield these placements, of classes from one on, without a look at choices that none follows."""
    if not size:
        yield 0
        return
    for index in range(first, len(field.counts)):
        goals, left = [*bits(field.goals[index])], sum(field.counts[index + 1 :])
        for count in range(max(1, size - left), min(size, field.counts[index]) + 1):
            for others in _solved(field, size - count, index + 1):
                yield from (others | sum(chosen) << index * field.area for chosen in combinations(goals, count))


class Bound:
    """A lower bound on the pushes of a position, or on its moves if there is a peak.

    For moves, let the potential of a square fall with its walking distance from the peak. A step changes it by at most
    one, so all that pushes raise it by has to be walked down again, except for the height of the peak above the player.
    A push therefore costs one plus the rise of the player's potential.
    """

    def __init__(self, field: Field, peak: Cells | None, tick: Callable[[], object]) -> None:
        self._field = field
        self._tick = tick
        self._number = {bit: number for number, bit in enumerate(field.squares)}
        self._sides = [self._sides_of(bit) for bit in field.squares]
        self._potential = [0] * len(field.squares) if peak is None else self._heights(peak)
        self._costs = [[self._costs_to(goal) for goal in bits(goals)] for goals in field.goals]
        self._prices = deque[_Prices]()

    def _sides_of(self, box: Cells) -> list[int]:
        """Return in which part of the floor around a lone box each square is; no part is the last."""
        self._tick()
        rest, sides = self._field.floor ^ box, [3] * len(self._field.squares)
        pitch = self._field.pitch
        beside = (box << 1 | box >> 1 | box << pitch | box >> pitch) & rest
        side = 0
        while beside:
            part = self._field.region(rest, beside & -beside)
            for bit in bits(part):
                sides[self._number[bit]] = side
            beside &= ~part
            side += 1
        return sides

    def _heights(self, peak: Cells) -> list[int]:
        field, heights = self._field, [0] * len(self._field.squares)
        reached, height = peak, 0
        while True:
            near = reached | reached << 1 | reached >> 1 | reached << field.pitch | reached >> field.pitch
            near &= field.floor & ~reached
            if not near:
                return heights
            height -= 1
            for bit in bits(near):
                heights[self._number[bit]] = height
            reached |= near

    def _costs_to(self, goal: Cells) -> list[int]:
        """Return the cost of a lone box to a goal, indexed by `_SIDES` times its square plus the side of the player."""
        number, sides, potential = self._number, self._sides, self._potential
        costs = [_FAR] * (_SIDES * len(sides))
        end = number[goal]
        waiting = deque((end, side) for side in range(_SIDES))
        for _, side in waiting:
            costs[_SIDES * end + side] = 0
        while waiting:
            self._tick()
            target, side = waiting.popleft()
            cost, bit = costs[_SIDES * target + side], self._field.squares[target]
            for before, player in self._pulls(bit):
                box, pusher = number.get(before), number.get(player)
                if box is None or pusher is None or sides[target][box] != side:
                    continue
                state = _SIDES * box + sides[box][pusher]
                total = cost + 1 + potential[box] - potential[pusher]
                if total < costs[state]:
                    costs[state] = total
                    waiting.append((box, sides[box][pusher]))
        return costs

    def _pulls(self, box: Cells) -> list[tuple[Cells, Cells]]:
        """Return the possible squares of a box before a push, with the player."""
        return [pull for step in self._field.steps
                for pull in ((box << step, box << 2 * step), (box >> step, box >> 2 * step))]  # fmt: skip

    def dead_squares(self, index: int) -> Cells:
        """Return the cells from which a lone box of a class reaches no goal."""
        return sum(
            bit
            for first, bit in zip(range(0, _SIDES * len(self._field.squares), _SIDES), self._field.squares, strict=True)
            if all(cost == _FAR for costs in self._costs[index] for cost in costs[first : first + _SIDES])
        )

    def reaches(self, boxes: Boxes, player: Cells, needed: int | None) -> bool:
        """Return whether a position is at least `needed` away from a solution, or has none if that is None."""
        if needed is not None and needed <= 0:
            return True
        at, number = self._number[player], self._number
        states = []
        for index, cells in enumerate(self._field.split(boxes)):
            states += [(index, _SIDES * (box := number[bit]) + self._sides[box][at]) for bit in bits(cells)]
        least = _FAR if needed is None else min(_FAR, needed - self._potential[at])
        for prices in self._prices:
            if prices.bound(states) >= least:
                if prices is not self._prices[0]:
                    self._prices.remove(prices)
                    self._prices.appendleft(prices)
                return True
        prices = self._prices_for(states)
        if prices.bound(states) < least:
            return False
        self._prices.appendleft(prices)
        if len(self._prices) > _PRICES:
            self._prices.pop()
        return True

    def _prices_for(self, states: list[tuple[int, int]]) -> _Prices:
        """Return the prices that give the highest bound for a position: those of the cheapest assignment."""
        constant, tables = 0, []
        for index, (costs, count) in enumerate(zip(self._costs, self._field.counts, strict=True)):
            rows = [[by_state[state] for by_state in costs] for own, state in states if own == index]
            prices = best_prices(rows, len(costs), self._tick)
            constant += sum(sorted(prices)[:count])
            tables.append([min(map(int.__sub__, by_goal, prices)) for by_goal in zip(*costs, strict=True)])
        return _Prices(constant, tables)


class _Prices(NamedTuple):
    """The lowest prices of as many goals as there are boxes, and the best value of a box by its class and state."""

    constant: int
    tables: list[list[int]]

    def bound(self, states: list[tuple[int, int]]) -> int:
        tables = self.tables
        return self.constant + sum([tables[index][state] for index, state in states])


class Frozen:
    """Whether boxes hold each other for ever: each by a wall, dead squares on both sides, or another, on both axes."""

    def __init__(self, field: Field, dead: list[Cells]) -> None:
        self._field = field
        floor = field.floor
        self._walls = [floor & ~(floor << step & floor >> step) for step in field.steps]
        self._dead = [[cells << step & cells >> step for step in field.steps] for cells in dead]

    def is_dead(self, boxes: Boxes) -> bool:
        """Return whether a box off its goals is frozen."""
        field, frozen = self._field, self._field.split(boxes)
        while True:
            all_boxes = 0
            for cells in frozen:
                all_boxes |= cells
            held = [
                wall | all_boxes << step | all_boxes >> step
                for wall, step in zip(self._walls, field.steps, strict=True)
            ]
            rest = [
                cells & (held[0] | across) & (held[1] | along)
                for cells, (across, along) in zip(frozen, self._dead, strict=True)
            ]
            if rest == frozen:
                return any(cells & ~goals for cells, goals in zip(frozen, field.goals, strict=True))
            frozen = rest
