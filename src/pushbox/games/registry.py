"""Which games there are: those of pushbox, those that a program registers, and those that installed packages bring.

A package brings a game by an entry point of the group ``pushbox.games``: its name is the key, its value the `Game`.
A game's module is imported when the game is first looked up.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..entry_points import entry_points, load
from ..errors import UnsupportedError
from .api import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_OWN = {
    "sokoban": "families:SOKOBAN",
    "plus": "families:PLUS",
    "multiban": "families:MULTIBAN",
    "crossoban": "crossoban:game",
    "sokolor": "sokolor:game",
    "hanano": "hanano:game",
    "blockage": "blockage:game",
    "blockoban": "blockoban:game",
    "versus": "versus:game",
}
_registered: dict[str, Game[Any, Any]] = {}


def keys() -> tuple[str, ...]:
    """Return the keys of the games that there are, in the order in which people are shown them."""
    return (*_OWN, *(key for key in _registered if key not in _OWN), *_from_packages())


def find(key: str) -> Game[Any, Any]:
    """Return the game with a key, which limits steps and seconds where its level says so.

    Raises UnsupportedError for a key that is not registered.
    """
    if key in _registered:
        return _registered[key]
    return _find(key)


def register(game: Game[Any, Any]) -> Game[Any, Any]:
    """Register a game under the key in its facts, and return it as it is played, with limits.

    From then on its levels are played, solved and shown like those of any other.  Raises UnsupportedError for the key
    of one of pushbox's own games.
    """
    from .limits import with_limits  # here, as most levels are of a game that the registry knows

    key = game.info.key
    if key in _OWN:
        raise UnsupportedError(f"found a game with the key {key!r}, expected one that pushbox does not use itself")
    _registered[key] = with_limits(game)
    return _registered[key]


@cache
def _find(key: str) -> Game[Any, Any]:
    from .limits import with_limits

    if key in _OWN:
        module, _, name = _OWN[key].partition(":")
        game: Game[Any, Any] = getattr(import_module(f".{module}", __package__), name)
        return with_limits(game)
    if point := _from_packages().get(key):
        brought = load(point)
        if not isinstance(brought, Game) or brought.info.key != key:
            raise UnsupportedError(f"found {brought!r} as the game {key!r}, expected a Game with that key")
        return with_limits(brought)
    raise UnsupportedError(f"found the game {key[:40]!r}, expected one of: {', '.join(keys())}")


def _from_packages() -> dict[str, EntryPoint]:
    """Return the entry points of installed packages by their name, those of pushbox's own keys left out."""
    return {name: point for name, point in entry_points("pushbox.games").items() if name not in _OWN}
