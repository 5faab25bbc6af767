"""The table of sabotaged games, and how they are made of Sokoban."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pushbox.conformance import Law, Run
from pushbox.games.api import Game, Rules, Transition
from pushbox.games.parts.single_pusher import SokobanControls
from pushbox.games.sokoban import Sokoban, State
from pushbox.level import Level

Sabotage = Callable[[], Game]
SABOTAGES: dict[str, list[Sabotage]] = {}
BOARDS: dict[Sabotage, int] = {}
# What Sokoban knows for a search is wrong where other moves lead to a solution, or count otherwise.
KNOWS_NOTHING = {name: getattr(Rules, name) for name in ("lower_bound", "is_deadlock", "dead_squares", "search_key")}


def broken_laws(make: Sabotage, law: Law, others: Iterable[Law] = ()) -> dict[str, str]:
    """Return the laws that a game breaks on few boards, one that is looked at in every case and others.

    Each comes with the word that says how it is broken: ``Broken``, ``Raised`` or ``Nothing``.
    """
    boards = BOARDS[make]
    run = Run(make(), 3, [replace(law, share=1), *others])
    faults = map(str, run.faults(boards, steps=15, tiny_boards=boards))
    return {fault.partition(":")[0]: fault.partition(".  ")[2].partition(" ")[0] for fault in faults}


def breaks(law: str, *, boards: int = 6) -> Callable[[Sabotage], Sabotage]:
    """Enter a game under the law that it breaks, as can be seen on so many boards."""

    def enter(sabotage: Sabotage) -> Sabotage:
        BOARDS[sabotage] = boards
        SABOTAGES.setdefault(law, []).append(sabotage)
        return sabotage

    return enter


class Reticent(SokobanControls[Any]):
    """Controls that leave it to `reach` which boxes can be pushed, so that rules may be wrong about pushes."""

    def pushable(self, state: State, limit: int) -> None:
        pass


def rules(controls: type[SokobanControls[Any]] = Reticent, **methods: Any) -> Game:
    """Return Sokoban with other methods of its rules; lines and successors are those of `apply`."""
    plain = {"successors": Rules.successors, "play_line": Rules.play_line}
    return Game(type("Broken", (Sokoban,), plain | methods)(), controls)


def controls(**methods: Any) -> Game:
    """Return Sokoban with other methods of its controls."""
    return Game(Sokoban(), type("Broken", (Reticent,), methods))


def changed(change: Callable[[State, Transition[State]], Transition[State]], **methods: Any) -> Game:
    """Return Sokoban with other transitions, and other methods of its rules."""

    def apply(self: Sokoban, state: State, move: int) -> Transition[State] | None:
        transition = Sokoban.apply(self, state, move)
        return transition and change(state, transition)

    return rules(apply=apply, **methods)


class Walking(SokobanControls[State]):
    """Controls for rules under which Sokoban's paths of boxes may be illegal: a pointer is for steps only."""

    def reach(self, state: State, origin: int, limit: int) -> Mapping[int, Sequence[int]]:
        return {}

    def reach_moving_boxes(self, state: State, origin: int, limit: int) -> Mapping[int, Sequence[int]]:
        return {}


class Special(Game):
    """Sokoban that plays a level or a state, or itself with other facts, by another game than it says."""

    def __init__(self, **others: Callable[[], Game]) -> None:
        super().__init__(Sokoban(), SokobanControls)
        self.others = others

    def for_level(self, level: Level) -> Game:
        return self.others["level"]() if "level" in self.others else self

    def for_state(self, state: Any) -> Game:
        return self.others["state"]() if "state" in self.others else self

    def with_info(self, info: Any) -> Game:
        return self.others["info"]().with_info(info) if "info" in self.others else super().with_info(info)
