"""Games whose levels are played by different rules: a plain game and its variants, chosen by what a level has.

Each member has states of a type of its own, so a state tells whose it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..board import Board, Piece
from ..grid import Cell
from ..level import Level, Problem
from .api import Controls, Focus, Game, GameInfo, Key, Outcome, PlayedLine, PlayerAction, Rules, Transition


class Member(NamedTuple):
    """A game of a family, the type of its states, and whether it plays a level."""

    game: Game[Any, Any]
    state: type
    plays: Callable[[Level], bool]


class Family(Game[Any, Any]):
    """A game made of members: the first that plays a level plays it, and the last plays every level."""

    __slots__ = ("members",)

    rules: FamilyRules  # type: ignore[mutable-override]  # it makes no others

    def __init__(self, info: GameInfo, members: Sequence[Member]) -> None:
        self.members = tuple(member._replace(game=member.game.with_info(info)) for member in members)
        rules = FamilyRules(info, self.members)
        super().__init__(rules, FamilyControls)

    def with_info(self, info: GameInfo) -> Game[Any, Any]:
        return Family(info, self.members)

    def for_level(self, level: Level) -> Game[Any, Any]:
        return member_for(self.members, level).game.for_level(level)

    def for_state(self, state: Any) -> Game[Any, Any]:
        return self.rules.game_of(state).for_state(state)


def member_for(members: Sequence[Member], level: Level) -> Member:
    """Return the member that plays a level."""
    return next((member for member in members if member.plays(level)), members[-1])


class FamilyRules(Rules[Any, Any]):
    """The rules of all members as one: each state is played by the rules of its own."""

    def __init__(self, info: GameInfo, members: Sequence[Member]) -> None:
        self.info = info
        self.members = members
        self._default = members[-1].game
        self._games = {member.state: member.game for member in members[:-1]}

    def game_of(self, state: object) -> Game[Any, Any]:
        """Return the member whose state it is."""
        return self._games.get(type(state), self._default)

    def describe(self) -> str:
        return "\n\n".join(dict.fromkeys(member.game.rules.describe() for member in reversed(self.members)))

    def initial_state(self, level: Level) -> Any:
        return member_for(self.members, level).game.rules.initial_state(level)

    def problems(self, level: Level) -> list[Problem]:
        return member_for(self.members, level).game.rules.problems(level)

    def apply(self, state: Any, move: Any) -> Transition[Any] | None:
        return self.game_of(state).rules.apply(state, move)

    def outcome(self, state: Any) -> Outcome:
        return self.game_of(state).rules.outcome(state)

    def to_level(self, state: Any) -> Level:
        return self.game_of(state).rules.to_level(state)

    def pseudo_legal_moves(self, state: Any) -> Sequence[Any]:
        return self.game_of(state).rules.pseudo_legal_moves(state)

    def successors(self, state: Any) -> Iterator[tuple[Any, Any]]:
        return self.game_of(state).rules.successors(state)

    def play_line(self, state: Any, moves: Sequence[Any]) -> PlayedLine[Any]:
        return self.game_of(state).rules.play_line(state, moves)

    def explain_illegal(self, state: Any, move: Any) -> str:
        return self.game_of(state).rules.explain_illegal(state, move)

    def view(self, state: Any, player: int = 0) -> Board:
        return self.game_of(state).rules.view(state, player)

    def search_key(self, state: Any) -> Hashable:
        return self.game_of(state).rules.search_key(state)

    def lower_bound(self, state: Any) -> int:
        return self.game_of(state).rules.lower_bound(state)

    def is_deadlock(self, state: Any) -> bool:
        return self.game_of(state).rules.is_deadlock(state)

    def dead_squares(self, state: Any) -> frozenset[Cell]:
        return self.game_of(state).rules.dead_squares(state)


class FamilyControls(Controls[Any, Any]):
    """The controls of all members as one."""

    rules: FamilyRules  # type: ignore[mutable-override]  # it is made for no others

    def _of(self, state: object) -> Controls[Any, Any]:
        return self.rules.game_of(state).controls

    def focus(self, state: Any) -> list[Piece]:
        return self._of(state).focus(state)

    def key(self, state: Any, focus: Piece | None, key: Key) -> Any | Focus | PlayerAction | None:
        return self._of(state).key(state, focus, key)

    def reach(self, state: Any, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Any]]:
        return self._of(state).reach(state, origin, limit)

    def parse(self, state: Any, text: str) -> list[Any]:
        return self._of(state).parse(state, text)

    def format(self, state: Any, moves: Sequence[Any]) -> str:
        return self._of(state).format(state, moves)

    def format_played(self, state: Any, moves: Sequence[Any], line: PlayedLine[Any]) -> str:
        return self._of(state).format_played(state, moves, line)

    def reach_moving_boxes(self, state: Any, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Any]]:
        return self._of(state).reach_moving_boxes(state, origin, limit)

    def joint_move(self, state: Any, actions: Mapping[int, Hashable]) -> Any:
        return self._of(state).joint_move(state, actions)

    def focus_after(self, state: Any, focus: Piece | None, move: Any) -> Piece | None:
        return self._of(state).focus_after(state, focus, move)

    def parse_from(self, state: Any, focus: Piece | None, text: str) -> list[Any]:
        return self._of(state).parse_from(state, focus, text)

    def format_from(self, state: Any, focus: Piece | None, moves: Sequence[Any]) -> str:
        return self._of(state).format_from(state, focus, moves)
