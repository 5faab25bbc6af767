"""Games in which a move names a piece by its cell: how it is written, chosen by key, and dragged."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar, cast

from ...board import Piece
from ...errors import IllegalMove, NotationError
from ...grid import Cell, Grid
from ...tiling import Direction
from ..api import Controls, Focus, Key, PlayerAction, Rules, moved_pieces

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)

_GAP = re.compile(r"[\s;]*")


class PieceControls(Controls[State, Move]):
    """Controls of pieces that keys choose and then move; each move is written by itself, a space between them."""

    @abstractmethod
    def piece_key(self, state: State, piece: Piece, key: Key) -> Move | PlayerAction | None:
        """Return the meaning of a key for the steered piece, or None."""

    @abstractmethod
    def format_move(self, state: State, move: Move) -> str:
        """Return a legal move in the game's notation."""

    def key(self, state: State, focus: Piece | None, key: Key) -> Move | Focus | PlayerAction | None:
        if key in {"next", "previous"}:
            return cycle_focus(self.focus(state), focus, key)
        return None if focus is None else self.piece_key(state, focus, key)

    def pushable(self, state: State, limit: int) -> Mapping[Cell, Sequence[Direction]] | None:
        """Return the pieces that the keys of directions move, however far, each with the directions."""
        del limit
        grid = self.rules.board(state).grid
        ways: dict[Cell, list[Direction]] = {}
        for piece in self.focus(state):
            for direction, name in enumerate(grid.tiling.names):
                move = self.piece_key(state, piece, cast(Key, name))
                if move is None or isinstance(move, PlayerAction):
                    continue
                transition = self.rules.apply(state, move)
                if transition is not None and piece in moved_pieces(transition.changes):
                    ways.setdefault(piece.anchor, []).append(direction)
        return ways

    def format(self, state: State, moves: Sequence[Move]) -> str:
        text = []
        for number, move in enumerate(moves, start=1):
            transition = self.rules.apply(state, move)
            if transition is None:
                raise IllegalMove(self.rules.explain_illegal(state, move), step=number)
            text.append(self.format_move(state, move))
            state = transition.state
        return " ".join(text)


def format_cell(shape: Grid, cell: Cell) -> str:
    """Return a cell as ``row,column`` from 0."""
    row, column = shape.rc(cell)
    return f"{row},{column}"


def parse_cells(shape: Grid, text: str, move: re.Pattern[str], example: str) -> Iterator[tuple[Cell, re.Match[str]]]:
    """Yield the moves of a text, white space or ``;`` between them: the cell of each, and how `move` matches it.

    The groups 1 and 2 of `move` are row and column.  Raises NotationError where a text goes on otherwise, and for a
    cell that is not on the board.
    """
    place = 0
    while (place := _GAP.match(text, place).end()) < len(text):  # type: ignore[union-attr]  # it always matches
        match = move.match(text, place)
        if match is None:
            raise NotationError.said("no-move", found=text[place : place + 20], example=example, column=place + 1)
        cell = shape.cell(int(match[1]), int(match[2]))
        if cell == shape.outside:
            raise NotationError.said(
                "cell-off", cell=f"{match[1]},{match[2]}", height=shape.height, width=shape.width, column=place + 1
            )
        yield cell, match
        place = match.end()


def cycle_focus(pieces: Sequence[Piece], focus: Piece | None, key: Key) -> Focus | None:
    """Return the piece that the key ``next`` or ``previous`` chooses."""
    if not pieces:
        return None
    if focus not in pieces:
        return Focus(pieces[0])
    return Focus(pieces[(pieces.index(focus) + (1 if key == "next" else -1)) % len(pieces)])


def drag_paths(
    rules: Rules[State, Move],
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
    paths: dict[Cell, list[Move]] = {origin: []}
    queue = deque([(state, piece)])
    while queue:
        position, body = queue.popleft()
        for move in steps(position, body):
            transition = rules.apply(position, move)
            after = None if transition is None else moved_pieces(transition.changes).get(body, body)
            if transition is None or after is None or after.cells[part] in paths:
                continue
            paths[after.cells[part]] = [*paths[body.cells[part]], move]
            queue.append((transition.state, after))
        if len(paths) > limit:
            return {}
    del paths[origin]
    return paths
