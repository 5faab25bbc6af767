"""Bounds on work whose cost a text can hide: a short line in run lengths may be millions of moves."""

from __future__ import annotations

import time
from typing import Any

from .. import notation
from ..errors import IllegalMove, NotationError
from ..games.position import Position
from ..level import Level
from ..play.validate import require_playable
from .errors import ApiError

MAX_MOVES = 200_000  # moves of a line
MAX_SECONDS = 3.0  # seconds that a replay may take

_BATCH = 500
_SHORT_TEXT = 2_000  # characters of a line without run lengths that is replayed in no time, whatever the game


def check_replay(level: Level, text: str) -> Position[Any, Any]:
    """Refuse a line that is too long to be replayed on a level in a request; return the position that it begins in.

    The replay reports any other fault of it.  Raises LevelError for a level that cannot be played.
    """
    start = require_playable(level)
    if len(text) > _SHORT_TEXT or any(character.isdigit() for character in text):
        check_length(text)
        _check_time(start, text)
    return start


def _check_time(position: Position[Any, Any], text: str) -> None:
    """Refuse a line that takes too long to be replayed."""
    try:
        moves = position.parse(text)
    except (NotationError, IllegalMove):
        return
    deadline = time.monotonic() + MAX_SECONDS
    for start in range(0, len(moves), _BATCH):
        part = moves[start : start + _BATCH]
        line = position.play_line(part)
        if line.played < len(part):
            return
        position = Position(position.game, line.state)
        if time.monotonic() > deadline:
            raise ApiError("too-large", f"found {len(moves):,} moves that take too long to replay here")


def check_length(text: str) -> None:
    """Refuse run lengths that stand for more moves than are accepted; no other notation is shorter than its moves."""
    try:
        size = sum(len(token.text) for token in notation.tokens(text))
    except NotationError:
        return
    if size > MAX_MOVES:
        raise ApiError("too-large", f"found {size:,} moves, expected at most {MAX_MOVES:,}")
