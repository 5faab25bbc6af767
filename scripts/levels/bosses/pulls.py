"""Play backwards: boxes are pulled off the goals, and the pulls in reverse are the pushes of a solution.

Sets of cells are numbers, a bit for each cell, so that a flood is a few shifts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from pushbox.generator.room import Room
from pushbox.grid import Cell, grid
from pushbox.path.walk import walk

LETTERS = "lurd"
_OTHER_BOX = 0.7  # how often a pull of another box than the last one is chosen
_OUTSIDE_FIRST = 0.8  # how often a box is chosen that is in no room yet, and of these one that is on its way
_FARTHER = 0.6  # how often a pull away from the goals is chosen
_LENGTHS = (1, 1, 2, 3, 4, 5)  # pulls along a line
_FAILURES = 12  # pulls to nowhere new, one after the other, before the walk goes back
_MOST = 5_000
_FAR, _CHANGE, _OUTSIDE = 2, 0.5, 12  # what a push to a goal, a change of box and a box outside of all rooms weigh


class Push(NamedTuple):
    """A push: the cell of the box before it, and its direction, 0 left, 1 up, 2 right, 3 down."""

    cell: Cell
    direction: int


@dataclass(frozen=True)
class Pulled:
    """Boxes that have been pulled, where the player stands, and the pushes that bring the boxes to where they were."""

    boxes: int
    player: int
    pushes: tuple[Push, ...]
    score: float


class _Step(NamedTuple):
    """A position on the way: boxes, where the player can be and is, pushes and changes of box so far, the last box."""

    boxes: int
    reach: int
    player: int
    pushes: int
    changes: int
    last: int


@dataclass(frozen=True)
class Yard:
    """Floor, goals and the cells of the rooms, with the fewest pushes from each cell to a goal, -1 for none."""

    width: int
    floor: int
    goals: int
    rooms: int
    far: tuple[int, ...]

    @classmethod
    def of(cls, width: int, floor: frozenset[Cell], goals: frozenset[Cell], rooms: frozenset[Cell]) -> Yard:
        """Return the yard of some cells."""
        yard = cls(width, bits(floor), bits(goals), bits(rooms), ())
        far, front = [-1] * (max(floor) + width + 1), sorted(goals)
        for goal in front:
            far[goal] = 0
        for cell in front:
            for shift in yard.shifts:
                near = cell + shift
                if yard.floor >> near & 1 and yard.floor >> near + shift & 1 and far[near] < 0:
                    far[near] = far[cell] + 1
                    front.append(near)
        return cls(width, yard.floor, yard.goals, yard.rooms, tuple(far))

    @property
    def shifts(self) -> tuple[int, int, int, int]:
        """How far the next cell is in each direction."""
        return -1, -self.width, 1, self.width

    def reached(self, player: int, boxes: int) -> int:
        """Return where a player can walk."""
        free, seen, wide = self.floor & ~boxes, player, self.width
        while True:
            grown = (seen | seen << 1 | seen >> 1 | seen << wide | seen >> wide) & free
            if grown == seen:
                return seen
            seen = grown

    def pulls(self, reach: int, boxes: int) -> Iterator[tuple[int, int]]:
        """Yield the pulls that there are: the bit of the box and the direction in which it goes."""
        free = self.floor & ~boxes
        for direction, shift in enumerate(self.shifts):
            left = boxes & moved(reach, -shift) & moved(free, -2 * shift)
            while left:
                box = left & -left
                yield box, direction
                left ^= box

    def wander(self, boxes: int, player: int, lines: int, random: Random) -> Pulled | None:
        """Pull boxes at random until all are off the goals, and so many times more; return the best position met.

        A box is pulled along one line at a time.  The best position has its boxes far from all goals and in rooms, and
        many changes from one box to another.  Return None if `_MOST` pulls do not bring all boxes off the goals.
        """
        best: Pulled | None = None
        pushes: list[Push] = []
        here = _Step(boxes, self.reached(player, boxes), player, 0, 0, 0)
        steps, visited = [here], {(here.boxes, here.reach)}
        failures = 0
        for _ in range(_MOST):
            if best is not None:
                lines -= 1
                if lines < 0:
                    break
            if failures >= _FAILURES:
                del steps[random.randint(1, len(steps)) :]
                here, failures = steps[-1], 0
                del pushes[here.pushes :]
            pull = self._choice(here, random)
            after, line = self._pulled(here, *pull, random.choice(_LENGTHS)) if pull is not None else (here, [])
            if (after.boxes, after.reach) in visited or not any(self.pulls(after.reach, after.boxes)):
                failures += 1
                continue
            visited.add((after.boxes, after.reach))
            steps.append(after)
            here, failures = after, 0
            pushes += line
            if not here.boxes & self.goals:
                score = self._score(here.boxes) + _CHANGE * here.changes
                if best is None or score > best.score:
                    best = Pulled(here.boxes, here.player, tuple(reversed(pushes)), score)
        return best

    def _choice(self, here: _Step, random: Random) -> tuple[int, int] | None:
        pulls = [*self.pulls(here.reach, here.boxes)]
        others = [pull for pull in pulls if pull[0] != here.last]
        pulls = others if others and random.random() < _OTHER_BOX else pulls
        for places in (~self.rooms, ~(self.rooms | self.goals)):
            outside = [pull for pull in pulls if pull[0] & places]
            pulls = outside if outside and random.random() < _OUTSIDE_FIRST else pulls
        farther = [pull for pull in pulls if self._after(*pull) > self.far[pull[0].bit_length() - 1]]
        pulls = farther if farther and random.random() < _FARTHER else pulls
        return random.choice(pulls) if pulls else None

    def _pulled(self, here: _Step, box: int, direction: int, most: int) -> tuple[_Step, list[Push]]:
        """Return what comes of a pull of a box along a line, and the pushes that undo it."""
        shift, boxes, begun, line = self.shifts[direction], here.boxes, box, []
        while len(line) < most and moved(box, 2 * shift) & self.floor & ~boxes:
            boxes ^= box | moved(box, shift)
            box = moved(box, shift)
            line.append(Push(box.bit_length() - 1, direction + 2 & 3))
        player, changes = moved(box, shift), here.changes + (begun != here.last)
        return _Step(boxes, self.reached(player, boxes), player, here.pushes + len(line), changes, box), line

    def _after(self, box: int, direction: int) -> int:
        return self.far[box.bit_length() - 1 + self.shifts[direction]]

    def _score(self, boxes: int) -> float:
        outside = (boxes & ~self.rooms).bit_count()
        return _FAR * sum(self.far[cell] for cell in cells(boxes)) - _OUTSIDE * outside


def bits(places: frozenset[Cell]) -> int:
    """Return a set of cells as a number."""
    return sum(1 << cell for cell in places)


def cells(places: int) -> Iterator[Cell]:
    """Yield the cells of a number."""
    while places:
        yield (places & -places).bit_length() - 1
        places &= places - 1


def moved(places: int, shift: int) -> int:
    """Return cells moved by so many places."""
    return places << shift if shift >= 0 else places >> -shift


def written(room: Room, pushes: tuple[Push, ...], end: Cell, width: int, height: int) -> str:
    """Return pushes as a line with the walks between them, and one to a cell at its end.

    Raises ValueError for a push or a walk that is not possible.
    """
    board, boxes, player, text = grid(width, height), {*room.boxes}, room.player, ""

    def walked(to: Cell) -> str:
        free = [cell in room.floor and cell not in boxes for cell in range(width * height)] + [False]
        if (way := walk(board, free, player, to)) is None:
            raise ValueError(f"no way from {player} to {to}")
        return "".join(LETTERS[step] for step in way)

    for cell, direction in pushes:
        if cell not in boxes:
            raise ValueError(f"no box on {cell}")
        text += walked(board.step[direction + 2 & 3][cell]) + LETTERS[direction].upper()
        boxes = boxes - {cell} | {board.step[direction][cell]}
        player = cell
    return text + walked(end)
