"""Where the levels of an environment come from, and which is next."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .. import formats
from ..arguments import MAX_COUNT, check_whole, refused
from ..board import FLOOR, WALL, Board, Piece
from ..errors import ArgumentError
from ..generator import GradedLevels, LevelSpec, generate, level_stream
from ..level import Level
from ..sentence import located, say
from ..sim import Batch, Levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

Order = Literal["sequential", "random"]
Source = str | os.PathLike[str] | Iterable[Level]  # a file, or levels


@dataclass(frozen=True)
class Curriculum:
    """Levels that become harder as they are solved.

    `stages` are sources of levels from easy to hard: files, levels, a `LevelSpec`, or the levels of a band.  The next
    stage begins once a share of at least `promote` of the last `window` episodes was solved; the last one has no end.
    Raises ArgumentError for arguments that make none.
    """

    stages: Sequence[Source | LevelSpec | GradedLevels]
    promote: float = 0.8
    window: int = 100

    def __post_init__(self) -> None:
        if not self.stages:
            raise refused("stages", self.stages, say("one-level-or-more"))
        check_whole("window", self.window, 1)
        share: object = self.promote
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share <= 1:
            raise refused("promote", self.promote, say("from-to", minimum=0, maximum=1))


_ORDERS = ("sequential", "random")


def read_levels(source: str | os.PathLike[str] | Iterable[Level]) -> list[Level]:
    """Return the levels of a file or of a collection.  Raises what `pushbox.read_file` raises, and ArgumentError."""
    given = formats.read_file(source) if isinstance(source, str | os.PathLike) else source
    levels = [*given]
    if not levels:
        raise refused("levels", levels, say("one-level-or-more"))
    return levels


class LevelOrder:
    """The order in which episodes take levels: that of the file, over and over, or at random."""

    def __init__(self, count: int, order: Order) -> None:
        if order not in _ORDERS:
            raise refused("order", order, say("one-of", names=", ".join(_ORDERS)))
        self._count = count
        self._is_random = order == "random"
        self._next = 0

    def restart(self) -> None:
        """Begin anew with the first level."""
        self._next = 0

    def choose(self, options: dict[str, Any] | None, random: np.random.Generator) -> int:
        """Return the number of one level: that of ``options["level"]``, where there is one, else the next."""
        if options is None or "level" not in options:
            return int(self.take(1, random)[0])
        check_whole("level", options["level"], 0, self._count - 1)
        return int(options["level"])

    def take(self, count: int, random: np.random.Generator) -> NDArray[np.int64]:
        """Return the numbers of the next levels, from 0."""
        if self._is_random:
            return random.integers(self._count, size=count)
        taken = (self._next + np.arange(count)) % self._count
        self._next = (self._next + count) % self._count
        return taken


class LevelSource:
    """What every source says of its levels, and is told of episodes; most have nothing to say."""

    learns = False

    def ended(self, solved: NDArray[np.bool_]) -> None:
        """Take note of episodes that have ended, each solved or not."""

    def facts(self, numbers: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """Return what is known of the levels that `begin` has just put on boards, beside their numbers."""
        del numbers
        return {}


class KnownLevels(LevelSource):
    """Levels that are there before the first episode; `known` are those of a batch."""

    def __init__(self, source: Source | Levels, order: Order) -> None:
        levels = [] if isinstance(source, Levels) else read_levels(source)
        self.known = source if isinstance(source, Levels) else Levels(levels)
        self._titles = [level.title for level in levels]
        self._order = LevelOrder(len(self.known), order)

    def restart(self, seed: int) -> None:
        """Begin anew with the first level."""
        del seed
        self._order.restart()

    def begin(
        self, batch: Batch, boards: NDArray[np.int64], chosen: Any, random: np.random.Generator
    ) -> NDArray[np.int64]:
        """Put the next levels on boards, or those of these numbers; return the numbers."""
        numbers = self._order.take(len(boards), random) if chosen is None else np.asarray(chosen)
        batch.reset(boards.tolist(), numbers.tolist())
        return numbers

    def title(self, number: int) -> str:
        """Return the title of a level."""
        return self._titles[number] if self._titles else ""


class LevelsOfBand(LevelSource):
    """The levels of a band in their order, over all boards; `known` has the size of the largest."""

    def __init__(self, levels: GradedLevels) -> None:
        self._levels = levels
        self.known = Levels([levels[0].level, _empty(levels.band.columns, levels.band.rows)])
        self.restart(0)

    def restart(self, seed: int) -> None:
        """Begin anew with the first level: the levels have a seed of their own."""
        del seed
        self._next = iter(self._levels)

    def begin(
        self, batch: Batch, boards: NDArray[np.int64], chosen: Any, random: np.random.Generator
    ) -> NDArray[np.int64]:
        """Put the next levels on boards, or those of these indices; return the indices."""
        del random
        if chosen is None:
            made = [*islice(self._next, len(boards))]
        else:
            made = [self._levels[index] for index in np.asarray(chosen).tolist()]
        for board, graded in zip(boards.tolist(), made, strict=True):
            batch.put(board, graded.level)
        self._pushes = np.array([graded.pushes for graded in made])
        return np.array([graded.index for graded in made])

    def facts(self, numbers: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """Return the fewest pushes of each level, proven."""
        del numbers
        return {"fewest_pushes": self._pushes}

    def title(self, number: int) -> str:
        """Return the title of a level."""
        return self._levels.title(number)


def _empty(columns: int, rows: int) -> Level:
    """Return a level of a size that has a player and nothing else."""
    cell = columns + 1
    terrain = [WALL] * (columns * rows)
    terrain[cell] = FLOOR
    return Level(Board(columns, rows, tuple(terrain), (Piece("pusher", (cell,)),)))


class GeneratedLevels(LevelSource):
    """Levels that are made when an episode begins, each another one, as a seed says; `known` is the first of them.

    A spec that asks nothing of solutions is met natively, without the solver.
    """

    def __init__(self, spec: LevelSpec) -> None:
        self._spec = spec
        self.restart(0)
        self.known = Levels([next(generate(spec, attempts=MAX_COUNT, seconds=None)).level])

    def restart(self, seed: int) -> None:
        """Begin anew, with the levels of a seed."""
        self._stream = level_stream(self._spec, seed)
        self._levels = generate(self._spec, seed=seed, attempts=MAX_COUNT, seconds=None)
        self._made = 0

    def begin(
        self, batch: Batch, boards: NDArray[np.int64], chosen: Any, random: np.random.Generator
    ) -> NDArray[np.int64]:
        """Put new levels on boards; return their numbers."""
        del random
        if chosen is not None:
            raise ArgumentError(located("levels", say("env-numbers")))
        if self._stream is not None:
            batch.put_next(boards.tolist(), self._stream)
        else:
            for board in boards.tolist():
                batch.put(board, next(self._levels).level)
        self._made += len(boards)
        return np.arange(self._made - len(boards), self._made)

    def title(self, number: int) -> str:
        """Return the title of a level: it has none."""
        del number
        return ""


class LevelFeed:
    """Levels one by one, for an environment that plays by the rules: `known` ones in their order, or levels made anew.

    `shape` are the rows and columns that hold each of them.
    """

    def __init__(self, levels: Source | LevelSpec | GradedLevels) -> None:
        self._levels = levels
        self.known: list[Level] = []
        if isinstance(levels, LevelSpec):
            self.shape = (levels.rows, levels.columns)
        elif isinstance(levels, GradedLevels):
            self.shape = (levels.band.rows, levels.band.columns)
        else:
            self.known = read_levels(levels)
            boards = [level.board for level in self.known]
            self.shape = (max(board.height for board in boards), max(board.width for board in boards))
            self._order = LevelOrder(len(self.known), "sequential")
        self.restart(0)

    def restart(self, seed: int) -> None:
        """Begin anew; a seed decides the levels of a spec alone."""
        if isinstance(self._levels, LevelSpec):
            made = generate(self._levels, seed=seed, attempts=MAX_COUNT, seconds=None)
            self._made = ((number, one.level) for number, one in enumerate(made))
        elif isinstance(self._levels, GradedLevels):
            self._made = ((one.index, one.level) for one in self._levels)
        else:
            self._order.restart()

    def next(self, options: dict[str, Any] | None, random: np.random.Generator) -> tuple[int, Level]:
        """Return the next level and its number, or that of the number ``options["level"]``."""
        if self.known:
            number = self._order.choose(options, random)
            return number, self.known[number]
        if options is None or "level" not in options:
            return next(self._made)
        if not isinstance(self._levels, GradedLevels):
            raise ArgumentError(located("levels", say("env-numbers")))
        return options["level"], self._levels[options["level"]].level


class CurriculumLevels(LevelSource):
    """The levels of a curriculum, one stage after the other over all boards; `known` has the size of the largest."""

    learns = True

    def __init__(self, curriculum: Curriculum) -> None:
        self._curriculum = curriculum
        self._feeds = [LevelFeed(stage) for stage in curriculum.stages]
        rows, columns = (max(sizes) for sizes in zip(*(feed.shape for feed in self._feeds), strict=True))
        self.known = Levels([_empty(columns, rows)])
        self.restart(0)

    def restart(self, seed: int) -> None:
        """Begin anew with the first stage."""
        for feed in self._feeds:
            feed.restart(seed)
        self._stage = 0
        self._solved: deque[bool] = deque(maxlen=self._curriculum.window)

    def begin(
        self, batch: Batch, boards: NDArray[np.int64], chosen: Any, random: np.random.Generator
    ) -> NDArray[np.int64]:
        """Put the next levels of the stage on boards, or those of these numbers; return their numbers in the stage."""
        numbers = []
        for index, board in enumerate(boards.tolist()):
            options = None if chosen is None else {"level": chosen[index]}
            number, level = self._feeds[self._stage].next(options, random)
            batch.put(board, level)
            numbers.append(number)
        return np.array(numbers)

    def ended(self, solved: NDArray[np.bool_]) -> None:
        """Go on to the next stage if enough of the last episodes were solved."""
        self._solved.extend(solved.tolist())
        enough = self._curriculum.promote * self._curriculum.window
        is_full = len(self._solved) == self._curriculum.window
        if is_full and sum(self._solved) >= enough and self._stage + 1 < len(self._feeds):
            self._stage += 1
            self._solved.clear()

    def facts(self, numbers: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """Return the stage of each level, from 0."""
        return {"stage": np.full(len(numbers), self._stage)}

    def title(self, number: int) -> str:
        """Return the title of a level: stages have their own numbers, so it has none."""
        del number
        return ""


def source_of(
    levels: Source | Levels | LevelSpec | GradedLevels | Curriculum, order: Order
) -> KnownLevels | LevelsOfBand | GeneratedLevels | CurriculumLevels:
    """Return where the levels of episodes come from, by what a caller gives as such."""
    if isinstance(levels, Curriculum):
        return CurriculumLevels(levels)
    if isinstance(levels, LevelSpec):
        return GeneratedLevels(levels)
    return LevelsOfBand(levels) if isinstance(levels, GradedLevels) else KnownLevels(levels, order)
