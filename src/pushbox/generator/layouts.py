"""Layouts, walls with goals and boxes: which levels share one, and which have nearly the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from .. import levels as shipped_levels
from ..analysis.similarity import NearIndex
from ..board import GOAL, Board, Piece
from ..identity import canonical_id, ids
from ..level import Level


def layout_id(level: Level) -> str:
    """Return an id that two levels share whose walls, goals and boxes are the same, turned and mirrored."""
    return canonical_id(Level(_without_numbers(level.board)))


def likeness_ids(level: Level) -> tuple[str, str]:
    """Return two ids, of which levels share the first that have the same layout, the second the same normal form.

    The normal form is that of `pushbox.identity.normal_text`, of a level without numbers and with one player.
    """
    return layout_id(level), ids(_plain(level), normalize=True).normal


class KnownLayouts:
    """The layouts of levels that no new one may have, nor nearly have (see `pushbox.analysis.similarity`)."""

    def __init__(self, levels: Iterable[Level]) -> None:
        self._ids: set[str] = set()
        self._index = NearIndex()
        for level in levels:
            self._ids.update(likeness_ids(level))
            self._index.add(_plain(level))

    def has_near(self, level: Level) -> bool:
        """Return whether a level has one of these layouts or normal forms, or nearly one of the layouts."""
        return not self._ids.isdisjoint(likeness_ids(level)) or bool(self._index.find(_plain(level)))


@cache
def shipped_layouts() -> KnownLayouts:
    """Return the layouts of the levels that pushbox brings along."""
    return KnownLayouts(level for name in shipped_levels.names() for level in shipped_levels.builtin(name))


def _plain(level: Level) -> Level:
    """Return a level as one of Sokoban, with its first player alone and without numbers: what similarity compares."""
    return Level(_without_numbers(level.board, *level.board.of_kind("pusher")[:1]))


def _without_numbers(board: Board, *others: Piece) -> Board:
    """Return a board with its boxes alone, and other pieces, where boxes and goals have no numbers."""
    terrain = tuple(GOAL if cell.kind == "goal" else cell for cell in board.terrain)
    boxes = tuple(box._replace(number=0) for box in board.of_kind("box"))
    return Board(board.width, board.height, terrain, (*others, *boxes))
