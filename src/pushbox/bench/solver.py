"""The solver on the sets that the field compares by, one thread, fixed limits."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .. import formats
from ..board import GOAL
from ..level import Level
from ..solver import Limit, Solved, solve
from . import Figure, missing
from .level_sets import LevelSet, figures_of, set_figures

_HANANO_SECONDS = 60.0
_MOST_FEW, _MOST_AWAY = 20, 3  # boxes in all, and of those that begin at home
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


def solver(shared: Path) -> Iterator[Figure]:
    """Yield the figures of Microban, any solution and the fewest pushes."""
    yield from set_figures("solver", LevelSet("skinner/Microban.txt", "any", 10), shared)
    yield from set_figures("solver", LevelSet("skinner/Microban.txt", "pushes", 10), shared)


def xsokoban(shared: Path) -> Iterator[Figure]:
    """Yield the figures of XSokoban, any solution."""
    yield from set_figures("xsokoban", LevelSet("xsokoban_90/XSokoban_90.xsb", "any", 60), shared, 5, 20)


def proofs(shared: Path) -> Iterator[Figure]:
    """Yield the figures of XSokoban, fewest pushes proven."""
    yield from set_figures("proofs", LevelSet("xsokoban_90/XSokoban_90.xsb", "pushes", 20), shared, 5)


def sasquatch(shared: Path) -> Iterator[Figure]:
    """Yield the figures of Sasquatch, any solution."""
    yield from set_figures("sasquatch", LevelSet("skinner/Sasquatch.txt", "any", 10), shared)


def sokevo(shared: Path) -> Iterator[Figure]:
    """Yield the figures of SokEvo, any solution."""
    yield from set_figures("sokevo", LevelSet("large_test_suite/SokEvo_107.xsb", "any", 10), shared)


def home(shared: Path) -> Iterator[Figure]:
    """Yield the figures of the boards that begin at home, which are counted among themselves."""
    level_set = LevelSet("large_test_suite/Sven_even_811.xsb", "any", 10)
    try:
        levels = tuple(filter(begins_at_home, level_set.levels(shared)))
    except FileNotFoundError:
        yield missing("home", "begin at home, any", shared / level_set.file)
        return
    yield from figures_of("home", "begin at home, any", level_set, levels)


def begins_at_home(level: Level) -> bool:
    """Return whether a level has more than twenty boxes, of which one to three stand on no goal.

    All others are home, so that a search along a packing plan is paid for leaving them there.
    """
    boxes = [piece.anchor for piece in level.board.of_kind("box")]
    away = sum(level.board.terrain[cell] != GOAL for cell in boxes)
    return len(boxes) > _MOST_FEW and 1 <= away <= _MOST_AWAY


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
