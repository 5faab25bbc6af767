"""The speed of the rules: the Python games, which are the reference, and the native ones, which searches use."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from ..conformance import random_levels
from ..games import Position, find, keys, load
from ..play import native
from ..tiling import SQUARE
from . import Figure, timed

_STEPS = 2000


def rules(_shared: Path) -> Iterator[Figure]:
    """Yield moves tried a second for every game, and native steps a second."""
    for key in keys():
        starts = [load(replace(level, options=())) for level in random_levels(find(key), 50, plain=True)]
        tried = _try_all(starts)
        seconds = timed(partial(_try_all, starts))
        yield Figure("rules", f"{key} moves", tried / seconds, "/s", "tried, in Python")
    rng = random.Random(0)
    level = next(random_levels(find("sokoban"), 1, largest=12, plain=True))
    text = "".join(rng.choices(SQUARE.letters, k=_STEPS))
    yield Figure("rules", "native steps", _STEPS / timed(lambda: native.replay(level, text)), "/s", "tried, one walk")


def _try_all(positions: list[Position]) -> int:
    tried = 0
    for position in positions:
        rules, state = position.rules, position.state
        for move in rules.pseudo_legal_moves(state):
            rules.apply(state, move)
            tried += 1
    return tried
