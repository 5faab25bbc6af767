"""Games without a hero, in which a move names a piece by its cell: how it is written, chosen by key, and dragged."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from ...board import Piece
from ...errors import NotationError
from ...grid import Cell, Grid
from ..api import Focus, Game, Key, Transition

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)

_GAP = re.compile(r"[\s;]*")


def written(shape: Grid, cell: Cell) -> str:
    """Return a cell as ``row,column`` from 0."""
    row, column = shape.rc(cell)
    return f"{row},{column}"


def named(shape: Grid, text: str, move: re.Pattern[str], example: str) -> Iterator[tuple[Cell, re.Match[str]]]:
    """Yield the moves of a text, white space or ``;`` between them: the cell of each, and how `move` matches it.

    The groups 1 and 2 of `move` are row and column.  Raises NotationError where a text goes on otherwise, and for a
    cell that is not on the board.
    """
    place = _GAP.match(text).end()  # type: ignore[union-attr]  # it always matches
    while place < len(text):
        match = move.match(text, place)
        if match is None:
            found = repr(text[place : place + 20])
            raise NotationError(f"found {found}, expected a move such as {example}", column=place + 1)
        cell = shape.cell(int(match[1]), int(match[2]))
        if cell == shape.outside:
            found = f"found the cell {match[1]},{match[2]}"
            size = f"{shape.height} rows and {shape.width} columns"
            raise NotationError(f"{found}, expected one on the board of {size}, counted from 0", column=place + 1)
        yield cell, match
        place = _GAP.match(text, match.end()).end()  # type: ignore[union-attr]  # it always matches


def chosen(pieces: Sequence[Piece], focus: Piece | None, key: Key) -> Focus | None:
    """Return which of the pieces that can be steered the key ``next`` or ``previous`` chooses."""
    if not pieces:
        return None
    if focus not in pieces:
        return Focus(pieces[0])
    return Focus(pieces[(pieces.index(focus) + (1 if key == "next" else -1)) % len(pieces)])


def followed(transition: Transition[State], piece: Piece) -> Piece | None:
    """Return what has become of a piece in a turn, None if it has gone."""
    after: Piece | None = piece
    for change in transition.changes:
        if change.original_piece == piece:
            after = change.after if isinstance(change.after, Piece) else None
    return after


def dragged(
    game: Game[State, Move],
    state: State,
    piece: Piece,
    origin: Cell,
    limit: int,
    steps: Callable[[State, Piece], Iterable[Move]],
) -> dict[Cell, list[Move]]:
    """Return the shortest moves of one piece by which its part at `origin` comes to each cell that it can come to.

    `steps` gives the moves to try with the piece.  Each cell is gone through once, so the work is at most `limit` cells
    times those moves; empty where it would be more.
    """
    part = piece.cells.index(origin)
    ways: dict[Cell, list[Move]] = {origin: []}
    waiting = deque([(state, piece)])
    while waiting:
        here, body = waiting.popleft()
        for move in steps(here, body):
            transition = game.apply(here, move)
            after = None if transition is None else followed(transition, body)
            if transition is None or after is None or after.cells[part] in ways:
                continue
            ways[after.cells[part]] = [*ways[body.cells[part]], move]
            waiting.append((transition.state, after))
        if len(ways) > limit:
            return {}
    del ways[origin]
    return ways
