"""Games with several rules: a plain game and its variants, chosen by the level.

Each member has its own type of states, so a state identifies its member.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..deadline import NEVER, Deadline
from ..level import Level, Problem
from .api import Game, GameInfo, PlayedLine, Transition
from .delegation import DelegatingControls, DelegatingRules


class Member(NamedTuple):
    """A game of a family, the type of its states, and whether it plays a level.

    A move may lead to a state that `leaves` a member, whose level another one plays; None where no move does.
    """

    game: Game
    state: type
    plays: Callable[[Level], bool]
    leaves: Callable[[Any], bool] | None = None


class Family(Game):
    """A game made of members: the first that plays a level plays it, and the last plays every level."""

    __slots__ = ("members",)

    rules: FamilyRules  # type: ignore[mutable-override]  # it makes no others

    def __init__(self, info: GameInfo, members: Sequence[Member]) -> None:
        self.members = tuple(member._replace(game=member.game.with_info(info)) for member in members)
        super().__init__(FamilyRules(info, self.members), DelegatingControls)

    def with_info(self, info: GameInfo) -> Game:
        return Family(info, self.members)

    def for_level(self, level: Level) -> Game:
        member = self.rules.member_for(level)
        return self if member.leaves else member.game.for_level(level)

    def for_state(self, state: Any) -> Game:
        return self.rules.below(state)[0].for_state(state)

    def variants(self) -> Iterator[Game]:
        yield self
        for member in self.members:
            yield from member.game.variants()


class FamilyRules(DelegatingRules):
    """The rules of all members as one: each state is played by its member's rules."""

    def __init__(self, info: GameInfo, members: Sequence[Member]) -> None:
        self.info = info
        self.members = members
        self._last = members[-1].game
        self._games = {member.state: member.game for member in members[:-1]}
        self._leaving = {member.state: member for member in members[:-1] if member.leaves}

    def below(self, state: Any) -> tuple[Game, Any]:
        return self._games.get(type(state), self._last), state

    def member_for(self, level: Level) -> Member:
        """Return the member that plays a level."""
        return next((member for member in self.members if member.plays(level)), self.members[-1])

    def _settled(self, state: Any) -> Any:
        """Convert a state to that of the member that plays its level."""
        member = self._leaving.get(type(state))
        if member is None or member.leaves is None or not member.leaves(state):
            return state
        return self.initial_state(member.game.rules.to_level(state))

    def describe(self) -> str:
        return "\n\n".join(dict.fromkeys(member.game.rules.describe() for member in reversed(self.members)))

    def initial_state(self, level: Level) -> Any:
        return self.member_for(level).game.rules.initial_state(level)

    def problems(self, level: Level) -> list[Problem]:
        return self.member_for(level).game.rules.problems(level)

    def apply(self, state: Any, move: Any) -> Transition[Any] | None:
        transition: Transition[Any] | None = self._games.get(type(state), self._last).rules.apply(state, move)
        if transition is None or type(transition.state) not in self._leaving:
            return transition
        return transition._replace(state=self._settled(transition.state))

    def successors(self, state: Any) -> Iterator[tuple[Any, Any]]:
        for move, after in self.below(state)[0].rules.successors(state):
            yield move, self._settled(after)

    def play_line(self, state: Any, moves: Sequence[Any], deadline: Deadline = NEVER) -> PlayedLine[Any]:
        line = self.below(state)[0].rules.play_line(state, moves, deadline)
        return replace(line, state=self._settled(line.state))
