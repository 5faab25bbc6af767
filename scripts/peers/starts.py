"""The levels that both sides of a comparison begin with, and their solutions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from options import VARIANTS


def shipped() -> Iterator[Any]:
    """Yield levels that pushbox brings along, again and again."""
    from pushbox import builtin

    while True:
        for name in ("campaign-01", "campaign-05", "campaign-10"):
            yield from builtin(name)


def levels_for(variant: str) -> Iterator[Any]:
    """Yield levels for an environment, of two to six boxes in rooms of several sizes, some begun at random."""
    from itertools import cycle

    import numpy as np

    from pushbox import LevelSpec, generate, load

    more = {"FixedTarget": {"game": "plus"}, "TwoPlayer": {"game": "multiban", "pushers": 2}}.get(variant, {})
    sizes = [(7, 7, 2), (7, 8, 3), (10, 10, 4), (10, 9, 5), (11, 13, 6)]
    if variant not in VARIANTS:  # that take no other levels
        sizes = [(10, 10, 4)]
    makers = [generate(LevelSpec(rows=r, columns=c, boxes=n, **more), seed=3, seconds=None) for r, c, n in sizes]
    random = np.random.default_rng(3)
    for number, maker in enumerate(cycle(makers)):
        position = load(next(maker).level)
        for _ in range(20 * (number % 2) * (variant in VARIANTS)):
            legal = position.legal_moves
            position = position.apply(legal[int(random.integers(len(legal)))]) if legal else position
        yield position.level


def solution(level: Any, actions: list[str]) -> list[int]:
    """Return the solver's solution as actions, nothing if it has none in a second."""
    from pushbox import Limit, Solved, load, solve

    answer = solve(level, limit=Limit(seconds=1))
    if not isinstance(answer, Solved):
        return []
    position = load(level)
    grid, names = level.board.grid, level.board.tiling.names
    players = sorted(pusher.anchor for pusher in level.board.of_kind("pusher"))
    push = next((action.partition("push")[0] + "push " for action in actions if "push" in action), "")
    line = []
    for move in position.parse(answer.text):
        cell, direction = move if isinstance(move, tuple) else (players[0], move)
        player = players.index(cell)
        players[player] = grid.step[direction][cell]
        line.append(actions.index(f"{push.replace('1', str(player + 1))}{names[direction]}"))
    return line
