"""What the solver reaches on the sets that the field compares by, one thread, fixed limits."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from .. import formats
from ..solver import GaveUp, Limit, Objective, Solved, solve
from . import Figure

_SECONDS = 10.0
_HANANO_SECONDS = 60.0


def solver(shared: Path) -> Iterator[Figure]:
    """Yield how many levels of Microban are solved, and solved with proof that no fewer pushes do."""
    microban = shared / "skinner" / "Microban.txt"
    yield from _set("solver", microban, "any")
    yield from _set("solver", microban, "pushes")


def xsokoban(shared: Path) -> Iterator[Figure]:
    """Yield how many levels of XSokoban are solved."""
    yield from _set("xsokoban", shared / "xsokoban_90" / "XSokoban_90.xsb", "any")


def hanano(shared: Path) -> Iterator[Figure]:
    """Yield for each level of Hanano Puzzle the moves of a solution from scratch, and how many levels have one."""
    folder = shared / "hanano" / "levels"
    if not folder.is_dir():
        yield Figure("hanano", "any", 0, "levels", f"not measured: {folder.name} is not in {folder.parent}")
        return
    levels = {file.stem: formats.read_file(file).levels[0] for file in sorted(folder.iterdir())}
    solved = 0
    for name, level in levels.items():
        answer = solve(level, limit=Limit(seconds=_HANANO_SECONDS))
        cost = f"{answer.nodes:,} positions, {answer.seconds:.2f} s"
        if isinstance(answer, Solved):
            solved += 1
            yield Figure("hanano", f"level {name}", answer.metrics.moves, "moves", cost)
        else:
            yield Figure("hanano", f"level {name}", 0, "moves", f"open: {cost}")
    yield Figure("hanano", "any: solved", solved, "levels", f"of {len(levels)} at {_HANANO_SECONDS:g} s")


def _set(suite: str, file: Path, objective: Objective) -> Iterator[Figure]:
    name = f"{file.stem}, {objective}"
    if not file.exists():
        yield Figure(suite, name, 0, "levels", f"not measured: {file.name} is not in {file.parent}")
        return
    levels = formats.read_file(file).levels
    began = time.perf_counter()
    answers = [solve(level, objective=objective, limit=Limit(seconds=_SECONDS)) for level in levels]
    seconds = time.perf_counter() - began
    solved = [answer for answer in answers if isinstance(answer, Solved)]
    open_ = [number for number, answer in enumerate(answers, start=1) if isinstance(answer, GaveUp)]
    of = f"of {len(levels)} at {_SECONDS:g} s; open: {' '.join(map(str, open_)) or 'none'}"
    yield Figure(suite, f"{name}: solved", len(solved), "levels", of)
    yield Figure(suite, f"{name}: time", seconds, "s", "the whole set")
    yield Figure(
        suite, f"{name}: median", statistics.median(answer.seconds for answer in solved) * 1000, "ms", "solved"
    )
    yield Figure(
        suite, f"{name}: positions", sum(answer.nodes for answer in answers), "", "node signature if all solved"
    )
    yield Figure(suite, f"{name}: pushes", sum(answer.metrics.pushes for answer in solved), "", "over the solved")
