"""What games offer to a search is of use: bounds that are often the truth, and positions known to be dead.

That it is sound is held for every game by `pushbox.conformance`.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pushbox import games
from pushbox.conformance import LAWS, LawBroken
from pushbox.conformance.boards import tiny_level
from pushbox.conformance.exhaustive import GraphCase, explore
from pushbox.games.parts.push_distance import NEVER, distances
from pushbox.grid import grid

SOUND = [law for law in LAWS.values() if law.case is GraphCase]


@pytest.mark.deep
@pytest.mark.parametrize(("key", "boards"), [("sokoban", 400), ("plus", 120), ("multiban", 100), ("sokolor", 400)])
def test_bounds_are_sound_and_of_use(key: str, boards: int) -> None:
    """On many tiny boards no law of a search breaks, many bounds are the truth, and many dead positions are known."""
    game, rng = games.find(key), random.Random(1)
    seen: Counter[str] = Counter()
    for _ in range(boards):
        graph = explore(game, tiny_level(game, rng), 1_500)
        if graph is None:
            continue
        assert not [broken for law in SOUND if isinstance(broken := law.look(graph), LawBroken)]
        seen["solvable"] += len(graph.best)
        for state in graph.edges:
            best = graph.best.get(state)
            seen["tight"] += best is not None and game.rules.lower_bound(state) == best[0] > 0
            seen["dead"] += best is None and game.rules.is_deadlock(state)
    assert seen["solvable"] > 200
    assert seen["tight"] > 50
    assert seen["dead"] >= (0 if key == "sokolor" else 5_000)  # Sokolor knows of none


def test_distances_of_pushes_and_pulls() -> None:
    """In a corridor a box goes on until the last cell; it is pulled off the last but not onto it."""
    corridor = grid(5, 1)
    free = (True,) * 5 + (False,)
    assert distances(corridor, free, frozenset({2})) == (NEVER, 1, 0, 1, NEVER, NEVER)
    assert distances(corridor, free, frozenset({4})) == (NEVER, 3, 2, 1, 0, NEVER)
    assert distances(corridor, free, frozenset({2}), pulls=True) == (2, 1, 0, 1, 2, NEVER)
    assert distances(corridor, free, frozenset({4}), pulls=True) == (NEVER, NEVER, NEVER, NEVER, 0, NEVER)
