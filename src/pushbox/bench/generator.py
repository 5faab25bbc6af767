"""Ten thousand generated levels: whether each meets its specification, how fast they come, how hard the classes are."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from ..generator import DIFFICULTIES, Generated, LevelSpec, generate, layout_id, native
from ..identity import ALL, transform, unique_id
from ..level import Level
from ..play.verify import verify
from ..solver import Limit, Solved, solve
from . import Figure, tracked

_COUNT = 10_000
_CLASS_COUNT = 50
_EVERY = 100  # the ids of one level in so many are held against all symmetries of its board
_ROOMS = 3_000  # attempts that the core alone is timed with


def generator(_shared: Path) -> Iterator[Figure]:
    """Yield how many of the levels break a promise, levels a second, and the solver's effort for each class."""
    yield _speed()
    began = time.process_time()
    levels = list(tracked(islice(mixed(seed=1), _COUNT), _COUNT, "generator"))
    seconds = time.process_time() - began
    yield Figure("generator", "10,000 levels", len(levels) / seconds, "levels/s", "processor time, replay included")
    yield from promises(levels)
    yield from classes(_CLASS_COUNT)


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


def classes(count: int) -> Iterator[Figure]:
    """Yield the positions, pushes and box changes that levels of each class need, from a fresh run of the solver."""
    for name in DIFFICULTIES:
        number = count if name != "extreme" else count // 10
        levels = list(generate(LevelSpec(difficulty=name), count=number, attempts=1_000_000, seconds=None))
        answers = [solve(generated.level, objective="pushes", limit=Limit(seconds=None)) for generated in levels]
        solved = [answer for answer in answers if isinstance(answer, Solved)]
        pushes = statistics.median(answer.metrics.pushes for answer in solved)
        changes = statistics.median(answer.metrics.box_changes for answer in solved)
        detail = f"median of {len(solved)}; {pushes:g} pushes, {changes:g} box changes"
        yield Figure("generator", name, statistics.median(answer.nodes for answer in solved), "positions", detail)


def _speed() -> Figure:
    began = time.process_time()
    generated = native.attempts(LevelSpec(), 0, 0, _ROOMS, lambda: False)
    seconds = time.process_time() - began
    return Figure("generator", "10x10, 4 boxes", len(generated) / seconds, "levels/s", "the core, processor time")
