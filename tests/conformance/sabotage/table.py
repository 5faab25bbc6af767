"""The table of sabotaged games, and how they are made of Sokoban."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pushbox.games.api import Game, Rules, Transition
from pushbox.games.parts.single_pusher import SokobanControls
from pushbox.games.sokoban import Sokoban, State
from pushbox.level import Level

SABOTAGES: dict[str, list[Callable[[], Game]]] = {}
Sabotage = Callable[[], Game]


def breaks(law: str) -> Callable[[Sabotage], Sabotage]:
    """Enter a game under the law that it breaks."""

    def enter(sabotage: Sabotage) -> Sabotage:
        SABOTAGES.setdefault(law, []).append(sabotage)
        return sabotage

    return enter


def rules(**methods: Any) -> Game:
    """Return Sokoban with other methods of its rules; lines and successors are those of `apply`."""
    plain = {"successors": Rules.successors, "play_line": Rules.play_line}
    return Game(type("Broken", (Sokoban,), plain | methods)(), SokobanControls)


def controls(**methods: Any) -> Game:
    """Return Sokoban with other methods of its controls."""
    return Game(Sokoban(), type("Broken", (SokobanControls,), methods))


def changed(change: Callable[[State, Transition[State]], Transition[State]]) -> Game:
    """Return Sokoban with other transitions."""

    def apply(self: Sokoban, state: State, move: int) -> Transition[State] | None:
        transition = Sokoban.apply(self, state, move)
        return transition and change(state, transition)

    return rules(apply=apply)


class Special(Game):
    """Sokoban that plays a level, or a state, by another game than it says, or takes no other facts."""

    def __init__(self, **others: Callable[[], Game]) -> None:
        super().__init__(Sokoban(), SokobanControls)
        self.others = others

    def for_level(self, level: Level) -> Game:
        return self.others["level"]() if "level" in self.others else self

    def for_state(self, state: Any) -> Game:
        return self.others["state"]() if "state" in self.others else self

    def with_info(self, info: Any) -> Game:
        return self if "info" in self.others else super().with_info(info)
