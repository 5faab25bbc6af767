"""Levels of a band of difficulty, one after the other without end, each with its fewest pushes proven.

The number of pushes is drawn evenly from the band.  In a room of the generator boxes are put where their distances from
the goals say that at least as many are needed, and the solver proves how many are.  Then the first pushes of its
solution are played, until as many are left as the level shall have: what is left of a solution with the fewest pushes
is one itself, as a shorter one would make the whole shorter.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import count as numbers
from itertools import islice
from threading import Lock

from .. import formats
from ..arguments import check_seed, check_threads, check_whole
from ..board import FLOOR, GOAL, WALL
from ..games.parts.push_distance import NEVER, distances
from ..games.position import Position, load
from ..grid import Cell, Grid
from ..identity import canonical_id
from ..level import DEFAULT_GAME, Level, Levels, SavedMoves, levels_of
from ..path.walk import reachable, walk
from ..solver import Limit, Solved, require_solved, solve
from ..solver.parallel import Stop, map_ahead
from . import native
from .api import LevelSpec, OutOfReach
from .bands import Band, Size, band_of
from .layouts import KnownLayouts, likeness_ids, shipped_layouts

_LIMIT = Limit(seconds=None, nodes=1_000)  # of a proof: another level costs less than a long one
_TRIES = 100  # rooms until another number of pushes is tried
_FURNISHINGS = 8  # of a room with goals and boxes
_MOST_FAILURES = 500  # attempts one after the other
_AHEAD = 8  # attempts a thread that are begun before the first of them is looked at


@dataclass(frozen=True, slots=True)
class GradedLevel:
    """A level of a band.

    `pushes` is the fewest that any solution has, proven. `solution` has as many and `moves` steps, in the notation of
    the game (LURD for one player); the rules have replayed it, and the level has it as its saved moves. `id` is the
    `pushbox.identity.canonical_id`. `band`, `seed` and `index` say where the level comes from.
    """

    level: Level
    band: int
    seed: int
    index: int
    pushes: int
    moves: int
    solution: str
    id: str

    def __repr__(self) -> str:
        return f"<GradedLevel: band {self.band}, {self.level!r}, {self.pushes} pushes, {self.moves} moves>"


class GradedLevels:
    """The levels of a band, in an order that game, seed, band and `avoid` decide; iterate over them or ask by index.

    No two are equal: not in walls, goals and boxes, however turned or mirrored, wherever the players stand and whatever
    the numbers; nor in their normal form (see `pushbox.identity.normal_text`).  None has the layout, or nearly the
    layout, of a level that pushbox brings along or of one to `avoid`.

    The level of an index is the same whatever was asked for before, and whatever the number of threads: it is the next
    one in the order that is not like an earlier one.  So asking for an index makes all levels before it, once; they
    stay in memory.  An iteration begins anew and keeps no level.
    """

    def __init__(self, seed: int, band: Band, game: str, avoid: tuple[Level, ...], threads: int) -> None:
        self.seed, self.band, self.game, self.avoid, self.threads = seed, band, game, avoid, threads
        self._made: list[GradedLevel] = []
        self._next: Iterator[GradedLevel] = iter(self)
        self._lock = Lock()

    @cached_property
    def _avoided(self) -> KnownLayouts:
        return KnownLayouts(self.avoid)

    def __iter__(self) -> Iterator[GradedLevel]:
        """Yield the levels from the first on.  Raises OutOfReach where no other one is found."""
        taken: set[str] = set()
        index = failures = 0
        for candidate in self._candidates():
            failures += 1
            if candidate is not None and taken.isdisjoint(candidate.likeness):
                taken.update(candidate.likeness)
                if not self._is_known(candidate.level):
                    yield self._graded(candidate, index)
                    index, failures = index + 1, 0
            if failures == _MOST_FAILURES:
                raise OutOfReach.said(
                    "band-out-of-reach", band=self.band.number, game=self.game, count=index, most=_MOST_FAILURES
                )

    def __getitem__(self, index: int) -> GradedLevel:
        """Return a level by its index, from 0.  Raises OutOfReach where no other one is found."""
        check_whole("index", index)
        with self._lock:
            try:
                while len(self._made) <= index:
                    self._made.append(next(self._next))
            except BaseException:  # after which an iterator is at its end
                self._next = islice(iter(self), len(self._made), None)
                raise
        return self._made[index]

    def title(self, index: int) -> str:
        """Return the title of the level of an index."""
        return f"Band {self.band.number} {self.seed}-{index}"

    def _candidates(self) -> Iterator[_Candidate | None]:
        """Yield what each attempt gives, in their order."""
        # Bands and games have seeds of their own, so that they do not share rooms.
        words = f"{self.game} {self.band.number} {self.seed}"
        seed = int.from_bytes(blake2b(words.encode(), digest_size=8).digest())

        def attempt(number: int, stop: Stop) -> _Candidate | None:
            rng = random.Random(f"{seed} {number}")
            wanted = rng.randint(self.band.fewest, self.band.most or self.band.fewest * 3 // 2)
            size = rng.choice(self.band.sizes)
            rooms = range(number * _TRIES, (number + 1) * _TRIES)
            tries = (_candidate(size, self.game, seed, room, wanted, rng, stop) for room in rooms)
            return next((candidate for candidate in tries if candidate is not None), None)

        for _, candidate in map_ahead(attempt, numbers(), self.threads, _AHEAD * self.threads):
            yield candidate

    def _is_known(self, level: Level) -> bool:
        return shipped_layouts().has_near(level) or self._avoided.has_near(level)

    def _graded(self, candidate: _Candidate, index: int) -> GradedLevel:
        """Return a level that is taken, once the rules have replayed its solution."""
        solution = candidate.solution
        metrics = require_solved(candidate.level, solution)
        level = replace(candidate.level, title=self.title(index), saved_moves=(SavedMoves("", solution),))
        counts = metrics.pushes, metrics.moves
        return GradedLevel(level, self.band.number, self.seed, index, *counts, solution, canonical_id(level))

    def __reduce__(self) -> tuple[object, ...]:
        return GradedLevels, (self.seed, self.band, self.game, self.avoid, self.threads)

    def __repr__(self) -> str:
        return f"<GradedLevels: {self.game}, band {self.band.number}, seed {self.seed}>"


def graded_levels(
    seed: int,
    *,
    band: int,
    game: str = DEFAULT_GAME,
    avoid: Levels | str | os.PathLike[str] = (),
    threads: int = 1,
) -> GradedLevels:
    """Return levels without end whose fewest pushes are in a band, 1 to 10 (see `pushbox.generator.bands`).

    >>> levels = graded_levels(7, band=3)
    >>> levels[5] == next(islice(levels, 5, None))
    True

    `avoid` are levels, or a file of them, that none may be equal or nearly equal to, such as those of a test.  Raises
    ArgumentError for a band that does not exist, UnsupportedError for a game whose levels are not generated, and what
    `pushbox.read_file` raises; asking for a level raises OutOfReach where many attempts in a row give none.
    """
    check_seed(seed)
    check_threads(threads)
    chosen = band_of(band)
    native.game_of(LevelSpec(game=game))
    levels = formats.read_file(avoid) if isinstance(avoid, str | os.PathLike) else levels_of(avoid)
    return GradedLevels(seed, chosen, game, tuple(levels), threads)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A level of a band that may be like another, with a solution of the fewest pushes."""

    level: Level
    solution: str
    likeness: tuple[str, str]


def _candidate(
    size: Size, game: str, seed: int, number: int, wanted: int, rng: random.Random, stop: Stop
) -> _Candidate | None:
    """Return a level with so many fewest pushes, None if a room gives none."""
    spec = LevelSpec(columns=size.columns, rows=size.rows, boxes=1, game=game)
    for room in native.attempts(spec, seed, number, 1, stop, measured=False):
        for _ in range(_FURNISHINGS):
            level = _furnished(room.level, size.boxes, wanted, rng)
            verdict = None if level is None else solve(level, objective="pushes", limit=_LIMIT)
            if level is None or not isinstance(verdict, Solved) or not verdict.optimal:
                continue
            if (spare := verdict.metrics.pushes - wanted) >= 0:
                level, text = _ending(level, verdict.text, spare)
                if len(level.board.of_kind("pusher")) == 1:
                    level, text = _begun_elsewhere(level, text, rng)
                return _Candidate(level, text, likeness_ids(level))
    return None


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
    far = distances(board.grid, tuple(free), frozenset(goals))
    cells = [cell for cell in floor if 0 < far[cell] < NEVER and cell not in taken]
    chosen = _far_away(cells, far, count, wanted, rng)
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


def _far_away(
    cells: list[Cell], far: Sequence[float], count: int, wanted: int, rng: random.Random
) -> list[Cell] | None:
    """Return places of boxes that are at least so many pushes away in all, and hardly more; None if there are none."""
    if len(cells) < count or sum(sorted([far[cell] for cell in cells])[-count:]) < wanted:
        return None
    chosen = rng.sample(cells, count)
    missing = wanted - sum([far[cell] for cell in chosen])
    while missing > 0:  # another place for a box, if it is farther away
        which, cell = rng.randrange(count), rng.choice(cells)
        more = far[cell] - far[chosen[which]]
        if more > 0 and cell not in chosen:
            chosen[which] = cell
            missing -= more
    return chosen


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
