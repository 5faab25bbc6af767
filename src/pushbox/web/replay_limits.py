"""Bounds on work whose cost a text can hide: a short line in run lengths may be millions of moves."""

from __future__ import annotations

import time

from .. import notation
from ..errors import IllegalMove, NotationError
from ..level import Level
from ..play.check import playable
from .errors import Refusal

LONGEST = 200_000  # moves of a line
PATIENCE = 3.0  # seconds that a replay may take

_AT_A_TIME = 500
_SHORT = 2_000  # characters of a line without run lengths that is replayed in no time, whatever the game


def check_line(level: Level, text: str) -> None:
    """Refuse a line that is too long to be replayed on a level in a request.

    What else is wrong with it the replay tells.  Raises LevelError for a level that cannot be played.
    """
    game = playable(level)
    if len(text) <= _SHORT and not any(character.isdigit() for character in text):
        return
    check_length(text)
    state = game.initial_state(level)
    try:
        moves = game.parse(state, text)
    except (NotationError, IllegalMove):
        return
    ends = time.monotonic() + PATIENCE
    for start in range(0, len(moves), _AT_A_TIME):
        part = moves[start : start + _AT_A_TIME]
        line = game.play_line(state, part)
        if line.played < len(part):
            return
        state = line.state
        if time.monotonic() > ends:
            raise Refusal("too-large", f"found {len(moves):,} moves that take too long to replay here")


def check_length(text: str) -> None:
    """Refuse run lengths that stand for more moves than are taken; another notation says as much as it is long."""
    try:
        size = sum(len(token.text) for token in notation.tokens(text))
    except NotationError:
        return
    if size > LONGEST:
        raise Refusal("too-large", f"found {size:,} moves, expected at most {LONGEST:,}")
