"""Check a proof by closed positions. You have to trust only this module, `field` and `losses`.

The start is in the set, no member is solved, and every push from a member leads to another member at no lower a cost
than recorded there, to a lost position, or too far from a solution. So no missing position belongs to a solution that
the claim excludes. Where a level is symmetric, a member stands for all its images: each needs as much as it does. The
origin of the positions does not matter: nothing is taken from them on trust.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator

from .body import read_positions
from .claim import Proof, require
from .field import Boxes, Cells, Field, bits, symmetries
from .losses import Bound, Frozen, Subsets

ProgressCallback = Callable[[int, int], object]  # positions done, and all
_REPORT_EVERY = 2048


def check_closed(
    field: Field,
    proof: Proof,
    *,
    cost: int | None,
    by_moves: bool,
    peak: Cells | None,
    progress: ProgressCallback | None = None,
    tick: Callable[[], object] = lambda: None,
) -> None:
    """Raise InvalidCertificate unless positions prove that no solution costs less, or that none exists.

    O(positions x pushes x cells); `tick` is called in every loop, at most some milliseconds apart, and may raise.
    """
    if field.is_lost:
        require(proof.positions == 0 and not proof.body, "proof-lost")
        return
    report = progress or (lambda _done, _all: None)
    _Closure(field, proof, cost, by_moves=by_moves, peak=peak, report=report, tick=tick).check()


class _Closure:
    """The positions by their boxes: where the player is, the cost, and whether a push leads there at that cost.

    For pushes the player is anywhere in a region, for moves where the last push has left them.
    """

    def __init__(
        self,
        field: Field,
        proof: Proof,
        cost: int | None,
        *,
        by_moves: bool,
        peak: Cells | None,
        report: ProgressCallback,
        tick: Callable[[], object],
    ) -> None:
        self.field, self.cost, self.by_moves, self.report, self.tick = field, cost, by_moves, report, tick
        self.bound = Bound(field, peak, tick)
        self.frozen = Frozen(field, [self.bound.dead_squares(index) for index in range(len(field.goals))])
        self.symmetries = symmetries(field)
        self.subsets = Subsets(field, proof.subset, tick, lambda: report(0, proof.positions))
        self.boxes: list[Boxes] = []
        self.players: list[Cells] = []
        self.costs = array("L")
        self.first: dict[Boxes, int] = {}
        for index, (boxes, player, own) in enumerate(read_positions(field, proof.body)):
            require(index < proof.positions, "proof-more")
            tick()
            if index % _REPORT_EVERY == 0:
                report(0, proof.positions)
            self._add(boxes, player, own)
        require(len(self.boxes) == proof.positions, "proof-fewer")
        self.is_met = bytearray(len(self.boxes))

    def _add(self, boxes: Boxes, player: Cells, cost: int) -> None:
        if not self.boxes or self.boxes[-1] != boxes:
            self.first[boxes] = len(self.boxes)
        else:
            boxes = self.boxes[-1]
        if not self.by_moves:
            region = self.field.region(self.field.floor & ~self.field.taken(boxes), player)
            require(region & -region == player, "proof-region")
            player = region
        self.boxes.append(boxes)
        self.players.append(player)
        self.costs.append(cost)

    def check(self) -> None:
        """Raise InvalidCertificate unless the positions are closed, and none of them superfluous."""
        self._check_start()
        pushes = self._pushes_by_moves if self.by_moves else self._pushes
        for index, (boxes, cost) in enumerate(zip(self.boxes, self.costs, strict=True)):
            if index % _REPORT_EVERY == 0:
                self.report(index, len(self.boxes))
            require(self.field.off_goals(boxes), "proof-solved")
            for after, moved, player, steps in pushes(boxes, self.players[index]):
                self.tick()
                self._check_successor(after, moved, player, cost + steps)
        require(all(self.is_met), "proof-superfluous")

    def _check_start(self) -> None:
        """Raise InvalidCertificate unless the start is a member at cost 0, or may be left out."""
        field = self.field
        index = self._find(field.boxes, field.player)
        if index is None:
            require(self._is_pruned(field.boxes, field.boxes, field.player, 0), "proof-no-start")
        else:
            require(self.costs[index] == 0, "proof-start-cost")
            self.is_met[index] = True

    def _find(self, boxes: Boxes, player: Cells) -> int | None:
        """Return the member that a position is, or else one that is an image of it."""
        index = self._member(boxes, player)
        if index is None:
            for image in self.symmetries:
                index = self._member(sum([image[box] for box in bits(boxes)]), image[player])
                if index is not None:
                    break
        return index

    def _member(self, boxes: Boxes, player: Cells) -> int | None:
        index = self.first.get(boxes)
        if index is not None:
            while index < len(self.boxes) and self.boxes[index] is self.boxes[self.first[boxes]]:
                if self.players[index] & player:
                    return index
                index += 1
        return None

    def _check_successor(self, boxes: Boxes, moved: Boxes, player: Cells, cost: int) -> None:
        index = self._find(boxes, player)
        if index is None:
            require(self._is_pruned(boxes, moved, player, cost), "proof-open")
        elif self.costs[index] > cost:
            require(self._is_pruned(boxes, moved, player, cost), "proof-cost")
        elif self.costs[index] == cost:
            self.is_met[index] = True

    def _is_pruned(self, boxes: Boxes, moved: Boxes, player: Cells, cost: int) -> bool:
        """Return whether a position is lost by boxes of which one is in `moved`, or too far from a solution."""
        return (
            self.frozen.is_dead(boxes)
            or any(self.subsets.is_dead(boxes, box, player) for box in bits(moved))
            or self.bound.reaches(boxes, player, None if self.cost is None else self.cost - cost)
        )

    def _pushes(self, boxes: Boxes, region: Cells) -> Iterator[tuple[Boxes, Boxes, Cells, int]]:
        """Yield the results of pushes: the boxes, the moved one, the player, and the cost."""
        field = self.field
        free = field.floor & ~field.taken(boxes)
        for index, cells in enumerate(field.split(boxes)):
            shift = index * field.area
            for step in field.steps:
                for box in bits(cells & region << step & free >> step):
                    yield boxes ^ (box | box << step) << shift, box << step + shift, box, 1
                for box in bits(cells & region >> step & free << step):
                    yield boxes ^ (box | box >> step) << shift, box >> step << shift, box, 1

    def _pushes_by_moves(self, boxes: Boxes, player: Cells) -> Iterator[tuple[Boxes, Boxes, Cells, int]]:
        """Yield the same after the shortest walks, with the moves that they cost."""
        field, pitch = self.field, self.field.pitch
        taken = field.taken(boxes)
        free = field.floor & ~taken
        places = 0
        for step in field.steps:
            places |= (taken & free >> step) >> step | (taken & free << step) << step
        reached = frontier = player
        places, moves = places & free, 1
        while frontier and places & (frontier | ~reached):
            for push in self._pushes(boxes, frontier & places):
                yield *push[:3], moves
            near = frontier << 1 | frontier >> 1 | frontier << pitch | frontier >> pitch
            frontier = near & free & ~reached
            reached |= frontier
            moves += 1
