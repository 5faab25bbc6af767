"""Games that break laws of positions, as their rules see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Self

from tests.conformance.sabotage.table import Reticent, Special, Walking, breaks, changed, rules

from pushbox.board import GOAL, NamedCounter
from pushbox.games import versus
from pushbox.games.api import Game, Outcome, Status, Transition
from pushbox.games.parts.single_pusher import SokobanControls
from pushbox.games.sokoban import INFO, Sokoban, State
from pushbox.level import Level, Problem
from pushbox.tiling import IDENTITY, SQUARE

_EXTRA = NamedCounter("extra", 1)
UP = SQUARE.letters.index("u")


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

    def problems(self: Sokoban, level: Level) -> list[Problem]:
        return Sokoban.problems(self, level.with_board(replace(level.board, counters=())))

    return rules(initial_state=initial_state, to_level=to_level, problems=problems)


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


class Rehashed(Begun):
    """A state whose hash counts how often it was touched."""

    touches = 0

    def __hash__(self) -> int:
        return tuple.__hash__(self) + self.touches


@breaks("apply_leaves_its_state_alone")
def hashes_otherwise_once_touched() -> Game:
    def apply(self: Sokoban, state: State, move: int) -> Transition[State] | None:
        if isinstance(state, Rehashed):
            state.touches += 1
        return Sokoban.apply(self, state, move)

    return rules(initial_state=begun(Rehashed), apply=apply)


@breaks("pseudo_legal_moves_are_unique")
def tries_moves_in_another_order() -> Game:
    class Restless(Sokoban):
        """Asked a second time for the same state it answers backwards."""

        asked: Any = None

        def pseudo_legal_moves(self, state: State) -> Any:
            again, self.asked = self.asked is state, state
            return SQUARE.directions[::-1] if again else SQUARE.directions

        def legal_moves(self, state: State) -> list[Any]:
            return [move for move in SQUARE.directions if self.apply(state, move)]

    return Game(Restless(), Reticent)


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


@breaks("what_is_lost_has_a_reason")
def loses_without_a_reason() -> Game:
    def outcome(self: Sokoban, state: State) -> Outcome:
        return Outcome(Status.LOST) if _is_at_the_right(state) else Sokoban.outcome(self, state)

    return rules(outcome=outcome, symmetries=lambda self, state: (IDENTITY,))


def _is_at_the_right(state: State) -> bool:
    width = state.field.grid.width
    return any(box % width == width - 1 for box in state.boxes)


@breaks("a_winner_is_one_of_several")
def is_won_by_the_only_player() -> Game:
    return rules(outcome=lambda self, state: Sokoban.outcome(self, state)._replace(winner=1))


@breaks("a_winner_is_one_of_several", boards=4)
def is_won_by_a_third() -> Game:
    class Third(versus.Versus):
        """Versus that somebody else wins."""

        def outcome(self, state: Any) -> Outcome:
            return super().outcome(state)._replace(winner=3)

    return Game(Third(), versus.VersusControls)


@breaks("a_view_is_the_board_where_nothing_is_hidden")
def hides_boxes() -> Game:
    def view(self: Sokoban, state: State, player: int = 0) -> Any:
        board = self.board(state)
        return board.with_pieces(board.of_kind("pusher"))

    return rules(view=view)


@breaks("a_view_shows_nothing_hidden")
def shows_hidden_goals() -> Game:
    palette = replace(INFO.palette, terrain=(*INFO.palette.terrain, GOAL._replace(looks="floor")))
    return rules(info=replace(INFO, palette=palette))


@breaks("a_view_shows_nothing_hidden")
def shows_hidden_boxes() -> Game:
    def initial_state(self: Sokoban, level: Level) -> State:
        pieces = (piece._replace(hidden=False) for piece in level.board.pieces)
        return Sokoban.initial_state(self, level.with_board(level.board.with_pieces(pieces)))

    def view(self: Sokoban, state: State, player: int = 0) -> Any:
        board = self.board(state)
        return board.with_pieces(piece._replace(hidden=piece.kind == "box") for piece in board.pieces)

    return rules(initial_state=initial_state, view=view, info=replace(INFO, imperfect_information=True))


@breaks("the_level_of_a_view_is_taken")
def hides_one_more_box() -> Game:
    def view(self: Sokoban, state: State, player: int = 0) -> Any:
        board = self.board(state)
        return board.with_pieces((*board.of_kind("pusher"), *board.of_kind("box")[1:]))

    return rules(view=view, info=replace(INFO, imperfect_information=True))


@breaks("the_game_for_a_state_plays_it_alike")
def gives_a_state_a_title_by_another_game() -> Game:
    return Special(
        state=lambda: rules(to_level=lambda self, state: replace(Sokoban.to_level(self, state), title="Another"))
    )


@breaks("the_game_for_a_state_plays_it_alike")
def judges_a_state_by_another_game() -> Game:
    return Special(state=lambda: rules(outcome=lambda self, state: Outcome(Status.LOST, "by another game")))


@breaks("the_game_for_a_state_plays_it_alike")
def shows_a_state_by_another_game() -> Game:
    return Special(state=hides_boxes)


@breaks("the_game_for_a_state_plays_it_alike")
def bounds_a_state_by_another_game() -> Game:
    return Special(state=lambda: rules(lower_bound=lambda self, state: -1))


@breaks("the_game_for_a_state_plays_it_alike")
def gives_a_state_up_by_another_game() -> Game:
    return Special(state=lambda: rules(is_deadlock=lambda self, state: not Sokoban.is_deadlock(self, state)))


@breaks("the_game_for_a_state_plays_it_alike")
def finds_other_dead_squares_by_another_game() -> Game:
    return Special(state=lambda: rules(dead_squares=lambda self, state: frozenset({-1})))


@breaks("the_game_for_a_state_plays_it_alike")
def plays_a_state_by_another_game() -> Game:
    return Special(state=pushes_nothing_up)


@breaks("symmetries_keep_the_rules")
def is_lost_at_the_right() -> Game:
    def outcome(self: Sokoban, state: State) -> Outcome:
        return Outcome(Status.LOST, "at the right") if _is_at_the_right(state) else Sokoban.outcome(self, state)

    return rules(outcome=outcome)


@breaks("symmetries_keep_the_rules")
def pushes_nothing_up() -> Game:
    def apply(self: Sokoban, state: State, move: int) -> Transition[State] | None:
        transition = Sokoban.apply(self, state, move)
        return None if transition and transition.pushes and move == UP else transition

    return rules(Walking, apply=apply)
