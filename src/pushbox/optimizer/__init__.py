"""Optimizing: one question, `optimize`, and a solution that is never worse than those given, proven best or not."""

from __future__ import annotations

from collections.abc import Iterable

from ..arguments import check_callback, check_flag, check_iterable, check_optional, check_text, check_type, check_whole
from ..errors import PushboxError, UnsupportedError
from ..grid import Cell
from ..level import Level, check_level
from ..play.check import playable
from ..play.verify import verify
from ..solver import InvalidSolution, Limit
from ..solver.api import check_limit
from . import native
from .api import Objective, Optimized, Progress, ProgressCallback, Span, parse

__all__ = ["Objective", "Optimized", "Progress", "Span", "knows", "optimize", "parse"]

knows = native.knows


def optimize(
    level: Level,
    solutions: Iterable[str],
    *,
    objective: str = "pushes-moves",
    limit: Limit | None = None,
    span: Span | None = None,
    alone: Iterable[Cell] = (),
    keep_end: bool = False,
    progress: ProgressCallback | None = None,
) -> Optimized:
    """Make the best of some solutions of a level better.

    `objective` is metric names joined by ``-``, the most important first, such as ``pushes-moves-box_lines``; where
    all are equal, fewer moves win.  Only the moves of `span` are replaced; all boxes stand as they stood whenever one
    of the boxes that start on the cells `alone` is pushed; `keep_end` keeps the cell where the player ends.  All three
    are about the best of the solutions.  The others help, too: parts of them are joined.

    `progress` is called several times a second with the best so far; the work stops where it returns True.  The same
    input and limits, other than seconds, give the same answer.  Raises PushboxError where a text is no solution, and
    for a span or a cell that does not fit; LevelError and UnsupportedError as `pushbox.solve`, and UnsupportedError
    for a game that the optimizer does not know; KeyboardInterrupt on Ctrl-C.
    """
    check_level(level)
    check_iterable("solutions", solutions, "a list of texts")
    names = parse(objective)
    check_limit(limit)
    check_optional(check_type, "span", span, Span, "a Span, such as Span(10, 20), or None")
    if span is not None:
        check_whole("span.first", span.first)
        check_optional(check_whole, "span.last", span.last)
    check_iterable("alone", alone, "a list of cells")
    check_flag("keep_end", keep_end)
    check_callback("progress", progress)
    playable(level)
    if not knows(level):
        raise UnsupportedError(f"found {_what(level)}, expected plain Sokoban: other rules are not optimized")
    texts = [_solving(level, number, text) for number, text in enumerate(solutions, start=1)]
    if not texts:
        raise PushboxError("found no solution, expected one to begin with")
    boxes = {piece.anchor for piece in level.board.of_kind("box")}
    kept = tuple(alone)
    for cell in kept:
        check_whole("alone", cell)
    if missing := [cell for cell in kept if cell not in boxes]:
        row, column = level.board.rc(missing[0])
        raise PushboxError(f"found no box at {row},{column} to leave alone")
    found = native.search(level, texts, names, limit or Limit(), span, kept, keep_end, progress)
    replay = verify(level, found.text)
    is_worse = names.key(found.metrics) > names.key(found.before)
    if not replay.solved or replay.metrics != found.metrics or is_worse:
        message = f"{found.text!r} is no better solution of\n{level.board}\n{replay.message}"
        raise InvalidSolution(message)
    return found


def _solving(level: Level, number: int, text: str) -> str:
    """Return a solution in full letters."""
    check_text(f"solution {number}", text)
    replay = verify(level, text)
    if not replay.solved:
        raise PushboxError(f"solution {number}: {replay.message}")
    return replay.text


def _what(level: Level) -> str:
    return f"the game {level.game!r}" if level.game != "sokoban" else "a twist of Sokoban"
