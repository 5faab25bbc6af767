"""The games: one module each, behind the one API of `pushbox.games.api`; `find` gives a game by its key."""

from __future__ import annotations

from .api import Game, GameInfo, Outcome, Transition
from .registry import find, keys

__all__ = ["Game", "GameInfo", "Outcome", "Transition", "find", "keys"]
