"""Solving the sets of levels that the field compares solvers by, at fixed limits."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeGuard

from .. import formats
from ..level import Level
from ..optimizer.records import record_of
from ..solver import GaveUp, Limit, Objective, Solved, Verdict, solve
from . import Figure, missing, tracked


@dataclass(frozen=True)
class LevelSet:
    """A file of levels in the shared folder, what they are solved for, and the seconds for each."""

    file: str
    objective: Objective
    seconds: float

    @property
    def name(self) -> str:
        """Return what it is called in figures."""
        return f"{Path(self.file).stem}, {self.objective}"

    @property
    def limit(self) -> Limit:
        """Return the limit of each level."""
        return Limit(seconds=self.seconds)

    def levels(self, shared: Path) -> tuple[Level, ...]:
        """Return its levels.  Raises FileNotFoundError where the file is not there."""
        return formats.read_file(shared / self.file).levels


@dataclass(frozen=True)
class SetVerdicts:
    """The verdicts on the levels of a set, in their order, and the seconds that all of them took."""

    verdicts: tuple[Verdict, ...]
    time: float

    @cached_property
    def solved(self) -> tuple[Solved, ...]:
        """Return the verdicts with a solution that was found within the limits."""
        return tuple(filter(_is_solved, self.verdicts))

    def open(self, seconds: float | None = None) -> tuple[int, ...]:
        """Return the numbers of the levels not solved within some seconds, by default within those of the set."""
        return tuple(
            number
            for number, verdict in enumerate(self.verdicts, 1)
            if not _is_solved(verdict) or (seconds is not None and verdict.seconds > seconds)
        )

    def unproven(self) -> tuple[int, ...]:
        """Return the numbers of the levels that may have a better solution, or any at all."""
        return tuple(number for number, verdict in enumerate(self.verdicts, 1) if not _is_proven(verdict))

    @cached_property
    def nodes(self) -> int:
        """Return the positions that were visited."""
        return sum(verdict.nodes for verdict in self.verdicts)

    @cached_property
    def pushes(self) -> int:
        """Return the pushes of all the solutions."""
        return sum(verdict.metrics.pushes for verdict in self.solved)


def _is_solved(verdict: Verdict) -> TypeGuard[Solved]:
    return isinstance(verdict, Solved) and verdict.limit is None


def _is_proven(verdict: Verdict) -> bool:
    return not isinstance(verdict, GaveUp) and not (isinstance(verdict, Solved) and verdict.optimal is None)


def solve_set(level_set: LevelSet, levels: tuple[Level, ...]) -> SetVerdicts:
    """Return the verdicts on the levels of a set, one thread."""
    began = time.perf_counter()
    verdicts = tuple(
        solve(level, objective=level_set.objective, limit=level_set.limit)
        for level in tracked(levels, len(levels), level_set.name)
    )
    return SetVerdicts(verdicts, time.perf_counter() - began)


def set_figures(suite: str, level_set: LevelSet, shared: Path, *shorter: float) -> Iterator[Figure]:
    """Yield the figures of a set: how many levels are solved within its seconds and `shorter` ones, and at what cost.

    A shorter limit ends the same search earlier, so that one run serves for all of them.
    """
    try:
        levels = level_set.levels(shared)
    except FileNotFoundError:
        yield missing(suite, level_set.name, shared / level_set.file)
        return
    yield from figures_of(suite, level_set.name, level_set, levels, *shorter)


def figures_of(
    suite: str, name: str, level_set: LevelSet, levels: tuple[Level, ...], *shorter: float
) -> Iterator[Figure]:
    """Yield the figures of levels solved as those of a set, as `set_figures`."""
    found = solve_set(level_set, levels)
    for seconds in (*shorter, level_set.seconds):
        open_ = found.open(seconds)
        of = f"of {len(levels)} at {seconds:g} s, {level_set.limit.memory} MiB; open: {listed(open_)}"
        yield Figure(suite, f"{name}: solved", len(levels) - len(open_), "levels", of)
    if level_set.objective != "any":
        yield Figure(suite, f"{name}: proven", len(levels) - len(found.unproven()), "levels", "no fewer pushes do")
    times = tuple(sorted(round(verdict.seconds, 4) for verdict in found.solved))
    yield Figure(suite, f"{name}: time", found.time, "s", "the whole set", times)
    if found.solved:
        median = statistics.median(verdict.seconds for verdict in found.solved)
        yield Figure(suite, f"{name}: median", median * 1000, "ms", "solved")
    timeless = not any(isinstance(verdict, GaveUp) for verdict in found.verdicts)
    yield Figure(suite, f"{name}: positions", found.nodes, "", "node signature" if timeless else "some ran out of time")
    yield Figure(suite, f"{name}: pushes", found.pushes, "", "over the solved")
    yield from record_figures(suite, name, levels, found.verdicts)


def record_figures(suite: str, name: str, levels: Iterable[Level], verdicts: Iterable[Verdict]) -> Iterator[Figure]:
    """Yield the new records among verdicts, and the proofs that a record refutes, where a level is on record."""
    on_record = [
        (number, record, verdict)
        for number, (level, verdict) in enumerate(zip(levels, verdicts, strict=True), start=1)
        if isinstance(verdict, Solved) and (record := record_of(level)) is not None
    ]
    if not on_record:
        return
    beaten = {number: better for number, record, verdict in on_record if (better := record.beaten_by(verdict.metrics))}
    which = "; ".join(f"{number}: {better}" for number, better in beaten.items())
    yield Figure(suite, f"{name}: new records", len(beaten), "levels", which or f"{len(on_record)} on record")
    refuted = [
        number
        for number, record, verdict in on_record
        if (verdict.optimal in {"pushes", "pushes-moves"} and verdict.metrics.pushes > record.pushes)
        or (record.proven and verdict.metrics.pushes < record.pushes)
    ]
    yield Figure(suite, f"{name}: against a record", len(refuted), "wrong", listed(refuted))


def listed(numbers: Iterable[int]) -> str:
    """Return the numbers of levels, which rise, as people read them: ``1-3 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return " ".join("-".join(map(str, run)) for run in runs) or "none"
