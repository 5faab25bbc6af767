"""Bounds on work, seen before it begins, whose cost a text can hide: a short line may be a large board."""

from __future__ import annotations

import math
import re
from typing import Any

from .. import notation
from ..errors import NotationError
from ..formats import archives
from .errors import ApiError
from .settings import Limits

MAX_MOVES = 200_000  # moves of a line

_MAX_DIGITS = 7  # of a run length that is multiplied out
# A run length of a row: between two of its signs, or where the row begins.
_RUN = re.compile(rf"(?:^|(?<=[#@$*+._|\-]))(\d{{1,{_MAX_DIGITS}}})(?=[#@$*+._|\-])", re.MULTILINE)


def cells_of_text(text: str) -> int:
    """Return about how many cells the levels of a text have, its other characters counted too.  O(characters)."""
    return len(text) + sum(map(int, _RUN.findall(text)))


def cells_of_file(content: str | bytes) -> int:
    """Return about how many cells a text has, or a file by its bytes, those in an archive counted.

    Raises FormatError for an archive that cannot be unpacked, or holds more than is ever read.
    """
    if isinstance(content, str):
        return cells_of_text(content)
    files = [file.data for file in archives.files(content)] if archives.kind(content) else [content]
    return sum(cells_of_text(data.decode("latin-1")) for data in files)


def cells_of_level(value: dict[str, Any]) -> int:
    """Return the number of cells that a level in JSON claims, or 0."""
    board = value.get("board")
    sides = (board.get("width"), board.get("height")) if isinstance(board, dict) else ()
    width, height = (side if isinstance(side, int) and side > 0 else 0 for side in sides or (0, 0))
    return width * height


def moves_of(text: str) -> int:
    """Return the number of moves of a line with run lengths; no other notation is shorter than its moves."""
    try:
        return sum(len(token.text) for token in notation.tokens(text))
    except NotationError:
        return len(text)


def check_cells(cells: int, limits: Limits) -> None:
    """Refuse levels with too many cells in all."""
    if cells > limits.cells:
        raise ApiError.said("too-large", "many-cells", count=cells, most=limits.cells)


def check_moves(text: str, cells: int, limits: Limits) -> None:
    """Refuse a line with too many moves, or too many for a board of this size."""
    moves = moves_of(text)
    if moves > MAX_MOVES:
        raise ApiError.said("too-large", "too-many-moves", count=moves, most=MAX_MOVES)
    if moves * cells > limits.steps:
        most = limits.steps // cells
        raise ApiError.said("too-large", "moves-on-cells", count=moves, cells=cells, most=most)


def weigh_moves(text: str) -> float:
    """Return an upper bound of the moves of a line, infinity if only its notation shows it. O(characters)."""
    if "(" in text and any(character.isdigit() for character in text):
        return math.inf
    return len(text) + sum(int(run[:_MAX_DIGITS]) for run in re.findall(r"\d+", text))
