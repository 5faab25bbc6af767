"""The static analysis of a position claims nothing that is false, in any game."""

from __future__ import annotations

import pytest

from pushbox import formats, levels
from pushbox.analysis.static import analyze
from pushbox.errors import LevelError
from pushbox.level import Level
from pushbox.play.verify import verify


def level(*rows: str) -> Level:
    return formats.read("\n".join(rows)).levels[0]


def test_corners_are_dead_and_the_bound_counts_pushes() -> None:
    """The corners of a room without goals in them are dead, floor outside of its walls is not listed."""
    analysis = analyze(level("  #######", "  #     #", "  # $ . #", "  #  @  #", "  #######", "####     "))
    names = {divmod(cell, 9) for cell in analysis.dead_squares}
    assert {(1, 3), (1, 7), (3, 3), (3, 7)} <= names
    assert not {(1, 0), (5, 5), (2, 6)} & names
    assert analysis.lower_bound == 2


def test_a_lost_position_has_no_bound() -> None:
    """A box in a corner leaves nothing to count, and the answer says why."""
    analysis = analyze(level("######", "#$ @.#", "######"))
    assert analysis.lower_bound is None
    assert analysis.proof


@pytest.mark.parametrize("name", levels.names())
def test_the_bound_is_no_more_than_a_solution_takes(name: str) -> None:
    """On every level that comes along."""
    for one in formats.read_file(levels.path(name)).levels:
        metrics = verify(one, one.saved_moves[0].text).metrics
        analysis = analyze(one)
        assert metrics is not None
        assert analysis.lower_bound is not None
        assert analysis.lower_bound <= max(metrics.pushes, metrics.moves)
        assert not {box.anchor for box in one.board.of_kind("box")} & set(analysis.dead_squares)


def test_a_level_with_faults_is_refused() -> None:
    """More boxes than goals is no position to judge."""
    with pytest.raises(LevelError):
        analyze(level("######", "#$$@.#", "######"))
