"""Positions of Hanano Puzzle: pieces as bits on a field, and the board's pieces that they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...board import Piece
from ...grid import Cell, framed_cell
from ...tiling import DOWN, SQUARE, Direction
from ..parts.field import Field

SOLID = ("wall", "flower")  # the kinds of terrain that no piece can stand on

Bits = int  # a set of cells, on a grid that is one cell wider on every side, so that a shift never wraps


class HananoField(Field):
    """The constant part of states, with its cells as bits.

    `bit` maps each cell to its bit and `cell` each bit position to its cell; `stride` is the shift of a bit in each
    direction. `fixed` is everything that never moves, the surroundings of the board included; `flowers` are the fixed
    flowers of each colour.
    """

    __slots__ = ("bit", "cell", "fixed", "flowers", "stride", "wave")

    def prepare(self) -> None:
        self.stride = SQUARE.strides(self.grid.width + 2)
        places = [framed_cell(cell, self.grid.width) for cell in range(self.grid.outside)]
        self.bit: tuple[Bits, ...] = tuple(1 << place for place in places)
        self.cell: dict[int, Cell] = {place: cell for cell, place in enumerate(places)}
        self.fixed: Bits = (1 << self.stride[DOWN] * (self.grid.height + 2)) - 1
        self.flowers: dict[str, Bits] = {}
        for bit, ground in zip(self.bit, self.terrain, strict=True):
            if ground.kind not in self.solid:
                self.fixed ^= bit
            elif ground.colour:
                self.flowers[ground.colour] = self.flowers.get(ground.colour, 0) | bit
        self.wave = dict(self.options).get("bloom_wave", "all")

    def cells(self, bits: Bits) -> tuple[Cell, ...]:
        """Return cells in reading order."""
        cells = []
        while bits:
            cells.append(self.cell[(bits & -bits).bit_length() - 1])
            bits &= bits - 1
        return tuple(cells)

    def bits(self, cells: Iterable[Cell]) -> Bits:
        """Return cells as bits."""
        return sum(self.bit[cell] for cell in cells)


class Body(NamedTuple):
    """A piece: all its cells; of a stone the cell of the stone itself, its colour and its arrow."""

    cells: Bits
    stone: Bits = 0
    colour: str = ""
    arrow: Direction = -1


class State(NamedTuple):
    """The pieces, the lowest first, and the field that they are on."""

    bodies: tuple[Body, ...]
    field: HananoField


def shifted(bits: Bits, by: int) -> Bits:
    """Return cells moved by a stride."""
    return bits << by if by > 0 else bits >> -by


def ordered(bodies: Iterable[Body]) -> tuple[Body, ...]:
    """Return pieces with the lowest first."""
    return tuple(sorted(bodies, reverse=True))


def body_of(field: HananoField, piece: Piece) -> Body:
    """Return a piece of the board as the state has it."""
    if piece.kind == "block":
        return Body(field.bits(piece.cells))
    return Body(field.bits(piece.cells), field.bit[piece.anchor], piece.colours[0], piece.arrow)


def piece_of(field: HananoField, body: Body) -> Piece:
    """Return a piece of the state as the board has it."""
    if not body.stone:
        return Piece("block", field.cells(body.cells))
    if body.stone == body.cells:
        return Piece("stone", field.cells(body.stone), (body.colour,), arrow=body.arrow)
    cells = (*field.cells(body.stone), *field.cells(body.cells ^ body.stone))
    return Piece("stone", cells, (body.colour,) * 2, arrow=body.arrow, bloomed=True)
