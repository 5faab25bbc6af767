"""Ids of levels: the two that the field publishes for Sokoban, and one of pushbox for a level of any game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from ..board import Board
from ..errors import LevelError
from ..level import Level
from ..tiling import Symmetry
from .sokoban_grid import SokobanGrid, cropped, sokoban_grid
from .symmetry import ALL
from .texts import least_text


def exact_id(board: Board) -> str:
    """Return the Exact-Id of a Sokoban board: 16 hexadecimal digits that change with everything but unseen walls.

    It is the MD5 sum of the playable part as it lies.  O(cells).  Raises LevelError for a board that is not of walls,
    floor, goals and boxes with one player.

    Source: Mic and Källmark's Level-Id.
    """
    playable = _playable(board)
    return _sum(playable.text(playable.player))


def unique_id(board: Board) -> str:
    """Return the Unique-Id of a Sokoban board: equal under its symmetries and for every player cell of an area.

    It is the smallest sum over the eight symmetries and the cells that the player can reach without a push, so it costs
    O(cells * reachable cells). Raises LevelError and has its source as `exact_id`.
    """
    playable = _playable(board)
    grids = [playable.transformed(symmetry) for symmetry in ALL]
    return min(_sum(grid.text(cell)) for grid in grids for cell in grid.reach("#$*"))


def _playable(board: Board) -> SokobanGrid:
    grid = sokoban_grid(board)
    if grid is None:
        raise LevelError.said("not-sokoban-id")
    return cropped(grid, grid.reach("#"))


def _sum(text: str) -> str:
    return hashlib.md5(text.encode("ascii"), usedforsecurity=False).hexdigest()[:16].upper()


def canonical_id(level: Level, symmetries: Iterable[Symmetry] = ALL) -> str:
    """Return an id, 32 hexadecimal digits, that is equal for levels which one of the `symmetries` turns into another.

    Game, options and the whole board count; words do not.  What only names things does not count either: the numbers
    that join teleporters and groups of pushers, and the order of the cells of a piece that has not bloomed.  Which
    symmetries keep the rules is known to the caller: under gravity only `UPRIGHT` do.  Pass a whole group of them.
    O(cells) for each.
    """
    return text_id(level, least_text(level.board, symmetries))


def text_id(level: Level, text: str) -> str:
    """Return the id of a level whose position has, in the symmetry that is chosen for it, this text."""
    return text_ids(level, text)[0]


def text_ids(level: Level, *texts: str) -> list[str]:
    """Return the id of each of several texts of a level, as `text_id` does."""
    head = f"{level.game} {sorted(level.options, key=repr)}\n"
    return [hashlib.sha256((head + text).encode("utf-8", "backslashreplace")).hexdigest()[:32] for text in texts]
