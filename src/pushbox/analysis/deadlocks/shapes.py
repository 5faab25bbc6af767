"""Classify sets of boxes that cannot be solved alone by their shape."""

from __future__ import annotations

from ...grid import Cell
from ...path.walk import reachable_from
from .candidates import diagonals, floor_of
from .puzzle import BoxPuzzle
from .witnesses import Shape


def shape_of(puzzle: BoxPuzzle) -> tuple[Shape, tuple[Cell, ...]]:
    """Return the shape of all boxes of a puzzle, and the cells that show it; see `UnsolvableSet`."""
    if len(puzzle.boxes) == 1:
        return "single", ()
    region, boxes = region_of(puzzle), frozenset(puzzle.cells)
    for diagonal, rim in diagonals(puzzle):
        if rim == boxes and not region & {*diagonal[1:-1]}:
            return "closed_diagonal", diagonal
    if len(puzzle.boxes) == 2:
        return "pair", ()
    if area := _closed_off(puzzle, region):
        return "corral", area
    away = set(puzzle.away())
    home = tuple(cell for cell in puzzle.cells if cell not in away)
    return ("goal_order", home) if home and away else ("set", ())


def region_of(puzzle: BoxPuzzle) -> frozenset[Cell]:
    """Return the cells that the pushers can walk to."""
    return frozenset(reachable_from(puzzle.grid, floor_of(puzzle), puzzle.pushers))


def _closed_off(puzzle: BoxPuzzle, region: frozenset[Cell]) -> tuple[Cell, ...]:
    """Return the cells that the boxes close off, where each of them does, nothing where there is no such area."""
    step, floor = puzzle.grid.step, floor_of(puzzle)
    beside = {towards[box] for towards in step for box in puzzle.cells}
    area = reachable_from(puzzle.grid, floor, (cell for cell in beside if floor[cell] and cell not in region))
    rim = {towards[cell] for towards in step for cell in area}
    return tuple(sorted(area)) if rim.issuperset(puzzle.cells) else ()
