"""Boxes of one colour that touch."""

from __future__ import annotations

from collections.abc import Mapping

from ...grid import Cell, Grid


def group_of(grid: Grid, colours: Mapping[Cell, str], box: Cell) -> set[Cell]:
    """Return the orthogonally connected boxes of one colour that a box is among.  O(boxes)."""
    colour = colours[box]
    group = {box}
    front = [box]
    for cell in front:
        for towards in grid.step:
            if (near := towards[cell]) not in group and colours.get(near) == colour:
                group.add(near)
                front.append(near)
    return group
