"""Which levels are the same, and in which sense."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from ..level import Level
from ..tiling import IDENTITY, Symmetry
from .ids import text_id
from .normalize import normal_rows
from .sokoban_grid import sokoban_grid
from .symmetry import ALL
from .texts import least_texts


class Relation(Enum):
    """How two levels are the same, the closest relation first."""

    EQUAL = "equal"
    SYMMETRIC = "rotated or mirrored"
    NORMAL = "same after normalisation"


class Duplicate(NamedTuple):
    """A level, as its index, that is the same as the first of its group in the sense of `relation`."""

    level: int
    relation: Relation


class Group(NamedTuple):
    """Levels that are the same: the index of the first, and the others in their order."""

    first: int
    others: tuple[Duplicate, ...]


class Ids(NamedTuple):
    """The ids that equal levels share: in every sense, in the first two, in the last alone."""

    equal: str
    canonical: str
    normal: str


def ids(level: Level, symmetries: Iterable[Symmetry] = ALL, *, normalize: bool = False) -> Ids:
    """Return the three ids of a level, which a store can keep to find its duplicates.

    `symmetries` are those that keep the rules of the level's game, and `normalize` says whether its rules allow the
    normal form, and so all symmetries (see `pushbox.analysis.duplicates`).  Otherwise, and where a board has none, the
    last id is the second.  O(cells).
    """
    grid = sokoban_grid(level.board) if normalize else None
    if grid is None:
        least_text = least_texts(level.board)
        canonical = text_id(level, least_text(symmetries))
        return Ids(text_id(level, least_text((IDENTITY,))), canonical, canonical)
    from . import native  # for a plain board alone, of which a library has many: what wants other ids needs no core

    own_text, least = native.position_texts(grid)
    normal = hashlib.sha256(normal_rows(grid).encode("ascii")).hexdigest()[:32]
    return Ids(text_id(level, own_text), text_id(level, least), normal)


def group(level_ids: Iterable[Ids]) -> list[Group]:
    """Return the groups of levels with these ids that are the same, in the order of their first levels.

    A level alone is no group.  O(levels).
    """
    members: dict[str, list[tuple[int, Ids]]] = {}
    for index, ids_of_one in enumerate(level_ids):
        members.setdefault(ids_of_one.normal, []).append((index, ids_of_one))
    return [
        Group(first, tuple(Duplicate(index, _relation(model, other)) for index, other in others))
        for (first, model), *others in members.values()
        if others
    ]


def _relation(one: Ids, other: Ids) -> Relation:
    if one.equal == other.equal:
        return Relation.EQUAL
    return Relation.SYMMETRIC if one.canonical == other.canonical else Relation.NORMAL
