"""Games whose levels are played by different rules: a plain game and its variants, chosen by what a level has.

Each member has states of a type of its own, so a state tells whose it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ..level import Level, Problem
from .api import Game, GameInfo, PlayedLine
from .delegation import DelegatingControls, DelegatingRules


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
        super().__init__(FamilyRules(info, self.members), DelegatingControls)

    def with_info(self, info: GameInfo) -> Game[Any, Any]:
        return Family(info, self.members)

    def for_level(self, level: Level) -> Game[Any, Any]:
        return self.rules.member_for(level).for_level(level)

    def for_state(self, state: Any) -> Game[Any, Any]:
        return self.rules.below(state)[0].for_state(state)


class FamilyRules(DelegatingRules):
    """The rules of all members as one: each state is played by the rules of its own."""

    def __init__(self, info: GameInfo, members: Sequence[Member]) -> None:
        self.info = info
        self.members = members
        self._games = {member.state: member.game for member in members[:-1]}

    def below(self, state: Any) -> tuple[Game[Any, Any], Any]:
        return self._games.get(type(state), self.members[-1].game), state

    def member_for(self, level: Level) -> Game[Any, Any]:
        """Return the member that plays a level."""
        return next((member.game for member in self.members if member.plays(level)), self.members[-1].game)

    def describe(self) -> str:
        return "\n\n".join(dict.fromkeys(member.game.rules.describe() for member in reversed(self.members)))

    def initial_state(self, level: Level) -> Any:
        return self.member_for(level).rules.initial_state(level)

    def problems(self, level: Level) -> list[Problem]:
        return self.member_for(level).rules.problems(level)

    def successors(self, state: Any) -> Iterator[tuple[Any, Any]]:
        return self.below(state)[0].rules.successors(state)

    def play_line(self, state: Any, moves: Sequence[Any]) -> PlayedLine[Any]:
        return self.below(state)[0].rules.play_line(state, moves)
