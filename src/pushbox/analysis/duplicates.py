"""Duplicates among levels of any game, each compared under the symmetries that its rules allow."""

from __future__ import annotations

from collections.abc import Iterable

from .. import identity
from ..errors import UnsupportedError
from ..games.registry import find
from ..identity import ALL, UPRIGHT, Group, Ids
from ..level import Level


def ids(level: Level) -> Ids:
    """Return the ids of a level under the symmetries that its game allows.

    Those are all eight, or under gravity only the upright ones, which are also those of a game that is not known.  The
    normal form counts where the game has one and the level has no options.  O(cells).
    """
    try:
        info = find(level.game).info
    except UnsupportedError:
        return identity.ids(level, UPRIGHT)
    symmetries = UPRIGHT if info.gravity else ALL
    return identity.ids(level, symmetries, normalize=info.has_normal_form and not level.options)


def duplicates(levels: Iterable[Level]) -> list[Group]:
    """Return the groups of levels that are the same, with how, in the order of their first levels.

    Words, titles and solutions do not count.  O(levels) plus O(cells) for each; the levels are not kept.
    """
    return identity.group(map(ids, levels))
