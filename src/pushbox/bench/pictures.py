"""Pictures: 1,000 levels as SVG, a GIF of 500 moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from .. import formats, levels
from ..games.position import Position, load
from ..play.scenes import scenes
from ..render import animation, svg
from . import Figure, timed

_LEVELS, _MOVES = 1_000, 500
_HALL = """
    #####
    #   #
    #$  #
  ###  $##
  #  $ $ #
### # ## #   ######
#   # ## #####  ..#
# $  $          ..#
##### ### #@##  ..#
    #     #########
    #######
"""


def pictures(shared: Path) -> Iterator[Figure]:
    """Yield how long pictures take."""
    del shared
    shipped = [level.board for name in levels.names() for level in formats.read_file(levels.path(name)).levels]
    boards = list(islice(cycle([*shipped, _hall().board]), _LEVELS))
    yield Figure(
        "pictures", f"{_LEVELS:,} levels to SVG", timed(lambda: [svg.draw(board) for board in boards]), "s", "bar 2"
    )
    start = _hall()
    moves = _walk(start)
    yield Figure(
        "pictures",
        f"a GIF of {_MOVES} moves",
        timed(lambda: animation.animate(scenes(start, moves, counters=True), "gif", caption="Hall")),
        "s",
        "bar 3; 19 x 11 cells of 32 pixels, with counters",
    )


def _hall() -> Position:
    return load(formats.read(_HALL, format="xsb").levels[0])


def _walk(start: Position) -> list[Any]:
    rng, moves, position = random.Random(16), list[Any](), start
    while len(moves) < _MOVES:
        moves.append(rng.choice(position.legal_moves))
        position = position.apply(moves[-1])
    return moves
