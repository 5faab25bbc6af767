"""Games around games: add something to any game, such as a limit or numbers, and delegate the rest.

A state has the state of the game below as `inner`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from ..level import Level
from .api import Game, GameInfo
from .delegation import DelegatingControls, DelegatingRules


class WrappedRules(DelegatingRules):
    """The rules of a `base` game with something added."""

    def __init__(self, base: Game, info: GameInfo) -> None:
        self.info = info
        self.base = base.with_info(info)

    def below(self, state: Any) -> tuple[Game, Any]:
        return self.base, state.inner

    def describe(self) -> str:
        return self.base.rules.describe()

    def search_key(self, state: Any) -> Hashable:
        return super().search_key(state), state[1:]


class Wrapped(Game):
    """A game with wrapping rules around it, and controls that see through them."""

    __slots__ = ("_controls", "_members", "_rules")

    rules: WrappedRules  # type: ignore[mutable-override]  # it makes no others

    def __init__(
        self,
        rules: type[WrappedRules],
        base: Game,
        info: GameInfo,
        controls: type[DelegatingControls] = DelegatingControls,
    ) -> None:
        super().__init__(rules(base, info), controls)
        self._rules, self._controls = rules, controls
        self._members: dict[Game, Game] = {self.rules.base: self}

    def with_info(self, info: GameInfo) -> Game:
        return Wrapped(self._rules, self.rules.base, info, self._controls)

    def for_level(self, level: Level) -> Game:
        return self._around(self.rules.base.for_level(level))

    def variants(self) -> Iterator[Game]:
        yield from map(self._around, self.rules.base.variants())

    def _around(self, base: Game) -> Game:
        """Return the one game around a variant of the base, also where several threads ask for it at once."""
        if base not in self._members:
            self._members.setdefault(base, Wrapped(self._rules, base, self.info, self._controls))
        return self._members[base]
