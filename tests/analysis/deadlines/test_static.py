"""The analysis without a search, and ratings between bounds end at every stage, and take no more than there is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.analysis.deadlines.parts import Clock, hall, noted

from pushbox import builtin
from pushbox.analysis import static
from pushbox.analysis.difficulty import Interrupted, rate_between, rate_difficulty
from pushbox.analysis.static import analyze
from pushbox.deadline import OutOfTime
from pushbox.errors import PushboxError
from pushbox.games.parts import push_distance
from pushbox.games.sokolor import game as sokolor
from pushbox.generator import LevelSpec, OutOfReach, generate
from pushbox.level import Level
from pushbox.solver import Solved, solve


def numbered(level: Level) -> Level:
    """Return a level of Sokoban Plus, each box with a goal of its own."""
    boxes, goals = iter(range(1, 100)), iter(range(1, 100))
    board = level.board
    pieces = [piece._replace(number=next(boxes)) if piece.kind == "box" else piece for piece in board.pieces]
    terrain = [sort._replace(number=next(goals)) if sort.kind == "goal" else sort for sort in board.terrain]
    return replace(level, game="plus", board=replace(board, terrain=tuple(terrain), pieces=tuple(pieces)))


def test_an_analysis_asks_between_its_stages(clock: Clock) -> None:
    """Whichever look finds the time over, it ends there."""
    level = hall(6, 4)
    whole = analyze(level, seconds=1)
    looks = clock.asked
    assert looks >= 6
    for most in range(1, looks):
        clock.asked, clock.most = 0, most
        with pytest.raises(OutOfTime):
            analyze(level, seconds=1)
        assert clock.asked <= most + 2  # the sentence, and no stage more
    clock.most = 10**9
    assert analyze(level) == whole


def test_boxes_that_share_goals_share_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three stages look one up, however many boxes there are; of boxes with numbers each needs its own."""
    tables = noted(monkeypatch, push_distance, "distances")
    counts = []
    for level in (hall(6, 2, 2), hall(6, 4, 4), numbered(hall(6, 2, 2)), numbered(hall(6, 4, 4))):
        tables.clear()
        analyze(level)
        counts.append(len(tables))
    assert counts == [3, 3, 1 + 2 * 2, 1 + 2 * 4]


def test_a_board_that_would_take_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cells count as often as there are numbers of boxes."""
    monkeypatch.setattr(static, "_MOST_WORK", 100)
    assert analyze(hall(6, 4)).lower_bound
    with pytest.raises(PushboxError, match="found a board of 64 cells, expected at most 25 to analyse"):
        analyze(numbered(hall(6, 4)))


def test_tables_of_large_boards_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would fill the memory."""
    known = push_distance._kept.cache_info().currsize
    monkeypatch.setattr(push_distance, "_MOST_KEPT", 10)
    assert analyze(hall(9, 4, 3)).lower_bound
    assert push_distance._kept.cache_info().currsize == known


def test_many_boxes_of_a_colour_are_not_compared_in_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound stays sound."""
    from pushbox.games import sokolor as module

    level = builtin("sokolor")[0]
    state = sokolor.rules.initial_state(level)
    bound = sokolor.rules.lower_bound(state)
    monkeypatch.setattr(module, "_MOST_COMPARED", 1)
    assert 0 < sokolor.rules.lower_bound(state) <= bound


def test_a_rating_between_bounds_asks_at_each_stage(clock: Clock) -> None:
    """From the replay on; whichever look finds the time over, it is interrupted."""
    level = hall(5, 1, 1)
    solution = solve(level)
    assert isinstance(solution, Solved)
    assert rate_between(level, solution.text, 0, 100, seconds=1)
    looks = clock.asked
    assert looks > 2 * solution.metrics.moves
    for most in (1, 2, 3, solution.metrics.moves, looks // 2, looks - 2):
        clock.asked, clock.most = 0, most
        with pytest.raises(Interrupted):
            rate_between(level, solution.text, 0, 100, seconds=1)
        clock.asked = 0
        with pytest.raises(Interrupted):
            rate_difficulty(level, solution.text, seconds=1)


def test_a_callback_ends_a_rating_between_bounds() -> None:
    """In the middle of a search."""
    level = builtin("campaign-18")[0]
    with pytest.raises(Interrupted):
        rate_between(level, level.saved_moves[0].text, 0, 100, progress=lambda _: True)


def test_the_time_of_a_run_holds_for_its_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is told what is left for the level; a rating that ends with the time ends the run."""
    from pushbox import generator

    left: list[float | None] = []

    def slow(*arguments: object, seconds: float | None, progress: object) -> None:
        del arguments, progress
        left.append(seconds)
        raise Interrupted

    monkeypatch.setattr(generator, "rate_between", slow)
    spec = LevelSpec(rows=6, columns=7, boxes=2, rating=(0, 100))
    with pytest.raises(OutOfReach, match="40 attempts gave no other one"):
        list(generate(spec, count=1, attempts=40, seconds=50))
    assert left
    assert all(seconds is not None and 0 < seconds <= 50 for seconds in left)
