"""The two files that the field compares solvers by: the solutions of a set, and a table with the time of each level.

Both are written as Festival 3.1 writes its ``solutions.sok`` and ``times.txt``, which begins with "Sokoban Solver
Statistics", so that what reads the results of other solvers reads these too.  Times are whole seconds, rounded down.

Source: Festival 3.1, sol.cpp.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from .. import formats
from ..level import Collection, Level, SavedMoves
from ..solver import GaveUp, Solved, Verdict
from ..version import version
from . import Figure, missing
from .level_sets import LevelSet, SetVerdicts, listed, solve_set

_SOLVER = f"pushbox {version()}"
_RULE = "-" * 86
_COLUMNS = "   Task       Time Plugin               Result                     Moves  Pushes Level"
_LIMITS = {
    "seconds": "Time limit exceeded",
    "nodes": "Max nodes reached",
    "memory": "Out of memory",
    "stopped": "Stopped",
}  # none longer than the column, 22 letters


def write(sets: Iterable[LevelSet], shared: Path, folder: Path) -> Iterator[Figure]:
    """Solve sets, write both files of each into a folder, and yield how many levels are solved.

    Raises OSError where a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for level_set in sets:
        try:
            levels = level_set.levels(shared)
        except FileNotFoundError:
            yield missing("solver", level_set.name, shared / level_set.file)
            continue
        found = solve_set(level_set, levels)
        when = datetime.now().astimezone()
        name = f"{Path(level_set.file).stem} {level_set.objective} {level_set.seconds:g} s"
        formats.write_text(folder / f"{name}.sok", solutions(level_set, levels, found, when))
        formats.write_text(folder / f"{name}.txt", times(levels, found, when))
        of = f"of {len(levels)} at {level_set.seconds:g} s; open: {listed(found.open())}"
        yield Figure("solver", f"{level_set.name}: solved", len(found.solved), "levels", of)


def solutions(level_set: LevelSet, levels: Iterable[Level], found: SetVerdicts, when: datetime) -> str:
    """Return the levels of a set as a SOK file, each with its solution, the solver, its time and the date."""
    date = _date(when)
    titled = [
        _with_solution(replace(level, title=level.title or f"Level {number}"), verdict, date)
        for number, (level, verdict) in enumerate(zip(levels, found.verdicts, strict=True), start=1)
    ]
    return formats.write(Collection(tuple(titled), title=Path(level_set.file).stem), "sok")


def _with_solution(level: Level, verdict: Verdict, date: str) -> Level:
    if not isinstance(verdict, Solved):
        return level
    notes = f"Solver: {_SOLVER}\nSolver time: {_clock(verdict.seconds)}\nSolver date: {date}"
    return level.with_saved_moves(SavedMoves("Solution", verdict.text, notes))


def times(levels: Iterable[Level], found: SetVerdicts, when: datetime) -> str:
    """Return the table of a set: a line for each level with its time, its result, moves and pushes; the sums last."""
    head = [_RULE, f"Sokoban Solver Statistics - {_SOLVER}", f"Date: {_date(when)}", _RULE, _COLUMNS, _RULE]
    rows = [
        _row(number, level.title or f"Level {number}", verdict)
        for number, (level, verdict) in enumerate(zip(levels, found.verdicts, strict=True), start=1)
    ]
    solved = len(found.solved)
    result = f"Total                OK: {solved} Failed: {len(rows) - solved}"
    seconds = sum(int(verdict.seconds) for verdict in found.verdicts)
    moves = sum(verdict.metrics.moves for verdict in found.solved)
    foot = f":{len(rows):6}   {_clock(seconds)} {result:44}{moves:9}{found.pushes:8}     :"
    return "\n".join([*head, *rows, _RULE, foot, _RULE]) + "\n"


def _row(number: int, title: str, verdict: Verdict) -> str:
    counts = f"{verdict.metrics.moves:9}{verdict.metrics.pushes:8}" if isinstance(verdict, Solved) else " " * 17
    name = textwrap.shorten(title, 200, placeholder="...")
    return f"{number:7}   {_clock(verdict.seconds)} {_SOLVER:21}{_result(verdict):23}{counts} {name}"


def _result(verdict: Verdict) -> str:
    if isinstance(verdict, Solved):
        return "OK"
    return _LIMITS[verdict.limit] if isinstance(verdict, GaveUp) else "No solution"


def _clock(seconds: float) -> str:
    minutes, second = divmod(int(seconds), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{second:02}"


def _date(when: datetime) -> str:
    return f"{when:%Y-%m-%d  %H:%M:%S}"
