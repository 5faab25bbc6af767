"""Levels that limit their steps: the native searches solve them, and their answers are those of the plain search."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.search import shortest

from pushbox import formats, levels
from pushbox.games import load
from pushbox.level import Level
from pushbox.solver import OBJECTIVES, GaveUp, Limit, Objective, Progress, Solved, Unsolvable, Verdict, plain, solve

FREELY = Limit(seconds=None, nodes=200_000)
# 14 moves with 7 pushes, or 22 moves with 5.
CORNER = "######\n#   .#\n#  $$#\n#  # #\n#    #\n#  @.#\n######"
TITLES = (
    *("Corner", "Never into a corner", "Each to its own", "One each"),
    *("Into the pit", "Parked", "Passing it on"),
    *("All together", "Battery and bomb"),
)
COUNTS = {"pushes": ("pushes",), "moves": ("moves",), "pushes-moves": ("pushes", "moves")}
COUNTS |= {"moves-pushes": ("moves", "pushes"), "any": ()}


@pytest.fixture(scope="module")
def shipped() -> dict[str, Level]:
    """Return the shipped levels by title, and the corner."""
    every = [level for name in levels.names() for level in formats.read_file(levels.path(name)).levels]
    return {level.title: level for level in reversed(every)} | {"Corner": corner()}


def corner(*options: tuple[str, int]) -> Level:
    """Return the level in which the fewest pushes take more moves than others."""
    return replace(formats.read(CORNER, format="xsb").levels[0], options=options)


def limited(level: Level, steps: int) -> Level:
    """Return a level with a limit of steps."""
    return replace(level, options=(*level.options, ("steps", steps)))


def counts(verdict: Verdict, objective: Objective) -> tuple[int, ...] | None:
    """Return what an objective counts of a solution, None where there is none."""
    if not isinstance(verdict, Solved):
        return None
    return tuple(getattr(verdict.metrics, name) for name in COUNTS[objective])


@pytest.mark.parametrize("title", TITLES)
def test_one_step_decides(title: str, shipped: dict[str, Level], monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of the fewest steps, or one more, leaves the level solvable; one fewer does not; in every objective."""
    level = shipped[title]
    start = load(level)
    fewest = shortest(start.rules, start.state)
    assert fewest is not None
    limits = {fewest - 1, fewest, fewest + 1} - {0}
    expected = {
        (steps, objective): plain.search(load(limited(level, steps)), objective, FREELY, None)
        for steps in sorted(limits)
        for objective in OBJECTIVES
    }
    for (steps, objective), truth in expected.items():
        with monkeypatch.context() as patch:
            if objective not in {"pushes", "pushes-moves"}:
                patch.setattr(plain, "search", refuse)
            answer = solve(limited(level, steps), objective=objective, limit=FREELY)
        assert type(answer) is type(truth) is (Solved if steps >= fewest else Unsolvable), (steps, objective)
        assert counts(answer, objective) == counts(truth, objective), (steps, objective)
        if isinstance(answer, Solved):
            assert answer.metrics.moves <= steps
            assert answer.limit is None
            assert objective in {"any", answer.optimal}


def refuse(*_: Any) -> Verdict:
    """Stand in for the plain search where none is due."""
    pytest.fail("the plain search was called")


@pytest.mark.parametrize("steps", [14, 15, 20, 21, 22])
@pytest.mark.parametrize("objective", ["pushes", "pushes-moves"])
def test_fewest_pushes_within_the_limit(steps: int, objective: Objective) -> None:
    """Where the solution with fewest pushes is too long, another has the fewest within the limit, which is proven."""
    answer = solve(corner(("steps", steps)), objective=objective, limit=FREELY)
    truth = plain.search(load(corner(("steps", steps))), objective, FREELY, None)
    assert isinstance(answer, Solved)
    assert answer.optimal == objective
    assert counts(answer, objective) == counts(truth, objective)
    assert (answer.metrics.pushes == 5) is (steps >= 22)


def test_a_limit_that_ends_the_search_is_named() -> None:
    """An answer without proof names the limit; the bound is that of what the objective counts."""
    level = corner(("steps", 14))
    whole = solve(level, objective="pushes", limit=FREELY)
    answer = solve(level, objective="pushes", limit=Limit(seconds=None, nodes=whole.nodes - 5))
    assert isinstance(answer, Solved)
    assert (answer.optimal, answer.limit, answer.bound) == (None, "nodes", 5)
    assert answer.metrics.moves <= 14
    assert answer.nodes < whole.nodes
    for objective in OBJECTIVES:
        given_up = solve(level, objective=objective, limit=Limit(seconds=None, nodes=2))
        assert isinstance(given_up, GaveUp)
        assert given_up.limit == "nodes"
        assert given_up.nodes == 2
        assert given_up.bound is None or given_up.bound <= (14 if objective.startswith("moves") else 5)


def test_steps_made_count(shipped: dict[str, Level]) -> None:
    """Where steps have been made already, the limit leaves the rest of them."""
    level = limited(shipped["Never into a corner"], 7)
    start = load(level)
    answer = solve(start)
    assert isinstance(answer, Solved)
    for move in start.parse(answer.text)[:3]:
        start = start.apply(move)
    rest = solve(start)
    assert isinstance(rest, Solved)
    assert rest.metrics.moves == 4
    astray = load(level)
    back_and_forth = astray.legal_moves[0]
    astray = astray.apply(back_and_forth)
    assert isinstance(solve(astray), Unsolvable if shortest(astray.rules, astray.state) is None else Solved)


def test_what_is_lost_before_the_first_step(shipped: dict[str, Level]) -> None:
    """A level whose steps are used up is unsolvable, one that is solved with its last step is solved."""
    start = load(limited(shipped["First push"], 3))
    solution = solve(start)
    assert isinstance(solution, Solved)
    moves = start.parse(solution.text)
    for move in moves:
        start = start.apply(move)
    done = solve(start)
    assert isinstance(done, Solved)
    assert done.text == ""
    walked = load(limited(shipped["First push"], 1))
    walked = walked.apply(next(move for move, _ in walked.successors() if not walked.apply(move).outcome.solved))
    answer = solve(walked)
    assert isinstance(answer, Unsolvable)
    assert answer.proof == "the level begins lost"


def test_seconds_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of seconds leaves the native search as it is."""
    monkeypatch.setattr(plain, "search", refuse)
    for objective in OBJECTIVES:
        answer, same = (solve(level, objective=objective) for level in (corner(("seconds", 1)), corner()))
        assert isinstance(answer, Solved)
        assert isinstance(same, Solved)
        assert (answer.text, answer.optimal, answer.nodes) == (same.text, same.optimal, same.nodes)


def test_progress_goes_on_from_search_to_search() -> None:
    """Positions and seconds of the progress never go down, and no solution that is too long is the best so far."""
    level = formats.read(levels.path("lessons").read_text()).levels[-1]
    reports: list[Progress] = []
    answer = solve(limited(level, 44), objective="pushes", progress=reports.append)
    assert isinstance(answer, Solved)
    assert [*reports] == sorted(reports, key=lambda report: (report.seconds, report.nodes))
    assert all(report.best is None or report.best[0] <= 44 for report in reports)
