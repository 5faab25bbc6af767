"""The deadlock detectors of the native search on positions where detectors tend to err."""

from __future__ import annotations

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
