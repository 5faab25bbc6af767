"""Two tilings that are not the square one: a line of cells, and hexagons in rows that are shifted by turns."""

from __future__ import annotations

from pushbox.board import Board
from pushbox.formats.xsb.board import parse
from pushbox.tiling import Delta, Shape, Tiling

LINE = Tiling(
    name="line",
    names=("left", "right"),
    letters="lr",
    opposites=(1, 0),
    turn=(0, 1),  # cells that are as wide as high, of which only one row counts: half a turn is the mirroring
    mirror=(1, 0),
    shapes=((Shape(((0, -1), (0, 1)), ((0, 0), (1, 0), (1, 1), (0, 1))),),),
    around=((0,), None, (1,), None),
)


def _row(shift: int) -> tuple[Shape, ...]:
    """Return the shape of the hexagons of a row, which begins half a cell further right for a shift of 1."""
    deltas: tuple[Delta, ...] = ((0, -1), (-1, shift - 1), (-1, shift), (0, 1), (1, shift), (1, shift - 1))
    corners = ((0, 0.25), (0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75))
    return (Shape(deltas, tuple([(x + shift / 2, y) for x, y in corners])),)


HEXAGONS = Tiling(
    name="hexagonal",
    names=("left", "up-left", "up-right", "right", "down-right", "down-left"),
    letters="lunrds",  # as in Hexoban
    opposites=(3, 4, 5, 0, 1, 2),
    turn=(1, 2, 3, 4, 5, 0),
    mirror=(3, 2, 1, 0, 5, 4),
    shapes=(_row(0), _row(1)),
    around=((0,), (1,), (2,), (3,), (4,), (5,)),
    pitch=(1.0, 0.75),
)


def hexoban(text: str) -> Board:
    """Return the board of a text of Hexoban, which has two characters a cell, the second of them blank."""
    lines = text.strip("\n").splitlines()
    if (len(lines[0]) - len(lines[0].lstrip())) % 2:
        lines = ["", *lines]  # so that it is the odd rows which are shifted
    flat = parse([line[row % 2 :: 2] for row, line in enumerate(lines)]).board
    return Board(flat.width, flat.height, flat.terrain, flat.pieces, tiling=HEXAGONS)
