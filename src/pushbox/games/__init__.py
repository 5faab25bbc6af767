"""The games: one module or folder each, behind the one API of `pushbox.games.api`.

`find` gives a game by its key, `register` adds one, and `load` binds a level and its game into a `Position`.
"""

from __future__ import annotations

from .api import Controls, Game, GameInfo, Outcome, Push, Rules, Transition
from .position import Position, load
from .registry import find, keys, register, unregister

__all__ = [
    "Controls", "Game", "GameInfo", "Outcome", "Position", "Push", "Rules", "Transition", "find", "keys", "load",
    "register", "unregister",
]  # fmt: skip
