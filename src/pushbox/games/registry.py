"""Which games there are; a game's module is imported when the game is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from ..errors import UnsupportedError
from .api import Game

_MODULES = {
    "sokoban": "sokoban",
    "plus": "plus",
    "multiban": "multiban",
    "crossoban": "crossoban",
    "sokolor": "sokolor",
    "hanano": "hanano",
    "blockage": "blockage",
    "blockoban": "blockoban",
    "versus": "versus",
}


def keys() -> tuple[str, ...]:
    """Return the keys of the games that there are, in the order in which people are told of them."""
    return tuple(_MODULES)


@cache
def find(key: str) -> Game[Any, Any]:
    """Return the game with a key; its module ends with ``game = ...``.

    Raises UnsupportedError for a key that is not registered.
    """
    if module := _MODULES.get(key):
        game: Game[Any, Any] = import_module(f".{module}", __package__).game
        return game
    known = ", ".join(keys())
    raise UnsupportedError(f"found the game {key[:40]!r}, expected one of: {known}")
