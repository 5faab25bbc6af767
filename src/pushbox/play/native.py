"""The rules of Sokoban in native code, for bulk runs; the Python game is the reference that they are held against."""

from __future__ import annotations

from .. import core
from ..board import FLOOR, GOAL, WALL, Board, Piece, distinct_terrain
from ..errors import UnsupportedError
from ..kinds import PIECE_KINDS
from ..level import Level
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


def replay(level: Level, text: str) -> tuple[str, bytes]:
    """Try the steps of a LURD text one after the other on a level of plain Sokoban.

    Return for each step its canonical letter, or ``-`` if it is illegal and the next is tried from the same position,
    and the final cells as in `cells`. Raises ValueError for any other letter.
    """
    return core.replay(cells(level.board), text)
