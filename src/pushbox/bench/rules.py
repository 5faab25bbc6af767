"""The speed of the rules: the Python games, which are the reference, and the native ones, which searches use."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from .. import formats
from ..conformance import random_levels
from ..games import Position, find, keys, load
from ..level import Level
from ..levels import builtin
from ..metrics import measure
from ..play import native
from ..play.bulk import verify_many
from ..tiling import SQUARE
from . import Figure, timed

_STEPS = 2000


def rules(shared: Path) -> Iterator[Figure]:
    """Yield moves tried a second for every game, native steps a second, and moves of solutions verified a second."""
    for key in keys():
        starts = [load(replace(level, options=())) for level in random_levels(find(key), 50, plain=True)]
        tried = _try_all(starts)
        seconds = timed(partial(_try_all, starts))
        yield Figure("rules", f"{key} moves", tried / seconds, "/s", "tried, in Python")
    rng = random.Random(0)
    level = next(random_levels(find("sokoban"), 1, largest=12, plain=True))
    text = "".join(rng.choices(SQUARE.letters, k=_STEPS))
    yield Figure("rules", "native steps", _STEPS / timed(lambda: native.replay(level, text)), "/s", "tried, one walk")
    yield _verified("campaign", [(one, saved.text) for one in builtin("campaign") for saved in one.saved_moves])
    table = shared / "verified_solutions" / "large_test_suite_3272__XSokoban_90.tsv"
    boards = shared / "xsokoban_90" / "XSokoban_90.xsb"
    if table.exists() and boards.exists():
        found = formats.read_file(boards).levels
        rows = [row.split("\t") for row in table.read_text("utf-8").splitlines()[1:]]
        yield _verified("XSokoban", [(found[int(row[0]) - 1], row[9]) for row in rows])


def _verified(name: str, lines: list[tuple[Level, str]]) -> Figure:
    """Return how many moves of solutions are verified in a second."""
    moves = sum(measure(text).moves for _, text in lines)

    def verify() -> int:
        return sum(map(bool, verify_many(lines)))

    assert verify() == len(lines)
    detail = f"{len(lines)} solutions of {round(moves / len(lines))} moves"
    return Figure("rules", f"verified, {name}", moves / timed(verify), "moves/s", detail)


def _try_all(positions: list[Position]) -> int:
    tried = 0
    for position in positions:
        rules, state = position.rules, position.state
        for move in rules.pseudo_legal_moves(state):
            rules.apply(state, move)
            tried += 1
    return tried
