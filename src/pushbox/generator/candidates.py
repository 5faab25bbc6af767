"""A level with exactly so many fewest pushes, proven.

In a room of the generator boxes are put where their distances from the goals say that at least as many are needed, and
the solver proves how many are.  Then the first pushes of its solution are played, until as many are left as the level
shall have: what is left of a solution with the fewest pushes is one itself, as a shorter one would make the whole
shorter.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ..board import FLOOR, GOAL, WALL
from ..games.parts.push_distance import NEVER, distances
from ..games.position import Position, load
from ..games.registry import find
from ..grid import Cell, Grid
from ..level import Level
from ..path.walk import reachable, walk
from ..solver import Limit, Solved, Verdict
from ..solver import native as solver_native
from ..solver.parallel import Stop
from . import native
from .api import LevelSpec
from .bands import Size
from .layouts import likeness_ids

_LIMIT = Limit(seconds=None, nodes=1_000)  # of a proof: another level costs less than a long one
_NUMBERED = 120  # positions of a proof with numbers, and half of the pushes: where there is one it is soon found
_PLACES = 1_000  # that are tried for boxes of a room
_FURNISHINGS = 8  # of a room with goals and boxes


@dataclass(frozen=True, slots=True)
class Candidate:
    """A level of a band that may be like another, with a solution of the fewest pushes."""

    level: Level
    solution: str
    likeness: tuple[str, str]


def make_candidate(
    size: Size, game: str, seed: int, number: int, wanted: int, rng: random.Random, stop: Stop
) -> Candidate | None:
    """Return a level with so many fewest pushes, None if a room gives none."""
    spec = LevelSpec(columns=size.columns, rows=size.rows, boxes=1, game=game)
    limit = Limit(seconds=None, nodes=_NUMBERED + wanted // 2) if find(game).info.numbered else _LIMIT
    for room in native.attempts(spec, seed, number, 1, stop, measured=False):
        for _ in range(_FURNISHINGS):
            level = _furnished(room.level, size.boxes, wanted, rng)
            verdict = None if level is None else _proven(load(level), limit)
            if level is None or not isinstance(verdict, Solved) or not verdict.optimal:
                continue
            if (spare := verdict.metrics.pushes - wanted) >= 0:
                level, text = _ending(level, verdict.text, spare)
                if len(level.board.of_kind("pusher")) == 1:
                    level, text = _begun_elsewhere(level, text, rng)
                return Candidate(level, text, likeness_ids(level))
    return None


def _proven(position: Position, limit: Limit) -> Verdict:
    """Return what `solve` says of the fewest pushes of a position, which needs no check as it is made of a room."""
    search = solver_native.search_for(position, seed=0, threads=1)
    assert search is not None, "what is generated is searched natively"
    return search(position, "pushes", limit, None)


def _furnished(room: Level, count: int, wanted: int, rng: random.Random) -> Level | None:
    """Return a room with so many boxes, at least so many pushes from the goals in all; None if it is too small.

    Half of the time the goals are side by side.
    """
    board = room.board
    (model,), pushers = board.of_kind("box"), board.of_kind("pusher")
    taken = {pusher.anchor for pusher in pushers}
    floor = [cell for cell, sort in enumerate(board.terrain) if sort.kind != "wall"]
    free = [False] * (len(board.terrain) + 1)
    for cell in floor:
        free[cell] = True
    if len(floor) < 2 * count + len(pushers):
        return None
    goals = (
        _side_by_side(board.grid, free, rng.choice(floor), count, rng)
        if rng.random() < 0.5
        else rng.sample(floor, count)
    )
    # A box without a number goes to the nearest goal.
    own = [frozenset([goal]) for goal in goals] if model.number else [frozenset(goals)] * count
    fars = [distances(board.grid, tuple(free), some) for some in own]
    tables = [*{id(far): far for far in fars}.values()]
    columns = [[far[cell] for cell in floor] for far in tables]
    nearest, farthest = map(min, zip(*columns, strict=True)), map(max, zip(*columns, strict=True))
    cells = [
        cell
        for cell, least, most in zip(floor, nearest, farthest, strict=True)
        if least > 0 and most < NEVER and cell not in taken
    ]
    chosen = _far_away(cells, fars, wanted, rng)
    if chosen is None:
        return None
    numbers = range(1, count + 1) if model.number else [0] * count
    terrain = [WALL if sort.kind == "wall" else FLOOR for sort in board.terrain]
    for goal, number in zip(goals, numbers, strict=True):
        terrain[goal] = GOAL._replace(number=number)
    boxes = [model._replace(cells=(cell,), number=number) for cell, number in zip(chosen, numbers, strict=True)]
    return Level(board.with_parts(terrain, (*pushers, *boxes)), room.game)


def _side_by_side(grid: Grid, free: list[bool], first: Cell, count: int, rng: random.Random) -> list[Cell]:
    """Return cells that hang together."""
    cells = [first]
    while len(cells) < count:
        beside = {near for cell in cells for row in grid.step if free[near := row[cell]]} - {*cells}
        cells.append(rng.choice(sorted(beside)))
    return cells


def _far_away(cells: list[Cell], fars: Sequence[Sequence[float]], wanted: int, rng: random.Random) -> list[Cell] | None:
    """Return places of boxes that are at least so many pushes away in all, and hardly more; None if there are none.

    `fars` has the pushes from each cell for each box.
    """
    count = len(fars)
    if len(cells) < count:
        return None
    columns = [[far[cell] for cell in cells] for far in fars]
    farthest = sorted(map(max, zip(*columns, strict=True)))  # no two boxes are on one of them
    if min(sum(farthest[-count:]), sum(map(max, columns))) < wanted:
        return None
    chosen = rng.sample(cells, count)
    missing = wanted - sum([far[cell] for far, cell in zip(fars, chosen, strict=True)])
    draw = rng.getrandbits  # as `randrange` does it, in a third of the time: most of all is spent here
    places, of_boxes, of_places = len(cells), count.bit_length(), len(cells).bit_length()
    for _ in range(_PLACES):
        if missing <= 0:
            return chosen
        while (which := draw(of_boxes)) >= count:
            pass
        while (place := draw(of_places)) >= places:
            pass
        far, cell = fars[which], cells[place]  # another place for a box, if it is farther away
        more = far[cell] - far[chosen[which]]
        if more > 0 and cell not in chosen:
            chosen[which] = cell
            missing -= more
    return None


def _ending(level: Level, text: str, pushes: int) -> tuple[Level, str]:
    """Return the level after the first pushes of a solution, and the rest of it."""
    start = load(level)
    moves = start.parse(text)
    played = [step for step, is_push in enumerate(start.play_line(moves).pushed, start=1) if is_push]
    steps = played[pushes - 1] if pushes else 0
    position = Position(start.game, start.play_line(moves[:steps]).state)
    return position.level, position.format(moves[steps:])


def _begun_elsewhere(level: Level, text: str, rng: random.Random) -> tuple[Level, str]:
    """Return a level with its player anywhere in their area, and the solution from there: its pushes stay the same."""
    board = level.board
    letters, step = board.tiling.letters, board.grid.step
    (pusher,) = board.of_kind("pusher")
    boxes = board.of_kind("box")
    taken = {box.anchor for box in boxes}
    free = [cell.kind != "wall" and number not in taken for number, cell in enumerate(board.terrain)] + [False]
    pushing = text.lstrip(letters)
    beside = pusher.anchor
    for letter in text.removesuffix(pushing):
        beside = step[letters.index(letter)][beside]
    begin = rng.choice(sorted(reachable(board.grid, free, pusher.anchor)))
    way = walk(board.grid, free, begin, beside) or []
    moved = Level(board.with_parts(board.terrain, (pusher._replace(cells=(begin,)), *boxes)), level.game)
    return moved, "".join([letters[direction] for direction in way]) + pushing
