"""Duplicates among levels of any game, each compared under the symmetries that its rules allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .. import identity
from ..errors import UnsupportedError
from ..games.registry import find
from ..identity import ALL, UPRIGHT, Group, Ids, Relation
from ..level import Level
from .similarity import Difference, NearIndex


def ids(level: Level, *, cells: bytes | None = None) -> Ids:
    """Return the ids of a level under the symmetries that its game allows.

    Those are all eight, or under gravity only the upright ones, which are also those of a game that is not known.  The
    normal form counts where the game has one and the level has no options.  `cells` are the `plain_cells` of the board
    where those are known.  O(cells).
    """
    try:
        info = find(level.game).info
    except UnsupportedError:
        return identity.ids(level, UPRIGHT)
    symmetries = UPRIGHT if info.gravity else ALL
    return identity.ids(level, symmetries, normalize=info.has_normal_form and not level.options, cells=cells)


def duplicates(levels: Iterable[Level]) -> list[Group]:
    """Return the groups of levels that are the same, with how, in the order of their first levels.

    Words, titles and solutions do not count.  O(levels) plus O(cells) for each; the levels are not kept.
    """
    return identity.group(map(ids, levels))


class Distinct(NamedTuple):
    """Levels without duplicates of an earlier one, and the groups of duplicates."""

    levels: tuple[Level, ...]
    groups: tuple[Group, ...]


def distinct(levels: Sequence[Level]) -> Distinct:
    """Return levels without duplicates of an earlier one.

    A level that stays gets the saved moves of equal levels; those of turned levels, or of levels with other walls, do
    not fit. O(levels) plus O(cells) for each.
    """
    groups = tuple(duplicates(levels))
    kept: dict[int, Level] = dict(enumerate(levels))
    for first, others in groups:
        for index, relation in others:
            other = kept.pop(index)
            if relation is Relation.EQUAL:
                kept[first] = with_moves_of(kept[first], other)
    return Distinct(tuple(kept.values()), groups)


class NearDuplicate(NamedTuple):
    """A level nearly equal to an earlier one, by their indices, with the difference."""

    level: int
    of: int
    difference: Difference


def near_duplicates(levels: Iterable[tuple[int, Level]]) -> Iterator[NearDuplicate]:
    """Yield the levels, given with their indices, that are nearly equal to an earlier one.

    Each is compared with the nearest level that is not a near duplicate itself. About a millisecond per level, however
    many there are.
    """
    index = NearIndex()
    kept: list[int] = []
    for number, level in levels:
        if near := index.find(level):
            yield NearDuplicate(number, kept[near[0].level], near[0].difference)
        else:
            index.add(level)
            kept.append(number)


def with_moves_of(level: Level, other: Level) -> Level:
    """Return a level with the saved moves of another added."""
    known = {moves.text for moves in level.saved_moves}
    new = [moves for moves in other.saved_moves if moves.text not in known]
    return level.with_saved_moves(*new) if new else level
