"""Find the losing pushes among the next ones: those visible at once first, then those found by search."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..games.position import Position
from ..grid import Cell
from ..play.verify import position_after
from .push_space import PushSpace
from .review.branches import is_seen_dead
from .winnable import Verdicts

NODES = 20_000  # positions of one search

Push = tuple[Cell, Cell]


def losing_pushes(
    position: Position, verdicts: Verdicts, *, is_over: Callable[[], bool] = lambda: False
) -> Iterator[Push]:
    """Yield from where to where a box can be pushed next and would be lost, or with it the level.

    In Sokoban and its kin these are all pushes to which the player can walk, elsewhere those of the next move.  What is
    not known within `NODES` positions is not claimed.  Between two searches `is_over` is asked whether to end.
    """
    space = PushSpace.of(position)
    if space is None:
        yield from _of_next_moves(position, verdicts, is_over)
        return
    yield from space.pushes_to_dead_squares()
    unseen = []
    for after in dict.fromkeys(space.successors(space.start)):
        if is_seen_dead(space.puzzle_at(after)):
            yield space.push(space.start, after)
        else:
            unseen.append(after)
    for after in unseen:
        if is_over():
            return
        line = position_after(position, space.text([space.start, after]))
        if verdicts.judge_once(line, NODES).status == "lost":
            yield space.push(space.start, after)


def _of_next_moves(position: Position, verdicts: Verdicts, is_over: Callable[[], bool]) -> Iterator[Push]:
    for move, after in position.successors():
        if is_over():
            return
        pushes = position.transition(move).pushes
        if pushes and verdicts.judge_once(after, NODES).status == "lost":
            start, end = pushes[0]
            yield start, end if end >= 0 else start
