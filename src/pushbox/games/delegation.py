"""Rules and controls that delegate to another game everything they do not override."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from .api import Controls, Game, Rules


def _of_rules(name: str) -> Any:
    """Return the method that asks the rules of the game below."""

    def ask(self: DelegatingRules, state: Any, *arguments: Any) -> Any:
        game, inner = self.below(state)
        return getattr(game.rules, name)(inner, *arguments)

    return ask


class DelegatingRules(Rules[Any, Any]):
    """The rules of other games, to each of which its own states are handed."""

    @abstractmethod
    def below(self, state: Any) -> tuple[Game, Any]:
        """Return the game that plays a state, and its own state."""

    apply = _of_rules("apply")
    outcome = _of_rules("outcome")
    to_level = _of_rules("to_level")
    pseudo_legal_moves = _of_rules("pseudo_legal_moves")
    explain_illegal = _of_rules("explain_illegal")
    view = _of_rules("view")
    search_key = _of_rules("search_key")
    symmetries = _of_rules("symmetries")
    lower_bound = _of_rules("lower_bound")
    is_deadlock = _of_rules("is_deadlock")
    dead_squares = _of_rules("dead_squares")


def _of_controls(name: str) -> Any:
    """Return the method that asks the controls of the game below."""

    def ask(self: DelegatingControls, state: Any, *arguments: Any) -> Any:
        game, inner = self.rules.below(state)
        return getattr(game.controls, name)(inner, *arguments)

    return ask


class DelegatingControls(Controls[Any, Any]):
    """The controls of the games that `DelegatingRules` hand states to."""

    rules: DelegatingRules  # type: ignore[mutable-override]  # it is made for no others

    focus = _of_controls("focus")
    key = _of_controls("key")
    reach = _of_controls("reach")
    pushable = _of_controls("pushable")
    format_played = _of_controls("format_played")
    reach_moving_boxes = _of_controls("reach_moving_boxes")
    joint_move = _of_controls("joint_move")
    focus_after = _of_controls("focus_after")
    parse_from = _of_controls("parse_from")
    format_from = _of_controls("format_from")

    def parse(self, state: Any, text: str) -> list[Any]:
        moves: list[Any] = self.parse_from(state, None, text)
        return moves

    def format(self, state: Any, moves: Sequence[Any]) -> str:
        text: str = self.format_from(state, None, moves)
        return text
