"""What a file says: problems as sentences, and the places they are at."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from tests.strategies import levels

from pushbox.board import FLOOR, Board
from pushbox.level import Collection, Level, Problem, SavedMoves, Source

BOARD = Board(4, 3, (FLOOR,) * 12)


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (Problem(4, 6, "error", "found '?'", "a wall"), "line 4, column 6: found '?', expected a wall"),
        (Problem(4, 0, "error", "found nothing", "a row"), "line 4: found nothing, expected a row"),
        (Problem(0, 0, "warning", "no player"), "no player"),
        (Problem(0, 3, "warning", "no player"), "no player"),
        (
            Problem(2, 1, "warning", "found a tab", repair="read as 4 spaces"),
            "line 2, column 1: found a tab; read as 4 spaces",
        ),
        (Problem(1, 2, "error", "a", "b", "c"), "line 1, column 2: a, expected b; c"),
    ],
)
def test_a_problem_is_one_sentence(problem: Problem, sentence: str) -> None:
    """A problem has place, finding, expectation and repair, each only where it is known."""
    assert str(problem) == sentence


@pytest.mark.parametrize(
    ("source", "places"),
    [
        (Source("", 1, BOARD, top=1), {0: (1, 1), 3: (1, 4), 11: (3, 4)}),
        (Source("", 7, BOARD, top=9, column=5), {0: (9, 5), 6: (10, 7)}),
        (Source("", 1, BOARD, top=3, column=2, pitch=3), {0: (3, 2), 1: (3, 5), 7: (4, 11)}),
        # A frame was added: the first character of the text stands at (1, 1) of the board.
        (
            Source("", 1, BOARD, top=5, row=1, left=1),
            {5: (5, 1), 10: (6, 2), 0: (5, 1), 1: (5, 1), 4: (5, 1), 3: (5, 3)},
        ),
    ],
)
def test_a_cell_has_a_place_in_the_text(source: Source, places: dict[int, tuple[int, int]]) -> None:
    """Line and column count from 1 and follow offset and pitch; cells before the text have that of its first ones."""
    assert {cell: source.where(cell) for cell in places} == places


def test_a_problem_of_an_unchanged_level_is_placed_in_its_text() -> None:
    """While the board is the one that was read, a problem at a cell gets its line and column."""
    level = Level(BOARD, source=Source("", 1, BOARD, top=5, column=2))
    assert str(level.place(Problem(0, 0, "error", "a box in a wall", cell=6))) == "line 6, column 4: a box in a wall"


def test_a_problem_of_a_changed_level_is_placed_on_the_rulers() -> None:
    """After an edit, or without any text, a problem at a cell names the cell."""
    other = Board(4, 3, (FLOOR,) * 12, (), ())
    edited = Board(3, 4, (FLOOR,) * 12)
    assert Level(other, source=Source("", 1, BOARD, top=1)).place(Problem(0, 0, "error", "x", cell=6)).line == 2
    for level in (Level(BOARD), Level(edited, source=Source("", 1, BOARD, top=1))):
        placed = level.place(Problem(0, 0, "error", "a box in a wall", cell=6))
        assert str(placed) in {"C2: a box in a wall", "A3: a box in a wall"}
        assert placed.cell == 6


def test_a_problem_that_has_its_place_keeps_it() -> None:
    """A problem with a line, or about no cell, is left as it is."""
    level = Level(BOARD, source=Source("", 1, BOARD, top=5))
    for problem in (Problem(9, 9, "error", "x", cell=3), Problem(0, 0, "error", "x")):
        assert level.place(problem) == problem


@given(levels())
def test_a_level_is_a_value_whatever_text_it_came_from(level: Level) -> None:
    """The source does not count in comparisons; more records make another level and leave the first as it was."""
    read = replace(level, source=Source("text", 3, level.board, 3))
    assert read == level
    assert hash(read) == hash(level)
    more = level.with_saved_moves(SavedMoves("Solution 9", "rR"), SavedMoves("9", "l"))
    assert more.saved_moves == (*level.saved_moves, SavedMoves("Solution 9", "rR"), SavedMoves("9", "l"))
    assert more != level
    assert level.with_saved_moves() == level


def test_the_same_moves_are_saved_once() -> None:
    """By title, text and notes; what a file has twice stays."""
    twice = SavedMoves("", "rR")
    level = Level(BOARD, saved_moves=(twice, twice))
    assert level.with_saved_moves("rR", twice).saved_moves == (twice, twice)
    assert level.with_saved_moves("l", "l", SavedMoves("mine", "rR")).saved_moves == (
        twice, twice, SavedMoves("", "l"), SavedMoves("mine", "rR"),
    )  # fmt: skip


def test_collections_compare_by_what_they_hold() -> None:
    """Neither the format nor the problems of a file make two collections different; levels and texts do."""
    one = Collection((Level(BOARD),), (Problem(1, 1, "error", "x"),), "title", format="xsb")
    assert one == Collection((Level(BOARD),), title="title", format="json")
    assert one != Collection((Level(BOARD),), title="other")
    assert one != Collection((Level(BOARD), Level(BOARD)), title="title")
