"""The checker of witnesses: it recomputes each claim independently.

It knows the rules and the values, and nothing of the finders. A witness has only one valid form: missing, superfluous
or different parts are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...arguments import check_optional, check_seconds
from ...board import Piece, Terrain
from ...deadline import Deadline
from ...errors import PushboxError
from ...games.api import Status
from ...games.position import Position
from ...grid import Cell, Grid
from ...tiling import DOWN, LEFT, RIGHT, UP, Direction
from .witnesses import (
    MAX_POSITIONS,
    AxisBlock,
    Bipartite,
    DeadSquare,
    Exhausted,
    Freeze,
    FrozenBox,
    LostByRules,
    UnsolvableSet,
    Witness,
)


class InvalidWitness(PushboxError):
    """A witness that does not prove its claim."""


def check_witness(position: Position, witness: Witness, *, seconds: float | None = None) -> None:
    """Raise InvalidWitness unless a witness shows that a position can never be solved.

    Raises OutOfTime where that is not decided within so many `seconds`.  O(cells x boxes) for most, O(`MAX_POSITIONS` x
    cells) for those of an exhaustive search.
    """
    check_optional(check_seconds, "seconds", seconds)
    deadline = Deadline(seconds)
    match witness:
        case LostByRules(reason):
            outcome = position.outcome
            _require(outcome.status is Status.LOST and outcome.reason == reason, "the rules do not call it lost so")
        case Exhausted():
            _check_exhausted(position, witness, deadline)
        case DeadSquare():
            _check_dead_square(_Facts.of(position), witness)
        case Freeze(frozen):
            facts = _Facts.of(position)
            _check_frozen(facts, frozen, deadline)
            away = [box.cell for box in frozen if not facts.is_home(box.cell)]
            _require(bool(away) and frozen[0].cell == min(away), "the first is not the first away from its goals")
            _check_chain(facts, frozen)
        case Bipartite():
            _check_bipartite(_Facts.of(position), witness, deadline)
        case UnsolvableSet():
            _check_set(_Facts.of(position), witness, deadline)
        case _:
            raise InvalidWitness("found no witness")


def _require(condition: object, refusal: str) -> None:
    if not condition:
        raise InvalidWitness(refusal)


class _Facts(NamedTuple):
    """A position of a game in which boxes are only obstacles: numbers by cell, 0 for none."""

    grid: Grid
    free: tuple[bool, ...]
    goals: dict[Cell, int]
    boxes: dict[Cell, int]
    pushers: tuple[Cell, ...]

    @classmethod
    def of(cls, position: Position) -> _Facts:
        """Return the facts.  Raises InvalidWitness where a missing box might make a position harder."""
        info, board = position.game.info, position.board
        plain = (
            info.native_solver == "boxes"
            and not (position.level.options or board.counters)
            and all(sort == Terrain(sort.kind, number=sort.number) for sort in {*board.terrain})
            and {sort.kind for sort in board.terrain} <= {"wall", "floor", "goal"}
            and all(piece == Piece(piece.kind, (piece.anchor,), number=piece.number) for piece in board.pieces)
            and {piece.kind for piece in board.pieces} <= {"box", "pusher"}
        )
        _require(plain, "in this game a witness of single boxes shows nothing")
        free = (*(cell.kind != "wall" for cell in board.terrain), False)
        goals = {cell: terrain.number for cell, terrain in enumerate(board.terrain) if terrain.kind == "goal"}
        boxes = {piece.anchor: piece.number for piece in board.of_kind("box")}
        return cls(board.grid, free, goals, boxes, tuple(piece.anchor for piece in board.of_kind("pusher")))

    def is_home(self, box: Cell) -> bool:
        """Return whether a box is on a goal of its number."""
        return self.goals.get(box) == self.boxes[box]

    def live(self, number: int) -> frozenset[Cell]:
        """Return the squares from which a lone box of a number can be pushed to a goal of it."""
        live = {goal for goal, own in self.goals.items() if own == number}
        waiting = list(live)
        while waiting:
            cell = waiting.pop()
            for step in self.grid.step:  # the box is pulled by someone who walks backwards
                pulled, puller = step[cell], step[step[cell]]
                if self.free[pulled] and self.free[puller] and pulled not in live:
                    live.add(pulled)
                    waiting.append(pulled)
        return frozenset(live)

    def alone(self, boxes: Sequence[Cell]) -> dict[Cell, int]:
        """Return some of the boxes. Raises InvalidWitness for a box that does not exist or is repeated."""
        _require(len(set(boxes)) == len(boxes) > 0, "no box is named, or one twice")
        _require(self.boxes.keys() >= set(boxes), "there is no such box")
        return {box: self.boxes[box] for box in boxes}

    def walk(self, starts: Iterable[Cell], obstacles: Iterable[Cell]) -> frozenset[Cell]:
        """Return the cells that can be walked to around obstacles."""
        seen, blocked = set(starts), set(obstacles)
        waiting = list(seen)
        while waiting:
            cell = waiting.pop()
            for step in self.grid.step:
                if self.free[near := step[cell]] and near not in seen and near not in blocked:
                    seen.add(near)
                    waiting.append(near)
        return frozenset(seen)


def _check_dead_square(facts: _Facts, witness: DeadSquare) -> None:
    number = facts.alone([witness.box])[witness.box]
    _require(witness.live == facts.live(number), "the live squares are others")
    _require(witness.box not in witness.live, "the box stands on a live square")


def _check_frozen(facts: _Facts, frozen: Sequence[FrozenBox], deadline: Deadline) -> None:
    """Raise InvalidWitness unless boxes hold each other: none can be the first of them to be pushed, and not lost."""
    cells = {box.cell for box in frozen}
    _require(len(cells) == len(frozen) and facts.boxes.keys() >= cells, "a box is named twice, or there is none")
    live: dict[int, frozenset[Cell]] = {}
    for box in frozen:
        deadline.check()
        if (number := facts.boxes[box.cell]) not in live:
            live[number] = facts.live(number)
        held = (_block(facts, box.cell, axis, cells, live[number]) for axis in (LEFT, UP))
        _require(box.horizontal == next(held), "a box is not held so in its row")
        _require(box.vertical == next(held), "a box is not held so in its column")


def _block(facts: _Facts, box: Cell, before: Direction, frozen: set[Cell], live: frozenset[Cell]) -> AxisBlock | None:
    """Return the first block of a box on an axis: a wall, two dead squares, or a frozen box."""
    after = facts.grid.opposite[before]
    near, far = facts.grid.step[before][box], facts.grid.step[after][box]
    if not (facts.free[near] and facts.free[far]):
        return AxisBlock("wall", after if facts.free[near] else before)
    if not {near, far} & live:
        return AxisBlock("dead", before)
    if {near, far} & frozen:
        return AxisBlock("box", before if near in frozen else after)
    return None


def _check_chain(facts: _Facts, frozen: Sequence[FrozenBox]) -> None:
    """Raise InvalidWitness unless the boxes are listed breadth-first along the boxes that block them."""
    reasons = {box.cell: (box.horizontal, box.vertical) for box in frozen}
    chain = [frozen[0].cell]
    met = {*chain}
    for box in chain:
        for block in reasons[box]:
            holder = facts.grid.step[block.direction][box]
            if block.reason == "box" and holder not in met:
                met.add(holder)
                chain.append(holder)
    _require(chain == [box.cell for box in frozen], "the frozen boxes are no chain")


def _check_bipartite(facts: _Facts, witness: Bipartite, deadline: Deadline) -> None:
    _check_frozen(facts, witness.frozen, deadline)
    sorted_boxes = all([*boxes] == sorted(boxes) for boxes in (witness.stranded, [box.cell for box in witness.frozen]))
    _require(sorted_boxes, "the boxes are not in reading order")
    walls = {box.cell for box in witness.frozen}
    free = [is_free and cell not in walls for cell, is_free in enumerate(facts.free)]
    goals: set[Cell] = set()
    for box, number in facts.alone(witness.stranded).items():
        deadline.check()
        _require(box not in walls, "a box is frozen and stranded")
        reached = {box}
        waiting = [box]
        while waiting:
            cell = waiting.pop()
            for direction, back in enumerate(facts.grid.opposite):
                ahead, behind = facts.grid.step[direction][cell], facts.grid.step[back][cell]
                if free[ahead] and free[behind] and ahead not in reached:
                    reached.add(ahead)
                    waiting.append(ahead)
        goals |= {cell for cell in reached if facts.goals.get(cell) == number}
    _require(tuple(sorted(goals)) == witness.goals, "the goals that the boxes reach are others")
    _require(len(goals) < len(witness.stranded), "there are goals enough")
    _require(len(goals) == len(witness.stranded) - 1, "a box is superfluous")


_Position = tuple[frozenset[tuple[Cell, int]], frozenset[Cell]]


def _check_set(facts: _Facts, witness: UnsolvableSet, deadline: Deadline) -> None:
    boxes = facts.alone(witness.boxes)
    region = facts.walk(facts.pushers, boxes)
    _require(witness.boxes == tuple(sorted(boxes)), "the boxes are not in reading order")
    _require(region == witness.region, "the region of the pushers is another")
    _check_shape(facts, witness)
    start: _Position = frozenset(boxes.items()), frozenset(facts.pushers)
    live = {number: facts.live(number) for number in boxes.values()}
    seen = {_merged(facts, start)}
    waiting = list(seen)
    while waiting:
        current = waiting.pop()
        _require(any(facts.goals.get(cell) != number for cell, number in current[0]), "the boxes can be solved alone")
        _require(len(seen) <= min(witness.positions, MAX_POSITIONS), "there are more positions")
        for after in _successors(facts, current):
            deadline.check()
            if all(cell in live[number] for cell, number in after[0] - current[0]):
                merged = _merged(facts, after)
                if merged not in seen:
                    seen.add(merged)
                    waiting.append(merged)
    _require(len(seen) == witness.positions, "there are fewer positions")


def _merged(facts: _Facts, position: _Position) -> _Position:
    """Return a position with one cell for all that a lone pusher can walk to."""
    boxes, pushers = position
    if len(pushers) > 1:
        return position
    return boxes, frozenset([min(facts.walk(pushers, (cell for cell, _ in boxes)))])


def _successors(facts: _Facts, position: _Position) -> Iterator[_Position]:
    """Yield the positions after a step of the pushers; for a lone pusher, after each push it can walk to."""
    boxes, pushers = position
    cells = dict(boxes)
    alone = len(pushers) == 1
    for pusher in facts.walk(pushers, cells) if alone else pushers:
        others = frozenset() if alone else pushers - {pusher}
        for step in facts.grid.step:
            ahead = step[pusher]
            beyond = step[ahead]
            if not facts.free[ahead] or ahead in others:
                continue
            if ahead not in cells:
                if not alone:
                    yield boxes, others | {ahead}
            elif facts.free[beyond] and beyond not in cells and beyond not in others:
                yield boxes - {(ahead, cells[ahead])} | {(beyond, cells[ahead])}, others | {ahead}


def _check_shape(facts: _Facts, witness: UnsolvableSet) -> None:
    """Raise InvalidWitness unless the boxes look as the witness says."""
    boxes, cells = set(witness.boxes), witness.cells
    match witness.shape:
        case "closed_diagonal":
            _check_diagonal(facts, witness)
        case "corral":
            steps = facts.grid.step
            starts = [step[box] for step in steps for box in boxes]
            shut = [cell for cell in starts if facts.free[cell] and cell not in boxes | witness.region]
            area = facts.walk(shut, boxes)
            _require(bool(area) and cells == tuple(sorted(area)), "the area that the boxes close off is another")
            beside = {step[cell] for step in steps for cell in area}
            _require(boxes <= beside, "a box does not close the area off")
        case "goal_order":
            _require(cells == tuple(box for box in witness.boxes if facts.is_home(box)), "the boxes at home are others")
            _require(0 < len(cells) < len(boxes), "no box is at home, or every one")
        case "single" | "pair" | "set":
            count = {"single": 1, "pair": 2}.get(witness.shape, len(boxes))
            _require(len(boxes) == count and not cells, "the boxes have another shape")
        case _:
            raise InvalidWitness("there is no such shape")


def _check_diagonal(facts: _Facts, witness: UnsolvableSet) -> None:
    """Raise InvalidWitness unless boxes and walls close a diagonal on both sides, and no pusher is on it."""
    boxes, cells = set(witness.boxes), witness.cells
    step = facts.grid.step
    _require(len(cells) >= 3, "the diagonal is too short")
    row_step = step[DOWN]
    turns = [
        next((side for side in (LEFT, RIGHT) if row_step[step[side][cell]] == below), -1)
        for cell, below in pairwise(cells)
    ]
    _require(turns[0] >= 0 and len(set(turns)) == 1, "the cells are no diagonal")
    beside = {step[side][cell] for cell in cells[1:-1] for side in (LEFT, RIGHT)} | {cells[0], cells[-1]}
    closed = all(not facts.free[cell] or cell in boxes for cell in beside)
    _require(closed and boxes <= beside, "the boxes do not close the diagonal")
    inside = {*cells[1:-1]}
    _require(not inside & (boxes | witness.region) and all(facts.free[cell] for cell in inside), "it is not shut")


def _check_exhausted(position: Position, witness: Exhausted, deadline: Deadline) -> None:
    """Raise InvalidWitness unless the rules lead to exactly the given number of positions, none of them solved."""
    rules = position.rules
    _require(not position.game.info.simultaneous, "where people compete nothing is exhausted")
    seen = {rules.search_key(position.state)}
    waiting = [position.state]
    pushes = False
    while waiting:
        state = waiting.pop()
        status = rules.outcome(state).status
        _require(status is not Status.SOLVED, "a position is solved")
        if status is Status.LOST:
            continue
        for move in rules.legal_moves(state):
            deadline.check()
            transition = rules.apply(state, move)
            assert transition is not None, "the move is legal"
            pushes = pushes or bool(transition.pushes)
            if (key := rules.search_key(transition.state)) not in seen:
                seen.add(key)
                waiting.append(transition.state)
                _require(len(seen) <= min(witness.positions, MAX_POSITIONS), "there are more positions")
    _require((len(seen), pushes) == (witness.positions, witness.pushes), "the positions are others")
