"""Generated levels: whether each meets its specification, how fast they come, how hard classes and bands are."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from ..formats import read_file
from ..generator import (
    BANDS,
    Generated,
    GradedLevel,
    LevelSpec,
    generate,
    graded_levels,
    layout_id,
    native,
)
from ..generator.layouts import KnownLayouts, shipped_layouts
from ..identity import ALL, transform, unique_id
from ..level import Level
from ..play.verify import verify
from ..solver import Limit, Solved, solve
from . import Figure, missing, tracked

_COUNT = 10_000
_GRADE_COUNT = 40  # boxes of the levels of a grade
_BAND_COUNT = 100
_EVERY = 100  # the ids of one level in so many are held against all symmetries of its board
_COLLECTIONS = (
    "boxoban/unfiltered_train_000.txt", "boxoban/medium_train_000.txt", "boxoban/hard_000.txt",
    "xsokoban_90/XSokoban_90.xsb", "skinner/Microban.txt", "skinner/Microban II.txt",
)  # fmt: skip
_GRADES: dict[str, LevelSpec] = {  # without the extreme, which take many minutes each
    "easy": LevelSpec(difficulty="easy"),
    "medium": LevelSpec(difficulty="medium"),
    "hard": LevelSpec(rows=13, columns=13, boxes=6, difficulty="hard"),
}
_ROOMS = 3_000  # attempts that the core alone is timed with


def generator(shared: Path) -> Iterator[Figure]:
    """Yield how many of the levels break a promise, levels a second, and how hard those of each grade are."""
    yield _speed()
    began = time.process_time()
    levels = list(tracked(islice(mixed(seed=1), _COUNT), _COUNT, "generator"))
    seconds = time.process_time() - began
    yield Figure("generator", "10,000 levels", len(levels) / seconds, "levels/s", "processor time, replay included")
    yield from promises(levels)
    yield from grades(_GRADE_COUNT)
    yield from bands(_BAND_COUNT, shared)


def mixed(seed: int) -> Iterator[tuple[LevelSpec, Generated]]:
    """Yield levels of many sizes and numbers of boxes, each size in its turn, with their specifications."""
    specs = [
        LevelSpec(rows=rows, columns=columns, boxes=boxes)
        for rows, columns, boxes in ((6, 7, 2), (7, 7, 2), (7, 9, 3), (8, 8, 3), (9, 8, 3), (10, 10, 4), (11, 9, 4))
    ]
    sources = [(spec, generate(spec, seed=seed)) for spec in specs]
    for spec, source in cycle(sources):
        yield spec, next(source)


def promises(levels: list[tuple[LevelSpec, Generated]]) -> Iterator[Figure]:
    """Yield how many levels do not keep what is promised of them, each promise checked anew."""
    wrong = dict.fromkeys(("solutions", "sizes", "box counts", "boxes on goals", "equal levels"), 0)
    seen: set[str] = set()
    for number, (spec, generated) in enumerate(levels):
        board = generated.level.board
        boxes, goals = {box.anchor for box in board.of_kind("box")}, set(board.cells_of("goal"))
        wrong["solutions"] += not generated.text or not verify(generated.level, generated.text).solved
        wrong["sizes"] += (board.height, board.width) != (spec.rows, spec.columns)
        wrong["box counts"] += not len(boxes) == len(goals) == spec.boxes
        wrong["boxes on goals"] += bool(boxes & goals)
        key = layout_id(generated.level)
        wrong["equal levels"] += key in seen
        seen.add(key)
        if number % _EVERY == 0:
            turned = [Level(transform(board, symmetry), generated.level.game) for symmetry in ALL]
            wrong["equal levels"] += any(layout_id(one) != key for one in turned)
            wrong["equal levels"] += len({unique_id(one.board) for one in turned}) != 1
    for name, count in wrong.items():
        yield Figure("generator", f"wrong: {name}", count, "wrong", f"of {len(levels)} levels")


def grades(count: int) -> Iterator[Figure]:
    """Yield how hard levels of each grade are, and their pushes and positions, from fresh runs of the solver."""
    for name, spec in _GRADES.items():
        began = time.process_time()
        levels = [*generate(spec, count=max(1, count // spec.boxes), attempts=1_000_000, seconds=None)]
        took = (time.process_time() - began) / len(levels)
        answers = [solve(generated.level, objective="pushes", limit=Limit(seconds=None)) for generated in levels]
        solved = [answer for answer in answers if isinstance(answer, Solved)]
        pushes = statistics.median(answer.metrics.pushes for answer in solved)
        positions = statistics.median(answer.nodes for answer in solved)
        ratings = [one.rating or 0.0 for one in levels]
        detail = (
            f"median of {len(solved)}, {min(ratings):.1f} to {max(ratings):.1f}; {pushes:g} pushes, "
            f"{positions:g} positions; {took:.1f} s of processor time each"
        )
        yield Figure("generator", name, statistics.median(ratings), "of 100", detail)


def bands(count: int, shared: Path) -> Iterator[Figure]:
    """Yield levels a second of each band and of all, and how many of them break a promise."""
    shipped_layouts()  # read once, whatever the number of levels
    levels: list[GradedLevel] = []
    seconds = 0.0
    for band in BANDS:
        began = time.process_time()
        made = [*islice(graded_levels(1, band=band.number), count)]
        took = time.process_time() - began
        moves = statistics.median(one.moves for one in made)
        pushes = f"{min(one.pushes for one in made)} to {max(one.pushes for one in made)} pushes"
        yield Figure(
            "generator", f"band {band.number}", count / took, "levels/s", f"{pushes}, median of moves {moves:g}"
        )
        levels, seconds = levels + made, seconds + took
    detail = "processor time; proof, replay and ids included"
    yield Figure("generator", f"{len(levels):,} levels of all bands", len(levels) / seconds, "levels/s", detail)
    for name in ("canonical ids", "layouts"):
        ids = {one.id if name == "canonical ids" else layout_id(one.level) for one in levels}
        yield Figure("generator", f"wrong: equal {name}", len(levels) - len(ids), "wrong", f"of {len(levels)} levels")
    answers = [(one.pushes, solve(one.level, objective="pushes", limit=Limit(seconds=None))) for one in levels[::7]]
    wrong = [pushes for pushes, answer in answers if not isinstance(answer, Solved) or answer.metrics.pushes != pushes]
    yield Figure("generator", "wrong: fewest pushes", len(wrong), "wrong", f"of {len(answers)}, proven anew")
    files = [shared / name for name in _COLLECTIONS]
    for file in files:
        if not file.is_file():
            yield missing("generator", f"near {file.stem}", file)
            continue
        known = KnownLayouts(read_file(file))
        near = sum(known.has_near(one.level) for one in levels)
        yield Figure("generator", f"wrong: near {file.stem}", near, "wrong", f"of {len(levels)} levels")


def _speed() -> Figure:
    began = time.process_time()
    generated = native.attempts(LevelSpec(), 0, 0, _ROOMS, lambda: False)
    seconds = time.process_time() - began
    return Figure("generator", "10x10, 4 boxes", len(generated) / seconds, "levels/s", "the core, processor time")
