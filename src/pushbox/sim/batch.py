"""Boards of one size that are stepped together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum, IntFlag
from math import prod
from typing import Any

from ..arguments import check_threads, check_type, check_whole, refused
from ..board import Board
from ..games.position import Position
from ..level import Level
from . import native
from .tables import KINDS

Buffer = Any  # what has contiguous items: bytes, a bytearray, a memoryview, a NumPy array, a tensor


class Action(IntEnum):
    """A step of a board, in the order of LURD; whatever is above it is no step either."""

    LEFT = 0
    UP = 1
    RIGHT = 2
    DOWN = 3
    STAY = 4


class Event(IntFlag):
    """What a step has done, a bit each.  `SOLVED` is set wherever every box stands on a goal after it."""

    MOVED = 1
    PUSHED = 2
    ON_GOAL = 4
    LEFT_GOAL = 8
    SOLVED = 16


class Levels:
    """Levels that the boards of a batch begin with, in boards of the size of the largest, with walls around the others.

    A frame of walls is added around all of them where the player of one could come to its edge.  Raises ArgumentError
    for a level that is not plain Sokoban with one player, UnsupportedError for boards of more than 65,000 cells.
    """

    def __init__(self, levels: Iterable[Level | Position]) -> None:
        self.native = native.levels_of(levels)

    def __len__(self) -> int:
        return len(self.native)

    @property
    def height(self) -> int:
        """The rows of each board."""
        return self.native.height

    @property
    def width(self) -> int:
        """The columns of each board."""
        return self.native.width


class Batch:
    """So many boards, each with a level of its own to begin with: the first, the second, and again from the first.

    `cells` is the buffer that they are kept in, of shape (boards, height, width), one byte a cell: the sum of 1 (wall),
    2 (goal), 4 (box) and 8 (player).  It is the observation too, as each step changes it.  A new one is made if none is
    given; nobody else may write to it.

    What methods write goes to `out`, which is returned; a new buffer is made if none is given.  All buffers hold bytes
    (uint8) unless it is said otherwise, have no gaps, and share no memory.  Methods raise ArgumentError where that is
    not so.  Long ones use `threads` processors.
    """

    def __init__(
        self, levels: Levels | Iterable[Level | Position], boards: int, *, cells: Buffer = None, threads: int = 1
    ) -> None:
        check_whole("boards", boards, 1, _MOST_BOARDS)
        check_threads(threads)
        self.levels = levels if isinstance(levels, Levels) else Levels(levels)
        self.threads = threads
        shape = (boards, self.levels.height, self.levels.width)
        memory = _new(shape) if cells is None else cells
        self._native = native.boards_of(self.levels.native, boards, memory)
        self._cells = memoryview(memory).cast("B").toreadonly().cast("B", shape)

    def __len__(self) -> int:
        return len(self._cells)

    @property
    def cells(self) -> memoryview:
        """A view of all boards, of shape (boards, height, width), which follows each step."""
        return self._cells

    @property
    def shape(self) -> tuple[int, int, int]:
        """Boards, height and width."""
        return (len(self), self.levels.height, self.levels.width)

    # Positions --------------------------------------------------------------------------------------------------------

    def reset(self, boards: Sequence[int] | None = None, levels: Sequence[int] | None = None) -> None:
        """Begin anew on some boards, or on all: with the level of this number on each, or as the batch began."""
        which = range(len(self)) if boards is None else boards
        begun = [board % len(self.levels) for board in which] if levels is None else levels
        with native.refusing():
            self._native.reset([*which], [*begun])

    def put(self, board: int, position: Level | Position) -> None:
        """Put a position on a board.  One that no board of this batch can hold is an ArgumentError."""
        with native.refusing():
            self._native.put(board, native.cells_of("position", position))

    def put_next(self, boards: Sequence[int], stream: native.LevelStream) -> None:
        """Put the next levels of a stream of `pushbox.generator.level_stream` on boards, made as they are needed."""
        with native.refusing():
            self._native.put_next([*boards], stream)

    def copy(self, sources: Sequence[int], targets: Sequence[int]) -> None:
        """Put the positions of some boards on others, as a search does; one after the other."""
        with native.refusing():
            self._native.copy([*sources], [*targets])

    def board(self, board: int) -> Board:
        """Return a board as a value, for what plays or draws one."""
        check_whole("board", board, 0, len(self) - 1)
        _, height, width = self.shape
        cells = self._cells.cast("B")[board * height * width : (board + 1) * height * width]
        return native.board_of(width, height, bytes(cells))

    # Steps ------------------------------------------------------------------------------------------------------------

    def step(self, actions: Buffer, out: Buffer = None) -> Buffer:
        """Step on each board, and write the `Event` of each.  An illegal step changes nothing.

        `actions` has an `Action` for each board, or several rows of them, (steps, boards), which are played one after
        the other in one call.
        """
        events = _new(native.view("actions", actions).shape or ()) if out is None else out
        try:
            self._native.step(actions, events, self.threads)
        except native.REFUSALS as error:
            raise native.refusal(error) from None
        return events

    def step_back(self, actions: Buffer, events: Buffer) -> None:
        """Take back the last step of each board: the actions that it was called with, and the events that it wrote."""
        with native.refusing():
            self._native.step_back(actions, events)

    def legal_moves(self, out: Buffer = None) -> Buffer:
        """Write for each board and each direction whether a step is legal, of shape (boards, 4).

        A byte has the bits `Event.MOVED` and `Event.PUSHED` of that step; 0 is none.
        """
        return self._write(self._native.legal, (len(self), 4), out)

    # Pushes -----------------------------------------------------------------------------------------------------------

    def push(self, actions: Buffer, out: Buffer = None, moves: Buffer = None) -> tuple[Buffer, Buffer]:
        """Walk to a box and push it on each board; write the `Event` and the number of moves (uint16) of each.

        An action (uint32) is four times the cell of a box, counted row by row, and the direction.  One that is no push
        changes nothing and takes no move.  The walk is a shortest one.
        """
        events = _new((len(self),)) if out is None else out
        moves = memoryview(bytearray(2 * len(self))).cast("H") if moves is None else moves
        with native.refusing():
            self._native.push(actions, events, moves, self.threads)
        return events, moves

    def legal_pushes(self, out: Buffer = None) -> Buffer:
        """Write 1 for each push that the player can walk to, else 0, of shape (boards, height, width, 4)."""
        return self._write(lambda out: self._native.pushes(out, self.threads), (*self.shape, 4), out)

    # Observations -----------------------------------------------------------------------------------------------------

    def observe(self, table: bytes, out: Buffer = None, *, planes: bool = False) -> Buffer:
        """Write what a `table` says of each cell, of shape (boards, height, width, bytes).

        With `planes` it is (boards, bytes, height, width).  See `PLANES` and `XSB`.
        """
        check_type("table", table, bytes, "a table, such as sim.PLANES")
        depth, odd = divmod(len(table), KINDS)
        if odd or not depth:
            raise refused("table", table, f"{KINDS} rows of equal length")
        boards, height, width = self.shape
        shape = (boards, depth, height, width) if planes else (boards, height, width, depth)
        return self._write(lambda out: self._native.observe(table, planes, out), shape, out)

    def tiles(self, tiles: bytes, side: int, out: Buffer = None) -> Buffer:
        """Write a picture of each board, of shape (boards, side * height, side * width, 3).

        `tiles` has `side` rows of as many pixels of three bytes for each of the 16 sums of bits that a cell may be.
        """
        check_type("tiles", tiles, bytes, "the pixels of 16 tiles")
        check_whole("side", side, 1, _LONGEST_SIDE)
        boards, height, width = self.shape
        shape = (boards, side * height, side * width, 3)
        return self._write(lambda out: self._native.tiles(tiles, side, out), shape, out)

    def players(self, out: Buffer = None) -> Buffer:
        """Write the cell of each board's player (uint16), counted row by row."""
        return self._numbers(self._native.players, out)

    def boxes_left(self, out: Buffer = None) -> Buffer:
        """Write for each board how many boxes are not on a goal (uint16)."""
        return self._numbers(self._native.astray, out)

    def _write(self, write: Any, shape: tuple[int, ...], out: Buffer) -> Buffer:
        out = _new(shape) if out is None else out
        with native.refusing():
            write(out)
        return out

    def _numbers(self, write: Any, out: Buffer) -> Buffer:
        out = memoryview(bytearray(2 * len(self))).cast("H") if out is None else out
        with native.refusing():
            write(out)
        return out


_MOST_BOARDS = 100_000_000
_LONGEST_SIDE = 256  # pixels


def _new(shape: tuple[int, ...]) -> memoryview:
    """Return a new buffer of bytes."""
    return memoryview(bytearray(prod(shape))).cast("B", shape)
