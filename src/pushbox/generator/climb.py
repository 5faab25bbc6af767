"""Make levels harder for people by hill climbing, because random levels are nearly always easy.

Each step moves a box, a goal or the player, or turns a cell into wall or floor, and is kept if the level becomes
harder, until the level reaches the requested rating.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from ..analysis.difficulty import Interrupted, rate_between
from ..analysis.difficulty.features import narrow_features
from ..analysis.difficulty.model import model
from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..games.parts.push_distance import NEVER, distances
from ..games.position import load
from ..grid import Cell, bounds_of, cells_within, grid
from ..level import Level, SavedMoves
from ..path.walk import reachable
from ..solver import Limit, Solved, solve
from ..solver.api import ProgressCallback
from .api import Generated, LevelSpec

TRIES = 1_000  # changes of one level
PATIENCE = 150  # changes one after the other of which none is kept
_CHEAP = 2  # stages of the features that take milliseconds
_LIMIT = Limit(seconds=None, nodes=5_000)


@dataclass(frozen=True)
class _Room:
    """A level of plain Sokoban as sets of cells."""

    floor: frozenset[Cell]
    goals: frozenset[Cell]
    boxes: frozenset[Cell]
    player: Cell

    @classmethod
    def of(cls, board: Board) -> _Room:
        floor = frozenset(cell for cell, sort in enumerate(board.terrain) if sort.kind != "wall")
        boxes = frozenset(box.anchor for box in board.of_kind("box"))
        return cls(floor, frozenset(board.cells_of("goal")), boxes, board.of_kind("pusher")[0].anchor)

    def board(self, width: int, height: int) -> Board:
        sorts = (
            GOAL if cell in self.goals else FLOOR if cell in self.floor else WALL for cell in range(width * height)
        )
        pieces = (Piece("pusher", (self.player,)), *(Piece("box", (box,)) for box in sorted(self.boxes)))
        return Board(width, height, tuple(sorts), pieces)


def climb(made: Generated, spec: LevelSpec, seed: int, stop: Callable[[], bool]) -> Generated | None:
    """Return a level that was made harder from one of plain Sokoban, until it is as hard as a spec says.

    What is kept is chosen by what is cheap to measure.  None where no change helps any more, or `stop` returns True.
    The same arguments give the same level.
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
    room, (score, _), kept = _Room.of(made.level.board), _scores(made.level, made.text, 0, ends), 0
    for tried in range(TRIES):
        if stop() or tried - kept > PATIENCE or score > maximum:
            return None
        changed = _without_unused_floor(_changed(room, rng, width, height), width, height)
        if changed is None:
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
    if metrics.pushes < spec.pushes or metrics.box_lines < spec.box_lines:
        return None
    level = replace(made.level, board=board, saved_moves=(SavedMoves("", verdict.text),))
    return replace(made, level=level, text=verdict.text, metrics=metrics, effort=verdict.nodes)


def _changed(room: _Room, rng: random.Random, width: int, height: int) -> _Room:
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


def _without_unused_floor(room: _Room, width: int, height: int) -> _Room | None:
    """Return a room with unused floor turned into walls.

    Return None if the room gets too small, if a box is on a goal or a lost square, or if a used cell is not floor.
    """
    taken = {*room.boxes, *room.goals, room.player}
    if len(taken) != len(room.boxes) + len(room.goals) + (room.player not in room.goals) or not taken <= room.floor:
        return None
    step = grid(width, height).step
    floor = {*room.floor}
    while True:
        free = tuple(cell in floor for cell in range(width * height + 1))
        floor &= reachable(grid(width, height), free, room.player)
        free = tuple(cell in floor for cell in range(width * height + 1))
        live = {cell for cell, far in enumerate(distances(grid(width, height), free, room.goals)) if far != NEVER}
        if not taken <= floor or not room.boxes <= live:
            return None
        unused = next(_unused_parts(floor, taken | live, step), None)
        if unused is None:
            break
        floor -= unused
    fills = bounds_of(floor, width) == ((1, 1), (height - 2, width - 2))
    return replace(room, floor=frozenset(floor)) if fills else None


def _unused_parts(floor: set[Cell], needed: set[Cell], step: tuple[tuple[Cell, ...], ...]) -> Iterator[set[Cell]]:
    """Yield parts behind a single cell with nothing in them, and nowhere from where a box comes to a goal."""
    for gate in sorted(floor):
        for towards in step:
            if towards[gate] in floor - needed:
                part, waiting = {towards[gate]}, [towards[gate]]
                for cell in waiting:
                    near = {row[cell] for row in step if row[cell] in floor and row[cell] != gate} - part
                    if near & needed:
                        break
                    part |= near
                    waiting += near
                else:
                    yield part
