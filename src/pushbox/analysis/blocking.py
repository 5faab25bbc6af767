"""The boxes because of which a position has no solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..board import Piece
from ..deadline import Deadline
from ..games.position import Position, position_of
from ..grid import Cell
from ..level import Level
from ..solver import Limit, Unsolvable, native, solve

_SECONDS = 2.0  # for all trials together
_EACH_SECONDS = 0.5
_EACH = Limit(nodes=20_000, memory=256)


def blocking_boxes(position: Position, seconds: float | None = None) -> tuple[Cell, ...]:
    """Return the cells of boxes that make a position unsolvable, in reading order.

    In Sokoban and its relatives, where fewer boxes are never harder, the position with only these boxes is proven
    unsolvable too, and no trial could leave one out. In other games they are the boxes on known dead squares. Empty if
    no single boxes can be blamed. It takes two seconds at most, or fewer if fewer are given: then more boxes stay.
    """
    boxes = position.board.of_kind("box")
    if not native.plays_boxes(position):
        dead = position.rules.dead_squares(position.state)
        return tuple(sorted(box.anchor for box in boxes if box.anchor in dead))
    level = position.level
    deadline = Deadline(_SECONDS if seconds is None else min(seconds, _SECONDS))
    left = list(boxes)
    for box in (None, *boxes):  # first all of them, then all but one after the other
        if box is not None and (len(left) == 1 or deadline.is_over):
            break
        fewer = [other for other in left if other != box]
        if _is_unsolvable(level, fewer, deadline):
            left = fewer
        elif box is None:
            return ()
    return tuple(sorted(box.anchor for box in left))


def blocking_names(level: Level) -> list[str]:
    """Return the cells of `blocking_boxes` in the position that a level begins in, as on the rulers.

    Raises LevelError and UnsupportedError as `pushbox.load` does.
    """
    return [level.board.cell_name(cell) for cell in blocking_boxes(position_of(level))]


def _is_unsolvable(level: Level, boxes: Sequence[Piece], deadline: Deadline) -> bool:
    """Return whether a quick search proves that a level with only these boxes is unsolvable."""
    others = tuple(piece for piece in level.board.pieces if piece.kind != "box")
    board = replace(level.board, pieces=(*boxes, *others))
    limit = replace(_EACH, seconds=min(_EACH_SECONDS, deadline.left or 0.0))
    return isinstance(solve(replace(level, board=board, source=None), limit=limit), Unsolvable)
