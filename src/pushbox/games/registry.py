"""The registry of games; a package adds one by an entry point of the group ``pushbox.games``.

Every game from the registry supports limits of steps and seconds.
"""

from __future__ import annotations

from itertools import islice

from ..errors import UnsupportedError
from ..kinds import register_kind, unregister_kind
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


def _prepared(game: Game) -> Game:
    """Return a game as it is given, its kinds registered."""
    for kind in game.info.palette.kinds:
        register_kind(kind)
    return with_limits(game)


GAMES: Registry[Game] = Registry(
    "game", "sokoban", Game, _OWN, "pushbox.games", lambda game: game.info.key, _prepared, GAME_ALIASES
)
keys = GAMES.keys
find = GAMES.find
register = GAMES.register


def find_variant(key: str, number: int) -> Game:
    """Return a variant of a registered game by its `variant_number`.

    Raises UnsupportedError if the game is not registered, or has no such variant.
    """
    if (variant := next(islice(find(key).variants(), number, None), None)) is None:
        raise UnsupportedError.said("pickle-variant", game=key, number=number)
    return variant


def variant_number(game: Game) -> int:
    """Return the number of a game among the variants of the registered one with its key.

    Raises UnsupportedError for a game that is not registered.
    """
    key = game.info.key
    for number, variant in enumerate(find(key).variants() if key in keys() else ()):
        if variant is game:
            return number
    raise UnsupportedError.said("game-not-registered", game=key)


def unregister(key: str) -> None:
    """Remove a game that was added by `register`, with its kinds. Raises UnsupportedError if it does not exist."""
    game = GAMES.registered.get(key)
    GAMES.unregister(key)
    for kind in game.info.palette.kinds if game else ():
        unregister_kind(kind)
