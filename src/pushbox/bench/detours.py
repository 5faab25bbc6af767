"""Verdicts beside a known solution: which share is decided soon, in processor time, and that none is false.

Somebody plays a level whose solution is known, and now and then tries another push, at random.  Each position that the
solution passes, and each that such a push leads to, is judged by `Verdicts`, on one thread.  What can be won is
replayed by the rules; what is called lost is searched again by a solver that knows of no line.  Collections without
known solutions are solved first, as far as a bounded search does.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from .. import formats
from ..analysis.deadlocks import check_witness
from ..analysis.winnable import Verdicts
from ..games.position import Position, load
from ..level import Level
from ..solver import Limit, Solved, solve
from . import Figure, missing, tracked
from .verdicts import best_lines, pushes_from

SETS = (
    ("Sasquatch", "skinner/Sasquatch.txt", "verified_solutions/skinner__Sasquatch.tsv"),
    ("Sasquatch II", "large_test_suite/Sasquatch II_50.xsb", ""),
    ("Sasquatch IV", "large_test_suite/Sasquatch_IV_50.xsb", ""),
    ("XSokoban", "xsokoban_90/XSokoban_90.xsb", "verified_solutions/large_test_suite_3272__XSokoban_90.tsv"),
)
SOON, LATER = 0.05, 0.5  # seconds of a processor
BARS = {SOON: 90, LATER: 97}  # %
CLASSES = ((1, 12), (13, 20), (21, 1_000))  # boxes, from and to
_ADDITIONS = 20_000_000
_ALONG, _BESIDE = 20, 5  # positions of a level
_LIMIT = Limit(seconds=20.0, nodes=20_000)  # of a verdict: the seconds only end one that never would
_TO_SOLVE = Limit(seconds=20.0, nodes=50_000, memory=512)  # of a level without a known solution
_SECOND_LOOK = Limit(seconds=10.0, nodes=100_000, memory=512)  # of the solver, at what is called lost


class _Case(NamedTuple):
    boxes: int
    seconds: float
    status: str


@dataclass
class _Cases:
    """What was judged along solutions and one push off them; what was false, and the levels without a solution."""

    along: list[_Case] = field(default_factory=list)
    beside: list[_Case] = field(default_factory=list)
    false: int = 0
    levels: int = 0


def detours(shared: Path) -> Iterator[Figure]:
    """Yield for each set of levels which share of the positions is decided soon where a solution is known."""
    yield Figure("detours", "20 M additions", _seconds_of_additions(), "s", "of this machine in Python")
    for name, file, solutions in SETS:
        if not (shared / file).exists() or not (shared / solutions).exists():
            yield missing("detours", name, shared / (file if not (shared / file).exists() else solutions))
            continue
        levels = formats.read_file(shared / file).levels
        lines = best_lines(shared / solutions) if solutions else None
        cases, rng = _Cases(), random.Random(1)
        for number, level in enumerate(tracked(levels, len(levels), name), start=1):
            line = _solution_of(level) if lines is None else lines.get(number)
            if line is not None:
                _judge_level(level, line, rng, cases)
        source = "by a bounded search" if lines is None else "known"
        yield Figure("detours", f"{name}: levels", cases.levels, "levels", f"of {len(levels)}, solved {source}")
        for where, judged in (("along", cases.along), ("one push off", cases.beside)):
            for of, chosen in _by_class(judged):
                yield from _figures(f"{name}, {where}, {of}", chosen)
        yield Figure("detours", f"{name}: false", cases.false, "wrong", "of all verdicts")


def _seconds_of_additions() -> float:
    began, total = time.process_time(), 0
    for number in range(_ADDITIONS):
        total += number
    return time.process_time() - began


def _solution_of(level: Level) -> str | None:
    verdict = solve(level, limit=_TO_SOLVE)
    return verdict.text if isinstance(verdict, Solved) else None


def _judge_level(level: Level, solution: str, rng: random.Random, cases: _Cases) -> None:
    """Judge some positions that a solution passes, and some that another push leads to from these."""
    cases.levels += 1
    start = load(level)
    moves = start.parse(solution)
    verdicts = Verdicts(_LIMIT)
    verdicts.add_line(start, moves)
    passed = [start, *(Position(start.game, one.state) for one in start.transitions(moves) if one.pushes)]
    numbers = range(1, len(passed))
    for number in rng.sample(numbers, min(_ALONG, len(numbers))):
        _judge(verdicts, passed[number], cases.along, cases, can_be_won=True)
    for number in rng.sample(numbers, min(_BESIDE, len(numbers))):
        others = [after for after in pushes_from(passed[number - 1]) if after.board != passed[number].board]
        if others:
            _judge(verdicts, rng.choice(others), cases.beside, cases, can_be_won=False)


def _judge(verdicts: Verdicts, position: Position, judged: list[_Case], cases: _Cases, *, can_be_won: bool) -> None:
    began = time.thread_time()
    verdict = verdicts.judge(position)
    judged.append(_Case(len(position.board.of_kind("box")), time.thread_time() - began, verdict.status))
    if verdict.status == "winnable":
        cases.false += position.play_line(verdict.solution).solved_at is None
    elif verdict.status == "lost":
        for witness in verdict.deadlocks:
            check_witness(position, witness)  # raises InvalidWitness, which ends the run
        cases.false += can_be_won or isinstance(solve(position, limit=_SECOND_LOOK), Solved)


def _by_class(cases: list[_Case]) -> Iterator[tuple[str, list[_Case]]]:
    """Yield all cases, then those of each class of boxes."""
    if cases:
        yield "all", cases

    def class_of(case: _Case) -> tuple[int, int]:
        return next(bounds for bounds in CLASSES if case.boxes <= bounds[1])

    for (low, high), group in groupby(sorted(cases, key=class_of), key=class_of):
        chosen = list(group)
        most = max(case.boxes for case in chosen)
        yield f"{low} to {min(high, max(most, low))} boxes", chosen


def _figures(name: str, cases: list[_Case]) -> Iterator[Figure]:
    lost = sum(case.status == "lost" for case in cases)
    for seconds, bar in BARS.items():
        decided = sum(case.status != "unknown" and case.seconds <= seconds for case in cases)
        detail = f"of {len(cases)}, {lost} of them lost; the bar is {bar}"
        name_of = f"{name}: decided within {1000 * seconds:g} ms"
        yield Figure("detours", name_of, 100 * decided / len(cases), "%", detail)
