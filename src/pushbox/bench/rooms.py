"""Small random rooms, exhaustive search in them, and a level without end, to check a solver by."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..grid import grid
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


def fewest_pushes(level: Level) -> int | None:
    """Return the fewest pushes that solve a level of plain Sokoban, None where nothing does.

    Breadth-first search by pushes over sets of boxes and regions of the player, as bits of numbers; nothing is pruned.
    The board must be small.
    """
    board = level.board
    stride = board.width + 1  # a column of wall to the right keeps a row from going on in the next

    def bits(cells: tuple[int, ...]) -> int:
        return sum(1 << stride * (cell // board.width) + cell % board.width for cell in cells)

    floor = bits(tuple(cell for cell, terrain in enumerate(board.terrain) if terrain.kind != "wall"))
    goals = bits(board.cells_of("goal"))
    boxes = bits(tuple(box.anchor for box in board.of_kind("box")))
    first = (boxes, _reach(bits((board.of_kind("pusher")[0].anchor,)), floor & ~boxes, stride))
    seen, front, pushes = {first}, [first], 0
    while front:
        later = []
        for boxes, region in front:
            if not boxes & ~goals:
                return pushes
            free = floor & ~boxes
            for shift in (1, -1, stride, -stride):
                # boxes with the player's region behind them and free floor ahead of them, by where they go
                ahead = _moved(_moved(region, shift) & boxes, shift) & free
                while ahead:
                    target = ahead & -ahead
                    ahead ^= target
                    box = _moved(target, -shift)
                    after = boxes ^ box ^ target
                    position = after, _reach(box, floor & ~after, stride)
                    if position not in seen:
                        seen.add(position)
                        later.append(position)
        front = later
        pushes += 1
    return None


def _reach(start: int, free: int, stride: int) -> int:
    region, grown = 0, start
    while grown != region:
        region = grown
        grown |= (region << 1 | region >> 1 | region << stride | region >> stride) & free
    return region


def _moved(cells: int, shift: int) -> int:
    return cells << shift if shift > 0 else cells >> -shift
