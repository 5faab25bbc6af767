"""Wires: boxes and terminals with ports, which have contact where neighbours have ports on the sides that they share.

Source: the level with wires on its boxes in seed 000 and the pictures of its page; T.N.T. Bomb Bomb (Thinking Rabbit,
1984) for battery and bomb.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...grid import Cell, Grid
from .state import State

Ports = Mapping[Cell, int]


def ports(state: State) -> Ports:
    """Return the ports of every cell that has any."""
    boxes = {box.anchor: box.ports for box in state.data.special if box.ports}
    return {**state.field.wires, **boxes}


def contacts(grid: Grid, wires: Ports, cell: Cell) -> Iterator[Cell]:
    """Yield the neighbours that a cell has contact with."""
    for direction, step in enumerate(grid.step):
        near = step[cell]
        if wires.get(cell, 0) >> direction & 1 and wires.get(near, 0) >> grid.opposite[direction] & 1:
            yield near


def component(grid: Grid, wires: Ports, cell: Cell) -> set[Cell]:
    """Return the cells that wires join with one, itself included."""
    joined_cells = {cell}
    front = [cell]
    for wired in front:
        for near in contacts(grid, wires, wired):
            if near not in joined_cells:
                joined_cells.add(near)
                front.append(near)
    return joined_cells


def dark(state: State) -> int:
    """Count the terminals of the circuit that are not connected as the level's option demands."""
    grid, lamps, wires = state.field.grid, state.field.lamps, ports(state)
    if not lamps:
        return 0
    if state.field.variant.single_component:
        return len(lamps - component(grid, wires, min(lamps)))
    return sum(state.boxes.isdisjoint(contacts(grid, wires, lamp)) for lamp in lamps)


def joined(state: State) -> bool:
    """Return whether wires join battery and bomb: to win all of either, to lose one of each."""
    grid, bombs, wires = state.field.grid, state.field.bombs, ports(state)
    if not bombs:
        return False
    if not state.field.variant.bomb_loses:
        return bombs <= component(grid, wires, min(bombs))
    roles = {cell: state.field.terrain[cell].role for cell in bombs}
    return any(
        {roles[one] for one in bombs & component(grid, wires, cell)} > {"source"}
        for cell in bombs
        if roles[cell] == "source"
    )
