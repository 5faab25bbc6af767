"""Deadlocks, verdicts, replays and difficulties end at every stage, and take no more memory than there is.

No test measures time: a clock that the tests advance counts how often it is asked, beside the work that there is.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from tests.analysis.deadlines.parts import Clock, hall, noted

from pushbox import builtin, load, read
from pushbox.analysis import blocking, difficulty, explanation, rate, winnable
from pushbox.analysis.certificates import (
    OutOfTime,
    UncertifiedError,
    certify,
    make,
)
from pushbox.analysis.deadlocks import check_witness, find_deadlocks, local_search, puzzle
from pushbox.analysis.deadlocks import checker as deadlock_checker
from pushbox.analysis.deadlocks.exhaust import exhaust
from pushbox.analysis.deadlocks.local_search import count_positions
from pushbox.analysis.deadlocks.puzzle import BoxPuzzle
from pushbox.analysis.deadlocks.static import Work, find_bipartite
from pushbox.analysis.difficulty.solution_line import SolutionLine
from pushbox.analysis.review import review, solutions
from pushbox.analysis.winnable import Verdicts
from pushbox.deadline import Deadline
from pushbox.errors import PushboxError
from pushbox.level import Level, SavedMoves
from pushbox.play.verify import ReplayStatus, Verification, verify
from pushbox.solver import Limit, Solved, Unsolvable, solve


def crowded(boxes: int) -> Level:
    """Return a level of boxes that reach one goal together, beside as many that are frozen on goals of their own."""
    wall, blank = "#" * (2 * boxes + 4), " " * (2 * boxes + 1)
    rows = (wall, f"#@{blank}#", f"#{' $' * boxes}  #", f"#{blank} #", f"#.{'#' * (2 * boxes)} #", wall)
    frozen = (f"#{'*' * (2 * boxes + 2)}#", f"#{'*' * (2 * boxes + 2)}#", wall)
    return read("\n".join([*rows, *frozen]))[0]


def puzzle_of(level: Level) -> BoxPuzzle:
    puzzle = BoxPuzzle.of(load(level))
    assert puzzle is not None
    return puzzle


def test_the_work_for_goals_that_are_too_few_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it takes more than there may be some boxes stay that could be left out; then nothing is found at all."""
    position = load(crowded(5))
    counts = []
    looks = noted(monkeypatch, Work, "count")
    for most in (10**9, 3_000, 700, 10):
        looks.clear()
        found = find_bipartite(puzzle_of(position.level), Work(most))
        counts.append(None if found is None else len(found.frozen))
        assert sum(taken for _, taken in looks) < most + 1_000
        if found is not None:
            check_witness(position, found)
    assert counts[0] is not None
    assert counts[-1] is None
    assert any(count is not None and count > counts[0] for count in counts)


def test_numbers_by_cells_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number has live squares of its own, so that many of them on a large board are not looked at one by one."""
    level = hall(6, 3)
    monkeypatch.setattr(puzzle, "MAX_NUMBERED", 64)
    assert BoxPuzzle.of(load(level)) is not None
    boxes = iter(range(9))
    pieces = tuple(one._replace(number=next(boxes)) if one.kind == "box" else one for one in level.board.pieces)
    assert BoxPuzzle.of(load(replace(level, game="plus", board=replace(level.board, pieces=pieces)))) is None


def test_positions_of_boxes_alone_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """As each takes memory for its boxes and for the board, here and where a checker counts them again."""
    unsolvable = puzzle_of(read("#####\n#   #\n#$$ #\n#@ .#\n#####")[0])
    count = count_positions(unsolvable)
    assert count is not None
    for bytes_of_all, expected in ((count * 400, count), (count * 300, None)):
        monkeypatch.setattr(local_search, "_MEMORY", bytes_of_all)
        assert count_positions(unsolvable) == expected


def test_each_frozen_box_of_a_witness_asks(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its live squares are looked for once for all boxes of a number."""
    position = load(crowded(3))
    found = find_bipartite(puzzle_of(position.level), Work(200))
    assert found is not None
    calls = noted(monkeypatch, deadlock_checker._Facts, "live")
    clock.asked = 0
    check_witness(position, found, seconds=1)
    assert len(calls) == 1
    assert clock.asked > len(found.frozen) + len(found.stranded)
    clock.asked, clock.most = 0, 5
    with pytest.raises(OutOfTime):
        check_witness(position, found, seconds=1)


def test_deadlocks_are_those_found_in_time(clock: Clock) -> None:
    """Whichever look finds the time over, what is reported has been found, and is said not to be all."""
    position = load(read("#####\n# $.#\n#@$ #\n#.$.#\n#####")[0])
    limit = Limit(seconds=5, nodes=2_000)
    whole = find_deadlocks(position, limit=limit)
    looks, clock.asked = clock.asked, 0
    assert looks > 20
    for most in range(1, looks):
        clock.asked, clock.most = 0, most
        report = find_deadlocks(position, limit=limit)
        assert {*report.deadlocks} <= {*whole.deadlocks}
        assert not report.complete or report == whole


def test_each_move_of_an_exhaustive_search_asks(clock: Clock) -> None:
    position = load(read("#####\n#   #\n#$$ #\n#@ .#\n#####")[0])
    whole = exhaust(position, Limit(seconds=5))
    assert whole is not None
    assert clock.asked > 2 * whole.positions
    for most in (1, 5, clock.asked - 1):
        clock.asked, clock.most = 0, most
        assert exhaust(position, Limit(seconds=5)) is None
        assert clock.asked == most + 1


SAVED = replace(hall(5, 1, 1), saved_moves=(SavedMoves("", "x"), *[SavedMoves("", "lluuull")] * 40))


def test_saved_moves_are_replayed_in_time(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level with more of them than there is time for is explained, rated, certified and reviewed all the same."""
    replayed: list[Any] = []
    for owner, name, answer in (
        (rate, "verify", Verification(ReplayStatus.UNSOLVED)), (make, "verify", Verification(ReplayStatus.UNSOLVED)),
        (solutions, "verify", Verification(ReplayStatus.UNSOLVED)), (Verdicts, "add_line", False),
    ):  # fmt: skip
        noted(monkeypatch, owner, name, answer, replayed)
    limit = Limit(seconds=5, nodes=100)

    def explained() -> object:
        return explanation.explain_line([load(SAVED)], limit=limit, solutions=SAVED)

    def certified() -> object:
        return certify(SAVED, "solution", limit=limit)

    for run in (explained, certified, lambda: rate.rate(SAVED, limit=limit), lambda: review(SAVED, each=limit)):
        replayed.clear()
        clock.most = 10**9
        run()
        assert len(replayed) >= 40
        replayed.clear()
        clock.asked, clock.most = 0, 12
        with suppress(UncertifiedError):
            run()
        assert len(replayed) < 15


def test_a_position_that_was_not_looked_at_in_time_is_looked_at_again(clock: Clock) -> None:
    """That no deadlock was found when the time was over is not kept for the next one who asks."""
    position = load(crowded(2))
    verdicts = Verdicts(Limit(seconds=5))
    clock.most = 1
    assert verdicts.judge(position).status == "unknown"
    assert verdicts.judge_at_once(position).status == "lost"


def test_a_line_is_remembered_as_far_as_there_is_time_and_room(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first position is, by which it is known to solve the level."""
    position = load(hall(5, 1, 1))
    solution = solve(position)
    assert isinstance(solution, Solved)
    moves = position.parse(solution.text)

    def remembered(seconds: float) -> int:
        clock.asked = 0
        verdicts = Verdicts()
        assert verdicts.add_line(position, moves, Deadline(seconds))
        assert verdicts.judge(position).status == "winnable"
        return verdicts.known_count

    whole = remembered(1)
    assert whole > 3
    clock.most = 8
    assert 1 < remembered(1) < whole
    clock.most = 10**9
    monkeypatch.setattr(winnable, "_MOST_REMEMBERED", 6)
    assert remembered(1) == 2


@pytest.mark.parametrize("name", ["plus", "multiban", "blockoban", "sokolor", "hanano", "crossoban", "rabbit"])
def test_each_move_of_a_replay_asks(name: str, clock: Clock) -> None:
    """In every game but Sokoban, of which the longest line takes seconds, so that one long solution ends in time."""
    level = builtin(name)[0]
    text = level.saved_moves[0].text
    clock.asked = 0
    whole = verify(level, text, deadline=Deadline(1))
    assert whole.metrics is not None
    assert clock.asked > whole.metrics.moves
    clock.asked, clock.most = 0, 1
    with pytest.raises(OutOfTime):
        verify(level, text, deadline=Deadline(1))
    for run in (
        lambda: rate.rate(level, limit=Limit(seconds=5, nodes=1)),
        lambda: explanation.explain_line([load(level)], limit=Limit(seconds=5, nodes=1), solutions=level),
        lambda: review(level, seconds=5, each=Limit(nodes=1)),
    ):
        clock.asked = 0
        run()


def test_a_line_is_no_longer_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its positions has its boxes, so that a line on a crowded board has fewer of them."""
    monkeypatch.setattr(explanation, "_MOST_BOXES", 20)
    position = load(hall(5, 1, 1))
    assert len(explanation.positions_of(position, position.parse("lr" * 3))) == 7
    with pytest.raises(PushboxError, match="found 8 moves, expected at most 6"):
        explanation.positions_of(position, position.parse("lr" * 4))


def test_blocking_boxes_end_with_the_seconds_of_a_rating(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for fewer boxes than all when the time is over."""
    level = read("########\n#@     #\n# $    #\n# $  $.#\n#$    .#\n#  . . #\n########")[0]
    limits: list[Limit] = []

    def solve_none(_: object, *, limit: Limit) -> Unsolvable:
        limits.append(limit)
        return Unsolvable("x", 0, 0.0)

    monkeypatch.setattr(blocking, "solve", solve_none)
    assert len(blocking.blocking_boxes(load(level), 1.0)) == 1
    assert {limit.seconds for limit in limits} == {0.5}
    limits.clear()
    clock.asked, clock.most = 0, 2
    assert len(blocking.blocking_boxes(load(level), 0.25)) == 4
    assert [limit.seconds for limit in limits] == [0.25]


def test_a_difficulty_asks_for_each_move_and_each_box(clock: Clock) -> None:
    """Before its first search; whichever look finds the time over, it is interrupted."""
    position = load(hall(5, 1, 1))
    solution = solve(position)
    assert isinstance(solution, Solved)
    puzzle = puzzle_of(position.level)
    deadline = Deadline(5)
    clock.asked = 0
    line = SolutionLine(position, solution.text, deadline)
    assert clock.asked == solution.metrics.moves
    line.counts(puzzle)
    assert clock.asked == solution.metrics.moves + len(puzzle.boxes)
    assert len([*line.samples(100)]) == solution.metrics.pushes
    assert clock.asked >= 2 * solution.metrics.moves
    for most in (1, 2, solution.metrics.moves + 1, solution.metrics.moves + 2):
        clock.asked, clock.most = 0, most
        with pytest.raises(difficulty.Interrupted):
            difficulty.rate_replayed(position, solution.text, seconds=5)
