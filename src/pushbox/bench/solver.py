"""The solver on the sets that the field compares by, one thread, fixed limits."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .. import formats
from ..solver import GaveUp, Limit, Objective, Solved, solve
from . import Figure, missing, tracked

_HANANO_SECONDS = 60.0
_BOXOBAN = ("hard_000", "medium_train_000", "unfiltered_train_000")


def boxoban(shared: Path) -> Iterator[Figure]:
    """Yield the levels a second of whole runs of the program, reading, replaying and printing included."""
    for objective in ("any", "pushes"):
        for name in _BOXOBAN:
            yield _process(shared / "boxoban" / f"{name}.txt", objective)


def hanano(shared: Path) -> Iterator[Figure]:
    """Yield for each level of Hanano Puzzle the moves of a solution from scratch, and how many levels have one."""
    folder = shared / "hanano" / "levels"
    if not folder.is_dir():
        yield missing("hanano", "any", folder)
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


def _sets(
    suite: str, file: str, limits: tuple[int, ...], objectives: tuple[Objective, ...], shared: Path
) -> Iterator[Figure]:
    for objective in objectives:
        yield from _set(suite, shared / file, objective, limits)


solver = partial(_sets, "solver", "skinner/Microban.txt", (10,), ("any", "pushes"))
xsokoban = partial(_sets, "xsokoban", "xsokoban_90/XSokoban_90.xsb", (20, 60), ("any",))
sasquatch = partial(_sets, "sasquatch", "skinner/Sasquatch.txt", (10,), ("any",))
sokevo = partial(_sets, "sokevo", "large_test_suite/SokEvo_107.xsb", (10,), ("any",))


def _set(suite: str, file: Path, objective: Objective, limits: tuple[int, ...]) -> Iterator[Figure]:
    """Yield the figures of a set, searched with the longest of the limits: a shorter one ends the same search earlier.

    How many levels are solved, and with proof where the objective wants one; the time, the positions, the pushes.
    """
    name = f"{file.stem}, {objective}"
    if not file.exists():
        yield missing(suite, name, file)
        return
    levels = formats.read_file(file).levels
    began = time.perf_counter()
    limit = Limit(seconds=float(max(limits)))
    answers = [solve(level, objective=objective, limit=limit) for level in tracked(levels, len(levels), name)]
    seconds = time.perf_counter() - began
    solved = [answer for answer in answers if isinstance(answer, Solved) and answer.limit is None]
    for most in limits:
        open_ = [number for number, answer in enumerate(answers, 1) if answer not in solved or answer.seconds > most]
        of = f"of {len(levels)} at {most} s, {limit.memory} MiB; open: {' '.join(map(str, open_)) or 'none'}"
        yield Figure(suite, f"{name}: solved", len(levels) - len(open_), "levels", of)
    if objective != "any":
        proven = sum(answer.optimal is not None for answer in solved)
        yield Figure(suite, f"{name}: proven", proven, "levels", "no fewer pushes do")
    yield Figure(suite, f"{name}: time", seconds, "s", "the whole set")
    if solved:
        median = statistics.median(answer.seconds for answer in solved)
        yield Figure(suite, f"{name}: median", median * 1000, "ms", "solved")
    note = "node signature" if not any(isinstance(answer, GaveUp) for answer in answers) else "some ran out of time"
    yield Figure(suite, f"{name}: positions", sum(answer.nodes for answer in answers), "", note)
    yield Figure(suite, f"{name}: pushes", sum(answer.metrics.pushes for answer in solved), "", "over the solved")


def _process(file: Path, objective: str) -> Figure:
    name = f"{file.stem}, {objective}"
    if not file.exists():
        return missing("boxoban", name, file)
    command = [sys.executable, "-m", "pushbox", "solve", str(file), "--json", "--objective", objective]
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    solved = sum(row["status"] == "solved" for row in rows)
    nodes = sum(row.get("nodes", 0) for row in rows)
    note = f"{solved} of {len(rows)} solved in {seconds:.2f} s, {nodes:,} positions, whole process"
    return Figure("boxoban", name, len(rows) / seconds, "levels/s", note)
