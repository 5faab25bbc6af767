"""The deadlock detectors of the native search on positions where detectors tend to err."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from pushbox import formats
from pushbox.level import Level
from pushbox.play.verify import verify
from pushbox.solver import GaveUp, Limit, Objective, Solved, Unsolvable, solve


def boards(shared: Path, name: str) -> tuple[Level, ...]:
    """Read the boards of a file of deadlocks."""
    return formats.read((shared / "deadlocks" / name).read_bytes(), format="sok").levels


@pytest.mark.parametrize("objective", ["any", "pushes"])
@pytest.mark.parametrize(
    ("name", "numbers"), [("Freeze.sok", [1, 4, 6, 7, 8, 9, 10, 11]), ("bipartite.sok", [1, 2, 3, 4, 5, 6, 7, 11])]
)
def test_what_looks_like_a_deadlock_and_is_none_is_solved(
    shared: Path, name: str, numbers: list[int], objective: Objective
) -> None:
    """Boards that exhaustive search solves are solved, by a line that the rules replay."""
    levels = boards(shared, name)
    for number in numbers:
        answer = solve(levels[number - 1], objective=objective, limit=Limit(nodes=20_000, seconds=None))
        assert isinstance(answer, Solved), number
        assert verify(levels[number - 1], answer.text).solved, number


def test_a_closed_corral_is_known_without_a_search(shared: Path) -> None:
    """The one board that is proven to have no solution is known to have none before a position is expanded."""
    answer = solve(boards(shared, "Freeze.sok")[11], limit=Limit(nodes=0, seconds=None))
    assert isinstance(answer, Unsolvable)


def test_diagonals_that_are_no_deadlocks_are_not_called_so(shared: Path) -> None:
    """On the boards named as having no closed diagonal, no push of the first positions is the last word."""
    levels = [level for level in boards(shared, "Closed diagonal deadlocks.sok") if "NONE" in (level.title or "")]
    assert len(levels) == 2
    for level in levels:
        assert isinstance(solve(level, limit=Limit(nodes=50, seconds=None)), GaveUp)


@pytest.mark.parametrize(
    ("number", "box", "step"),
    [(2, (5, 5), (-1, 0)), (2, (9, 9), (-1, 0)), (2, (10, 5), (1, 0)), (3, (8, 4), (1, 0)), (3, (15, 30), (0, 1))],
)
def test_a_push_that_closes_a_diagonal_is_known_to_be_the_last_word(
    shared: Path, number: int, box: tuple[int, int], step: tuple[int, int]
) -> None:
    """On the boards named after closed diagonals, all of which are open at first, a push closes one for good."""
    text = (shared / "deadlocks" / "Closed diagonal deadlocks.sok").read_text("latin-1")
    lines = text.splitlines()
    runs = [list(run) for is_row, run in groupby(lines, lambda line: line.strip().startswith("#")) if is_row]
    rows = [list(row) for row in runs[number - 1]]
    for row in rows:
        row[:] = "".join(row).translate(str.maketrans("@+", " .")).ljust(len(rows[0]))
    (column, line), (right, down) = box, step
    rows[line][column] = {"$": "@", "*": "+"}[rows[line][column]]
    rows[line + down][column + right] = {" ": "$", ".": "*"}[rows[line + down][column + right]]
    board = "\n".join("".join(row) for row in rows)
    (level,) = formats.read(board.encode(), format="xsb").levels
    assert isinstance(solve(level, limit=Limit(nodes=0, seconds=None)), Unsolvable)
