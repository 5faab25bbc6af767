"""Games that break laws of positions, as their rules see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Self

from tests.conformance.sabotage.table import Special, breaks, changed, rules

from pushbox.board import GOAL, NamedCounter
from pushbox.games.api import Game, Outcome, Transition
from pushbox.games.parts.single_pusher import SokobanControls
from pushbox.games.sokoban import INFO, Sokoban, State
from pushbox.level import Level
from pushbox.tiling import SQUARE

_EXTRA = NamedCounter("extra", 1)


@breaks("a_state_comes_back_from_its_level")
def remembers_what_no_level_has() -> Game:
    def mark(state: State, transition: Transition[State]) -> Transition[State]:
        pushed = frozenset({-1}) if transition.pushes else frozenset()
        return transition._replace(state=Marked(*transition.state, pushed))

    return changed(mark)


class Marked(State):
    """A state that is equal only to one with the same mark."""

    mark: Any

    def __new__(cls, player: Any, boxes: Any, field: Any, mark: Any = frozenset()) -> Self:
        state = super().__new__(cls, player, boxes, field)
        state.mark = mark
        return state

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, other) and self.mark == getattr(other, "mark", frozenset())

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)

    def __getnewargs__(self) -> Any:
        return (*self, self.mark)


class Begun(State):
    """A state that a level begins in, with nothing about it that comparisons see."""


class Apart(Begun):
    """A state that hashes otherwise than its equals."""

    def __hash__(self) -> int:
        return tuple.__hash__(self) + 1


class Touched(State):
    """A state that counts how often it was touched."""

    touches = 0

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, other) and self.touches == getattr(other, "touches", 0)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)


def begun(kind: type[State]) -> Callable[[Sokoban, Level], State]:
    """Return an `initial_state` that makes states of a kind."""
    return lambda self, level: kind(*Sokoban.initial_state(self, level))


@breaks("equal_states_hash_alike")
def hashes_a_level_otherwise() -> Game:
    return rules(initial_state=begun(Apart))


@breaks("the_board_is_that_of_the_level")
def has_more_on_its_board() -> Game:
    return rules(board=lambda self, state: replace(Sokoban.to_level(self, state).board, counters=(_EXTRA,)))


@breaks("the_level_comes_back_from_json")
def counts_further_than_json() -> Game:
    return counting(NamedCounter("extra", 10**20))


@breaks("the_board_has_no_faults")
def counts_twice() -> Game:
    return counting(_EXTRA, _EXTRA)


def counting(*counters: NamedCounter) -> Game:
    """Return Sokoban with counters on every board, which its states leave out."""

    def initial_state(self: Sokoban, level: Level) -> State:
        return Sokoban.initial_state(self, level.with_board(replace(level.board, counters=())))

    def to_level(self: Sokoban, state: State) -> Level:
        level = Sokoban.to_level(self, state)
        return level.with_board(replace(level.board, counters=counters))

    return rules(initial_state=initial_state, to_level=to_level)


@breaks("a_state_is_pickled")
def has_states_of_its_own() -> Game:
    class Own(State):
        """A class that no other process knows."""

    return rules(initial_state=begun(Own))


@breaks("apply_leaves_its_state_alone")
def touches_where_it_begins() -> Game:
    def apply(self: Sokoban, state: State, move: int) -> Transition[State] | None:
        if isinstance(state, Touched):
            state.touches += 1
        return Sokoban.apply(self, state, move)

    return rules(initial_state=begun(Touched), apply=apply)


@breaks("pseudo_legal_moves_are_unique")
def tries_a_move_twice() -> Game:
    def legal_moves(self: Sokoban, state: State) -> list[int]:
        return [move for move in SQUARE.directions if self.apply(state, move)]

    return Game(
        type(
            "Broken",
            (Sokoban,),
            {"pseudo_legal_moves": lambda self, state: (*SQUARE.directions, 0), "legal_moves": legal_moves},
        )(),
        SokobanControls,
    )


@breaks("legal_moves_are_those_that_apply_takes")
def lists_moves_backwards() -> Game:
    return rules(legal_moves=lambda self, state: Sokoban.legal_moves(self, state)[::-1])


@breaks("successors_are_the_legal_moves")
def yields_successors_backwards() -> Game:
    return rules(successors=lambda self, state: reversed(list(Sokoban.successors(self, state))))


@breaks("successors_lead_where_apply_does")
def loses_boxes_in_successors() -> Game:
    def successors(self: Sokoban, state: State) -> Iterator[tuple[int, State]]:
        for move, after in Sokoban.successors(self, state):
            yield move, after._replace(boxes=after.boxes - state.field.goals)

    return rules(successors=successors)


@breaks("illegal_moves_are_explained")
def explains_with_a_period() -> Game:
    return rules(explain_illegal=lambda self, state, move: "No.")


@breaks("illegal_moves_are_explained")
def explains_nothing() -> Game:
    return rules(explain_illegal=lambda self, state, move: "")


@breaks("an_outcome_has_reason_and_winner")
def names_a_winner() -> Game:
    return rules(outcome=lambda self, state: Sokoban.outcome(self, state)._replace(winner=1))


@breaks("a_view_is_the_board_where_nothing_is_hidden")
def hides_boxes() -> Game:
    def view(self: Sokoban, state: State, player: int = 0) -> Any:
        board = self.board(state)
        return board.with_pieces(board.of_kind("pusher"))

    return rules(view=view)


@breaks("a_view_shows_nothing_hidden")
def shows_hidden_goals() -> Game:
    palette = INFO.palette._replace(terrain=(*INFO.palette.terrain, GOAL._replace(looks="floor")))
    return rules(info=replace(INFO, palette=palette))


@breaks("the_level_of_a_view_is_taken")
def hides_one_more_box() -> Game:
    def view(self: Sokoban, state: State, player: int = 0) -> Any:
        board = self.board(state)
        return board.with_pieces((*board.of_kind("pusher"), *board.of_kind("box")[1:]))

    return rules(view=view, info=replace(INFO, imperfect_information=True))


@breaks("the_game_for_a_state_plays_it_alike")
def another_game_plays_the_state() -> Game:
    return Special(state=lambda: rules(lower_bound=lambda self, state: 0))


@breaks("symmetries_keep_the_rules")
def is_solved_at_the_top() -> Game:
    def outcome(self: Sokoban, state: State) -> Outcome:
        at_top = state.player < state.field.grid.width
        return Sokoban.outcome(self, state) if at_top else Outcome(status=Sokoban.outcome(self, state).status.PLAYING)

    return rules(outcome=outcome)
