"""Generating: one question, `generate`, and levels that come with a solution which the rules have replayed."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count as numbers

from ..analysis.difficulty import Interrupted, rate_between
from ..analysis.similarity import NearIndex
from ..arguments import (
    check_callback,
    check_optional,
    check_seconds,
    check_seed,
    check_threads,
    check_type,
    check_whole,
)
from ..keywords import GENERATE_HINTS, answering
from ..level import Level
from ..sentence import counted, listed, say
from ..solver import require_solved
from ..solver.parallel import Stop, map_ahead
from . import native
from .api import SHAPES, Generated, LevelSpec, OutOfReach, Progress, ProgressCallback, Shape, Theme
from .bands import BANDS, Band
from .climb import climb
from .graded import GradedLevel, GradedLevels, graded_levels
from .layouts import layout_id
from .native import stream as level_stream
from .themed import THEMES, attempts_of

__all__ = [
    "BANDS", "SHAPES", "THEMES", "Band", "Generated", "GradedLevel", "GradedLevels", "LevelSpec",
    "OutOfReach", "Progress", "Shape", "Theme", "generate", "graded_levels", "layout_id", "level_stream",
]  # fmt: skip

_BATCH = 32  # attempts that are made at a time; says nothing about what is found
_REPORT_EVERY = 0.02  # seconds
_LEFT_OUT = 60  # levels that are left out for their rating one after the other, before others are made harder
_SAMPLE, _SAMPLE_SECONDS = 64, 2.0  # levels that are made to say what is possible, and how long that may take
_AHEAD = 2  # batches a thread that are begun before the first of them is looked at


@answering(GENERATE_HINTS)
def generate(
    spec: LevelSpec | None = None,
    *,
    count: int | None = None,
    seed: int = 0,
    attempts: int = 100_000,
    seconds: float | None = 60.0,
    threads: int = 1,
    unlike: bool = False,
    progress: ProgressCallback | None = None,
) -> Iterator[Generated]:
    """Yield levels that are all a spec says, `count` of them or without end, in the order of their attempts.

    No two are equal: not in walls, goals and boxes, however turned or mirrored, wherever the players stand and whatever
    the numbers.  Where they shall be `unlike`, no two of plain Sokoban are nearly the same either (see
    `pushbox.analysis.similarity`).  The same spec and seed give the same levels, whatever the number of threads.

    `attempts` and `seconds` are limits a level.  `progress` is called several times a second; the run ends where it
    returns True.  Raises OutOfReach where a limit is reached, with a sentence; PushboxError for a spec that no level
    can meet, UnsupportedError for a game whose levels are not generated, KeyboardInterrupt on Ctrl-C.
    """
    check_optional(check_type, "spec", spec, LevelSpec, "a LevelSpec, such as LevelSpec(boxes=3), or None")
    check_optional(check_whole, "count", count)
    check_seed(seed)
    check_whole("attempts", attempts)
    check_optional(check_seconds, "seconds", seconds)
    check_threads(threads)
    check_callback("progress", progress)
    return _generate(
        spec or LevelSpec(),
        count,
        seed,
        attempts,
        threads,
        _Run(seconds, progress),
        unlike=unlike,
    )


def _generate(
    spec: LevelSpec, count: int | None, seed: int, attempts: int, threads: int, run: _Run, *, unlike: bool
) -> Iterator[Generated]:
    last = 0  # after how many attempts the last level was found
    if count == 0:
        attempts_of(spec, seed, 0, 1, lambda: False)  # a spec that cannot be met is an error all the same
        return
    run.start()
    selection = _Selection(spec, seed, run, unlike=unlike)

    def attempt(first: int, stop: Stop) -> list[Generated]:
        return attempts_of(spec, seed, first, _BATCH, lambda: stop() or run.stop())

    for first, batch in map_ahead(attempt, numbers(0, _BATCH), threads, _AHEAD * threads):
        for made in batch:
            if made.attempt - last >= attempts:
                break
            taken = selection.take(made)
            if taken is None:
                continue
            last = made.attempt + 1
            run.found += 1
            with run.paused():
                yield replace(taken, metrics=require_solved(taken.level, taken.text))
            if run.found == count:
                return
        run.attempts = first + _BATCH
        run.stop()  # a batch may be too short for the core to ask
        if run.stopped:
            return
        if run.attempts - last >= attempts:
            raise _out_of_reach(spec, seed, run, count, counted(attempts, "attempt"))
        if run.late:
            raise _out_of_reach(spec, seed, run, count, f"{run.seconds:g} s")


class _Selection:
    """The levels that are taken: none comes twice, and all are as hard as a spec says.

    Where many were left out one after the other, what is too easy is made harder, in games without numbers.  Where they
    shall be `unlike`, none is nearly the same as one that was taken before.
    """

    def __init__(self, spec: LevelSpec, seed: int, run: _Run, *, unlike: bool) -> None:
        self._spec = spec
        self._seed = seed
        self._run = run
        self._left_out = 0  # levels one after the other that are not as hard as they should be
        self._bounds = spec.difficulties
        self._can_climb = not native.game_of(spec).numbered
        self._layouts: set[str] = set()
        self._index = NearIndex() if unlike else None

    def take(self, made: Generated) -> Generated | None:
        """Return a level with its rating, where that was asked for; None where it is not taken."""
        if not self._is_new(made.level):
            return None
        if self._bounds is not None:
            rated = self._rated(made, self._bounds)
            if rated is None:
                return None
            made = rated
        return made if self._is_unlike(made.level) else None

    def _is_new(self, level: Level) -> bool:
        key = layout_id(level)
        if key in self._layouts:
            return False
        self._layouts.add(key)
        return True

    def _rated(self, made: Generated, bounds: tuple[float, float]) -> Generated | None:
        """Return a level with its rating, made harder where it is too easy; None where it is not in the bounds."""
        try:
            difficulty = rate_between(made.level, made.text, *bounds, seconds=self._run.left, progress=self._run.ends)
        except Interrupted:  # the run ends, or the level is too large to be rated
            return None
        if difficulty is not None:
            self._left_out = 0
            return made.rated(difficulty.value)
        self._left_out += 1
        if self._left_out <= _LEFT_OUT or not self._can_climb:
            return None
        harder = climb(made, self._spec, self._seed, self._run.stop)
        return harder if harder is not None and self._is_new(harder.level) else None

    def _is_unlike(self, level: Level) -> bool:
        if self._index is None:
            return True
        if self._index.find(level):
            return False
        self._index.add(level)
        return True


class _Run:
    """Progress of a run and whether it must end; its clock stops while the caller looks at a level."""

    def __init__(self, seconds: float | None, progress: ProgressCallback | None) -> None:
        self.attempts = self.found = 0
        self.stopped = self.late = False
        self.seconds = math.inf if seconds is None else seconds
        self._progress = progress
        self._began = self._next = self._deadline = 0.0

    def start(self) -> None:
        """Start the clock."""
        self._began = self._next = time.monotonic()
        self._deadline = self._began + self.seconds

    def stop(self) -> bool:
        """Report how far the run is; return whether it shall end."""
        now = time.monotonic()
        if self._progress is not None and not self.stopped and now >= self._next:
            self._next = now + _REPORT_EVERY
            self.stopped = self._progress(Progress(now - self._began, self.attempts, self.found)) is True
        self.late = self.late or now >= self._deadline
        return self.stopped or self.late

    def ends(self, _: object) -> bool:
        """Return whether the run shall end, in the middle of an attempt."""
        return self.stop()

    @property
    def left(self) -> float | None:
        """The seconds that are left for this level, None without a limit."""
        return None if math.isinf(self._deadline) else max(0.0, self._deadline - time.monotonic())

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the clock, and begin with the whole time anew."""
        self._deadline = math.inf
        yield
        self._deadline = time.monotonic() + self.seconds


def _out_of_reach(spec: LevelSpec, seed: int, run: _Run, count: int | None, limit: str) -> OutOfReach:
    """Return the error for a limit, with how many levels were found, of what, and what there is instead."""
    parts: list[str] = [f"{spec.columns}x{spec.rows}", counted(spec.boxes, "box")]
    parts += [say("spec-shape", shape=spec.shape)] if spec.shape else []
    parts += [say("spec-theme", theme=spec.theme)] if spec.theme else []
    parts += [say("spec-difficulty", difficulty=spec.difficulty)] if spec.difficulty else []
    parts += [say("spec-rating", minimum=spec.rating[0], maximum=spec.rating[1])] if spec.rating else []
    parts += [say("spec-pushes", count=spec.pushes)] if spec.pushes else []
    parts += [say("spec-box-lines", count=spec.box_lines)] if spec.box_lines else []
    found, wanted, reach = run.found, listed(parts), _reach(spec, seed, run.seconds)
    if count is None:
        return OutOfReach.said("out-of-reach", found=found, spec=wanted, limit=limit, reach=reach)
    return OutOfReach.said("out-of-reach-of", found=found, most=count, spec=wanted, limit=limit, reach=reach)


def _reach(spec: LevelSpec, seed: int, seconds: float) -> str:
    """Return the ranges found in levels of this size without the other demands; empty if the spec has none."""
    free = replace(spec, pushes=0, box_lines=0, difficulty=None, rating=None)
    if free == spec:
        return ""
    end = time.monotonic() + min(seconds, _SAMPLE_SECONDS)
    sample = attempts_of(free, seed, 0, _SAMPLE, lambda: time.monotonic() >= end)
    if not sample:
        return ""
    pushes, lines = [made.metrics.pushes for made in sample], [made.metrics.box_lines for made in sample]
    ranges: list[str] = [
        say("range-pushes", minimum=min(pushes), maximum=max(pushes)),
        say("range-box-lines", minimum=min(lines), maximum=max(lines)),
    ]
    if efforts := [made.effort for made in sample if made.effort is not None]:
        ranges.append(say("range-positions", minimum=min(efforts), maximum=max(efforts)))
    return say("without-demands", levels=counted(len(sample), "such level"), ranges=listed(ranges))
