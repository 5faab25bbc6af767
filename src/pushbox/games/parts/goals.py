"""The faults of levels in which boxes go to goals."""

from __future__ import annotations

from collections.abc import Iterator

from ...board import Board
from ...level import Problem
from ...path.walk import reachable


def count_problems(board: Board) -> Iterator[Problem]:
    """Yield what is wrong with the numbers of pushers, boxes and goals.

    More boxes than goals can never be solved; fewer can, as solved means that every box stands on a goal.
    """
    boxes, goals = len(board.of_kind("box")), len(board.cells_of("goal"))
    if not board.of_kind("pusher"):
        yield Problem(0, 0, "error", "found no player", "one")
    if not boxes:
        yield Problem(0, 0, "error", "found no box", "at least one")
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
    free = [terrain.kind != "wall" for terrain in board.terrain] + [False]
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
