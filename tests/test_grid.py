"""Cells, directions and rulers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pushbox.errors import PushboxError
from pushbox.grid import cell_name, grid, parse_cell
from pushbox.tiling import DOWN, LEFT, RIGHT, SQUARE, UP

SIZES = [(1, 1), (1, 5), (5, 1), (2, 3), (7, 4)]


def test_the_order_of_directions_is_that_of_lurd() -> None:
    """Letters, names, numbers and deltas stand for the same four directions, clockwise from the left."""
    assert (LEFT, UP, RIGHT, DOWN) == SQUARE.directions == (0, 1, 2, 3)
    assert [name[0] for name in SQUARE.names] == list(SQUARE.letters)
    for direction, (rows, columns) in enumerate(SQUARE.deltas):
        assert SQUARE.deltas[direction ^ 2] == (-rows, -columns)
        assert SQUARE.deltas[(direction + 1) % 4] == (
            columns,
            -rows,
        )  # a quarter turn clockwise, rows counted downwards


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_neighbours_are_one_delta_away_or_outside(width: int, height: int) -> None:
    """A step changes row and column by the delta; where that is off the board it leads to the sentinel."""
    shape = grid(width, height)
    for cell in range(shape.outside):
        row, column = shape.rc(cell)
        assert shape.cell(row, column) == cell
        for direction, (rows, columns) in enumerate(SQUARE.deltas):
            assert shape.step[direction][cell] == shape.cell(row + rows, column + columns)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_opposite_steps_undo_each_other(width: int, height: int) -> None:
    """A step on the board and the opposite one lead back, and `direction` returns which step it was."""
    shape = grid(width, height)
    for cell in range(shape.outside):
        for direction in SQUARE.directions:
            near = shape.step[direction][cell]
            if near != shape.outside:
                assert shape.step[direction ^ 2][near] == cell
                assert shape.direction(cell, near) == direction


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_sentinel_steps_to_itself_alone(width: int, height: int) -> None:
    """The sentinel off the board is its own neighbour, and no direction leads there or from there."""
    shape = grid(width, height)
    assert shape.outside == width * height
    assert all(len(row) == shape.outside + 1 and row[shape.outside] == shape.outside for row in shape.step)
    for cell in range(shape.outside + 1):
        assert shape.direction(cell, shape.outside) is None
        assert shape.direction(shape.outside, cell) is None


def test_no_direction_leads_two_cells_on_or_round_the_edge() -> None:
    """A direction is a single step: not none, not two, and not from the end of a row to the start of the next."""
    shape = grid(3, 3)
    for start, end in ((4, 4), (0, 2), (2, 3), (0, 8), (0, 4)):
        assert shape.direction(start, end) is None


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (2, 0), (0, 3), (-1, -1), (9, 9)])
def test_off_the_board_is_one_cell(place: tuple[int, int]) -> None:
    """Every (row, column) off the board is the sentinel; negative numbers do not count from the end."""
    assert grid(3, 2).cell(*place) == grid(3, 2).outside == 6


def test_a_grid_is_cached_and_shown_by_its_size() -> None:
    """Asking twice gives the same object, whose repr makes it again; a board without cells is a grid as well."""
    assert grid(5, 4) is grid(5, 4)
    assert repr(grid(5, 4)) == "grid(5, 4)"
    assert grid(0, 0).outside == 0
    assert grid(0, 7).step == ((0,),) * 4


RULERS = [((0, 0), "A1"), ((5, 2), "C6"), ((0, 25), "Z1"), ((0, 26), "AA1"), ((9, 701), "ZZ10"), ((0, 702), "AAA1")]


@pytest.mark.parametrize(("place", "name"), RULERS)
def test_ruler_names(place: tuple[int, int], name: str) -> None:
    """A ruler name is the column in letters, A to Z and then AA, and the row from 1 at the top."""
    assert cell_name(*place) == name
    assert parse_cell(name) == place


@given(st.integers(0, 999_998), st.integers(0, 26**4))
def test_names_and_numbers_read_back(row: int, column: int) -> None:
    """Ruler names, in either case, and row,column are read as what they were made from."""
    name = cell_name(row, column)
    assert parse_cell(name) == parse_cell(name.lower()) == parse_cell(f" {name} ") == (row, column)
    if column < 10**6:
        assert parse_cell(f"{row},{column}") == parse_cell(f" {row} , {column} ") == (row, column)


@pytest.mark.parametrize(
    "text", ["", "C", "6", "C0", "6C", "C-1", "1,2,3", "-1,2", "1;2", "C6C6", "٣,٤", "Ä1", "A1\n2"]
)
def test_what_is_no_cell_is_refused_with_what_was_expected(text: str) -> None:
    """Anything else raises PushboxError, in a sentence that names it and shows both ways of naming a cell."""
    with pytest.raises(PushboxError, match="expected a cell such as 5,2") as caught:
        parse_cell(text)
    assert repr(text) in str(caught.value)
