"""How a position stands under the twists of Sokoban."""

from __future__ import annotations

from ...path.walk import reachable
from ..api import SOLVED, Outcome, Status
from .circuit import dark, joined
from .position import State, floor


def judge(state: State, placed: Outcome) -> Outcome:
    """Return how a position stands, given whether the boxes are placed as the game asks.

    An explosion loses whatever else is so; the last step of a limit may still win.
    """
    field, twists, extra = state.field, state.field.twists, state.extra
    if any(box.fixed and box.spent for box in extra.special):
        return Outcome(Status.LOST, "a box has exploded")
    if twists.bomb_loses and (extra.opened & field.bombs or joined(state)):
        return Outcome(Status.LOST, "the wires have joined battery and bomb")
    found = placed if field.goals or not field.bombs or twists.bomb_loses else SOLVED
    if found.solved and (missing := _missing(state)):
        found = Outcome(Status.PLAYING, missing)
    if twists.steps and (extra.steps > twists.steps or (extra.steps == twists.steps and not found.solved)):
        return Outcome(Status.LOST, f"the limit of {twists.steps} steps is used up")
    return found


def _missing(state: State) -> str:
    """What keeps a position from being solved once the boxes are placed, as a sentence."""
    field, twists = state.field, state.field.twists
    if unlit := dark(state):
        return f"the boxes are placed but not the wires: {unlit} of the terminals not connected"
    if field.bombs and not twists.bomb_loses and not joined(state):
        return "the wires do not join battery and bomb"
    if not twists.reverse:
        return ""
    if state.extra.pulled == 2:
        return "the boxes are placed but the player has jumped after a pull"
    if field.homes:
        free = [open_ and cell not in state.boxes for cell, open_ in enumerate(floor(state))]
        if state.player == field.grid.outside or field.homes.isdisjoint(reachable(field.grid, free, state.player)):
            return "the boxes are placed but the player cannot walk to where he has to end"
    return ""
