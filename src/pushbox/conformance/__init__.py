"""The laws that every game obeys, looked at on random walks over crowded boards and on all positions of tiny ones.

Anybody who writes a game runs this: ``check(game)``.  The boards come from `GameInfo.palette` alone, the same ones for
the same seed.  A law is a method of a case of the modules here, by whose name `LAWS` knows it and `LawBroken` begins.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..games.api import Game
from ..level import Level
from .boards import random_level, random_levels, spoiled_level, tiny_level
from .control_laws import LineCase, PointerCase, SteeringCase
from .exhaustive import explore
from .law import LAWS, Law, LawBroken, hold
from .level_laws import GameCase, LevelCase
from .position_laws import RulesCase
from .transition_laws import TransitionCase

_POSITIONS = 1_500  # of a tiny board at most; others are left out
_POINTED = 0.1  # of the positions, as whatever a pointer can mean is a lot to play
_WRITTEN = 0.05


class WalkedCase(RulesCase, SteeringCase):
    """A position of a walk, to be looked at by all laws of positions."""


@dataclass(frozen=True, slots=True)
class Report:
    """How much was checked: boards and the moves played on them, all positions of tiny boards and the solvable ones."""

    boards: int
    moves: int
    positions: int
    solvable: int


def check(
    game: Game,
    *,
    boards: int = 200,
    steps: int = 30,
    tiny_boards: int = 200,
    seed: int = 0,
    laws: Iterable[Law] | None = None,
) -> Report:
    """Check every law, or these, of a game.

    There is a random walk of at most `steps` moves on each of `boards` crowded boards, and a look at all positions of
    `tiny_boards` small ones, as far as these are not too many.  Raises LawBroken with the first law that does not hold.
    """
    rng = random.Random(seed)
    table = tuple(LAWS.values() if laws is None else laws)
    hold(GameCase(game, rng), table, rng)
    moves = positions = solvable = 0
    for _ in range(boards):
        level = random_level(game, rng)
        hold(LevelCase(game, level), table, rng)
        hold(LevelCase(game, spoiled_level(level, game.info, rng)), table, rng)
        moves += _walk(game, level, steps, table, rng)
    for _ in range(tiny_boards):
        graph = explore(game, tiny_level(game, rng), _POSITIONS)
        if graph is not None:
            hold(graph, table, rng)
            positions += len(graph.edges)
            solvable += len(graph.fewest_pushes)
    return Report(boards, moves, positions, solvable)


def _walk(game: Game, level: Level, steps: int, laws: tuple[Law, ...], rng: random.Random) -> int:
    """Look at every position and transition of one random walk from a level; return how many moves it had."""
    start = state = game.rules.initial_state(level)
    walked: list[Any] = []
    for _ in range(steps):
        context = game, state, game.rules.to_level(state), start, tuple(walked), rng
        position = WalkedCase(*context)
        hold(position, laws, rng)
        cells = [cell for piece in position.board.pieces for cell in piece.cells]
        if rng.random() < _POINTED:
            hold(PointerCase(*context, rng.choice([*cells, position.board.grid.outside])), laws, rng)
        for move in position.legal_moves if rng.random() < _WRITTEN else ():
            hold(LineCase(*context, (move,)), laws, rng)
        if not position.legal_moves:
            break
        move = rng.choice(position.legal_moves)
        transition = position.transitions[move]
        assert transition is not None, "legal moves have one"
        hold(TransitionCase(*context, move, transition), laws, rng)
        walked.append(move)
        state = transition.state
    hold(LineCase(game, start, level, start, (), rng, tuple(walked)), laws, rng)
    return len(walked)


__all__ = ["LAWS", "Law", "LawBroken", "Report", "check", "random_level", "random_levels"]
