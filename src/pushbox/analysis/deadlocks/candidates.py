"""Groups of neighbouring boxes, which may be a deadlock without the others."""

from __future__ import annotations

from collections.abc import Iterator

from ...grid import Cell
from ...path.walk import reachable_from
from ...tiling import DOWN, LEFT, RIGHT
from .puzzle import BoxPuzzle

_MAX_BOXES = 10  # of boxes that stand together: more take longer to search than the whole often does
_MAX_LOOKED_AT = 500  # boxes on a board whose company is looked at
_RINGS = (1, 2)  # how far from a box its company stands


def box_groups(puzzle: BoxPuzzle) -> list[tuple[Cell, ...]]:
    """Return groups of neighbouring boxes, each once, in a fixed order, small ones first.

    Empty on a board with very many boxes.
    """
    if len(puzzle.boxes) > _MAX_LOOKED_AT:
        return []
    groups = {*(boxes for _, boxes in diagonals(puzzle)), *_area_groups(puzzle), *_companies(puzzle)}
    sizes = range(2, min(_MAX_BOXES, len(puzzle.boxes) - 1) + 1)
    return sorted(
        (tuple(sorted(group)) for group in groups if len(group) in sizes), key=lambda group: (len(group), group)
    )


def diagonals(puzzle: BoxPuzzle) -> Iterator[tuple[tuple[Cell, ...], frozenset[Cell]]]:
    """Yield the diagonals that boxes and walls close at both ends and on both sides, each with these boxes."""
    step, boxes = puzzle.grid.step, frozenset(puzzle.cells)
    floor = floor_of(puzzle)
    for top in range(puzzle.grid.outside):
        if floor[top]:
            continue
        for side in (LEFT, RIGHT):
            diagonal, rim = [top], {top}
            cell = step[side][step[DOWN][top]]
            while floor[cell] and not (floor[step[LEFT][cell]] or floor[step[RIGHT][cell]]):
                diagonal.append(cell)
                rim |= {step[LEFT][cell], step[RIGHT][cell]}
                cell = step[side][step[DOWN][cell]]
            if len(diagonal) > 1 and not floor[cell] and cell != puzzle.grid.outside:
                yield (*diagonal, cell), boxes & {*rim, cell}


def floor_of(puzzle: BoxPuzzle) -> list[bool]:
    """Return for every cell, the sentinel included, whether neither a wall nor a box is there."""
    floor = list(puzzle.free)
    for box in puzzle.cells:
        floor[box] = False
    return floor


def _area_groups(puzzle: BoxPuzzle) -> Iterator[frozenset[Cell]]:
    """Yield the boxes around each area that the pushers cannot walk to."""
    floor, step = floor_of(puzzle), puzzle.grid.step
    seen = reachable_from(puzzle.grid, floor, puzzle.pushers)
    for box in puzzle.cells:
        for towards in step:
            cell = towards[box]
            if floor[cell] and cell not in seen:
                area = reachable_from(puzzle.grid, floor, [cell])
                seen |= area
                yield frozenset(puzzle.cells).intersection(row[near] for near in area for row in step)


def _companies(puzzle: BoxPuzzle) -> Iterator[frozenset[Cell]]:
    """Yield each box with the boxes around it."""
    rows = {box: puzzle.grid.rc(box) for box in puzzle.cells}
    for ring in _RINGS:
        for row, column in rows.values():
            yield frozenset(box for box, (y, x) in rows.items() if max(abs(y - row), abs(x - column)) <= ring)
