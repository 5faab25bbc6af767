"""Duplicates under the symmetries that each game's rules allow."""

from __future__ import annotations

from pushbox.analysis.duplicates import duplicates, ids
from pushbox.board import FLOOR, Board, Piece
from pushbox.games.registry import find, keys
from pushbox.identity import ALL, UPRIGHT, Relation, Symmetry, canonical_id, transform
from pushbox.level import Level


def test_the_symmetries_are_those_of_the_game() -> None:
    """All eight, but under gravity, and for a game that nobody knows, only those that keep up and down."""
    room = Board(2, 3, (FLOOR,) * 6, (Piece("stone", (4,)),))
    for key in keys():
        level = Level(room, key)
        assert ids(level).canonical == canonical_id(level, UPRIGHT if find(key).info.gravity else ALL)
    unknown = Level(room, "nobody's")
    assert ids(unknown).canonical == canonical_id(unknown, UPRIGHT) != canonical_id(unknown, ALL)


def test_upside_down_is_no_duplicate_where_things_fall() -> None:
    """In a game of which nothing is known a mirrored level is a duplicate, one upside down is not."""
    room = Board(2, 3, (FLOOR,) * 6, (Piece("stone", (0,)),))
    levels = [
        Level(board, "nobody's")
        for board in (room, transform(room, Symmetry(2)), transform(room, Symmetry(0, mirrored=True)))
    ]
    (group,) = duplicates(levels)
    assert (group.first, group.others[0].level, group.others[0].relation) == (0, 2, Relation.SYMMETRIC)
    assert len(group.others) == 1
