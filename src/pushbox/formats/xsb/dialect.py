"""What is a format's own where boards stand between lines of text as in XSB; all the rest such formats share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...board import Board
from ..parts import plain
from . import board as boards
from .lines import XSB as XSB_SIGNS
from .lines import Signs


class BadCell(NamedTuple):
    """A place among the rows, both numbers from 0, where no cell could be read."""

    row: int
    column: int
    found: str
    expected: str


class Dialect(NamedTuple):
    """A format that stands boards between lines of text.

    `pitch` tells from the comments above a board how many characters a cell takes, `draw` reads rows of that pitch,
    `rows` is its inverse, with any comment that the board needs above it, and `losses` says what it cannot hold.
    `game` is the game of a board where no words name one.
    """

    name: str
    key: str
    signs: Signs
    pitch: Callable[[list[str]], int]
    draw: Callable[[list[str], int], boards.Drawn | list[BadCell]]
    rows: Callable[[Board], list[str]]
    losses: Callable[[Board], Iterator[str]]
    game: Callable[[Board], str]


def sokoban_or_multiban(board: Board) -> str:
    """Return the game of a board of plain pieces: that for several players where there are several."""
    return "multiban" if len(board.of_kind("pusher")) > 1 else "sokoban"


def _losses(board: Board) -> Iterator[str]:
    faulty = False
    for sentence in plain.losses(board):
        faulty = True
        yield sentence
    if not faulty and (sentence := boards.loss(board)):
        yield sentence


XSB = Dialect(
    "XSB",
    "xsb",
    XSB_SIGNS,
    lambda _: 1,
    lambda rows, _: boards.read(rows),
    boards.write,
    _losses,
    sokoban_or_multiban,
)
