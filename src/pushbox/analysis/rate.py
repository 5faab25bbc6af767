"""Rate a level: its best solution, the cost of searching it, and how hard it is for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..deadline import Deadline
from ..errors import PushboxError, UnsupportedError
from ..games.position import Position
from ..grid import Cell
from ..level import Level
from ..metrics import Metrics
from ..play.validate import require_playable
from ..play.verify import verify
from ..sentence import Language
from ..solver import Limit, Solved, Unsolvable, Verdict, solve
from ..solver.api import ProgressCallback
from ..solver.serialize import verdict_to_json
from .blocking import blocking_boxes
from .difficulty import Difficulty, Interrupted, rate_replayed
from .difficulty.serialize import difficulty_to_json

_SEARCH_SHARE = 0.75  # of the time, for the search for a solution


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a level.

    `verdict` is that of a search for the fewest pushes. `text` is the best solution in the file or of the search, by
    pushes and then by moves, with its `metrics`; both are empty without a solution. `optimum` is the proven fewest
    number of pushes, `bound` a proven lower bound, or None. `blocking` are the boxes that make a level unsolvable, see
    `blocking_boxes`. `difficulty` is how hard it is for people by the best solution, or None if that cannot be rated or
    there was no time.
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

    `limit.seconds` is for all of it: the search has three quarters, what is left is for the solutions, which are
    replayed as far as there is time, and for how hard the level is.

    Raises LevelError for a level with faults that keep it from being played, UnsupportedError for a game that is not
    registered.
    """
    limit = limit or Limit()
    deadline = Deadline(limit.seconds)
    position = require_playable(level)
    share = None if limit.seconds is None else _SEARCH_SHARE * limit.seconds
    verdict = solve(position, objective="pushes", limit=replace(limit, seconds=share), progress=progress)
    found = [(verdict.metrics, verdict.text)] if isinstance(verdict, Solved) else []
    solutions = sorted([*found, *_solutions(position, deadline)], key=lambda pair: (pair[0].pushes, pair[0].moves))
    metrics, text = solutions[0] if solutions else (None, "")
    proven = isinstance(verdict, Solved) and verdict.optimal is not None
    optimum = verdict.metrics.pushes if isinstance(verdict, Solved) and proven else None
    bound = None if isinstance(verdict, Unsolvable) else verdict.bound
    if bound is not None and metrics is not None and metrics.pushes == bound:
        optimum = bound
    boxes = sum(piece.kind != "pusher" for piece in position.board.pieces)
    blocking = blocking_boxes(position, deadline.left) if isinstance(verdict, Unsolvable) else ()
    bound = bound if optimum is None else optimum
    difficulty = difficulty_within(position, text, deadline.left, progress) if text else None
    return Rating(boxes, verdict, text, metrics, optimum, bound, blocking, difficulty)


def difficulty_within(
    position: Position,
    solution: str,
    seconds: float | None,
    progress: ProgressCallback | None = None,
) -> Difficulty | None:
    """Rate a level from one of its solutions. Return None if it cannot be rated within the time limit."""
    if seconds == 0:
        return None
    try:
        return rate_replayed(position, solution, seconds=seconds, progress=progress)
    except (UnsupportedError, Interrupted):
        return None


def rating_to_json(level: Level, rating: Rating, language: Language = "en") -> dict[str, Any]:
    """Return a rating as JSON fields, without those that do not apply."""
    fields = verdict_to_json("pushes", rating.verdict) | {"boxes": rating.boxes}
    if rating.metrics is not None:
        fields |= {"status": "solved", "moves_text": rating.text, **rating.metrics._asdict()}
    fields |= {"optimum": rating.optimum, "bound": rating.bound}
    if isinstance(rating.verdict, Unsolvable):
        fields["blocking"] = [level.board.cell_name(cell) for cell in rating.blocking]
    if rating.difficulty is not None:
        fields |= difficulty_to_json(rating.difficulty, language)
    return {name: value for name, value in fields.items() if value is not None}


def _solutions(position: Position, deadline: Deadline) -> Iterable[tuple[Metrics, str]]:
    """Yield the saved moves of a level that solve it, with their counts, until the deadline."""
    for moves in position.level.saved_moves:
        if deadline.is_over:
            return
        try:
            verification = verify(position, moves.text, deadline=deadline)
        except PushboxError:
            continue
        if verification.solved and verification.metrics is not None:
            yield verification.metrics, verification.text
