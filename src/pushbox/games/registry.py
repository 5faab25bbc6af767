"""Which games there are; a package brings one by an entry point of the group ``pushbox.games``.

Every game that the registry gives can limit steps and seconds.
"""

from __future__ import annotations

from ..level import GAME_ALIASES
from ..registry import Registry
from .api import Game
from .limits import with_limits

_FAMILIES = "pushbox.games.families"
_OWN = {
    "sokoban": f"{_FAMILIES}:SOKOBAN",
    "plus": f"{_FAMILIES}:PLUS",
    "multiban": f"{_FAMILIES}:MULTIBAN",
    **{key: f"pushbox.games.{key}:game" for key in "crossoban sokolor hanano blockage blockoban versus".split()},
}

GAMES: Registry[Game] = Registry(
    "game", "sokoban", Game, _OWN, "pushbox.games", lambda game: game.info.key, with_limits, GAME_ALIASES
)
keys = GAMES.keys
find = GAMES.find
register = GAMES.register
unregister = GAMES.unregister
