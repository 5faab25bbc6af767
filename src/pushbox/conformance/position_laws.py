"""Laws of a position, as the rules see it: its level, its board, its view and its moves."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..board import Board, distinct_terrain
from ..formats import json
from ..games.api import Status, Transition
from ..identity import symmetry
from ..level import Level
from .law import Case, drawn, law


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
        return self.rules.board(self.state)

    @cached_property
    def rebuilt(self) -> Any:
        """The state that the level of the position begins in."""
        return self.rules.initial_state(self.level)

    @cached_property
    def transitions(self) -> dict[Any, Transition[Any] | None]:
        """Every pseudo-legal move with what it leads to."""
        return {move: self.rules.apply(self.state, move) for move in self.pseudo_legal_moves}

    @cached_property
    def pseudo_legal_moves(self) -> Sequence[Any]:
        """The moves that may be legal."""
        return self.rules.pseudo_legal_moves(self.state)

    @cached_property
    def legal_moves(self) -> list[Any]:
        """Those of them that are, each once."""
        return [move for move, transition in self.transitions.items() if transition is not None]

    @property
    def players(self) -> range:
        """Those who may look at a view: nobody in particular, and every player."""
        return range(self.info.players + 1)

    def __str__(self) -> str:
        try:
            moves = repr(self.controls.format(self.start, self.moves))
        except Exception:  # noqa: BLE001  # a broken game is what is looked for
            moves = f"the moves {list(self.moves)}"
        return f"{self.info.key} after {moves} on\n{drawn(self.rules.to_level(self.start))}"


class RulesCase(PositionCase):
    """A position, as its rules see it."""

    @law()
    def a_state_comes_back_from_its_level(self) -> bool:
        """initial_state(to_level(state)) == state."""
        return bool(self.rebuilt == self.state)

    @law()
    def equal_states_hash_alike(self) -> bool:
        """A state that is built again has the same hash."""
        return self.rebuilt != self.state or hash(self.rebuilt) == hash(self.state)

    @law()
    def the_board_is_that_of_the_level(self) -> bool:
        """board(state) == to_level(state).board."""
        return self.board == self.level.board

    @law(share=0.3)
    def the_level_comes_back_from_json(self) -> bool:
        """The JSON form of to_level(state) comes back equal."""
        return json.decode(json.encode(self.level)) == self.level

    @law()
    def the_board_has_no_faults(self) -> bool:
        """The board of a state is one: kinds are known, pieces lie on it in one shape."""
        return not self.board.faults()

    @law(share=0.1)
    def a_state_is_pickled(self) -> bool:
        """A state can be handed to another process, and is the same there."""
        return bool(pickle.loads(pickle.dumps(self.state)) == self.state)  # noqa: S301  # which was made here

    @law(share=0.2)
    def apply_leaves_its_state_alone(self) -> bool:
        """`apply` is pure: a state is as it was after every move has been tried on it."""
        state = self.rules.initial_state(self.level)
        for move in self.pseudo_legal_moves:
            self.rules.apply(state, move)
        again = self.rules.initial_state(self.level)
        return bool(state == again) and hash(state) == hash(again)

    @law()
    def pseudo_legal_moves_are_unique(self) -> bool:
        """`pseudo_legal_moves` has each move once, in the same order each time."""
        moves = list(self.pseudo_legal_moves)
        return len(set(moves)) == len(moves) and list(self.rules.pseudo_legal_moves(self.state)) == moves

    @law()
    def legal_moves_are_those_that_apply_takes(self) -> bool:
        """`legal_moves` has the pseudo-legal moves for which `apply` has a transition, in their order."""
        return self.rules.legal_moves(self.state) == self.legal_moves

    @law()
    def successors_are_the_legal_moves(self) -> bool:
        """`successors` yields the legal moves, in their order."""
        return [move for move, _ in self.rules.successors(self.state)] == self.legal_moves

    @law()
    def successors_lead_where_apply_does(self) -> bool:
        """`successors` yields with each move the state of its transition."""
        transitions = ((self.transitions.get(move), after) for move, after in self.rules.successors(self.state))
        return all(transition is None or transition.state == after for transition, after in transitions)

    @law(share=0.3)
    def illegal_moves_are_explained(self) -> bool | None:
        """`explain_illegal` says why each illegal move is illegal, in a sentence without its period."""
        illegal = [move for move, transition in self.transitions.items() if transition is None]
        reasons = [self.rules.explain_illegal(self.state, move) for move in illegal]
        return all(reason and reason.strip(". ") == reason for reason in reasons) if reasons else None

    @law()
    def what_is_lost_has_a_reason(self) -> bool | None:
        """What is lost has a reason."""
        outcome = self.rules.outcome(self.state)
        return bool(outcome.reason) if outcome.status is Status.LOST else None

    @law()
    def a_winner_is_one_of_several(self) -> bool:
        """Nobody wins, or one of the players where these are several."""
        players = self.info.players
        return self.rules.outcome(self.state).winner in range(players + 1 if players > 1 else 1)

    @law(share=0.3)
    def a_view_is_the_board_where_nothing_is_hidden(self) -> bool | None:
        """`view` is the board for every player, unless the game has imperfect information."""
        if self.info.imperfect_information:
            return None
        return all(self.rules.view(self.state, player) == self.board for player in self.players)

    @law(share=0.3)
    def a_view_shows_nothing_hidden(self) -> bool:
        """`view` has no hidden piece, and no terrain that looks like another and has not been revealed."""
        views = [self.rules.view(self.state, player) for player in self.players]
        terrain = (ground for view in views for ground in distinct_terrain(view.terrain))
        revealed = all(ground.looks is None or ground.uses for ground in terrain)
        return revealed and not any(piece.hidden for view in views for piece in view.pieces)

    @law(share=0.3)
    def the_level_of_a_view_is_taken(self) -> bool:
        """`initial_state` takes the level of every view, and what it begins in looks like that view."""
        rules = self.rules
        levels = [(player, rules.view_level(self.state, player)) for player in self.players]
        return all(rules.view(rules.initial_state(level), player) == level.board for player, level in levels)

    @law(share=0.3)
    def the_game_for_a_state_plays_it_alike(self) -> bool | None:
        """What `for_state` gives says of the state all that the game says."""
        one, other = self.rules, self.game.for_state(self.state).rules
        if one is other:
            return None
        questions = ("to_level", "outcome", "view", "lower_bound", "is_deadlock", "dead_squares")
        alike = all(getattr(one, name)(self.state) == getattr(other, name)(self.state) for name in questions)
        return alike and list(one.successors(self.state)) == list(other.successors(self.state))

    @law(share=0.1)
    def symmetries_keep_the_rules(self) -> bool:
        """A board turned or mirrored by one of its symmetries plays as it did, turned or mirrored."""
        rules, turn = self.rules, self.rng.choice(self.rules.symmetries(self.state))

        def turned(state: Any) -> Any:
            level = rules.to_level(state)
            return rules.initial_state(replace(level, board=symmetry.transform(level.board, turn)))

        again = turned(self.state)
        expected = Counter(rules.board(turned(after)) for _, after in rules.successors(self.state))
        boards = Counter(rules.board(after) for _, after in rules.successors(again))
        return boards == expected and rules.outcome(again).status is rules.outcome(self.state).status
