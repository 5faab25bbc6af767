"""The constant part of a level, shared by all its states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, Self

from ...board import Board, NamedCounter, Piece, Terrain
from ...grid import Cell, Grid
from ...level import Level, Scalar


class Field:
    """The terrain and the options of a level, with what follows from them.

    It is a value, and part of every state of the level; its hash is computed once and late, so that a state's hash does
    not pay for what never changes.  `free` tells for every cell, the sentinel off the board included, whether its kind
    is none of those that are `solid`.  A game that needs more of a field prepares it in a subclass.
    """

    __slots__ = ("_hash", "free", "goals", "grid", "options", "solid", "terrain")

    def __init__(
        self,
        shape: Grid,
        terrain: tuple[Terrain, ...],
        options: tuple[tuple[str, Scalar], ...] = (),
        solid: tuple[str, ...] = ("wall",),
    ) -> None:
        self.grid = shape
        self.terrain = terrain
        self.options = options
        self.solid = solid
        kinds = [cell.kind for cell in terrain]
        self.free: tuple[bool, ...] = (*[kind not in solid for kind in kinds], False)
        self.goals: frozenset[Cell] = frozenset([cell for cell, kind in enumerate(kinds) if kind == "goal"])
        self._hash: int | None = None
        self.prepare()

    def prepare(self) -> None:
        """Compute the data that the rules of a game need."""

    @classmethod
    def of(cls, board: Board, options: tuple[tuple[str, Scalar], ...] = (), solid: tuple[str, ...] = ("wall",)) -> Self:
        """Return the field of a board, with the options of the level and what is solid in the palette of the game."""
        return cls(board.grid, board.terrain, options, solid)

    def level(
        self,
        game: str,
        pieces: Iterable[Piece],
        counters: tuple[NamedCounter, ...] = (),
        terrain: tuple[Terrain, ...] | None = None,
    ) -> Level:
        """Return a level of a game with pieces on the field; its `terrain` may be other by now."""
        cells = self.terrain if terrain is None else terrain
        grid = self.grid
        return Level(Board(grid.width, grid.height, cells, tuple(pieces), counters, grid.tiling), game, self.options)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Field):
            return NotImplemented
        return self._parts() == other._parts()

    def _parts(self) -> tuple[object, ...]:
        return self.grid.width, self.grid.tiling, self.terrain, self.options, self.solid

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self._parts())
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        # Hashes of strings differ between processes, so the hash must be computed anew where it is unpickled.
        return type(self), (self.grid, self.terrain, self.options, self.solid)

    def __repr__(self) -> str:
        return f"<field of {self.grid.width} x {self.grid.height}>"


class FieldState(Protocol):
    """A position on a field."""

    @property
    def field(self) -> Field:
        """The constant part."""

    def __hash__(self) -> int:
        """States are values."""


class BoxState(FieldState, Protocol):
    """A position with boxes."""

    @property
    def boxes(self) -> frozenset[Cell]:
        """The cells with a box."""
