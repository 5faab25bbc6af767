"""Games that break laws of transitions."""

from __future__ import annotations

from typing import Any

from tests.conformance.sabotage.positions import Begun, begun
from tests.conformance.sabotage.table import KNOWS_NOTHING, breaks, changed, controls

from pushbox.board import Change, NamedCounter, Piece
from pushbox.games import blockage
from pushbox.games.api import KEYS, Game, Transition
from pushbox.games.sokoban import State

_EXTRA = NamedCounter("extra", 1)


@breaks("a_rebuilt_state_plays_alike")
def begins_with_another_cause() -> Game:
    def rename(state: State, transition: Transition[State]) -> Transition[State]:
        if not isinstance(state, Begun):
            return transition
        return transition._replace(changes=tuple(change._replace(cause="begin") for change in transition.changes))

    game = changed(rename)
    type(game.rules).initial_state = begun(Begun)  # type: ignore[method-assign,assignment]
    return game


@breaks("the_changes_lead_to_the_next_board")
def changes_what_is_not_there() -> Game:
    extra = Change(0, "count", None, _EXTRA)
    return changed(lambda state, transition: transition._replace(changes=(*transition.changes, extra)))


@breaks("ticks_do_not_go_back")
def goes_back_in_time() -> Game:
    def turn_back(state: State, transition: Transition[State]) -> Transition[State]:
        first, *others = transition.changes
        return transition._replace(changes=(first._replace(tick=1), *others))

    return changed(turn_back)


@breaks("ticks_do_not_go_back")
def begins_before_time() -> Game:
    def early(state: State, transition: Transition[State]) -> Transition[State]:
        return transition._replace(changes=tuple(change._replace(tick=-1) for change in transition.changes))

    return changed(early)


@breaks("nothing_moves_two_cells_in_a_tick")
def walks_around_the_corner() -> Game:
    def detour(state: State, transition: Transition[State]) -> Transition[State]:
        *others, walk = transition.changes
        corner = Piece("pusher", (0,))
        stages = (walk._replace(after=corner), walk._replace(before=corner))
        return transition._replace(changes=(*others, *stages))

    return changed(detour)


@breaks("changes_chain_from_original_pieces")
def blinks() -> Game:
    def blink(state: State, transition: Transition[State]) -> Transition[State]:
        piece = transition.changes[-1].after
        gone, back = Change(0, "blink", piece, None), Change(0, "blink", None, piece)
        return transition._replace(changes=(*transition.changes, gone, back))

    return changed(blink)


@breaks("changes_chain_from_original_pieces")
def is_a_box_for_a_while() -> Game:
    def swap(state: State, transition: Transition[State]) -> Transition[State]:
        walk = transition.changes[-1]
        box = Piece("box", (min(state.boxes),)) if state.boxes else walk.before
        changes = (walk._replace(before=box, after=box), *transition.changes)
        return transition._replace(changes=changes)

    return changed(swap)


@breaks("pushes_are_those_of_the_changes")
def names_the_player_as_pushed() -> Game:
    def name(state: State, transition: Transition[State]) -> Transition[State]:
        return (
            transition if transition.pushes else transition._replace(pushes=((state.player, transition.state.player),))
        )

    return changed(name)


@breaks("pushes_are_those_of_the_changes")
def names_no_box_as_pushed() -> Game:
    return changed(lambda state, transition: transition._replace(pushes=()), **KNOWS_NOTHING)


@breaks("pushes_are_those_of_the_changes")
def names_a_box_twice() -> Game:
    return changed(lambda state, transition: transition._replace(pushes=2 * transition.pushes))


@breaks("pushes_are_those_of_the_changes")
def pushes_nowhere() -> Game:
    def stay(state: State, transition: Transition[State]) -> Transition[State]:
        return transition._replace(pushes=tuple((start, start) for start, _ in transition.pushes))

    return changed(stay)


@breaks("the_focus_after_a_move_is_of_the_board_before")
def steers_what_is_not_there() -> Game:
    return controls(focus_after=lambda self, state, focus, move: focus or Piece("pusher", (9999,)))


@breaks("the_focus_after_a_move_is_of_the_board_before")
def steers_another_piece_where_it_is_not() -> Game:
    class Lost(blockage.BlockageControls):
        """What moves instead of the piece that is steered is steered where it is not."""

        def focus_after(self, state: Any, focus: Piece | None, move: Any) -> Piece | None:
            keeps = focus is None or any(self.key(state, focus, key) == move for key in KEYS)
            return focus if keeps else Piece("block", (9999,))

    return Game(blockage.game.rules, Lost)


@breaks("a_move_by_key_keeps_the_focus")
def steers_a_box_after_a_move() -> Game:
    def focus_after(self: Any, state: State, focus: Piece | None, move: int) -> Piece | None:
        return Piece("box", (min(state.boxes),)) if state.boxes else focus

    return controls(focus_after=focus_after)
