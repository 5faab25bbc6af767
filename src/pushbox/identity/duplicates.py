"""Which levels are the same, and in which sense."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from ..board import Board
from ..errors import MissingCore
from ..level import Level
from ..tiling import IDENTITY, Symmetry
from . import native
from .ids import text_ids
from .normalize import MOST_VISITS, plain_normal_rows
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


def ids(
    level: Level, symmetries: Iterable[Symmetry] = ALL, *, normalize: bool = False, cells: bytes | None = None
) -> Ids:
    """Return the three ids of a level, which a store can keep to find its duplicates.

    `symmetries` are those that keep the rules of the level's game, and `normalize` says whether its rules allow the
    normal form, and so all symmetries (see `pushbox.analysis.duplicates`).  Otherwise, and where a board has none, the
    last id is the second.  The `plain_cells` of the board need not be made once more where they are known.  O(cells).
    """
    texts = _plain_texts(level.board, cells) if normalize else None
    if texts is None:
        own, canonical = text_ids(level, *_texts(level.board, symmetries))
        return Ids(own, canonical, canonical)
    own_text, least, normal = texts
    own, canonical = text_ids(level, own_text, least)
    return Ids(own, canonical, hashlib.sha256(normal).hexdigest()[:32])


def _plain_texts(board: Board, cells: bytes | None) -> tuple[str, str, bytes] | None:
    """Return the texts of a plain board, as it lies and the smallest, and its normal form; None for any other."""
    try:
        known = native.plain_cells(board) if cells is None else cells
        return None if known is None else native.plain_texts(board.width, known, MOST_VISITS)
    except MissingCore:
        grid = sokoban_grid(board)
        return None if grid is None else (*_texts(board, ALL), plain_normal_rows(grid).encode("ascii"))


def _texts(board: Board, symmetries: Iterable[Symmetry]) -> tuple[str, str]:
    """Return the `position_text` of a board, and the smallest of some symmetries."""
    least_text = least_texts(board)
    return least_text((IDENTITY,)), least_text(symmetries)


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
