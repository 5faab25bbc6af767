"""The rules of Sokoban in native code, for bulk runs; the Python game is the reference that they are held against."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .. import core
from ..board import FLOOR, GOAL, WALL, Board, Piece, distinct_terrain
from ..errors import UnsupportedError
from ..games.registry import find
from ..identity import native as identity
from ..kinds import PIECE_KINDS
from ..level import Level
from ..metrics import Metrics
from ..sentence import say, word
from ..tiling import SQUARE

_MAX_CELLS = 65_000  # of a board of the core
_WALL, _GOAL, _BOX, _PLAYER = 1, 2, 4, 8
_TERRAIN = {"wall": _WALL, "goal": _GOAL, "floor": 0}
_PIECES = {"box": _BOX, "pusher": _PLAYER}
_PLAIN = Piece("", ())[2:]  # the properties of a piece that has none


def is_plain(board: Board) -> bool:
    """Return whether a board has only parts of plain Sokoban: no properties of cells or pieces, no counter."""
    return (
        board.tiling is SQUARE
        and not board.counters
        and {WALL, FLOOR, GOAL}.issuperset(distinct_terrain(board.terrain))
        and all(len(piece.cells) == 1 and piece[2:] == _PLAIN and piece.kind in _PIECES for piece in board.pieces)
    )


def cells(board: Board) -> tuple[int, int, bytes]:
    """Return width, height and one byte a cell: 1 wall, 2 goal, 4 box, 8 player.

    Raises ValueError for a board that is not plain Sokoban, UnsupportedError for one of more than 65,000 cells.
    """
    if len(board.terrain) > _MAX_CELLS:
        raise UnsupportedError.said("too-large-searched", width=board.width, height=board.height, most=_MAX_CELLS)
    try:
        bits = {id(sort): _TERRAIN[sort.kind] for sort in distinct_terrain(board.terrain)}
        flags = bytearray(map(bits.__getitem__, map(id, board.terrain)))
        for piece in board.pieces:
            flags[piece.anchor] |= _PIECES[piece.kind]
    except KeyError as error:
        message = say("not-plain", part=word("piece" if error.args[0] in PIECE_KINDS else "terrain", error.args[0]))
        raise ValueError(message) from None
    if not is_plain(board):
        raise ValueError(say("variant-not-plain"))
    return board.width, board.height, bytes(flags)


class NativeLine(NamedTuple):
    """A line that was played to its end: letters, counts, when it solved first, and whether it does at the end."""

    text: str
    metrics: Metrics
    solved_at: int | None
    solved: bool


def play_lines(lines: Iterable[tuple[Level | None, str]], threads: int) -> list[NativeLine | None]:
    """Play letters on each level; None where that is not plain Sokoban, and for a text with more than legal steps."""
    given: list[tuple[tuple[int, int, bytes] | None, str]] = []
    last: Level | None = None
    board = None
    for level, text in lines:
        if level is not last:  # which has several solutions
            last, board = level, None if level is None else plain_cells(level)
        given.append((board, text))
    plain = [(board, text) for board, text in given if board is not None]
    played = iter(core.play_lines(plain, threads))
    found = (None if board is None else next(played) for board, _ in given)
    return [line and NativeLine(line[0], Metrics(*line[1]), *line[2:]) for line in found]


def plain_cells(level: Level) -> tuple[int, int, bytes] | None:
    """Return the `cells` of a level of plain Sokoban, None for any other."""
    try:
        is_native = not level.options and find(level.game).info.native_solver == "boxes"
        if not is_native:
            return None
        board = level.board
        quickly = identity.plain_cells(board) if len(board.terrain) <= _MAX_CELLS else None
        return cells(board) if quickly is None else (board.width, board.height, quickly)
    except (UnsupportedError, ValueError):
        return None


def replay(level: Level, text: str) -> tuple[str, bytes]:
    """Try the steps of a LURD text one after the other on a level of plain Sokoban.

    Return for each step its canonical letter, or ``-`` if it is illegal and the next is tried from the same position,
    and the final cells as in `cells`. Raises ValueError for any other letter.
    """
    return core.replay(cells(level.board), text)
