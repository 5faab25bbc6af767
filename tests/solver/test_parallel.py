"""Many levels: the order of answers, errors among them, and leaving early."""

from __future__ import annotations

import time

import pytest
from tests.search import ENDLESS

from pushbox import formats
from pushbox.conformance import random_levels
from pushbox.errors import LevelError
from pushbox.games import find
from pushbox.level import Level
from pushbox.solver import GaveUp, Limit, Progress, Solved, Unsolvable, Verdict, solve
from pushbox.solver.api import ProgressCallback
from pushbox.solver.parallel import solve_many


def solve_one(level: Level, progress: ProgressCallback) -> Verdict:
    """Solve a level for the fewest pushes, within a limit that no clock has a part in."""
    return solve(level, objective="pushes", limit=Limit(seconds=None, nodes=2000), progress=progress)


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_no_answer_and_no_order(threads: int) -> None:
    """Solved, unsolvable, given up and refused levels come in their order, as with one thread."""
    levels = list(enumerate(random_levels(find("sokoban"), 300, largest=6, plain=True), start=1))
    levels[100] = (101, formats.read(ENDLESS).levels[0])

    def output(threads: int) -> list[tuple[int, object]]:
        outcomes: list[tuple[int, object]] = []
        for number, _, answer in solve_many(iter(levels), solve_one, threads=threads):
            match answer:
                case Solved(text, nodes=nodes) | Unsolvable(text, nodes=nodes) | GaveUp(text, nodes=nodes):
                    outcomes.append((number, (text, nodes)))
                case error:
                    outcomes.append((number, str(error)))
        return outcomes

    alone = output(1)
    assert [number for number, _ in alone] == list(range(1, 301))
    assert {type(answer) for _, _, answer in solve_many(levels, solve_one)} == {Solved, Unsolvable, GaveUp, LevelError}
    assert output(threads) == alone


def test_levels_are_taken_as_they_are_needed() -> None:
    """With one thread no level is taken before the one ahead of it is answered; with several it is a bounded number."""
    level = formats.read("######\n#@ $.#\n######").levels[0]
    for threads, most in ((1, 1), (3, 200)):
        taken = 0

        def endless() -> object:
            nonlocal taken
            while True:
                taken += 1
                yield taken, level

        answers = solve_many(endless(), solve_one, threads=threads)  # type: ignore[arg-type]  # an iterator of pairs
        next(answers)
        assert taken <= most
        answers.close()  # type: ignore[attr-defined]  # it is a generator


def test_leaving_early_stops_the_searches_and_begins_no_other() -> None:
    """Searches that would never end are stopped as soon as nobody waits for their answers."""
    level = formats.read(ENDLESS).levels[0]
    begun: list[int] = []
    unlimited = Limit(seconds=None, nodes=None, memory=1024)

    def forever(level: Level, progress: ProgressCallback) -> Verdict:
        if len(begun) > 1:
            return solve(level, objective="pushes", limit=unlimited, progress=progress)
        return solve_one(level, progress)

    def watch(number: int) -> ProgressCallback:
        begun.append(number)
        return lambda progress: progress.nodes < 0

    answers = solve_many(((number, level) for number in range(1, 20)), forever, threads=2, progress_for=watch)
    next(answers)
    time.sleep(0.2)
    answers.close()  # type: ignore[attr-defined]  # it is a generator
    assert len(begun) <= 4


def test_an_error_of_a_thread_comes_through() -> None:
    """An error that is none of a level ends the run."""

    def broken(level: Level, progress: ProgressCallback) -> Verdict:
        progress(Progress(0.0, 0, 0))
        raise RuntimeError(level.title)

    level = formats.read("######\n#@ $.#\n######").levels[0]
    with pytest.raises(RuntimeError):
        list(solve_many([(1, level), (2, level)], broken, threads=2))


def test_a_seed_is_another_order_and_the_same_seed_the_same() -> None:
    """Equal seeds visit the same positions; other seeds prove the same fewest pushes, some of them by other ways."""
    level = formats.read("##########\n#        #\n# $ $ $  #\n#  ....  #\n#  $ @   #\n#        #\n##########").levels[0]
    lines = set()
    for seed in range(6):
        one, again = (solve(level, objective="pushes", limit=Limit(seconds=None), seed=seed) for _ in range(2))
        assert isinstance(one, Solved)
        assert isinstance(again, Solved)
        assert (one.text, one.nodes) == (again.text, again.nodes)
        assert one.optimal == "pushes"
        lines.add((one.text, one.nodes, one.metrics.pushes))
    assert len({pushes for _, _, pushes in lines}) == 1
    assert len(lines) > 1
