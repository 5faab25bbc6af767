"""The field of a proof by closed positions, for the checker: sets of cells as the bits of integers.

A set has a bit for every cell, row by row, with a column of wall between the rows, so that one shift moves all its
cells. Boxes of one number are a class; a set of boxes has the cells of each class, one class after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from ...board import Board, Piece, Terrain
from ...games.position import Position
from ...grid import cell_of, rc_of
from ...sentence import say
from ...tiling import SQUARE
from .claim import MAX_CELLS, MAX_SQUARES

Cells = int  # a set of cells
Boxes = int  # a set of boxes: the cells of the first class in the lowest bits, then those of the next
Symmetry = dict[Boxes, Boxes]  # the image of each box that may be


class Field(NamedTuple):
    """A level as sets: the squares that the player could walk to without boxes, the goals and the boxes by class.

    `squares` are the bits of the squares in reading order.  `is_lost` says that a box which nobody can reach stands off
    its goals, or that a class has more boxes than goals.
    """

    pitch: int
    area: int
    floor: Cells
    squares: tuple[Cells, ...]
    goals: tuple[Cells, ...]
    counts: tuple[int, ...]
    boxes: Boxes
    player: Cells
    is_lost: bool

    @property
    def steps(self) -> tuple[int, int]:
        """Return by how many bits a step right, and a step down, shifts a set."""
        return 1, self.pitch

    def split(self, boxes: Boxes) -> list[Cells]:
        """Return the cells of the boxes of each class."""
        mask = (1 << self.area) - 1
        return [boxes >> (index * self.area) & mask for index in range(len(self.goals))]

    def taken(self, boxes: Boxes) -> Cells:
        """Return the cells of all boxes."""
        if len(self.goals) == 1:
            return boxes
        taken = 0
        for cells in self.split(boxes):
            taken |= cells
        return taken

    def region(self, free: Cells, start: Cells) -> Cells:
        """Return the free cells that can be walked to from some of them."""
        pitch, reached = self.pitch, start
        while True:
            grown = (reached | reached << 1 | reached >> 1 | reached << pitch | reached >> pitch) & free
            if grown == reached:
                return reached
            reached = grown

    def off_goals(self, boxes: Boxes) -> bool:
        """Return whether a box is on no goal of its class."""
        return any(cells & ~goals for cells, goals in zip(self.split(boxes), self.goals, strict=True))


def bits(cells: int) -> Iterator[int]:
    """Yield the members of a set as sets of one, in ascending order."""
    while cells:
        bit = cells & -cells
        yield bit
        cells ^= bit


def symmetries(field: Field) -> list[Symmetry]:
    """Return the rotations and reflections that keep the floor and the goals of each class, but for the identity."""
    places = [rc_of(bit.bit_length() - 1, field.pitch) for bit in field.squares]
    square_at = dict(zip(_from_zero(places), field.squares, strict=True))
    found = []
    for first, down, right in [*product((0, 1), (1, -1), (1, -1))][1:]:
        turned = _from_zero([(down * place[first], right * place[1 - first]) for place in places])
        if square_at.keys() == {*turned}:
            image = {square: square_at[place] for square, place in zip(field.squares, turned, strict=True)}
            if all(goals == sum(image[goal] for goal in bits(goals)) for goals in field.goals):
                shifts = range(0, len(field.goals) * field.area, field.area)
                found.append({own << shift: other << shift for own, other in image.items() for shift in shifts})
    return found


def _from_zero(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Shift places so that the least of each coordinate is 0."""
    top, left = (min(place[axis] for place in places) for axis in (0, 1))
    return [(row - top, column - left) for row, column in places]


def explain_unsupported(position: Position) -> str | None:
    """Return why closed positions prove nothing of a level in one phrase, None where they do.

    Leaving boxes out must only make it easier, and one player must walk.
    """
    info, board = position.game.info, position.board
    if info.native_solver != "boxes" or position.level.options or board.counters or board.tiling is not SQUARE:
        return say("proof-rules")
    plain = (
        all(sort == Terrain(sort.kind, number=sort.number) for sort in {*board.terrain})
        and {sort.kind for sort in board.terrain} <= {"wall", "floor", "goal"}
        and all(piece == Piece(piece.kind, (piece.anchor,), number=piece.number) for piece in board.pieces)
        and {piece.kind for piece in board.pieces} <= {"box", "pusher"}
    )
    if not plain:
        return say("proof-parts")
    return None if len(board.of_kind("pusher")) == 1 else say("proof-players")


def field_of(position: Position) -> Field | None:
    """Return the field of a level, None where it has more than `MAX_SQUARES`, or its board more than `MAX_CELLS`."""
    board = position.board
    if len(board.terrain) > MAX_CELLS:
        return None
    pitch = board.width + 1
    area = pitch * board.height
    cell_bits = [1 << cell_of(*board.rc(cell), pitch) for cell in range(len(board.terrain))]
    passable = sum(bit for bit, terrain in zip(cell_bits, board.terrain, strict=True) if terrain.kind != "wall")
    player = cell_bits[board.of_kind("pusher")[0].anchor]
    empty = Field(pitch, area, passable, (), (), (), 0, player, is_lost=False)
    floor = empty.region(passable, player)
    squares = tuple(bits(floor))
    return None if len(squares) > MAX_SQUARES else _with_pieces(empty, board, floor, squares, cell_bits)


def _with_pieces(empty: Field, board: Board, floor: Cells, squares: tuple[Cells, ...], cell_bits: list[Cells]) -> Field:
    homes = {cell: terrain.number for cell, terrain in enumerate(board.terrain) if terrain.kind == "goal"}
    boxes = {box.anchor: box.number for box in board.of_kind("box")}
    inside = {cell: number for cell, number in boxes.items() if cell_bits[cell] & floor}
    numbers = sorted(set(inside.values()))
    goals = tuple(
        sum(cell_bits[cell] for cell, number in homes.items() if number == own and cell_bits[cell] & floor)
        for own in numbers
    )
    counts = tuple([*inside.values()].count(number) for number in numbers)
    shifted = (cell_bits[cell] << numbers.index(number) * empty.area for cell, number in inside.items())
    return empty._replace(
        floor=floor,
        squares=squares,
        goals=goals,
        counts=counts,
        boxes=sum(shifted),
        is_lost=any(homes.get(cell) != boxes[cell] for cell in boxes.keys() - inside.keys())
        or any(count > own.bit_count() for count, own in zip(counts, goals, strict=True)),
    )
