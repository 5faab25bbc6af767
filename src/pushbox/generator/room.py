"""Levels of plain Sokoban as sets of cells, which are quick to change, and floor that none of them needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..games.parts.push_distance import NEVER, distances
from ..grid import Cell, bounds_of, grid
from ..path.walk import reachable


@dataclass(frozen=True)
class Room:
    """A level of plain Sokoban as sets of cells."""

    floor: frozenset[Cell]
    goals: frozenset[Cell]
    boxes: frozenset[Cell]
    player: Cell

    @classmethod
    def of(cls, board: Board) -> Room:
        """Return what a board of plain Sokoban has."""
        floor = frozenset(cell for cell, sort in enumerate(board.terrain) if sort.kind != "wall")
        boxes = frozenset(box.anchor for box in board.of_kind("box"))
        return cls(floor, frozenset(board.cells_of("goal")), boxes, board.of_kind("pusher")[0].anchor)

    def board(self, width: int, height: int) -> Board:
        """Return the board of a width and a height."""
        sorts = (
            GOAL if cell in self.goals else FLOOR if cell in self.floor else WALL for cell in range(width * height)
        )
        pieces = (Piece("pusher", (self.player,)), *(Piece("box", (box,)) for box in sorted(self.boxes)))
        return Board(width, height, tuple(sorts), pieces)


def without_unused_floor(room: Room, width: int, height: int) -> Room | None:
    """Return a room with unused floor turned into walls.

    Return None if the room gets too small, if a box is on a goal or a lost square, or if a used cell is not floor.
    """
    taken = {*room.boxes, *room.goals, room.player}
    if len(taken) != len(room.boxes) + len(room.goals) + (room.player not in room.goals) or not taken <= room.floor:
        return None
    step = grid(width, height).step
    floor = {*room.floor}
    while True:
        free = tuple(cell in floor for cell in range(width * height + 1))
        floor &= reachable(grid(width, height), free, room.player)
        free = tuple(cell in floor for cell in range(width * height + 1))
        live = {cell for cell, far in enumerate(distances(grid(width, height), free, room.goals)) if far != NEVER}
        if not taken <= floor or not room.boxes <= live:
            return None
        unused = next(_unused_parts(floor, taken | live, step), None)
        if unused is None:
            break
        floor -= unused
    fills = bounds_of(floor, width) == ((1, 1), (height - 2, width - 2))
    return replace(room, floor=frozenset(floor)) if fills else None


def _unused_parts(floor: set[Cell], needed: set[Cell], step: tuple[tuple[Cell, ...], ...]) -> Iterator[set[Cell]]:
    """Yield parts behind a single cell with nothing in them, and nowhere from where a box comes to a goal."""
    for gate in sorted(floor):
        for towards in step:
            if towards[gate] in floor - needed:
                part, waiting = {towards[gate]}, [towards[gate]]
                for cell in waiting:
                    near = {row[cell] for row in step if row[cell] in floor and row[cell] != gate} - part
                    if near & needed:
                        break
                    part |= near
                    waiting += near
                else:
                    yield part
