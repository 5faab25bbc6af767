"""Levels of a band of difficulty, one after the other without end, each with its fewest pushes proven.

The number of pushes is drawn evenly from the band, and `candidates` makes levels with as many.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import count as numbers
from itertools import islice
from threading import Lock

from .. import formats
from ..arguments import check_seed, check_threads, check_whole
from ..identity import canonical_id
from ..level import DEFAULT_GAME, Level, Levels, SavedMoves, levels_of
from ..solver import require_solved
from ..solver.parallel import Stop, map_ahead
from . import native
from .api import LevelSpec, OutOfReach
from .bands import Band, band_of
from .candidates import Candidate, make_candidate
from .layouts import KnownLayouts, shipped_layouts

_TRIES = 100  # rooms until another number of pushes is tried
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

    def _candidates(self) -> Iterator[Candidate | None]:
        """Yield what each attempt gives, in their order."""
        # Bands and games have seeds of their own, so that they do not share rooms.
        words = f"{self.game} {self.band.number} {self.seed}"
        seed = int.from_bytes(blake2b(words.encode(), digest_size=8).digest())

        def attempt(number: int, stop: Stop) -> Candidate | None:
            rng = random.Random(f"{seed} {number}")
            wanted = rng.randint(self.band.fewest, self.band.most or self.band.fewest * 3 // 2)
            size = rng.choice(self.band.sizes)
            rooms = range(number * _TRIES, (number + 1) * _TRIES)
            tries = (make_candidate(size, self.game, seed, room, wanted, rng, stop) for room in rooms)
            return next((candidate for candidate in tries if candidate is not None), None)

        for _, candidate in map_ahead(attempt, numbers(), self.threads, _AHEAD * self.threads):
            yield candidate

    def _is_known(self, level: Level) -> bool:
        return shipped_layouts().has_near(level) or self._avoided.has_near(level)

    def _graded(self, candidate: Candidate, index: int) -> GradedLevel:
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
