"""The faults of levels in which boxes go to goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ...board import Board
from ...level import Level, Problem
from ...path.walk import reachable
from ..api import Game, Status
from . import setup


def position_problems(level: Level) -> Iterator[Problem]:
    """Yield what is wrong with a position in which boxes go to goals."""
    yield from count_problems(level.board)
    yield from access_problems(level.board)


def problems(
    game: Game[Any, Any], level: Level, position: Callable[[Level], Iterable[Problem]] = position_problems
) -> list[Problem]:
    """Return every fault of a level of a game in which boxes go to goals.

    `position` judges the position of a level that some state can hold.
    """
    found = [*setup.misfits(game.info, level)]
    if not found:
        found = [*position(level)]
        outcome = game.outcome(game.initial_state(level))
        if not found and outcome.status is not Status.PLAYING:
            told = f"the level is {outcome.status.value} before the first move"
            found.append(Problem(0, 0, "warning", told + (f": {outcome.reason}" if outcome.reason else "")))
    return [level.place(problem) for problem in found]


def count_problems(board: Board, *, player: bool = True, goal: bool = True) -> Iterator[Problem]:
    """Yield what is wrong with the numbers of pushers, boxes and goals; a `player` or a `goal` may not be needed.

    More boxes than goals can never be solved; fewer can, as solved means that every box stands on a goal.
    """
    boxes, goals = len(board.of_kind("box")), len(board.cells_of("goal"))
    if player and not board.of_kind("pusher"):
        yield Problem(0, 0, "error", "found no player", "one")
    if not boxes:
        yield Problem(0, 0, "error", "found no box", "at least one")
    if not goals and not goal:
        return
    if not goals:
        yield Problem(0, 0, "error", "found no goal", "at least one")
    elif boxes > goals:
        yield Problem(
            0, 0, "error", f"found {_count(boxes, 'box')} and {_count(goals, 'goal')}", "as many goals as boxes"
        )
    elif 0 < boxes < goals:
        yield Problem(
            0, 0, "warning", f"found {_count(boxes, 'box')} and {_count(goals, 'goal')}", "as many boxes as goals"
        )


def access_problems(board: Board) -> Iterator[Problem]:
    """Yield the boxes off goals and the goals without a box that no player can ever come to."""
    free = [terrain.kind not in {"wall", "terminal"} for terrain in board.terrain] + [False]
    pushers = board.of_kind("pusher")
    if not pushers:
        return
    reached = set().union(*(reachable(board.grid, free, pusher.anchor) for pusher in pushers))
    boxes = {box.anchor for box in board.of_kind("box")}
    goals = set(board.cells_of("goal"))
    for cell in sorted((boxes ^ goals) - reached):
        found = "the player can never reach this " + (
            "box, which is off goal" if cell in boxes else "goal, which is empty"
        )
        yield Problem(0, 0, "warning", found, cell=cell)


def _count(number: int, noun: str) -> str:
    plural = noun + ("es" if noun.endswith("x") else "s")
    return f"{number} {noun if number == 1 else plural}"
