"""What a picture of one character a cell can hold: walls, floor, goals, players and boxes without any more to say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...board import FLOOR, GOAL, WALL, Board, Piece
from ...grid import cell_name
from ...level import Problem
from ..api import MOST_CELLS

LEFT_OUT = "this level was left out"

_TERRAIN = frozenset((WALL, FLOOR, GOAL))


def oversize(width: int, height: int, line: int) -> list[Problem]:
    """Return the problem of a board, in a line, that is larger than any reader takes; none for any other."""
    if width * height <= MOST_CELLS:
        return []
    return [Problem(line, 0, "error", f"found {width} x {height} cells", f"at most {MOST_CELLS:,}", LEFT_OUT)]


def stray_digits(digits: Iterable[str], line: int) -> list[Problem]:
    """Return the problems of digits that were dropped at the ends of rows in run lengths."""
    expected = "a sign after a count"
    return [Problem(line, 0, "warning", f"found {digit} at the end of a row", expected, "dropped") for digit in digits]


def losses(board: Board) -> Iterator[str]:
    """Yield a sentence for everything on a board that such a picture loses, with its cell as on the rulers."""
    size = board.width * board.height
    yield from size_losses(board)
    if not _TERRAIN.issuperset(board.terrain):
        for cell, terrain in enumerate(board.terrain):
            if terrain not in _TERRAIN:
                more = "" if terrain.kind not in ("wall", "floor", "goal") else " with more than its kind"
                yield f"{place(board, cell)}: found {terrain.kind}{more}, expected plain wall, floor or goal"
    yield from stray(board)
    for piece in board.pieces:
        if len(piece.cells) != 1 or not 0 <= (cell := piece.cells[0]) < size:
            continue
        if piece.kind not in ("pusher", "box") or piece != Piece(piece.kind, (cell,)):
            more = "" if piece.kind not in ("pusher", "box") else " with more than its kind"
            yield f"{place(board, cell)}: found a {piece.kind}{more}, expected a plain player or box"


def size_losses(board: Board) -> Iterator[str]:
    """Yield a sentence for a board without cells, which no picture shows."""
    if not board.width * board.height:
        yield f"found a board of {board.width} x {board.height} cells, expected at least one cell"


def stray(board: Board) -> Iterator[str]:
    """Yield a sentence for every piece that has not a cell for itself alone, and for counters: no picture shows it."""
    size = board.width * board.height
    taken: set[int] = set()
    for piece in board.pieces:
        if len(piece.cells) != 1 or not 0 <= piece.cells[0] < size:
            where = place(board, piece.cells[0]) if piece.cells and 0 <= piece.cells[0] < size else "off the board"
            yield f"{where}: found a {piece.kind} on {len(piece.cells)} cells, expected it on one cell of the board"
            continue
        cell = piece.cells[0]
        if board.terrain[cell].kind == "wall" or cell in taken:
            where = "in a wall" if board.terrain[cell].kind == "wall" else "on another piece"
            yield f"{place(board, cell)}: found a {piece.kind} {where}, expected it on a cell of its own"
        taken.add(cell)
    yield from counter_losses(board)


def counter_losses(board: Board) -> Iterator[str]:
    """Yield a sentence for every counter, which no text but JSON has."""
    for counter in board.counters:
        yield f"found the counter {counter.name}, expected none"


def place(board: Board, cell: int) -> str:
    """Return the name of a cell on the rulers."""
    return cell_name(*board.rc(cell))
