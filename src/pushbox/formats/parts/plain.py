"""The contents of a picture with one character per cell: walls, floor, goals, players and boxes without properties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...board import FLOOR, GOAL, WALL, Board, Piece
from ...level import Problem
from ...sentence import say
from ..api import MOST_CELLS

_MORE = say("more-than-kind")
LEFT_OUT = say("level-left-out")

_TERRAIN = frozenset((WALL, FLOOR, GOAL))


def oversize(width: int, height: int, line: int) -> list[Problem]:
    """Return the problem of a board, in a line, that is larger than any reader takes; none for any other."""
    if width * height <= MOST_CELLS:
        return []
    found, expected = say("found-cells", width=width, height=height), say("at-most-of", most=MOST_CELLS)
    return [Problem(line, 0, "error", found, expected, LEFT_OUT)]


def stray_digits(digits: Iterable[str], line: int) -> list[Problem]:
    """Return the problems of digits that were dropped at the ends of rows in run lengths."""
    expected = say("sign-after-count")
    return [Problem(line, 0, "warning", say("digit-at-end", digit=digit), expected, say("dropped")) for digit in digits]


def losses(board: Board) -> Iterator[str]:
    """Yield a sentence for everything on a board that such a picture loses, with its cell as on the rulers."""
    size = board.width * board.height
    yield from size_losses(board)
    for cell, terrain in enumerate(() if _TERRAIN.issuperset(board.terrain) else board.terrain):
        if terrain not in _TERRAIN:
            more = _MORE if terrain.kind in ("wall", "floor", "goal") else ""
            yield say("plain-terrain", place=board.cell_name(cell), terrain=terrain.kind, more=more)
    yield from stray(board)
    for piece in board.pieces:
        if len(piece.cells) != 1 or not 0 <= (cell := piece.cells[0]) < size:
            continue
        if piece.kind not in ("pusher", "box") or piece != Piece(piece.kind, (cell,)):
            more = _MORE if piece.kind in ("pusher", "box") else ""
            yield say("plain-piece", place=board.cell_name(cell), piece=piece.kind, more=more)


def size_losses(board: Board) -> Iterator[str]:
    """Yield a sentence for a board without cells, which no picture shows."""
    if not board.width * board.height:
        yield say("no-cell", width=board.width, height=board.height)


def stray(board: Board) -> Iterator[str]:
    """Yield a sentence for every piece that has not a cell for itself alone, and for counters: no picture shows it."""
    size = board.width * board.height
    taken: set[int] = set()
    for piece in board.pieces:
        cell = piece.cells[0] if piece.cells else -1
        if len(piece.cells) != 1 or not 0 <= cell < size:
            where = board.cell_name(cell) if 0 <= cell < size else say("off-the-board")
            yield say("on-cells", place=where, piece=piece.kind, count=len(piece.cells))
            continue
        if board.terrain[cell].kind == "wall" or cell in taken:
            where = say("in-a-wall") if board.terrain[cell].kind == "wall" else say("on-another")
            yield say("own-cell", place=board.cell_name(cell), piece=piece.kind, where=where)
        taken.add(cell)
    yield from counter_losses(board)


def counter_losses(board: Board) -> Iterator[str]:
    """Yield a sentence for every counter, which no text but JSON has."""
    for counter in board.counters:
        yield say("a-counter", name=counter.name)


def pushes_boxes(board: Board, moves: str) -> bool:
    """Return whether letters ``lurd``, in either case, can all be played on a plain board and push a box.

    O(cells + moves). The rules of the game judge what is a solution; this tells moves from words.
    """
    if len(board.of_kind("pusher")) != 1 or len(board.pieces) != len(board.of_kind("box")) + 1:
        return False
    grid, terrain = board.grid, board.terrain
    (player,) = (piece.anchor for piece in board.of_kind("pusher"))
    boxes = {piece.anchor for piece in board.of_kind("box")}
    pushed = False
    for letter in moves.lower():
        step = grid.step[grid.tiling.letters.index(letter)]
        target = step[player]
        if target >= len(terrain) or terrain[target].kind == "wall":
            return False
        if target in boxes:
            beyond = step[target]
            if beyond >= len(terrain) or terrain[beyond].kind == "wall" or beyond in boxes:
                return False
            boxes ^= {target, beyond}
            pushed = True
        player = target
    return pushed
