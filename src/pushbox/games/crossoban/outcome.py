"""The outcome of Crossoban positions: solved or lost."""

from __future__ import annotations

from collections.abc import Mapping

from ...grid import Cell
from ...sentence import say
from ..api import PLAYING, SOLVED, Outcome, Status
from ..parts.colour_groups import group_of
from .state import State, had


def outcome(state: State) -> Outcome:
    """Return the outcome of a position."""
    if _is_solved(state):
        return SOLVED
    if not state.pushers:
        return Outcome(Status.LOST, say("no-pusher-left"))
    if state.swallowed and state.field.rules["hole_frees"] == "no":
        for colour, count in sorted(state.swallowed):
            if had(state)[colour] > 1:
                gone = say("box-gone") if count == 1 else say("boxes-gone", count=count)
                return Outcome(Status.LOST, say("cannot-join", colour=colour, rest=gone))
    if len(state.boxes) < len(state.field.goals) and all(colour for _, colour in state.boxes):
        return Outcome(Status.LOST, say("fewer-boxes"))
    return PLAYING


def _is_solved(state: State) -> bool:
    """Return whether all boxes are where they belong; cached by boxes, because most moves are walks."""
    field, now = state.field, (state.boxes, state.swallowed)
    kept = field.kept_solved  # replaced as a whole, so that threads do not meet half of it
    if kept is None or kept[0][0] is not now[0] or kept[0][1] is not now[1]:
        boxes = dict(state.boxes)
        kept = field.kept_solved = now, _sokoban_solved(state, boxes) and _interlock_solved(state, boxes)
    return kept[1]


def _sokoban_solved(state: State, boxes: Mapping[Cell, str]) -> bool:
    goals = state.field.goals
    if not goals:
        return True
    plain = [cell for cell, colour in boxes.items() if not colour]
    if any(cell not in goals for cell in plain):
        return False
    return goals <= boxes.keys() or (bool(plain) and len(boxes) < len(goals))


def _interlock_solved(state: State, boxes: Mapping[Cell, str]) -> bool:
    coloured: dict[str, list[Cell]] = {}
    for cell, colour in boxes.items():
        if colour:
            coloured.setdefault(colour, []).append(cell)
    for cells in coloured.values():
        if len(cells) > 1 and len(group_of(state.field.grid, boxes, cells[0])) < len(cells):
            return False
    if state.swallowed:
        before = had(state)
        if state.field.rules["hole_frees"] == "no" and any(before[colour] > 1 for colour, _ in state.swallowed):
            return False
        return bool(state.field.goals) or any(count > 1 for count in before.values())
    return bool(state.field.goals) or any(len(cells) > 1 for cells in coloured.values())
