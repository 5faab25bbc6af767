"""Walks over free cells, against the plainest search there is."""

from __future__ import annotations

import itertools

import pytest
from tests.strategies import Room, beside, room

from pushbox.grid import grid
from pushbox.path.walk import distances, reachable, steps_between, walk, waves
from pushbox.tiling import DOWN, LEFT, RIGHT, SQUARE, UP

ROOMS = [room(seed) for seed in range(150)]


def steps_in(room: Room) -> dict[tuple[int, int], int]:
    """Relax every step until nothing changes: slow, and clearly right."""
    steps = {room.player: 0}
    changed = True
    while changed:
        changed = False
        for cell, direction in itertools.product(tuple(steps), SQUARE.directions):
            near = beside(cell, direction)
            if near in room.free and steps[cell] + 1 < steps.get(near, 10**9):
                steps[near] = steps[cell] + 1
                changed = True
    return steps


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_distances_are_the_least_numbers_of_steps(room: Room) -> None:
    """Distances, nearest first, are those of repeated relaxation; what is reachable is what has one."""
    shape, free = grid(room.width, room.height), room.mask()
    start = shape.cell(*room.player)
    expected = {shape.cell(*cell): steps for cell, steps in steps_in(room).items()}
    computed = distances(shape, free, start)
    assert computed == expected
    assert list(computed.values()) == sorted(computed.values())
    assert reachable(shape, free, start) == expected.keys()


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_the_steps_between_two_cells_are_the_least(room: Room) -> None:
    """They are those of repeated relaxation, None where no walk leads, and a limit makes none of them another."""
    shape, free = grid(room.width, room.height), room.mask()
    start = shape.cell(*room.player)
    expected = {shape.cell(*cell): steps for cell, steps in steps_in(room).items()}
    for end in range(shape.outside):
        if free[end]:
            steps, looked = steps_between(shape, free, start, end)
            assert steps == expected.get(end)
            assert steps_between(shape, free, start, end, limit=looked) == (steps, looked)
            bounded, bound = steps_between(shape, free, start, end, limit=looked // 2)
            assert bounded in (None, steps)
            assert bound <= looked // 2 + 1


def test_where_nothing_is_in_the_way_only_a_way_is_looked_at() -> None:
    """On an open floor no cell is looked at but those of one walk."""
    shape = grid(400, 400)
    free = [True] * shape.outside + [False]
    assert steps_between(shape, free, shape.cell(200, 200), shape.cell(120, 260)) == (140, 140)


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_walks_are_legal_shortest_and_first_among_equals(room: Room) -> None:
    """A walk goes over free cells, is as short as can be, and no shortest walk comes before it in direction order."""
    shape, free = grid(room.width, room.height), room.mask()
    start = shape.cell(*room.player)
    first: dict[int, tuple[int, ...]] = {start: ()}  # breadth first in direction order finds the first walk first
    queue = [start]
    for cell in queue:
        for direction in SQUARE.directions:
            near = shape.step[direction][cell]
            if free[near] and near not in first:
                first[near] = (*first[cell], direction)
                queue.append(near)
    for cell in range(shape.outside):
        steps = walk(shape, free, start, cell)
        assert (None if steps is None else tuple(steps)) == first.get(cell)


def test_a_walk_from_or_to_what_is_not_free_is_none() -> None:
    """Neither a wall nor the cell off the board is walked from or to, even if one stands there; to stay is no step."""
    shape = grid(3, 1)
    free = [True, True, False, False]
    assert walk(shape, free, 0, 0) == []
    assert walk(shape, free, 0, 1) == [RIGHT]
    for start, target in ((0, 2), (2, 0), (2, 2), (0, shape.outside), (shape.outside, 0)):
        assert walk(shape, free, start, target) is None


def test_ties_go_left_up_right_down() -> None:
    """On open floor the steps to a corner come in the order of directions."""
    shape = grid(3, 3)
    free = [True] * 9 + [False]
    assert walk(shape, free, 8, 0) == [LEFT, LEFT, UP, UP]
    assert walk(shape, free, 6, 2) == [UP, UP, RIGHT, RIGHT]
    assert walk(shape, free, 0, 8) == [RIGHT, RIGHT, DOWN, DOWN]


def test_a_flood_costs_what_is_taken_of_it() -> None:
    """Waves come one distance at a time, so a near question on a huge board looks at few cells."""
    shape = grid(400, 400)
    flood = waves(shape, [True] * shape.outside + [False], shape.cell(200, 200))
    assert [len(next(flood)) for _ in range(4)] == [1, 4, 8, 12]
