"""What is known of a level: its best solution, what a search for that took, and how hard the level is for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import PushboxError, UnsupportedError
from ..games.position import Position
from ..grid import Cell
from ..level import Level
from ..metrics import Metrics
from ..play.validate import require_playable
from ..play.verify import verify
from ..solver import Limit, Solved, Unsolvable, Verdict, solve
from ..solver.api import ProgressCallback
from .blocking import blocking_boxes
from .difficulty import Difficulty, Interrupted, rate_difficulty


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a level.

    `verdict` is that of a search for the fewest pushes, `text` the best solution of those in the file and that of the
    search, by pushes and then by moves, with its `metrics`; both are empty where none is known.  `optimum` is the
    proven number of fewest pushes, and `bound` how many a solution needs at least, None where nothing is proven.
    `blocking` are the boxes of a level that has no solution, see `blocking_boxes`.  `difficulty` is how hard it is for
    people, by the best solution; None where that cannot be rated, or there was no time.
    """

    boxes: int
    verdict: Verdict
    text: str
    metrics: Metrics | None
    optimum: int | None
    bound: int | None
    blocking: tuple[Cell, ...] = ()
    difficulty: Difficulty | None = None


def rate(level: Level, *, limit: Limit | None = None, progress: ProgressCallback | None = None) -> Rating:
    """Rate a level: search for the fewest pushes, and compare with the solutions that it has.

    Raises LevelError for a level with faults that keep it from being played, UnsupportedError for a game that is not
    registered.
    """
    position = require_playable(level)
    verdict = solve(position, objective="pushes", limit=limit, progress=progress)
    found = [(verdict.metrics, verdict.text)] if isinstance(verdict, Solved) else []
    solutions = sorted([*found, *_solutions(level)], key=lambda pair: (pair[0].pushes, pair[0].moves))
    metrics, text = solutions[0] if solutions else (None, "")
    proven = isinstance(verdict, Solved) and verdict.optimal is not None
    optimum = verdict.metrics.pushes if isinstance(verdict, Solved) and proven else None
    bound = None if isinstance(verdict, Unsolvable) else verdict.bound
    if bound is not None and metrics is not None and metrics.pushes == bound:
        optimum = bound
    boxes = sum(piece.kind != "pusher" for piece in position.board.pieces)
    blocking = blocking_boxes(position) if isinstance(verdict, Unsolvable) else ()
    bound = bound if optimum is None else optimum
    difficulty = _difficulty(position, text, limit or Limit(), progress) if text else None
    return Rating(boxes, verdict, text, metrics, optimum, bound, blocking, difficulty)


def _difficulty(
    position: Position[Any, Any], text: str, limit: Limit, progress: ProgressCallback | None
) -> Difficulty | None:
    """Return the difficulty of a level, within as much time again as the search for its solution had."""
    try:
        return rate_difficulty(position, text, seconds=limit.seconds, progress=progress)
    except (UnsupportedError, Interrupted):
        return None


def _solutions(level: Level) -> Iterable[tuple[Metrics, str]]:
    """Yield the saved moves of a level that solve it, with their counts."""
    for moves in level.saved_moves:
        try:
            verification = verify(level, moves.text)
        except PushboxError:
            continue
        if verification.solved and verification.metrics is not None:
            yield verification.metrics, verification.text
