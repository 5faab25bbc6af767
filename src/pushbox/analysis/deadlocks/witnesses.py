"""Witnesses: proofs that a position can never be solved, as values that a checker can recompute.

Most rest on one fact of games in which a box is only an obstacle: a position with fewer boxes is never harder, because
a push of a missing box becomes a walk. So a set of boxes that cannot be solved alone, with the pusher in place and all
goals open, makes every position dead that contains it.

Source: the kinds are those of the Sokoban Wiki; Junghanns and Schaeffer, "Sokoban: Enhancing general single-agent
search methods using domain knowledge" (2001), for sets of boxes that are searched alone.

Each witness has a `kind`, the `boxes` concerned in display order, and the `cells` beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from ...grid import Cell
from ...tiling import Direction

Kind = Literal[
    "dead_square", "freeze", "bipartite", "closed_diagonal", "single", "pair", "corral", "goal_order", "set",
    "no_push", "exhausted", "lost",
]  # fmt: skip
Shape = Literal["closed_diagonal", "single", "pair", "corral", "goal_order", "set"]
SHAPES: tuple[Shape, ...] = ("closed_diagonal", "single", "pair", "corral", "goal_order", "set")

MAX_POSITIONS = 200_000  # of an exhaustive search that a witness stands for


class AxisBlock(NamedTuple):
    """Why a box cannot be pushed along an axis.

    There is a ``wall`` or a ``box`` that is frozen too beside it in a `direction`, or both neighbours are ``dead``
    squares for it; then the direction is left or up.
    """

    reason: Literal["wall", "box", "dead"]
    direction: Direction


class FrozenBox(NamedTuple):
    """A box that can never be pushed again, unless onto a dead square, with the reason on each axis."""

    cell: Cell
    horizontal: AxisBlock
    vertical: AxisBlock


@dataclass(frozen=True, slots=True)
class DeadSquare:
    """A box on a square from which no pushes lead to a goal of its number, were it alone on the board.

    `live` are the squares from which some do: the closure of these goals under single pulls.
    """

    kind: ClassVar[Kind] = "dead_square"
    cells: ClassVar[tuple[Cell, ...]] = ()

    box: Cell
    live: frozenset[Cell]

    @property
    def boxes(self) -> tuple[Cell, ...]:
        """The boxes concerned, in the order in which they are shown."""
        return (self.box,)


@dataclass(frozen=True, slots=True)
class Freeze:
    """Boxes that hold each other, unless one is lost on a dead square; the first is on no goal of its number.

    They are a chain: each but the first holds one that stands before it.
    """

    kind: ClassVar[Kind] = "freeze"
    cells: ClassVar[tuple[Cell, ...]] = ()

    frozen: tuple[FrozenBox, ...]

    @property
    def boxes(self) -> tuple[Cell, ...]:
        """The boxes concerned, in the order in which they are shown."""
        return tuple(box.cell for box in self.frozen)


@dataclass(frozen=True, slots=True)
class Bipartite:
    """Boxes that reach fewer `goals` than they are, each alone on a board on which the `frozen` boxes are walls."""

    kind: ClassVar[Kind] = "bipartite"

    stranded: tuple[Cell, ...]
    goals: tuple[Cell, ...]
    frozen: tuple[FrozenBox, ...]

    @property
    def boxes(self) -> tuple[Cell, ...]:
        """The boxes concerned, in the order in which they are shown."""
        return (*self.stranded, *(box.cell for box in self.frozen))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that are shown beside the boxes."""
        return self.goals


@dataclass(frozen=True, slots=True)
class UnsolvableSet:
    """Boxes that cannot be solved alone: every position that they can get into has been looked at.

    `region` are the cells that the pushers can walk to while these boxes stand alone on the board.  `positions` is how
    many there are, no box ever on a dead square for it: of one pusher the boxes and their region, of several the boxes
    and their cells.  `shape` says what the boxes look like, and `cells` shows it: the diagonal, from end to end, or
    the area that they close off.
    """

    shape: Shape
    boxes: tuple[Cell, ...]
    region: frozenset[Cell]
    positions: int
    cells: tuple[Cell, ...] = ()

    @property
    def kind(self) -> Kind:
        """The kind of the deadlock."""
        return self.shape


@dataclass(frozen=True, slots=True)
class Exhausted:
    """The whole position, in any game: none of the `positions` that it leads to is solved.

    Positions lost by the rules lead nowhere. `pushes` tells whether anything is ever pushed.
    """

    boxes: ClassVar[tuple[Cell, ...]] = ()
    cells: ClassVar[tuple[Cell, ...]] = ()

    positions: int
    pushes: bool

    @property
    def kind(self) -> Kind:
        """The kind of the deadlock."""
        return "exhausted" if self.pushes else "no_push"


@dataclass(frozen=True, slots=True)
class LostByRules:
    """A position that the rules themselves call lost, with their reason."""

    kind: ClassVar[Kind] = "lost"
    boxes: ClassVar[tuple[Cell, ...]] = ()
    cells: ClassVar[tuple[Cell, ...]] = ()

    reason: str


Witness = DeadSquare | Freeze | Bipartite | UnsolvableSet | Exhausted | LostByRules
