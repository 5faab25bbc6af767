"""Compute the difference between two layouts by the best overlay: turned, mirrored and shifted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ...grid import Cell, cell_of, rc_of
from ...identity.symmetry import ALL
from ...render.annotations import Annotations
from ...tiling import Symmetry
from .layout import LAYERS, SOURCES, Bits, Layers, Layout

_SHARE = 0.15  # of the floor, goals and boxes of a level that may have changed in one that is nearly the same
_SLACK = 2  # cells that an edge may lie off the edge of the other
_MOST_WIDER = 12  # rows or columns that one may have more
_STEP = 16  # bits


class Change(NamedTuple):
    """The cells of a kind that are there in the second level only, and in the first only, on the second's board.

    `beyond` are the numbers of those that lie off that board.
    """

    added: tuple[Cell, ...]
    removed: tuple[Cell, ...]
    beyond: tuple[int, int] = (0, 0)

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of all cells that are there in the second level only, and in the first only."""
        return len(self.added) + self.beyond[0], len(self.removed) + self.beyond[1]


@dataclass(frozen=True, slots=True)
class Difference:
    """The steps from one level to another: a symmetry, then changes of walls, goals and boxes.

    Cells are those of the second level's board; cells off it are only counted. `player_moved` tells whether the player
    begins in another area, `is_corridor` whether all that is new of the floor is several cells in a row, round corners
    too. `count` is the number of all changed cells, once for each kind, `size` that of the floor, goal and box cells of
    the larger level.
    """

    symmetry: Symmetry
    walls: Change
    goals: Change
    boxes: Change
    player_moved: bool
    is_corridor: bool
    count: int
    size: int

    @property
    def is_none(self) -> bool:
        """Whether nothing is changed but how the level is turned, mirrored and shifted."""
        return not self.count and not self.player_moved

    @property
    def likeness(self) -> float:
        """The share that has not changed."""
        return max(0.0, 1 - self.count / self.size)

    @property
    def annotations(self) -> Annotations:
        """Mark the changes on the second level: ``+`` for new things on a cell, ``−`` for removed ones."""
        changes = (self.walls, self.goals, self.boxes)
        added = {cell for change in changes for cell in change.added}
        removed = {cell for change in changes for cell in change.removed}
        marks = {cell: "±" if cell in added & removed else "+" if cell in added else "−" for cell in added | removed}
        return Annotations({"problem": tuple(sorted(marks))}, labels=marks)


class _Overlay(NamedTuple):
    """The first level's layers as they lie over the second's, and how many cells are different."""

    changed: int
    symmetry: Symmetry
    first: Layers


def may_be_near(first: Layout, second: Layout) -> bool:
    """Return whether two layouts have similar cell counts of each kind; if not, they are not nearly equal."""
    changed = sum(abs(one - other) for one, other in zip(first.counts, second.counts, strict=True))
    return changed <= _allowed(max(first.size, second.size))


def _allowed(size: int) -> float:
    """Return how many cells may differ between nearly equal levels of a size."""
    return max(2, _SHARE * size)


def find_difference(first: Layout, second: Layout, *, if_near: bool = False) -> Difference | None:
    """Return the difference of the second level by the overlay with the fewest changes.

    Return None if one is much wider or higher than the other in each of the eight symmetries, and, with `if_near`, if
    the levels are not nearly equal, which is decided sooner. O(cells), some hundred times.
    """
    frame = _Frame.around(first, second)
    best: _Overlay | None = None
    below = frame.place(second.layers(frame.pitch), frame.shift(0, 0))
    most = _allowed(max(first.size, second.size)) if if_near else len(first.grid.signs) + len(second.grid.signs)
    sums, sums_below = first.sums(frame.pitch), second.sums(frame.pitch)
    lines = (first.height, first.width)
    possible: dict[tuple[int, int], list[int]] = {}
    for symmetry in ALL:
        for axis, source in enumerate(SOURCES[symmetry]):
            if (source, axis) not in possible:
                more = (second.height, second.width)[axis] - lines[source % 2]
                possible[source, axis] = frame.shifts(sums[source], sums_below[axis], more, most)
        rows, columns = (possible[source, axis] for axis, source in enumerate(SOURCES[symmetry]))
        if not rows or not columns:
            continue
        layers = first.layers(frame.pitch, symmetry)
        for row, column in product(rows, columns):
            shift = frame.shift(row, column)
            count = (layers.floor << shift ^ below.floor).bit_count()
            if count <= most:
                above = frame.place(layers, shift)
                count += (above.goals ^ below.goals).bit_count() + (above.boxes ^ below.boxes).bit_count()
                if count <= most:
                    best = _Overlay(count, symmetry, above)
                    most = count - 1
    return None if best is None else _difference(frame, best, below, first, second)


class _Frame(NamedTuple):
    """Rows of `pitch` bits in which two layouts lie, the second `margin` rows and columns from the edge."""

    pitch: int
    margin: int

    @classmethod
    def around(cls, first: Layout, second: Layout) -> _Frame:
        sides = (first.width, first.height, second.width, second.height)
        margin = min(max(sides) - min(sides), _MOST_WIDER) + _SLACK
        # In steps, so that layouts of about one size have their layers in rows of one pitch, and make them once.
        return cls(-(-(max(sides) + 2 * margin) // _STEP) * _STEP, margin)

    def shift(self, row: int, column: int) -> int:
        """Convert an offset in rows and columns to a shift in bits."""
        return cell_of(self.margin + row, self.margin + column, self.pitch)

    def shifts(self, first: Bits, second: Bits, more: int, most: float) -> list[int]:
        """Return the rows to shift the first by, of which the second has some more, or the columns.

        Those are left out after which the sums of rows alone differ by more than `most` cells.
        """
        line = LAYERS * self.pitch
        placed = second << self.margin * line
        return [
            shift for shift in _shifts(more) if (first << (self.margin + shift) * line ^ placed).bit_count() <= most
        ]

    def place(self, layers: Layers, shift: int) -> Layers:
        return Layers(*(layer << shift for layer in layers))


@lru_cache(maxsize=64)
def _shifts(more: int) -> tuple[int, ...]:
    """Return the offsets to try between layouts of which one has more rows, or columns; none if it has far more.

    Edges then lie on edges, or nearly so.
    """
    if abs(more) > _MOST_WIDER:
        return ()
    slack = range(-_SLACK, _SLACK + 1)
    return tuple(sorted({*slack, *(more + step for step in slack)}, key=lambda shift: (abs(shift), shift)))


def _difference(frame: _Frame, best: _Overlay, below: Layers, first: Layout, second: Layout) -> Difference:
    def change(new: Bits, old: Bits) -> Change:
        bits = (new & ~old, old & ~new)
        added, removed = (_cells(some, frame, second) for some in bits)
        return Change(added, removed, (bits[0].bit_count() - len(added), bits[1].bit_count() - len(removed)))

    above = best.first
    return Difference(
        best.symmetry,
        change(~below.floor & above.floor, ~above.floor & below.floor),
        change(below.goals, above.goals),
        change(below.boxes, above.boxes),
        not _reached(below.player, below.floor & ~below.boxes, frame) & above.player,
        not above.floor & ~below.floor and _is_corridor(below.floor & ~above.floor, frame),
        best.changed,
        max(first.size, second.size),
    )


def _reached(start: Bits, among: Bits, frame: _Frame) -> Bits:
    """Return the cells that hang together with some, and these."""
    reached, before = start, 0
    while reached != before:
        before = reached
        reached |= (reached << 1 | reached >> 1 | reached << frame.pitch | reached >> frame.pitch) & among
    return reached


def _is_corridor(cells: Bits, frame: _Frame) -> bool:
    """Return whether cells are several that hang together, no four of them in a square."""
    squares = cells & cells >> 1 & cells >> frame.pitch & cells >> frame.pitch + 1
    return cells.bit_count() > 1 and not squares and _reached(cells & -cells, cells, frame) == cells


def _cells(bits: Bits, frame: _Frame, second: Layout) -> tuple[Cell, ...]:
    """Return the cells of the second level's layout that some bits are, in reading order; those off it are left out."""
    cells = []
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        row, column = rc_of(lowest.bit_length() - 1, frame.pitch)
        cells.append(second.board_cell(row - frame.margin, column - frame.margin))
    return tuple(cell for cell in cells if cell is not None)
