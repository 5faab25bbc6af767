"""Games that break laws that a search counts on."""

from __future__ import annotations

from tests.conformance.sabotage.table import breaks, rules

from pushbox.games.api import Game
from pushbox.games.sokoban import Sokoban, State


@breaks("a_lower_bound_is_never_too_high")
def counts_a_push_too_many() -> Game:
    return rules(lower_bound=lambda self, state: Sokoban.lower_bound(self, state) + 1)


@breaks("a_lower_bound_is_never_too_high")
def is_below_nothing() -> Game:
    return rules(lower_bound=lambda self, state: -1)


@breaks("a_deadlock_cannot_be_solved")
def gives_up_in_corners() -> Game:
    def is_deadlock(self: Sokoban, state: State) -> bool:
        return any(not state.field.free[state.field.grid.step[0][box]] for box in state.boxes)

    return rules(is_deadlock=is_deadlock)


@breaks("equal_search_keys_have_equal_futures")
def forgets_the_player() -> Game:
    return rules(search_key=lambda self, state: state.boxes)


@breaks("a_box_on_a_dead_square_is_lost")
def calls_goals_dead() -> Game:
    return rules(dead_squares=lambda self, state: frozenset(state.field.goals))


@breaks("dead_squares_are_no_walls")
def calls_walls_dead() -> Game:
    def dead_squares(self: Sokoban, state: State) -> frozenset[int]:
        return frozenset(cell for cell, free in enumerate(state.field.free[:-1]) if not free)

    return rules(dead_squares=dead_squares)
