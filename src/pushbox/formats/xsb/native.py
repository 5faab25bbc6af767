"""Files of plain levels in native code, as most large files are."""

from __future__ import annotations

from ... import core
from ...board import FLOOR, GOAL, WALL
from ...level import Collection, Level, Source
from ..bounds import MOST_CELLS, MOST_LEVELS, LevelReads
from ..text import with_line_feeds
from .board import of_cells


def plain_levels(text: str, game: str) -> Collection | None:
    """Return the levels of a text, of a `game`, where each is a plain board of Sokoban, with a remark as title or none.

    None where anything has to be said about one of them, or where there is anything else: that is for
    `pushbox.formats.xsb.reading`, which finds the same levels.  Raises TooLarge as that does.
    """
    found = core.plain_levels(with_line_feeds(text), (WALL, FLOOR, GOAL), MOST_LEVELS, MOST_CELLS)
    if found is None:
        return None
    reads = LevelReads()
    for title, lines, line, top, column, width, terrain, boxes, player in found:
        board = of_cells(width, terrain, boxes, (player,))
        reads.add(Level(board, game, title=title, source=Source(lines, line, board, top, column)))
    return reads.collection()
