"""The faults of levels in which boxes go to goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ...board import Board, distinct_terrain
from ...level import Level, Problem
from ...path.walk import reachable_from
from ...sentence import counted, located, say
from ..api import Rules, Status
from . import validation


def position_problems(level: Level) -> Iterator[Problem]:
    """Yield the faults of a position in which boxes go to goals."""
    board = level.board
    yield from count_problems(board)
    yield from access_problems(board)
    if any(terrain.player for terrain in distinct_terrain(board.terrain)):
        yield Problem.warning(say("other-player-cell"))
    yield from counter_problems(board)


def counter_problems(board: Board, known: str = "") -> Iterator[Problem]:
    """Yield the counters of a board that are not the one that is `known`."""
    for name, _ in board.counters:
        if name != known:
            yield Problem.warning(say("unused-counter", name=name))


def problems(
    rules: Rules[Any, Any],
    level: Level,
    position: Callable[[Level], Iterable[Problem]] = position_problems,
    impossible: Callable[[Level], Iterable[Problem]] = lambda _: (),
) -> list[Problem]:
    """Return every fault of a level of a game in which boxes go to goals.

    `impossible` are faults because of which no state can hold the level, `position` those of one that some state can.
    """
    return validation.problems(rules.info, level, _before_first_move(rules, level, position), impossible(level))


def _before_first_move(
    rules: Rules[Any, Any], level: Level, position: Callable[[Level], Iterable[Problem]]
) -> Iterator[Problem]:
    faults = [*position(level)]
    yield from faults
    outcome = rules.outcome(rules.initial_state(level))
    if not faults and outcome.status is not Status.PLAYING:
        if outcome.solved:
            found = say("solved-at-start")
        else:
            found = say("lost-at-start")
        yield Problem.warning(located(found, outcome.reason) if outcome.reason else found)


def count_problems(board: Board, *, player: bool = True, goal: bool = True) -> Iterator[Problem]:
    """Yield wrong numbers of pushers, boxes and goals; a `player` or a `goal` may be optional.

    More boxes than goals can never be solved; fewer can, because solved means that every box is on a goal.
    """
    boxes, goals = len(board.of_kind("box")), len(board.cells_of("goal"))
    if player and not board.of_kind("pusher"):
        yield Problem.error(say("no-player"), say("one"))
    if not boxes:
        yield Problem.error(say("no-box"), say("at-least-one"))
    if goal and not goals:
        yield Problem.error(say("no-goal"), say("at-least-one"))
    if 0 < goals < boxes:
        yield Problem.error(
            say("boxes-and-goals", boxes=counted(boxes, "box"), goals=counted(goals, "goal")), say("as-many-goals")
        )
    elif 0 < boxes < goals:
        yield Problem.warning(
            say("boxes-and-goals", boxes=counted(boxes, "box"), goals=counted(goals, "goal")), say("as-many-boxes")
        )


def access_problems(board: Board) -> Iterator[Problem]:
    """Yield the boxes off goals and the goals without a box that no player can ever come to."""
    free = [terrain.kind not in {"wall", "terminal"} for terrain in board.terrain] + [False]
    pushers = board.of_kind("pusher")
    if not pushers:
        return
    reached = reachable_from(board.grid, free, (pusher.anchor for pusher in pushers))
    boxes = {box.anchor for box in board.of_kind("box")}
    goals = set(board.cells_of("goal"))
    for cell in sorted((boxes ^ goals) - reached):
        unreached = say("box-off-goal") if cell in boxes else say("empty-goal")
        yield Problem.warning(say("never-reach", part=unreached), cell=cell)
