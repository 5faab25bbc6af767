"""Tilings: the directions that lead from a cell, how they turn, and the outline of a cell.

A `Tiling` is a value of tables, and a `Grid` is a tiling cut to a size.  `SQUARE` is the tiling of every game so far.
A tiling whose cells are not all alike, such as hexagons in rows that are shifted by turns, or triangles, repeats a
block of shapes.  The cell at (row, column) has the shape ``shapes[row % rows][column % columns]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from .errors import ArgumentError

Direction = int
Delta = tuple[int, int]  # rows, columns
Point = tuple[float, float]  # x, y
Turned = tuple[Direction, ...]  # what each direction becomes; the last item is -1, so that -1, no direction, stays


class Shape(NamedTuple):
    """One kind of cell.

    `deltas` has the (rows, columns) of a step by direction, None if no step leads that way.  `corners` go clockwise
    round the cell, from the place that `Tiling.pitch` gives for its row and column.
    """

    deltas: tuple[Delta | None, ...]
    corners: tuple[Point, ...]


class Symmetry(NamedTuple):
    """Mirror left to right if `mirrored`, then turn clockwise `turns` times by the smallest turn of the tiling."""

    turns: int = 0
    mirrored: bool = False


IDENTITY = Symmetry()
MIRROR = Symmetry(0, mirrored=True)
UPRIGHT = (IDENTITY, MIRROR)  # those that keep up and down, which is what gravity allows


@dataclass(frozen=True, slots=True)
class Tiling:
    """Directions and shapes of cells.

    Directions are ints, and index all tables.  `turn` is what each becomes by the smallest clockwise turn, `mirror`
    what it becomes by mirroring left to right.  `pitch` is the (x, y) between columns and between rows, with the width
    of a cell as the unit.

    `around` names the cells round a cell clockwise, each by the steps that lead to it.  Two that follow one another
    share an edge, and every neighbour is one of them: four squares touch at an edge and four at a corner.  None stands
    for a gap, past which nobody walks from one neighbour to the next.
    """

    name: str
    names: tuple[str, ...]
    letters: str
    opposites: tuple[Direction, ...]
    turn: tuple[Direction, ...]
    mirror: tuple[Direction, ...]
    shapes: tuple[tuple[Shape, ...], ...]
    around: tuple[tuple[Direction, ...] | None, ...]
    pitch: Point = (1.0, 1.0)
    directions: tuple[Direction, ...] = field(init=False, repr=False, compare=False)
    places: tuple[int, ...] = field(init=False, repr=False, compare=False)  # of the neighbours in `around`
    symmetries: tuple[Symmetry, ...] = field(init=False, repr=False, compare=False)
    _turned: dict[Symmetry, Turned] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        directions = tuple(range(len(self.names)))
        tables = (self.opposites, self.turn, self.mirror, *(shape.deltas for shape in chain(*self.shapes)))
        if len(self.letters) != len(directions) or any(len(table) != len(directions) for table in tables):
            found = f"{self.name}: found tables of unlike lengths"
            raise ArgumentError(f"{found}, expected an entry for each of the {len(directions)} directions")
        object.__setattr__(self, "directions", directions)
        object.__setattr__(self, "places", tuple([self.around.index((direction,)) for direction in directions]))
        turned = {Symmetry(turns): table for turns, table in enumerate(self._turns())}
        mirrored = [(turns, tuple([table[end] for end in self.mirror])) for (turns, _), table in turned.items()]
        turned |= {Symmetry(turns, mirrored=True): table for turns, table in mirrored}
        object.__setattr__(self, "symmetries", tuple(turned))
        object.__setattr__(self, "_turned", {symmetry: (*table, -1) for symmetry, table in turned.items()})

    def _turns(self) -> Iterator[tuple[Direction, ...]]:
        """Yield what the directions become by 0, 1, 2 ... turns, until they are what they were."""
        turned = self.directions
        while True:
            yield turned
            turned = tuple([self.turn[direction] for direction in turned])
            if turned == self.directions:
                return

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> str | tuple[object, ...]:
        if self is SQUARE:
            return "SQUARE"
        given = (self.name, self.names, self.letters, self.opposites, self.turn, self.mirror, self.shapes)
        return Tiling, (*given, self.around, self.pitch)

    def __repr__(self) -> str:
        return f"<{self.name} tiling>"

    def direction(self, name: str) -> Direction:
        """Return the direction of a name, such as ``left``."""
        return self.names.index(name)

    def shape(self, row: int, column: int) -> Shape:
        """Return the shape of the cell at (row, column)."""
        block = self.shapes[row % len(self.shapes)]
        return block[column % len(block)]

    def outline(self, row: int, column: int) -> tuple[Point, ...]:
        """Return the corners of the cell at (row, column), clockwise, with the width of a cell as the unit."""
        x, y = column * self.pitch[0], row * self.pitch[1]
        return tuple([(x + dx, y + dy) for dx, dy in self.shape(row, column).corners])

    @property
    def deltas(self) -> tuple[Delta, ...]:
        """The (rows, columns) of a step by direction.  Raises ArgumentError for a tiling whose cells are not alike."""
        shapes = {*chain(*self.shapes)}
        deltas = [delta for delta in next(iter(shapes)).deltas if delta]
        if len(shapes) > 1 or len(deltas) < len(self.directions):
            raise ArgumentError(f"found the {self.name} tiling, expected one whose cells are all alike")
        return tuple(deltas)

    def strides(self, width: int) -> tuple[int, ...]:
        """Return how much the number of a cell changes with a step, by direction, in rows of `width` cells.

        Raises ArgumentError as `deltas` does.
        """
        return tuple([rows * width + columns for rows, columns in self.deltas])

    def turned(self, symmetry: Symmetry) -> Turned:
        """Return what each direction becomes; -1, no direction, stays."""
        return self._turned[symmetry]

    def inverse(self, symmetry: Symmetry) -> Symmetry:
        """Return the symmetry that undoes another.  A mirroring undoes itself."""
        return symmetry if symmetry.mirrored else Symmetry(-symmetry.turns % (len(self.symmetries) // 2))

    def turned_letters(self, text: str, symmetry: Symmetry) -> str:
        """Return what moves in letters become.  Capitals stay capitals, and other characters stay."""
        turned = "".join([self.letters[direction] for direction in self.turned(symmetry)[:-1]])
        return text.translate(str.maketrans(self.letters + self.letters.upper(), turned + turned.upper()))


def turned_ports(ports: int, turned: Turned) -> int:
    """Return what a bit set of directions becomes, as `Tiling.turned` says."""
    return sum(1 << end for direction, end in enumerate(turned) if ports >> direction & 1) if ports else 0


SQUARE = Tiling(
    name="square",
    names=("left", "up", "right", "down"),
    letters="lurd",
    opposites=(2, 3, 0, 1),
    turn=(1, 2, 3, 0),
    mirror=(2, 1, 0, 3),
    shapes=((Shape(((0, -1), (-1, 0), (0, 1), (1, 0)), ((0, 0), (1, 0), (1, 1), (0, 1))),),),
    around=((0,), (0, 1), (1,), (1, 2), (2,), (2, 3), (3,), (3, 0)),
)

# For games and formats whose rules are about squares.
LEFT, UP, RIGHT, DOWN = SQUARE.directions
