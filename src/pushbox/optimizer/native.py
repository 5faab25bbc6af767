"""The native optimizer, for the games whose rules `pushbox._core` has."""

from __future__ import annotations

from collections.abc import Sequence

from .. import core
from ..errors import PushboxError
from ..games.position import Position
from ..grid import Cell
from ..metrics import measure
from ..play.native import cells
from ..sentence import counted
from ..solver.api import Limit
from ..solver.native import plays_boxes
from .api import Objective, Optimized, Progress, ProgressCallback, Span


def knows(position: Position) -> bool:
    """Return whether the native optimizer supports the position: plain Sokoban only."""
    return position.game.info.optimizable and plays_boxes(position)


def search(
    position: Position,
    texts: Sequence[str],
    objective: Objective,
    limit: Limit,
    span: Span | None,
    alone: Sequence[Cell],
    keep_end: bool,  # noqa: FBT001  # named by the caller, `pushbox.optimizer.optimize`
    progress: ProgressCallback | None,
) -> Optimized:
    """Optimize a position that the native optimizer `knows`, from texts in full letters; see `optimize`."""
    # As in the core: the first of the best.
    best = min(texts, key=lambda text: objective.key(measure(text)))
    watch = None
    if progress is not None:

        def watch(nodes: int, seconds: float, text: str) -> object:
            return progress(Progress(seconds, nodes, text, measure(text)))

    answer = core.optimize(
        cells(position.level.board),
        [best] if span is not None else texts,
        metrics=objective,
        span=None if span is None else _offsets(span, len(best)),
        fixed=alone,
        keeps_end=keep_end,
        limit=limit,
        progress=watch,
    )
    optimal, lurd = str(objective) if answer.optimal else None, answer.lurd
    return Optimized(lurd, measure(lurd), measure(best), optimal, answer.limit, answer.nodes, answer.seconds)


def _offsets(span: Span, moves: int) -> tuple[int, int]:
    last = moves if span.last is None else span.last
    if not 1 <= span.first <= last <= moves:
        raise PushboxError.said("range-outside", first=span.first, last=last, moves=counted(moves, "move"))
    return span.first - 1, last
