"""The optimizer on our own solutions of the sets that the field compares by: one thread, 1 s a level."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from .. import formats
from ..level import Level
from ..metrics import Metrics
from ..optimizer import Optimized, optimize
from ..solver import Limit, Solved, solve
from . import Figure, missing

_SECONDS = 1.0
_FIRST_SECONDS = 10.0  # to find the solutions that the optimizer begins with


def optimizer(shared: Path) -> Iterator[Figure]:
    """Yield moves and pushes before and after, by pushes first and by moves first."""
    for file in (shared / "skinner" / "Microban.txt", shared / "boxoban" / "hard_000.txt"):
        if not file.exists():
            yield missing("optimizer", file.stem, file)
            continue
        begun = [
            (level, answer.text)
            for level in formats.read_file(file).levels
            if isinstance(answer := solve(level, limit=Limit(seconds=_FIRST_SECONDS)), Solved)
        ]
        for objective in ("pushes-moves", "moves-pushes"):
            yield from _set(file.stem, begun, objective)


def _set(name: str, begun: list[tuple[Level, str]], objective: str) -> Iterator[Figure]:
    began = time.perf_counter()
    answers = [optimize(level, [text], objective=objective, limit=Limit(seconds=_SECONDS)) for level, text in begun]
    seconds = time.perf_counter() - began
    proven = sum(answer.optimal is not None for answer in answers)
    title = f"{name}, {objective}"
    for metric in objective.split("-"):
        index = Metrics._fields.index(metric)
        before, after = _sum(answers, index)
        yield Figure("optimizer", f"{title}: {metric}", after, "", f"{before} before, {len(answers)} levels")
    yield Figure("optimizer", f"{title}: proven", proven, "levels", f"of {len(answers)} at {_SECONDS:g} s")
    yield Figure("optimizer", f"{title}: time", seconds, "s", "the whole set")


def _sum(answers: list[Optimized], index: int) -> tuple[int, int]:
    return sum(answer.before[index] for answer in answers), sum(answer.metrics[index] for answer in answers)
