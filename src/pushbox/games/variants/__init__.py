"""Variants of Sokoban, as Thinking Rabbit tried them.

They are options, and parts of a board that other levels do not have:

* several boxes are pushed at once (`max_push`);
* hidden passages look like wall until the player presses against them or, if `passages=walkable`, has entered them;
* ghosts: boxes that are not drawn until something touches them, goals that are not drawn until a box stands on them;
* boxes with fuses, which explode when they are pushed too often, or when too many steps are made (`fuses`);
* a circuit: the wires on the boxes must connect the terminals in the wall (`circuit`);
* a bomb that wires are to join with its battery, or must not (`bomb`).

The variants are named by anian; sourced are the pressed passages (the PC-8801 game of 1982), that an explosion ends the
game, and the wires of one level; T.N.T. Bomb Bomb (1984) is taken for the bomb.  When a box explodes, how ghosts show,
and that boxes need not join the terminals to one another are the project's defaults.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from ...board import Board
from ...grid import Cell
from ...level import Level, Problem
from ...sentence import say
from ...tiling import Direction
from ..api import GameInfo, Outcome, Transition
from ..parts import level_checks, validation
from ..parts.push_distance import BoxRules
from ..parts.single_pusher import SinglePusherControls
from . import outcome, problems, step
from .options import BOXES, FACTS, OPTIONS, SOLID, TERRAIN
from .state import State, is_variant, level_of, search_key, state_of
from .view import is_hiding, visible_board

__all__ = ["BOXES", "FACTS", "OPTIONS", "SOLID", "TERRAIN", "State", "VariantControls", "VariantRules", "is_variant"]


class VariantRules(BoxRules[State, Direction]):
    """The rules of Sokoban under its variants; a move is a direction."""

    def __init__(self, info: GameInfo) -> None:
        self.info = info

    def initial_state(self, level: Level) -> State:
        validation.check(self.info, level, _several_players(level))
        return state_of(level)

    def problems(self, level: Level) -> list[Problem]:
        return level_checks.problems(self, level, problems.problems, _several_players)

    def apply(self, state: State, move: Direction) -> Transition[State] | None:
        return step.step(state, move)

    def outcome(self, state: State) -> Outcome:
        return outcome.outcome(state)

    def to_level(self, state: State) -> Level:
        return level_of(state, self.info.key)

    def view(self, state: State, player: int = 0) -> Board:
        return visible_board(state, self.board(state)) if is_hiding(state) else super().view(state, player)

    def search_key(self, state: State) -> Hashable:
        return search_key(state)

    def explain_illegal(self, state: State, move: Direction) -> str:
        return step.explain_illegal(state, move)

    def box_goals(self, state: State) -> Mapping[Cell, frozenset[Cell]]:
        return {} if not state.field.goals and state.field.bombs else super().box_goals(state)

    def moves_together(self, state: State) -> bool:
        return state.field.variant.max_push > 1


class VariantControls(SinglePusherControls[State]):
    """Controls that avoid cells whose effect a player cannot know: no way opens passages."""

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        return step.reach(state, origin, limit)

    def pushable(self, state: State, limit: int) -> Mapping[Cell, Sequence[Direction]] | None:
        ways = None if state.field.variant.burns_by_steps else super().pushable(state, limit)
        hidden = {box.anchor for box in state.data.special if box.hidden}
        return ways and {box: directions for box, directions in ways.items() if box not in hidden}


def _several_players(level: Level) -> Iterable[Problem]:
    pushers = level.board.of_kind("pusher")
    if len(pushers) > 1:
        yield Problem.error(say("pushers-variant", count=len(pushers)), say("one-pusher"), cell=pushers[1].anchor)
