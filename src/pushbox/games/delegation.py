"""Rules and controls that delegate to another game everything they do not override."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ..board import Board, Piece
from ..grid import Cell
from ..level import Level
from ..tiling import Symmetry
from .api import Controls, Focus, Game, Key, Outcome, PlayedLine, PlayerAction, Rules, Transition


class DelegatingRules(Rules[Any, Any]):
    """The rules of other games, to each of which its own states are handed."""

    @abstractmethod
    def below(self, state: Any) -> tuple[Game, Any]:
        """Return the game that plays a state, and its own state."""

    def apply(self, state: Any, move: Any) -> Transition[Any] | None:
        game, inner = self.below(state)
        return game.rules.apply(inner, move)

    def outcome(self, state: Any) -> Outcome:
        game, inner = self.below(state)
        return game.rules.outcome(inner)

    def to_level(self, state: Any) -> Level:
        game, inner = self.below(state)
        return game.rules.to_level(inner)

    def pseudo_legal_moves(self, state: Any) -> Sequence[Any]:
        game, inner = self.below(state)
        return game.rules.pseudo_legal_moves(inner)

    def explain_illegal(self, state: Any, move: Any) -> str:
        game, inner = self.below(state)
        return game.rules.explain_illegal(inner, move)

    def view(self, state: Any, player: int = 0) -> Board:
        game, inner = self.below(state)
        return game.rules.view(inner, player)

    def search_key(self, state: Any) -> Hashable:
        game, inner = self.below(state)
        return game.rules.search_key(inner)

    def symmetries(self, state: Any) -> Sequence[Symmetry]:
        game, inner = self.below(state)
        return game.rules.symmetries(inner)

    def lower_bound(self, state: Any) -> int:
        game, inner = self.below(state)
        return game.rules.lower_bound(inner)

    def is_deadlock(self, state: Any) -> bool:
        game, inner = self.below(state)
        return game.rules.is_deadlock(inner)

    def dead_squares(self, state: Any) -> frozenset[Cell]:
        game, inner = self.below(state)
        return game.rules.dead_squares(inner)


class DelegatingControls(Controls[Any, Any]):
    """The controls of the games that `DelegatingRules` hand states to."""

    rules: DelegatingRules  # type: ignore[mutable-override]  # it is made for no others

    def focus(self, state: Any) -> list[Piece]:
        game, inner = self.rules.below(state)
        return game.controls.focus(inner)

    def key(self, state: Any, focus: Piece | None, key: Key) -> Any | Focus | PlayerAction | None:
        game, inner = self.rules.below(state)
        return game.controls.key(inner, focus, key)

    def reach(self, state: Any, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Any]]:
        game, inner = self.rules.below(state)
        return game.controls.reach(inner, origin, limit)

    def parse(self, state: Any, text: str) -> list[Any]:
        return self.parse_from(state, None, text)

    def format(self, state: Any, moves: Sequence[Any]) -> str:
        return self.format_from(state, None, moves)

    def format_played(self, state: Any, moves: Sequence[Any], line: PlayedLine[Any]) -> str:
        game, inner = self.rules.below(state)
        return game.controls.format_played(inner, moves, line)

    def reach_moving_boxes(self, state: Any, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Any]]:
        game, inner = self.rules.below(state)
        return game.controls.reach_moving_boxes(inner, origin, limit)

    def joint_move(self, state: Any, actions: Mapping[int, Hashable]) -> Any:
        game, inner = self.rules.below(state)
        return game.controls.joint_move(inner, actions)

    def focus_after(self, state: Any, focus: Piece | None, move: Any) -> Piece | None:
        game, inner = self.rules.below(state)
        return game.controls.focus_after(inner, focus, move)

    def parse_from(self, state: Any, focus: Piece | None, text: str) -> list[Any]:
        game, inner = self.rules.below(state)
        return game.controls.parse_from(inner, focus, text)

    def format_from(self, state: Any, focus: Piece | None, moves: Sequence[Any]) -> str:
        game, inner = self.rules.below(state)
        return game.controls.format_from(inner, focus, moves)
