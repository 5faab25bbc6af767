"""Sokoban in a few lines, to test by: rooms, pushes, every position; numbers on boxes and goals count.

Nothing of `pushbox` plays here.  A position is the boxes and all the places that the player can walk to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pushbox.board import Board
from pushbox.level import Level

Place = tuple[int, int]
Boxes = frozenset[tuple[Place, int]]  # with their numbers
WAYS: tuple[Place, ...] = ((0, -1), (-1, 0), (0, 1), (1, 0))
LETTERS = dict(zip("lurd", WAYS, strict=True))
TOO_MANY = 60_000


class TooLarge(Exception):
    """A room has more positions than are looked at."""


class At(NamedTuple):
    """A position: the boxes, and the first of the places that the player can walk to."""

    boxes: Boxes
    player: Place


class Push(NamedTuple):
    """A push from where to where, and the position after it."""

    start: Place
    end: Place
    after: At


def on(place: Place, way: Place, times: int = 1) -> Place:
    """Return the place some steps on."""
    return place[0] + times * way[0], place[1] + times * way[1]


@dataclass(frozen=True)
class Room:
    """The floor, the goals with their numbers, the boxes with theirs, and the player."""

    floor: frozenset[Place]
    goals: dict[Place, int]
    boxes: Boxes
    player: Place

    @classmethod
    def of(cls, level: Level) -> Room | None:
        """Return the room of a level, None where there is more to it."""
        board = level.board
        kinds = {sort.kind for sort in board.terrain} | {piece.kind for piece in board.pieces}
        if (
            level.options
            or level.game not in {"sokoban", "plus"}
            or not kinds <= {"wall", "floor", "goal", "box", "pusher"}
        ):
            return None
        (player,) = board.of_kind("pusher")
        return cls(
            frozenset(board.rc(cell) for cell, sort in enumerate(board.terrain) if sort.kind != "wall"),
            {board.rc(cell): sort.number for cell, sort in enumerate(board.terrain) if sort.kind == "goal"},
            frozenset((board.rc(box.anchor), box.number) for box in board.of_kind("box")),
            board.rc(player.anchor),
        )

    @cached_property
    def start(self) -> At:
        """The first position."""
        return At(self.boxes, min(self.walk(self.boxes, self.player)))

    @cached_property
    def beside(self) -> dict[Place, list[Place]]:
        """The floor next to each place of the floor."""
        return {place: [there for way in WAYS if (there := on(place, way)) in self.floor] for place in self.floor}

    def walk(self, boxes: Boxes, player: Place) -> set[Place]:
        """Return where the player can walk."""
        taken = {place for place, _ in boxes}
        closed, waiting = {*taken, player}, [player]
        for place in waiting:
            new = [there for there in self.beside[place] if there not in closed]
            closed.update(new)
            waiting += new
        return closed - taken

    def is_solved(self, boxes: Boxes) -> bool:
        """Whether each box is on a goal of its number."""
        return all(self.goals.get(place) == number for place, number in boxes)

    def pushes(self, at: At, walk: Callable[[Boxes, Place], set[Place]] | None = None) -> Iterator[Push]:
        """Yield the pushes that the player can walk to; `walk` may know where that is."""
        walk = walk or self.walk
        region, taken = walk(*at), {place for place, _ in at.boxes}
        for place, number in at.boxes:
            for way in WAYS:
                end = on(place, way)
                if on(place, way, -1) in region and end in self.floor and end not in taken:
                    boxes = at.boxes - {(place, number)} | {(end, number)}
                    yield Push(place, end, At(boxes, min(walk(boxes, place))))

    @cached_property
    def positions(self) -> dict[At, list[At]]:
        """Every position with those one push on; solved ones lead nowhere.  Raises TooLarge."""
        found: dict[At, list[At]] = {self.start: []}
        areas: defaultdict[Boxes, list[set[Place]]] = defaultdict(list)  # that the boxes part the floor into

        def walk(boxes: Boxes, player: Place) -> set[Place]:
            area = next((area for area in areas[boxes] if player in area), None)
            if area is None:
                areas[boxes].append(area := self.walk(boxes, player))
            return area

        for at in (waiting := [self.start]):
            if not self.is_solved(at.boxes):
                found[at] = [push.after for push in self.pushes(at, walk)]
                new = [after for after in found[at] if after not in found]
                found |= {after: [] for after in new}
                waiting += dict.fromkeys(new)
                if len(found) > TOO_MANY:
                    raise TooLarge
        return found

    @cached_property
    def far(self) -> dict[At, int]:
        """The fewest pushes to a solved position, of each from which there are any."""
        before: dict[At, list[At]] = {at: [] for at in self.positions}
        for at, afters in self.positions.items():
            for after in afters:
                before[after].append(at)
        far = {at: 0 for at in self.positions if self.is_solved(at.boxes)}
        for at in (waiting := [*far]):
            new = [earlier for earlier in before[at] if earlier not in far]
            far |= dict.fromkeys(new, far[at] + 1)
            waiting += dict.fromkeys(new)
        return far

    @property
    def fewest(self) -> int | None:
        """The fewest pushes of a solution, None where there is none."""
        return self.far.get(self.start)

    def is_passed(self, at: At) -> bool:
        """Whether every solution passes a position."""
        seen, waiting = {self.start, at}, [self.start]
        while waiting:
            now = waiting.pop()
            if self.is_solved(now.boxes):
                return False
            new = {after for after in self.positions[now] if after not in seen}
            seen |= new
            waiting += new
        return True

    def away(self, goal: Place) -> dict[Place, int]:
        """Return how many pushes a lone box is from a goal, the player wherever they are wanted."""
        far = {goal: 0}
        for place in (waiting := [goal]):
            for way in WAYS:
                there = on(place, way)
                if there in self.floor and on(place, way, 2) in self.floor and there not in far:
                    far[there] = far[place] + 1
                    waiting.append(there)
        return far

    @cached_property
    def live(self) -> frozenset[tuple[Place, int]]:
        """The places, with a number, from which a lone box of the number can be pushed to a goal of it."""
        return frozenset((place, number) for goal, number in self.goals.items() for place in self.away(goal))

    def played(self, text: str) -> list[Push]:
        """Return the pushes of a text in LURD letters.  Fails for one that cannot be played."""
        player, boxes, pushes = self.player, dict(self.boxes), []
        for letter in text:
            way = LETTERS[letter.lower()]
            player = on(player, way)
            assert player in self.floor
            assert letter.isupper() == (player in boxes)
            if player in boxes:
                end = on(player, way)
                assert end in self.floor
                assert end not in boxes
                boxes[end] = boxes.pop(player)
                now = frozenset(boxes.items())
                pushes.append(Push(player, end, At(now, min(self.walk(now, player)))))
        return pushes


def inside(board: Board) -> set[Place]:
    """Return where pieces could walk to if there were no boxes."""
    floor = {board.rc(cell) for cell, sort in enumerate(board.terrain) if sort.kind != "wall"}
    seen = {board.rc(piece.anchor) for piece in board.pieces}
    for place in (waiting := [*seen]):
        new = {on(place, way) for way in WAYS} & floor - seen
        seen |= new
        waiting += new
    return seen
