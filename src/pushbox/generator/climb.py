"""Make levels harder for people by hill climbing, because random levels are nearly always easy.

Each step moves a box, a goal or the player, or turns a cell into wall or floor, and is kept if the level becomes
harder, until the level reaches the requested rating.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from ..analysis.difficulty import Interrupted, rate_between
from ..analysis.difficulty.features import narrow_features
from ..analysis.difficulty.model import model
from ..board import Board
from ..games.position import load
from ..grid import Cell, cells_within
from ..level import Level, SavedMoves
from ..solver import Limit, Solved, solve
from ..solver.api import ProgressCallback
from .api import Generated, LevelSpec
from .plans import has_theme
from .room import Room, without_unused_floor

TRIES = 1_000  # changes of one level
PATIENCE = 150  # changes one after the other of which none is kept
_CHEAP = 2  # stages of the features that take milliseconds
_LIMIT = Limit(seconds=None, nodes=5_000)


def climb(made: Generated, spec: LevelSpec, seed: int, stop: Callable[[], bool]) -> Generated | None:
    """Return a level that was made harder from one of plain Sokoban, until it is as hard as a spec says.

    It keeps its theme.  Which change is kept is decided by what is cheap to measure.  None where no change helps any
    more, or `stop` returns True.  The same arguments give the same level.
    """
    try:
        return _climb(made, spec, seed, stop)
    except Interrupted:
        return None


def _climb(made: Generated, spec: LevelSpec, seed: int, stop: Callable[[], bool]) -> Generated | None:
    def ends(_: object) -> bool:
        return stop()

    assert spec.difficulties is not None, "a spec that says how hard"
    minimum, maximum = spec.difficulties
    rng = random.Random(f"{seed} {made.attempt}")
    width, height = spec.columns, spec.rows
    room, (score, _), kept = Room.of(made.level.board), _scores(made.level, made.text, 0, ends), 0
    for tried in range(TRIES):
        if stop() or tried - kept > PATIENCE or score > maximum:
            return None
        changed = without_unused_floor(_changed(room, rng, width, height), width, height)
        if changed is None or not (spec.theme is None or has_theme(spec.theme, changed, width)):
            continue
        board = changed.board(width, height)
        verdict = solve(Level(board), objective="pushes", limit=_LIMIT)
        if not isinstance(verdict, Solved) or verdict.optimal is None:
            continue
        least, most = _scores(Level(board), verdict.text, score, ends)
        if least <= score:
            continue
        room, score, kept = changed, least, tried
        if most < minimum:
            continue
        harder = rate_between(Level(board), verdict.text, minimum, maximum, progress=ends)
        if harder is not None and (level := _as_made(made, spec, board, verdict)) is not None:
            return level.rated(harder.value)
    return None


def _scores(level: Level, solution: str, score: float, ends: ProgressCallback) -> tuple[float, float]:
    """Return cheap lower and upper bounds of a level's rating.

    The measurement stops early if the rating cannot exceed `score`.  Raises Interrupted where `ends` returns True.
    """
    least = most = 0.0
    for features in islice(narrow_features(load(level), solution, progress=ends), _CHEAP):
        least, most = map(model().value, features)
        if most <= score:
            break
    return least, most


def _as_made(made: Generated, spec: LevelSpec, board: Board, verdict: Solved) -> Generated | None:
    """Return a level in the place of the one that it was made from, None where the spec says otherwise."""
    metrics = verdict.metrics
    if metrics.pushes < spec.fewest_pushes or metrics.box_lines < spec.box_lines:
        return None
    level = replace(made.level, board=board, saved_moves=(SavedMoves("", verdict.text),))
    return replace(made, level=level, text=verdict.text, metrics=metrics, effort=verdict.nodes)


def _changed(room: Room, rng: random.Random, width: int, height: int) -> Room:
    """Return a room with one change, which may be one that makes no sense."""
    free = sorted(room.floor - room.boxes)
    match rng.choices(("box", "goal", "player", "floor", "wall"), (8, 5, 1, 3, 3))[0]:
        case "box":
            return replace(room, boxes=_moved(room.boxes, free, rng))
        case "goal":
            return replace(room, goals=_moved(room.goals, free, rng))
        case "player":
            return replace(room, player=rng.choice(free))
        case "floor":
            inside = cells_within(1, 1, height - 2, width - 2, width)
            return replace(room, floor=room.floor | {rng.choice(inside)})
        case _:
            return replace(room, floor=room.floor - {rng.choice(free)})


def _moved(cells: frozenset[Cell], free: list[Cell], rng: random.Random) -> frozenset[Cell]:
    return cells - {rng.choice(sorted(cells))} | {rng.choice([cell for cell in free if cell not in cells])}
