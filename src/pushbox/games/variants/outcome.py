"""The outcome of positions under the variants."""

from __future__ import annotations

from ...sentence import say
from ..api import PLAYING, SOLVED, Outcome, Status
from .circuit import dark, joined
from .state import State


def outcome(state: State) -> Outcome:
    """Return the outcome of a position. An explosion loses, whatever else holds."""
    field, variant, data = state.field, state.field.variant, state.data
    if any(box.fixed and box.spent for box in data.special):
        return Outcome(Status.LOST, say("exploded"))
    if variant.bomb_loses and (data.opened & field.bombs or joined(state)):
        return Outcome(Status.LOST, say("bomb-joined"))
    wins_by_boxes = field.goals or not field.bombs or variant.bomb_loses
    if wins_by_boxes and not state.boxes <= field.goals:
        return PLAYING
    if unlit := dark(state):
        return Outcome(Status.PLAYING, say("wires-missing", count=unlit))
    if field.bombs and not variant.bomb_loses and not joined(state):
        return Outcome(Status.PLAYING, say("wires-apart"))
    return SOLVED
