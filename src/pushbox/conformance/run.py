"""One check of a game: the cases that are made, the laws that are looked at in each, and how much that was."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..games.api import Game
from ..level import Level
from .boards import random_level, spoiled_level, tiny_level
from .claim_laws import ClaimCase
from .control_laws import LineCase, PointerCase, SteeringCase
from .exhaustive import GraphCase, explore
from .law import LAWS, Case, Law, LawBroken, drawn
from .level_laws import GameCase, LevelCase, PaletteCase
from .position_laws import RulesCase
from .transition_laws import TransitionCase

_POSITIONS = 500  # of a tiny board at most; others are left out
_PATIENCE = 500  # tiny boards beyond those asked for, before a claim is called unfounded
_POINTED = 0.1  # of the positions, as whatever a pointer can mean is a lot to play
_STEERED = 0.5  # of what is pointed at, as most paths begin at what the keys steer
_WRITTEN = 0.05


class WalkedCase(RulesCase, SteeringCase):
    """A position of a walk, to be looked at by all laws of positions."""


@dataclass(frozen=True, slots=True)
class Report:
    """How much was checked: boards and the moves played on them, all positions of tiny boards and the solvable ones.

    `cases` says for each law in how many cases there was something that it is about.
    """

    boards: int
    moves: int
    positions: int
    solvable: int
    cases: Mapping[str, int]

    @property
    def unseen(self) -> tuple[str, ...]:
        """The laws that nothing was looked at by."""
        return tuple(name for name, cases in self.cases.items() if not cases)


class Run:
    """A check of a game by all laws, or by these: it finds `faults`, and has a `report` when it is through."""

    def __init__(self, game: Game, seed: int, laws: Iterable[Law] | None = None) -> None:
        self._game = game
        self._rng = random.Random(seed)
        self._laws = tuple(LAWS.values() if laws is None else laws)
        self._cases = Counter({law.name: 0 for law in self._laws})
        self._boards = self._moves = self._positions = self._solvable = 0

    @property
    def report(self) -> Report:
        """How much has been looked at so far."""
        return Report(self._boards, self._moves, self._positions, self._solvable, dict(self._cases))

    def faults(self, boards: int, steps: int, tiny_boards: int) -> Iterator[LawBroken]:
        """Look at everything and yield each law that is broken, as often as it is; see `check`.

        Where no boards can be made of the palette, nothing else is looked at.
        """
        for broken in self._look(PaletteCase(self._game, self._rng)):
            yield broken
            return
        yield from self._look(GameCase(self._game, self._rng))
        if self._has_laws_of(LevelCase, WalkedCase, TransitionCase, PointerCase, LineCase):
            for _ in range(boards):
                level = random_level(self._game, self._rng)
                self._boards += 1
                yield from self._look(LevelCase(self._game, level))
                yield from self._look(LevelCase(self._game, spoiled_level(level, self._game.info, self._rng)))
                yield from self._walk(level, steps)
        if tiny_boards and self._has_laws_of(GraphCase, ClaimCase):
            yield from self._search(tiny_boards)

    def _walk(self, level: Level, steps: int) -> Iterator[LawBroken]:
        """Look at every position and transition of one random walk from a level."""
        game, rng = self._game, self._rng
        start = state = game.rules.initial_state(level)
        walked: list[Any] = []
        for _ in range(steps):
            context = game, state, game.rules.to_level(state), start, tuple(walked), rng
            position = WalkedCase(*context)
            yield from self._look(position)
            if rng.random() < _POINTED:
                steered = rng.random() < _STEERED and game.controls.focus(state)
                cells = [cell for piece in steered or position.board.pieces for cell in piece.cells]
                yield from self._look(PointerCase(*context, rng.choice([*cells, position.board.grid.outside])))
            for move in position.legal_moves if rng.random() < _WRITTEN else ():
                yield from self._look(LineCase(*context, (move,)))
            if not position.legal_moves:
                break
            move = rng.choice(position.legal_moves)
            transition = position.transitions[move]
            assert transition is not None, "legal moves have one"
            yield from self._look(TransitionCase(*context, move, transition))
            walked.append(move)
            state = transition.state
        self._moves += len(walked)
        yield from self._look(LineCase(game, start, level, start, (), rng, tuple(walked)))

    def _search(self, boards: int) -> Iterator[LawBroken]:
        """Look at all positions of tiny boards, and at more of them while a claim of the game has not been met."""
        info = self._game.info
        unmet = [law for law in self._laws if law.case is ClaimCase and law.claimed is not None and law.claimed(info)]
        number = 0
        while number < boards or (unmet and number < boards + _PATIENCE):
            number += 1
            graph = explore(self._game, tiny_level(self._game, self._rng), _POSITIONS)
            if graph is not None:
                yield from self._look(graph)
                yield from self._look(ClaimCase(self._game, graph, self._rng))
                self._positions += len(graph.edges)
                self._solvable += len(graph.best)
            unmet = [law for law in unmet if not self._cases[law.name]]
        for law in unmet:
            such = drawn(tiny_level(self._game, self._rng))
            yield law.broken(f"Nothing to look at by {info.key} on {number:,} tiny boards, such as\n{such}")

    def _has_laws_of(self, *kinds: type[Case]) -> bool:
        return any(issubclass(kind, law.case) for law in self._laws for kind in kinds)

    def _look(self, case: Case) -> Iterator[LawBroken]:
        """Look at a case by those of the laws that are about such; yield those that it breaks."""
        for law in self._laws:
            if isinstance(case, law.case) and (law.share == 1 or self._rng.random() < law.share):
                found = law.look(case)
                if isinstance(found, LawBroken):
                    yield found
                else:
                    self._cases[law.name] += found
