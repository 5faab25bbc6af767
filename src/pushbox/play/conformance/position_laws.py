"""Laws of a position, as the rules see it: its level, its board, its view and its moves."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...board import Board, distinct_terrain
from ...formats import json
from ...games.api import Key, Status, Transition
from ...identity import symmetry
from ...level import Level
from .law import Case, drawn, law

KEYS: tuple[Key, ...] = ("left", "up", "right", "down", "act", "next", "previous")


@dataclass(frozen=True)
class PositionCase(Case):
    """A state that was come to by `moves` from another, and its level, taken before anything else was done with it."""

    state: Any
    level: Level
    start: Any
    moves: Sequence[Any]
    rng: random.Random

    @cached_property
    def board(self) -> Board:
        """The position as a board."""
        return self.game.rules.board(self.state)

    @cached_property
    def rebuilt(self) -> Any:
        """The state that the level of the position begins in."""
        return self.game.rules.initial_state(self.level)

    @cached_property
    def transitions(self) -> dict[Any, Transition[Any] | None]:
        """Every pseudo-legal move with what it leads to."""
        return {move: self.game.rules.apply(self.state, move) for move in self.pseudo_legal_moves}

    @cached_property
    def pseudo_legal_moves(self) -> Sequence[Any]:
        """The moves that may be legal."""
        return self.game.rules.pseudo_legal_moves(self.state)

    @cached_property
    def legal_moves(self) -> list[Any]:
        """Those of them that are, each once."""
        return [move for move, transition in self.transitions.items() if transition is not None]

    @property
    def players(self) -> range:
        """Those who may look at a view: nobody in particular, and every player."""
        return range(self.game.info.players + 1)

    def __str__(self) -> str:
        return f"{self.game.info.key} after {played(self)} on\n{drawn(self.game.rules.to_level(self.start))}"


def played(case: PositionCase) -> str:
    """Return the moves of a case in the game's notation, or as they are where it cannot write them."""
    try:
        return repr(case.game.controls.format(case.start, case.moves))
    except Exception:  # noqa: BLE001  # a broken game is what is looked for
        return f"the moves {list(case.moves)}"


@law(PositionCase)
def a_state_comes_back_from_its_level(case: PositionCase) -> bool:
    """initial_state(to_level(state)) == state."""
    return bool(case.rebuilt == case.state)


@law(PositionCase)
def equal_states_hash_alike(case: PositionCase) -> bool:
    """A state that is built again has the same hash."""
    return case.rebuilt != case.state or hash(case.rebuilt) == hash(case.state)


@law(PositionCase)
def the_board_is_that_of_the_level(case: PositionCase) -> bool:
    """board(state) == to_level(state).board."""
    return case.board == case.level.board


@law(PositionCase, share=0.3)
def the_level_comes_back_from_json(case: PositionCase) -> bool:
    """The JSON form of to_level(state) comes back equal."""
    return json.decode(json.encode(case.level)) == case.level


@law(PositionCase)
def the_board_has_no_faults(case: PositionCase) -> bool:
    """The board of a state is one: kinds are known, pieces lie on it in one shape."""
    return not case.board.faults()


@law(PositionCase, share=0.1)
def a_state_is_pickled(case: PositionCase) -> bool:
    """A state can be handed to another process, and is the same there."""
    return bool(pickle.loads(pickle.dumps(case.state)) == case.state)  # noqa: S301  # which was made here


@law(PositionCase, share=0.2)
def apply_leaves_its_state_alone(case: PositionCase) -> bool:
    """`apply` is pure: a state is as it was after every move has been tried on it."""
    rules = case.game.rules
    state = rules.initial_state(case.level)
    for move in case.pseudo_legal_moves:
        rules.apply(state, move)
    again = rules.initial_state(case.level)
    return bool(state == again) and hash(state) == hash(again)


@law(PositionCase)
def pseudo_legal_moves_are_unique(case: PositionCase) -> bool:
    """`pseudo_legal_moves` has each move once, in the same order each time."""
    moves = list(case.pseudo_legal_moves)
    return len(set(moves)) == len(moves) and list(case.game.rules.pseudo_legal_moves(case.state)) == moves


@law(PositionCase)
def legal_moves_are_those_that_apply_takes(case: PositionCase) -> bool:
    """`legal_moves` has the pseudo-legal moves for which `apply` has a transition, in their order."""
    return case.game.rules.legal_moves(case.state) == case.legal_moves


@law(PositionCase)
def successors_are_the_legal_moves(case: PositionCase) -> bool:
    """`successors` yields the legal moves, in their order."""
    return [move for move, _ in case.game.rules.successors(case.state)] == case.legal_moves


@law(PositionCase)
def successors_lead_where_apply_does(case: PositionCase) -> bool:
    """`successors` yields with each move the state of its transition."""
    transitions = ((case.transitions.get(move), after) for move, after in case.game.rules.successors(case.state))
    return all(transition is None or transition.state == after for transition, after in transitions)


@law(PositionCase, share=0.3)
def illegal_moves_are_explained(case: PositionCase) -> bool:
    """`explain_illegal` says why each illegal move is illegal, in a sentence without its period."""
    illegal = (move for move, transition in case.transitions.items() if transition is None)
    reasons = [case.game.rules.explain_illegal(case.state, move) for move in illegal]
    return all(reason.strip() == reason != "" and not reason.endswith(".") for reason in reasons)


@law(PositionCase)
def an_outcome_has_reason_and_winner(case: PositionCase) -> bool:
    """What is lost has a reason, and only where several play somebody wins."""
    outcome, players = case.game.rules.outcome(case.state), case.game.info.players
    if outcome.status is Status.LOST and not outcome.reason:
        return False
    return 0 <= outcome.winner <= players and (players > 1 or outcome.winner == 0)


@law(PositionCase, share=0.3)
def a_view_is_the_board_where_nothing_is_hidden(case: PositionCase) -> bool:
    """`view` is the board for every player, unless the game has imperfect information."""
    views = (case.game.rules.view(case.state, player) for player in case.players)
    return case.game.info.imperfect_information or all(view == case.board for view in views)


@law(PositionCase, share=0.3)
def a_view_shows_nothing_hidden(case: PositionCase) -> bool:
    """`view` has no hidden piece, and no terrain that looks like another and has not been revealed."""
    views = [case.game.rules.view(case.state, player) for player in case.players]
    terrain = (ground for view in views for ground in distinct_terrain(view.terrain))
    revealed = all(ground.looks is None or ground.uses for ground in terrain)
    return revealed and not any(piece.hidden for view in views for piece in view.pieces)


@law(PositionCase, share=0.3)
def the_level_of_a_view_is_taken(case: PositionCase) -> bool:
    """`initial_state` takes the level of every view, and what it begins in looks like that view."""
    rules = case.game.rules
    levels = [(player, rules.view_level(case.state, player)) for player in case.players]
    return all(rules.view(rules.initial_state(level), player) == level.board for player, level in levels)


@law(PositionCase, share=0.3)
def the_game_for_a_state_plays_it_alike(case: PositionCase) -> bool:
    """What `for_state` gives says of the state all that the game says."""
    rules = [game.rules for game in (case.game, case.game.for_state(case.state))]
    answers = [
        (
            list(each.successors(case.state)),
            each.to_level(case.state),
            each.outcome(case.state),
            each.view(case.state),
            each.lower_bound(case.state),
            each.is_deadlock(case.state),
            each.dead_squares(case.state),
        )
        for each in rules
    ]
    return answers[0] == answers[1]


@law(PositionCase, share=0.1)
def symmetries_keep_the_rules(case: PositionCase) -> bool:
    """Where there is no gravity a board that is turned or mirrored plays as it did, turned or mirrored."""
    if case.game.info.gravity:
        return True
    rules, turn = case.game.rules, case.rng.choice(symmetry.ALL)

    def turned(state: Any) -> Any:
        level = rules.to_level(state)
        return rules.initial_state(replace(level, board=symmetry.transform(level.board, turn)))

    again = turned(case.state)
    expected = Counter(rules.board(turned(after)) for _, after in rules.successors(case.state))
    boards = Counter(rules.board(after) for _, after in rules.successors(again))
    return boards == expected and rules.outcome(again).status is rules.outcome(case.state).status


__all__ = ["KEYS", "PositionCase", "played"]
