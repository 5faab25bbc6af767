"""Batches in native code, and the cells that go into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .. import board, core
from ..arguments import check_type, refused
from ..board import Board, Piece
from ..errors import ArgumentError
from ..games.position import Position
from ..games.registry import find
from ..level import Level
from ..play.native import cells
from ..sentence import located, say
from .tables import BOX, GOAL, PLAYER, WALL

if TYPE_CHECKING:
    from pushbox._core import BatchLevels, Boards
    from pushbox._core import LevelStream as LevelStream  # noqa: PLC0414  # for batch.py, which has the type by this name


def levels_of(levels: Iterable[Level | Position]) -> BatchLevels:
    """Return levels for boards of one size.  Raises ArgumentError for one that is not plain Sokoban with one player."""
    every = [cells_of("levels", level) for level in levels]
    if not every:
        raise refused("levels", every, say("one-level-or-more"))
    with refusing("levels"):
        return core.BatchLevels(every)


def boards_of(levels: BatchLevels, boards: int, buffer: object) -> Boards:
    """Return boards in a buffer.  Raises ArgumentError for one of another size, or that cannot be written to."""
    with refusing():
        return core.Boards(levels, boards, buffer)


def cells_of(name: str, level: Level | Position) -> tuple[int, int, bytes]:
    """Return width, height and cells of a level or a position of plain Sokoban.  Raises ArgumentError for any other."""
    check_type(name, level, Level | Position, "levels or positions")
    level = level.level if isinstance(level, Position) else level
    if level.options or find(level.game).info.native_solver != "boxes":
        raise refused(name, level, "levels of plain Sokoban")
    with refusing(name):
        return cells(level.board)


def board_of(width: int, height: int, cells: bytes) -> Board:
    """Return the board of cells."""
    terrain = tuple(_TERRAIN[bits & (WALL | GOAL)] for bits in cells)
    places = [(kind, cell) for kind, bit in _PIECES for cell, bits in enumerate(cells) if bits & bit]
    return Board(width, height, terrain, tuple(Piece(kind, (cell,)) for kind, cell in places))


_TERRAIN = {WALL: board.WALL, GOAL: board.GOAL, 0: board.FLOOR}
_PIECES = (("pusher", PLAYER), ("box", BOX))


@contextmanager
def refusing(name: str = "") -> Iterator[None]:
    """Raise ArgumentError for what the core refuses; its sentence names the argument, or `name` does."""
    try:
        yield
    except REFUSALS as error:
        raise refusal(error, name) from None


REFUSALS = (BufferError, IndexError, TypeError, ValueError)  # of the core


def refusal(error: Exception, name: str = "") -> ArgumentError:
    """Return the error for what the core refuses."""
    return ArgumentError(located(name, str(error)) if name else str(error))


def view(name: str, buffer: object) -> memoryview:
    """Return a view of a buffer.  Raises ArgumentError for what has none."""
    with refusing(name):
        return memoryview(buffer)  # type: ignore[arg-type]  # tried
