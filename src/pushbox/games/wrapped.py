"""Rules over rules: what adds something to any game, such as a limit or numbers, and leaves the rest as it is.

A state holds the `inner` one of the game below; what a wrapper does not override is asked of that.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from ..board import Board, Piece
from ..grid import Cell
from ..level import Level
from .api import Controls, Focus, Game, GameInfo, Key, Outcome, PlayedLine, PlayerAction, Rules


class WrappedState(Protocol):
    """A state around that of another game."""

    @property
    def inner(self) -> Any:
        """The state of the game below."""

    def __hash__(self) -> int:
        """States are values."""


State = TypeVar("State", bound=WrappedState)


class WrappedRules(Rules[State, Any], Generic[State]):
    """The rules of a `base` game with something added."""

    def __init__(self, base: Game[Any, Any], info: GameInfo) -> None:
        self.info = info
        self.game = base.with_info(info)
        self.base = self.game.rules

    def describe(self) -> str:
        return self.base.describe()

    def outcome(self, state: State) -> Outcome:
        return self.base.outcome(state.inner)

    def to_level(self, state: State) -> Level:
        return self.base.to_level(state.inner)

    def pseudo_legal_moves(self, state: State) -> Sequence[Any]:
        return self.base.pseudo_legal_moves(state.inner)

    def explain_illegal(self, state: State, move: Any) -> str:
        return self.base.explain_illegal(state.inner, move)

    def view(self, state: State, player: int = 0) -> Board:
        return self.base.view(state.inner, player)

    def search_key(self, state: State) -> Hashable:
        return self.base.search_key(state.inner), state[1:]  # type: ignore[index]  # a state is a named tuple

    def lower_bound(self, state: State) -> int:
        return self.base.lower_bound(state.inner)

    def is_deadlock(self, state: State) -> bool:
        return self.base.is_deadlock(state.inner)

    def dead_squares(self, state: State) -> frozenset[Cell]:
        return self.base.dead_squares(state.inner)


class WrappedControls(Controls[State, Any]):
    """The controls of the game below: what is added changes neither keys nor notation."""

    def __init__(self, rules: WrappedRules[State]) -> None:
        super().__init__(rules)
        self.base = rules.game.controls

    def focus(self, state: State) -> list[Piece]:
        return self.base.focus(state.inner)

    def key(self, state: State, focus: Piece | None, key: Key) -> Any | Focus | PlayerAction | None:
        return self.base.key(state.inner, focus, key)

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Any]]:
        return self.base.reach(state.inner, origin, limit)

    def parse(self, state: State, text: str) -> list[Any]:
        return self.base.parse(state.inner, text)

    def format(self, state: State, moves: Sequence[Any]) -> str:
        return self.base.format(state.inner, moves)

    def format_played(self, state: State, moves: Sequence[Any], line: PlayedLine[State]) -> str:
        inner = PlayedLine(line.state.inner, line.pushed, line.metrics, line.solved_at)
        return self.base.format_played(state.inner, moves, inner)

    def reach_moving_boxes(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Any]]:
        return self.base.reach_moving_boxes(state.inner, origin, limit)

    def joint_move(self, state: State, actions: Mapping[int, Hashable]) -> Any:
        return self.base.joint_move(state.inner, actions)

    def focus_after(self, state: State, focus: Piece | None, move: Any) -> Piece | None:
        return self.base.focus_after(state.inner, focus, move)

    def parse_from(self, state: State, focus: Piece | None, text: str) -> list[Any]:
        return self.base.parse_from(state.inner, focus, text)

    def format_from(self, state: State, focus: Piece | None, moves: Sequence[Any]) -> str:
        return self.base.format_from(state.inner, focus, moves)


class Wrapped(Game[Any, Any]):
    """A game with wrapping rules around it, and controls that see through them."""

    __slots__ = ("_base", "_controls", "_rules")

    def __init__(
        self,
        rules: type[WrappedRules[Any]],
        controls: type[WrappedControls[Any]],
        base: Game[Any, Any],
        info: GameInfo,
    ) -> None:
        super().__init__(rules(base, info), controls)
        self._rules, self._controls, self._base = rules, controls, base

    def with_info(self, info: GameInfo) -> Game[Any, Any]:
        return Wrapped(self._rules, self._controls, self._base, info)

    def for_level(self, level: Level) -> Game[Any, Any]:
        return Wrapped(self._rules, self._controls, self._base.for_level(level), self.info)
