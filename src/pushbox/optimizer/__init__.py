"""Optimizing: one question, `optimize`, and a solution that is never worse than those given, proven best or not."""

from __future__ import annotations

from collections.abc import Iterable

from ..arguments import (
    HasText,
    Line,
    check_callback,
    check_flag,
    check_iterable,
    check_optional,
    check_type,
    check_whole,
    line_of,
)
from ..board import Board
from ..errors import PushboxError, UnsupportedError
from ..games.position import Position
from ..grid import Cell
from ..keywords import SEARCH_HINTS, answering
from ..level import Level
from ..play.validate import require_playable
from ..play.verify import verify
from ..sentence import located, say
from ..solver import InvalidSolution, Limit, require_solved
from ..solver.api import check_limit
from . import native
from .api import Objective, Optimized, Progress, ProgressCallback, Span, parse

__all__ = ["Objective", "Optimized", "Progress", "Span", "optimize", "parse"]


@answering(
    SEARCH_HINTS
    | {
        "threads seed": "none: the same solutions give the same answer, on one thread",
        "solution text": "solutions, the second argument",
        "metric metrics": "objective='pushes-moves', or other metrics",
    }
)
def optimize(
    level: Level | Position,
    solutions: str | HasText | Iterable[Line] | None = None,
    *,
    objective: str = "pushes-moves",
    limit: Limit | None = None,
    span: Span | None = None,
    alone: Iterable[Cell] = (),
    keep_end: bool = False,
    progress: ProgressCallback | None = None,
) -> Optimized:
    """Make the best of some solutions of a level better: texts, values that have one, as `Solved`, or lists of moves.

    Without `solutions`, those that are saved with the level are taken.

    `objective` is metric names joined by ``-``, the most important first, such as ``pushes-moves-box_lines``; where
    all are equal, fewer moves win.  Only the moves of `span` are replaced; all boxes stand as they stood whenever one
    of the boxes that start on the cells `alone` is pushed; `keep_end` keeps the cell where the player ends.  All three
    are about the best of the solutions.  The others help, too: parts of them are joined.

    `progress` is called several times a second with the best so far; the work stops where it returns True.  The same
    input and limits, other than seconds, give the same answer.  Raises PushboxError where a text is no solution, and
    for a span or a cell that does not fit; LevelError and UnsupportedError as `pushbox.solve`, and UnsupportedError
    for a game that the optimizer does not know; KeyboardInterrupt on Ctrl-C.
    """
    given = None if solutions is None else _each(solutions)
    names = parse(objective)
    check_limit(limit)
    check_optional(check_type, "span", span, Span, "a Span, such as Span(10, 20), or None")
    if span is not None:
        check_whole("span.first", span.first)
        check_optional(check_whole, "span.last", span.last)
    check_iterable("alone", alone, "a list of cells")
    check_flag("keep_end", keep_end)
    check_callback("progress", progress)
    position = require_playable(level)
    if not native.knows(position):
        info = position.game.info
        if info.optimizable:
            raise UnsupportedError.said("variant-not-optimized")
        raise UnsupportedError.said("game-not-optimized", game=info.key)
    texts = _saved(position) if given is None else [_solution(position, *one) for one in enumerate(given, start=1)]
    if not texts:
        raise PushboxError.said("no-solution-begin")
    fixed = tuple(alone)
    _require_boxes(position.level.board, fixed)
    best = native.search(position, texts, names, limit or Limit(), span, fixed, keep_end, progress)
    require_solved(position, best.text, best.metrics)
    if names.key(best.metrics) > names.key(best.before):
        raise InvalidSolution(f"{best.text!r} is no better solution of\n{position.board}")
    return best


def _each(solutions: str | HasText | Iterable[Line]) -> Iterable[Line]:
    """Return solutions one by one, of which a text and a value with a text are one."""
    line = line_of("solutions", solutions, "a solution, or a list of solutions")
    return [line] if isinstance(line, str) else line


def _saved(position: Position) -> list[str]:
    """Return the saved moves of a level that are solutions, in full letters."""
    replays = (verify(position, saved.text) for saved in position.level.saved_moves)
    return [replay.text for replay in replays if replay.solved]


def _solution(position: Position, number: int, solution: Line) -> str:
    """Return a solution in full letters.  Raises PushboxError for what is none."""
    replay = verify(position, line_of(f"solution {number}", solution))
    if not replay.solved:
        raise PushboxError(located(say("solution-number", number=number), replay.message))
    return replay.text


def _require_boxes(board: Board, cells: Iterable[Cell]) -> None:
    """Raise ArgumentError for a value that is not a cell, PushboxError for a cell where no box starts."""
    boxes = {piece.anchor for piece in board.of_kind("box")}
    for cell in cells:
        check_whole("alone", cell)
        if cell not in boxes:
            row, column = board.rc(cell)
            raise PushboxError.said("no-box-alone", cell=f"{row},{column}")
