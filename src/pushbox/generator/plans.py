"""Floor plans that are drawn for a theme, and whether a level has what its theme promises.

A plan is drawn into a board of `width` x `height` cells, numbered row by row; the cells at the edge are wall.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise, product

from ..grid import Cell, cell_of, rc_of
from .api import Theme
from .room import Room

Place = tuple[int, int]  # row and column
Mirror = Callable[[Cell], frozenset[Cell]]
"""A function that gives the cells that a cell comes to lie on, itself included."""

CHAMBER = 6  # cells of a chamber, at least
CHAMBERS = 4  # of a level that has them for its theme, at least
NARROW = 5  # a cell in so many is narrow in a level of tunnels
CROWDED = 5  # cells a box, at most, in a level of many boxes
_BEYOND = 4  # cells that boxes can be pushed to, beside those on which they stand, on either side of a one-way part
_SIDES = ("top", "left", "bottom", "right")
_SHUT = 0.15  # of the walls between two chambers have no door


@dataclass(frozen=True)
class Plan:
    """A floor, which may be in several parts; where goals are and no box begins; what mirrors it, if anything does."""

    floor: frozenset[Cell]
    home: frozenset[Cell] = frozenset()
    mirror: Mirror | None = None


# Drawing -------------------------------------------------------------------------------------------------------------


def drawn(theme: Theme, floor: frozenset[Cell], width: int, height: int, boxes: int, rng: random.Random) -> Plan | None:
    """Return a plan of a theme for so many boxes, None where the board is too small for it.

    `floor` is that of a room at random, which most plans are made of.
    """
    match theme:
        case "tunnels":
            return _tunnels(width, height, rng)
        case "goal-room":
            return _goal_room(floor, width, height, boxes, rng)
        case "symmetric":
            return _symmetric(floor, width, height, rng)
        case "one-way":
            return _one_way(floor, width, height, rng)
        case "chambers":
            return _chambers(width, height, rng)
        case _:
            return Plan(floor)


def _tunnels(width: int, height: int, rng: random.Random) -> Plan | None:
    """Chambers, one at each side of the board, and ways one cell wide from one to the next."""
    rows, columns = height - 2, width - 2
    if min(rows, columns) < 4:
        return None
    floor: set[Place] = set()
    middles: list[Place] = []
    for side in rng.sample(_SIDES, len(_SIDES)):
        high, wide = rng.randint(2, min(3, rows - 1)), rng.randint(2, min(4, columns - 1))
        top, left = rng.randint(1, rows + 1 - high), rng.randint(1, columns + 1 - wide)
        top = {"top": 1, "bottom": rows + 1 - high}.get(side, top)
        left = {"left": 1, "right": columns + 1 - wide}.get(side, left)
        floor |= {*product(range(top, top + high), range(left, left + wide))}
        middles.append((top + rng.randrange(high), left + rng.randrange(wide)))
    for one, other in pairwise(middles):
        corner = rng.choice([(one[0], other[1]), (other[0], one[1])])
        floor |= _line(one, corner) | _line(corner, other)
    return Plan(_cells(floor, width))


def _line(one: Place, other: Place) -> set[Place]:
    """Return the places from one to another in the same row or column."""
    (top, bottom), (left, right) = (sorted(pair) for pair in zip(one, other, strict=True))
    return {*product(range(top, bottom + 1), range(left, right + 1))}


def _goal_room(floor: frozenset[Cell], width: int, height: int, boxes: int, rng: random.Random) -> Plan | None:
    """A room for the goals, hardly larger than they are, with a wall around it and a door with a straight way to it."""
    wide = rng.randint(2, 4)
    high = -(-boxes // wide) + rng.randint(0, 1)
    if rng.random() < 0.5:
        wide, high = high, wide
    if high > height - 5 or wide > width - 5:
        return None
    top, left = rng.randint(1, height - 1 - high), rng.randint(1, width - 1 - wide)
    inside = {*product(range(top, top + high), range(left, left + wide))}
    around = {*product(range(top - 1, top + high + 1), range(left - 1, left + wide + 1))} - inside
    row, column = rng.choice(sorted(inside))
    ways = [
        [(row, left - far) for far in (1, 2, 3)],
        [(row, left + wide - 1 + far) for far in (1, 2, 3)],
        [(top - far, column) for far in (1, 2, 3)],
        [(top + high - 1 + far, column) for far in (1, 2, 3)],
    ]
    ways = [way for way in ways if 0 < way[-1][0] < height - 1 and 0 < way[-1][1] < width - 1]
    if not ways:
        return None
    home = _cells(inside, width)
    return Plan(floor - _cells(around, width) | home | _cells(rng.choice(ways), width), home)


def _symmetric(floor: frozenset[Cell], width: int, height: int, rng: random.Random) -> Plan:
    """A room of which one half, or a quarter, is repeated in the others."""
    mirror = rng.choice(_mirrors(width, height))
    return Plan(frozenset(cell for cell in range(width * height) if min(mirror(cell)) in floor), mirror=mirror)


def _mirrors(width: int, height: int) -> list[Mirror]:
    """Return the ways in which a board is symmetric: left and right, up and down, by half a turn, by both mirrors."""

    def mirror(turns: Collection[tuple[bool, bool]]) -> Mirror:
        def images(cell: Cell) -> frozenset[Cell]:
            row, column = rc_of(cell, width)
            return frozenset(
                cell_of(height - 1 - row if upside_down else row, width - 1 - column if back else column, width)
                for upside_down, back in turns
            )

        return images

    same, back, upside_down, turned = (False, False), (False, True), (True, False), (True, True)
    return [
        mirror(group)
        for group in ((same, back), (same, upside_down), (same, turned), (same, back, upside_down, turned))
    ]


def _one_way(floor: frozenset[Cell], width: int, height: int, rng: random.Random) -> Plan | None:
    """Two parts, with two gates between them and a pillar behind each: nobody can stand there to push a box back."""
    is_row = rng.random() < 0.5
    across, along = (height, width) if is_row else (width, height)
    if across < 8 or along < 7:
        return None
    wall = rng.randint(3, across - 5)
    first = rng.randint(2, along - 5)
    second = rng.randint(first + 2, along - 3)
    is_back = rng.random() < 0.5

    def cells(places: Iterable[Place]) -> frozenset[Cell]:
        """Return cells by how far across the board they are, and where along it."""
        turned = ((across - 1 - far if is_back else far, at) for far, at in places)
        return _cells((place if is_row else place[::-1] for place in turned), width)

    gates = {(wall + far, gate) for gate in (first, second) for far in (-2, -1, 0, 1)}
    sides = {(wall + 1, gate + side) for gate in (first, second) for side in (-1, 1)}
    pillars = {(wall + 2, gate) for gate in (first, second)}
    closed = {(wall, at) for at in range(along)} | pillars
    home = cells(product(range(wall, across - 1), range(1, along - 1)))
    return Plan(floor - cells(closed) | cells(gates | sides), home)


def _chambers(width: int, height: int, rng: random.Random) -> Plan | None:
    """Chambers of three or four cells each way, in rows and columns, a door in nearly every wall between two."""
    rows, columns = _spans(height, rng), _spans(width, rng)
    if len(rows) * len(columns) < CHAMBERS:
        return None
    floor = {*product((row for span in rows for row in span), (column for span in columns for column in span))}
    for (span, _), across in product(pairwise(rows), columns):
        if rng.random() >= _SHUT:
            floor.add((span.stop, rng.choice(across)))
    for (span, _), across in product(pairwise(columns), rows):
        if rng.random() >= _SHUT:
            floor.add((rng.choice(across), span.stop))
    floor -= {*rng.sample(sorted(floor), rng.randint(0, 2))}
    return Plan(_cells(floor, width))


def _spans(side: int, rng: random.Random) -> list[range]:
    """Return where the chambers of a row or a column are, with a cell of wall between two."""
    spans, begin = [], 1
    while begin + 3 < side:
        end = begin + rng.randint(3, 4)
        if end + 4 >= side:
            end = side - 1
        spans.append(range(begin, end))
        begin = end + 1
    return spans


def _cells(places: Iterable[Place], width: int) -> frozenset[Cell]:
    return frozenset(cell_of(row, column, width) for row, column in places)


def goals_of(plan: Plan, floor: frozenset[Cell], width: int, count: int, rng: random.Random) -> frozenset[Cell] | None:
    """Return so many goals on the floor of a plan, or of a part of it, half the time close together.

    None where there is no room for them.
    """
    places = sorted(plan.home & floor if plan.home else floor)
    rng.shuffle(places)
    if not places:
        return None
    if rng.random() < 0.5:
        first = rc_of(places[0], width)
        places.sort(
            key=lambda cell: sum(abs(one - other) for one, other in zip(rc_of(cell, width), first, strict=True))
        )
    goals: set[Cell] = set()
    for cell in places:
        images = frozenset([cell]) if plan.mirror is None else plan.mirror(cell)
        if images <= floor and cell not in goals and len(goals) + len(images) <= count:
            goals |= images
    return frozenset(goals) if len(goals) == count else None


# What a theme promises -----------------------------------------------------------------------------------------------


def has_theme(theme: Theme, room: Room, width: int) -> bool:
    """Return whether a room has what a theme promises of walls, goals and boxes.

    Of few boxes it promises long ways, which only a solution shows (see `LevelSpec.fewest_pushes`).
    """
    promise = _PROMISES.get(theme)
    return promise is None or promise(room, width)


def _has_tunnels(room: Room, width: int) -> bool:
    narrow = sum(_is_narrow(cell, room.floor, width) for cell in room.floor)
    return narrow * NARROW >= len(room.floor)


def _is_narrow(cell: Cell, floor: frozenset[Cell], width: int) -> bool:
    """Return whether a cell lies between two walls."""
    return any(cell - step not in floor and cell + step not in floor for step in (1, width))


def _has_goal_room(room: Room, width: int) -> bool:
    doors = room.floor - room.goals - room.boxes
    return any(_is_door(door, room, width) for door in doors)


def _is_door(door: Cell, room: Room, width: int) -> bool:
    """Return whether a cell parts all goals from all boxes."""
    part = _part(min(room.goals), room.floor - {door}, width)
    return room.goals <= part and room.boxes.isdisjoint(part)


def _part(start: Cell, floor: frozenset[Cell], width: int) -> set[Cell]:
    """Return the cells that hang together with one."""
    part, waiting = {start}, [start]
    for cell in waiting:
        near = {cell + step for step in (-1, 1, -width, width)} & floor - part
        part |= near
        waiting += near
    return part


def _is_symmetric(room: Room, width: int) -> bool:
    height = rc_of(max(room.floor), width)[0] + 2
    return any(
        all(mirror(cell) <= cells for cells in (room.floor, room.goals) for cell in cells)
        for mirror in _mirrors(width, height)
    )


def _is_one_way(room: Room, width: int) -> bool:
    """Return whether no box comes back from the goals, and boxes can move about on both sides."""
    behind, before = (_pushed(cells, room.floor, width) for cells in (room.goals, room.boxes))
    return (
        room.boxes.isdisjoint(behind)
        and len(behind) >= len(room.goals) + _BEYOND
        and len(before - behind) >= len(room.boxes) + _BEYOND
    )


def _pushed(cells: frozenset[Cell], floor: frozenset[Cell], width: int) -> set[Cell]:
    """Return where boxes on some cells can be pushed, each alone, by one who can stand anywhere."""
    reached, waiting = {*cells}, [*cells]
    for cell in waiting:
        for step in (-1, 1, -width, width):
            if cell - step in floor and cell + step in floor - reached:
                reached.add(cell + step)
                waiting.append(cell + step)
    return reached


def _has_chambers(room: Room, width: int) -> bool:
    wide = frozenset(cell for cell in room.floor if not _is_narrow(cell, room.floor, width))
    left, count = {*wide}, 0
    while left:
        part = _part(min(left), wide, width)
        left -= part
        count += len(part) >= CHAMBER
    return count >= CHAMBERS


def _is_crowded(room: Room, _: int) -> bool:
    return len(room.floor) <= CROWDED * len(room.boxes)


_PROMISES: dict[Theme, Callable[[Room, int], bool]] = {
    "tunnels": _has_tunnels,
    "goal-room": _has_goal_room,
    "symmetric": _is_symmetric,
    "one-way": _is_one_way,
    "chambers": _has_chambers,
    "many-boxes": _is_crowded,
}
