"""Duplicates among levels of any game, each compared under the symmetries that its rules allow."""

from __future__ import annotations

from collections.abc import Iterable

from .. import identity
from ..errors import UnsupportedError
from ..games.registry import find
from ..identity import ALL, UPRIGHT, Group, Symmetry
from ..level import Level


def symmetries(level: Level) -> tuple[Symmetry, ...]:
    """Return the symmetries that keep the rules of a level's game: all eight, or under gravity only those upright.

    Of a game that is not there nothing is known, so that it gets those that every game allows.
    """
    try:
        return UPRIGHT if find(level.game).info.gravity else ALL
    except UnsupportedError:
        return UPRIGHT


def duplicates(levels: Iterable[Level]) -> list[Group]:
    """Return the groups of levels that are the same, with how; see `pushbox.identity.duplicates`."""
    return identity.duplicates(levels, symmetries)
