"""Which levels are the same, and in which sense."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from ..level import Level
from .ids import position_texts, text_id
from .normal import normal_text
from .symmetry import ALL, IDENTITY, Symmetry


class Relation(Enum):
    """How a level is the same as another, the closest first."""

    EQUAL = "equal"
    TURNED = "rotated or mirrored"
    NORMAL = "same after normalisation"


class Twin(NamedTuple):
    """A level, as its index, that is the same as the first of its group in the sense of `relation`."""

    level: int
    relation: Relation


class Group(NamedTuple):
    """Levels that are the same: the index of the first, and the others in their order."""

    first: int
    others: tuple[Twin, ...]


class Ids(NamedTuple):
    """What two levels have in common where they are the same: in every sense, in the first two, in the last alone."""

    equal: str
    turned: str
    normal: str


def ids(level: Level, symmetries: Iterable[Symmetry] = ALL) -> Ids:
    """Return the three ids of a level, which a store can keep to find its duplicates.

    Only a level of Sokoban without options is normalised; for any other the last id is the second.  O(cells).
    """
    equal, *others = position_texts(level.board, (IDENTITY, *symmetries))
    turned = text_id(level, min(others))
    rows = normal_text(level.board) if level.game == "sokoban" and not level.options else None
    normal = hashlib.sha256(rows.encode("ascii")).hexdigest()[:32] if rows else turned
    return Ids(text_id(level, equal), turned, normal)


def _all(level: Level) -> Sequence[Symmetry]:
    del level
    return ALL


def duplicates(levels: Iterable[Level], allowed: Callable[[Level], Iterable[Symmetry]] = _all) -> list[Group]:
    """Return the groups of levels that are the same, in the order of their first levels; a level alone is no group.

    `allowed` says which symmetries keep the rules of a level's game (see `pushbox.analysis.duplicates`, which knows).
    Words, titles and solutions do not count.  O(levels) plus O(cells) for each; the levels are not kept.
    """
    met: dict[str, list[tuple[int, Ids]]] = {}
    for index, level in enumerate(levels):
        found = ids(level, allowed(level))
        met.setdefault(found.normal, []).append((index, found))
    return [_group(members) for members in met.values() if len(members) > 1]


def _group(members: list[tuple[int, Ids]]) -> Group:
    (first, model), *others = members
    return Group(first, tuple(Twin(index, _relation(model, found)) for index, found in others))


def _relation(one: Ids, other: Ids) -> Relation:
    if one.equal == other.equal:
        return Relation.EQUAL
    return Relation.TURNED if one.turned == other.turned else Relation.NORMAL
