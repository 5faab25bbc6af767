"""Positions of Blockage: stones on a field some of whose cells act once, and the board's pieces that they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...board import Piece, Terrain
from ...grid import Cell
from ..parts.field import Field

BLACK = "black"
ONCE = ("dye", "teleporter")  # the kinds of terrain that act once

Move = tuple[Cell, str, int]  # the cell and the colour of a stone; -1 rolls it to the left, 1 to the right, 0 fixes it


class BlockageField(Field):
    """The constant part of states; cells that act once are unused in it.

    `dyes` are the colours of the dye cells, `exits` the other end of each teleporter.
    """

    __slots__ = ("auto_fix", "cross", "dye_black", "dyes", "exits", "shared_fix", "win_targets")

    def prepare(self) -> None:
        self.dyes = {cell: ground.colour or "" for cell, ground in enumerate(self.terrain) if ground.kind == "dye"}
        self.exits: dict[Cell, Cell] = {}
        for one, two in ends(self.terrain).values():
            self.exits |= {one: two, two: one}
        chosen_options = dict(self.options)
        self.cross = chosen_options.get("overlap") == "cross"
        self.win_targets = chosen_options.get("win") == "targets"
        self.auto_fix = chosen_options.get("auto_fix") == "yes"
        self.dye_black = chosen_options.get("dye") != "coloured"
        self.shared_fix = chosen_options.get("fix") == "shared"

    def takes(self, cell: Cell, colour: str) -> bool:
        """Return whether a cell is a target for stones of a colour."""
        target = self.terrain[cell].colour
        return cell in self.goals and (target == colour or (target is None and colour != BLACK))


class Stone(NamedTuple):
    """A stone: where it is, its colour, whether it is fixed."""

    cell: Cell
    colour: str
    fixed: bool = False


class State(NamedTuple):
    """The stones in a fixed order, the cells that have acted, and the field."""

    stones: tuple[Stone, ...]
    used: frozenset[Cell]
    field: BlockageField


def piece_of(stone: Stone) -> Piece:
    """Return a stone as the board has it."""
    return Piece("stone", (stone.cell,), (stone.colour,), fixed=stone.fixed)


def ends(terrain: Iterable[Terrain]) -> dict[int, list[Cell]]:
    """Return the two ends of each teleporter that has two."""
    pairs: dict[int, list[Cell]] = {}
    for cell, ground in enumerate(terrain):
        if ground.kind == "teleporter":
            pairs.setdefault(ground.pair, []).append(cell)
    return {pair: cells for pair, cells in pairs.items() if len(cells) == 2}
