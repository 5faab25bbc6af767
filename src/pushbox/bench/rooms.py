"""Small random rooms, exhaustive search in them, and a level without end, to check a solver by."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..grid import cell_of, grid, rc_of
from ..level import Level

# No search ends here: the room at the left can never be solved, which no detector sees, and the hall beside it has
# more positions than anybody can visit.
ENDLESS = """
#############################
# #    # @                  #
#.  .$ # # $ $ $ $ $ $ $ $  #
# $#   # #  $ $ $ $ $ $ $ $ #
#    # # # $ $ $ $ $ $ $ $  #
# $    # #                  #
#  #$  # #......   .........#
## . .   #.........         #
#############################
"""


def rooms(count: int, *, seed: int, largest: int, boxes: int) -> Iterator[Level]:
    """Yield `count` crowded levels of Sokoban of 3 to `largest` cells each way with 2 to `boxes` boxes, by a seed.

    In half of them the boxes were pulled from goals to where they stand, as few others could be solved; in a quarter
    there is a goal more than boxes.  There is no frame: everything off the board is wall.
    """
    rng = random.Random(seed)
    for _ in range(count):
        yield _room(rng, largest, boxes)


def _room(rng: random.Random, largest: int, most: int) -> Level:
    width, height = rng.randint(3, largest), rng.randint(3, largest)
    step = grid(width, height).step
    cells = range(width * height)
    walls = set(rng.sample(cells, rng.randint(0, len(cells) // 5)))
    room = [cell for cell in cells if cell not in walls]
    boxes = set(rng.sample(room, rng.randint(2, min(most, len(room) // 3))))
    goals = set(boxes)
    if rng.random() < 0.5:
        for _ in range(10 * len(room)):
            box, towards = rng.choice(sorted(boxes)), rng.choice(step)
            if {towards[box], towards[towards[box]]} <= set(room) - boxes:
                boxes = boxes - {box} | {towards[box]}
    else:
        goals = set(rng.sample(room, len(boxes)))
    goals |= {rng.choice(room)} if rng.random() < 0.25 else set()
    player = rng.choice([cell for cell in room if cell not in boxes])
    terrain = tuple(WALL if cell in walls else GOAL if cell in goals else FLOOR for cell in cells)
    pieces = (Piece("pusher", (player,)), *(Piece("box", (cell,)) for cell in sorted(boxes)))
    return Level(Board(width, height, terrain, pieces))


_Position = tuple[int, int]  # the boxes and where the player can walk, as bits


def fewest_pushes(level: Level) -> int | None:
    """Return the fewest pushes that solve a level of plain Sokoban, None where nothing does.

    Breadth-first search by pushes over sets of boxes and regions of the player, as bits of numbers; nothing is pruned.
    The board must be small.
    """
    room = _Room(level.board)
    first = room.position(level.board)
    seen, front, pushes = {first}, [first], 0
    while front:
        later = []
        for position in front:
            if not position[0] & ~room.goals:
                return pushes
            for after in room.successors(position):
                if after not in seen:
                    seen.add(after)
                    later.append(after)
        front = later
        pushes += 1
    return None


class SolvablePositions:
    """Which of the positions that a small level of plain Sokoban leads to can be solved, by a search of all of them."""

    def __init__(self, level: Level) -> None:
        self._room = room = _Room(level.board)
        first = room.position(level.board)
        before: dict[_Position, list[_Position]] = {first: []}
        waiting = [first]
        for position in waiting:
            for after in room.successors(position):
                if after not in before:
                    before[after] = []
                    waiting.append(after)
                before[after].append(position)
        self._all = before.keys()
        solved = [position for position in waiting if not position[0] & ~room.goals]
        self._solvable = set(solved)
        for position in solved:
            new = [earlier for earlier in before[position] if earlier not in self._solvable]
            self._solvable.update(new)
            solved += dict.fromkeys(new)

    def __contains__(self, board: Board) -> bool:
        """Return whether a position can be solved.  Raises KeyError for one that the level does not lead to."""
        position = self._room.position(board)
        if position not in self._all:
            raise KeyError(board)
        return position in self._solvable


class _Room:
    """The walls and goals of a level as bits of numbers, and what pushes lead to."""

    def __init__(self, board: Board) -> None:
        self._width = board.width
        self._stride = board.width + 1  # a column of wall to the right keeps a row from going on in the next
        self._floor = self._bits(cell for cell, terrain in enumerate(board.terrain) if terrain.kind != "wall")
        self.goals = self._bits(board.cells_of("goal"))

    def _bits(self, cells: Iterable[int]) -> int:
        return sum(1 << cell_of(*rc_of(cell, self._width), self._stride) for cell in cells)

    def position(self, board: Board) -> _Position:
        """Return the position that a board shows."""
        boxes = self._bits(box.anchor for box in board.of_kind("box"))
        player = self._bits([board.of_kind("pusher")[0].anchor])
        return boxes, _reach(player, self._floor & ~boxes, self._stride)

    def successors(self, position: _Position) -> list[_Position]:
        """Return what the pushes lead to."""
        (boxes, region), stride = position, self._stride
        free = self._floor & ~boxes
        found = []
        for shift in (1, -1, stride, -stride):
            # boxes with the player's region behind them and free floor ahead of them, by where they go
            ahead = _moved(_moved(region, shift) & boxes, shift) & free
            while ahead:
                target = ahead & -ahead
                ahead ^= target
                box = _moved(target, -shift)
                after = boxes ^ box ^ target
                found.append((after, _reach(box, self._floor & ~after, stride)))
        return found


def _reach(start: int, free: int, stride: int) -> int:
    region, grown = 0, start
    while grown != region:
        region = grown
        grown |= (region << 1 | region >> 1 | region << stride | region >> stride) & free
    return region


def _moved(cells: int, shift: int) -> int:
    return cells << shift if shift > 0 else cells >> -shift
