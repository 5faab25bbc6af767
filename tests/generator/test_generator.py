"""The generator: every level fits its specification, has a solution, and comes again with its seed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from tests.depth import scaled

from pushbox import _core
from pushbox.bench.generator import mixed, promises
from pushbox.bench.rooms import fewest_pushes
from pushbox.errors import ArgumentError, PushboxError, UnsupportedError
from pushbox.generator import SHAPES, Generated, LevelSpec, OutOfReach, Progress, generate
from pushbox.play.verify import verify
from pushbox.solver import InvalidSolution, Limit, Solved, solve

SPECS = {
    "sokoban": LevelSpec(rows=7, columns=9, boxes=3),
    "plus": LevelSpec(rows=9, columns=7, boxes=3, game="plus", pushes=8),
    "multiban": LevelSpec(rows=8, columns=8, boxes=3, game="multiban", pushers=3),
}


def made(spec: LevelSpec, count: int, **options: Any) -> list[Generated]:
    """Return levels, without a limit of time."""
    return list(generate(spec, count=count, seconds=None, **options))


def test_the_shapes_are_those_of_the_core() -> None:
    """The core has the shapes that are documented in Python."""
    assert list(SHAPES) == _core.shapes


@pytest.mark.parametrize("game", SPECS)
def test_levels_fit_their_specification(game: str) -> None:
    """Size, boxes, pushers and numbers are kept; the solution replays; no box starts on a goal."""
    spec = SPECS[game]
    levels = made(spec, 40)
    for one in levels:
        board = one.level.board
        boxes, goals = board.of_kind("box"), board.cells_of("goal")
        assert (board.height, board.width, one.level.game) == (spec.rows, spec.columns, game)
        assert len(boxes) == len(goals) == spec.boxes
        assert not {box.anchor for box in boxes} & set(goals)
        assert len(board.of_kind("pusher")) == (spec.pushers or 1)
        replay = verify(one.level, one.text)
        assert replay.solved
        assert replay.solved_at == one.metrics.moves > 0
        assert one.metrics == replay.metrics
        assert one.level.saved_moves[0].text == one.text
        assert one.metrics.pushes >= spec.pushes
        assert sorted(box.number for box in boxes) == ([1, 2, 3] if game == "plus" else [0, 0, 0])


def test_plain_levels_come_with_a_shortest_solution() -> None:
    """The solution has the fewest pushes, as exhaustive search counts them, and at least those of the specification."""
    for one in made(LevelSpec(rows=7, columns=7, boxes=2, pushes=12, box_lines=5), 15):
        assert fewest_pushes(one.level) == one.metrics.pushes >= 12
        assert one.metrics.box_lines >= 5


@pytest.mark.parametrize("game", SPECS)
def test_a_seed_gives_the_same_levels_on_any_number_of_threads(game: str) -> None:
    """Same spec and seed, same levels; another seed, others."""
    spec = SPECS[game]
    first = made(spec, 30, seed=5)
    assert made(spec, 30, seed=5, threads=3) == first
    assert made(spec, 7, seed=5) == first[:7]
    assert {one.text for one in made(spec, 30, seed=6)}.isdisjoint(one.text for one in first)


def test_levels_keep_every_promise() -> None:
    """The checks of `pushbox bench generator` hold, with fewer levels than its 10,000."""
    source = mixed(seed=3)
    levels = [next(source) for _ in range(scaled(1_000))]
    figures = list(promises(levels))
    assert len(figures) == 5
    assert not [figure for figure in figures if figure.value]


def test_broken_promises_are_noticed() -> None:
    """A level that comes twice, without its solution, of another size or with another box is found out."""
    (spec, good), (_, other) = (pair for pair, _ in zip(mixed(seed=3), range(2), strict=False))
    bad = replace(good, text=good.text[:-1])
    other_spec = replace(spec, rows=spec.rows + 3, boxes=spec.boxes + 1)
    figures = {figure.name: figure.value for figure in promises([(spec, good), (spec, bad), (other_spec, other)])}
    assert figures == {
        "wrong: solutions": 1,
        "wrong: sizes": 1,
        "wrong: box counts": 1,
        "wrong: boxes on goals": 0,
        "wrong: equal levels": 1,
    }


def test_few_levels_are_never_equal() -> None:
    """Where there are few levels at all, the run ends rather than yield one twice, rotated or mirrored."""
    spec = LevelSpec(rows=4, columns=5, boxes=1)
    levels: list[tuple[LevelSpec, Generated]] = []
    with pytest.raises(OutOfReach, match=r"found \d+ levels of 5x4, 1 box: 300 attempts gave no other one"):
        levels.extend((spec, one) for one in generate(spec, attempts=300, seconds=None))
    assert 0 < len(levels) < 100
    assert not [figure for figure in promises(levels) if figure.value]


def test_effort_is_measured_by_the_solver() -> None:
    """A fresh run of the solver takes as many positions, and proves as many pushes."""
    for one in made(LevelSpec(rows=9, columns=9), 8):
        answer = solve(one.level, objective="pushes", limit=Limit(seconds=None))
        assert isinstance(answer, Solved)
        assert (answer.nodes, answer.metrics.pushes) == (one.effort, one.metrics.pushes)
        assert (one.rating, one.difficulty) == (None, None)


def test_a_spec_that_is_not_met_ends_with_a_sentence() -> None:
    """Attempts and seconds are limits; no level is yielded that does not fit."""
    spec = LevelSpec(rows=5, columns=5, boxes=1, pushes=90, shape="hall")
    with pytest.raises(
        OutOfReach,
        match="found 0 of 3 levels of 5x5, 1 box, shape hall, at least 90 pushes: 64 attempts gave no other one; ",
    ) as caught:
        list(generate(spec, count=3, attempts=64))
    least, most = re.findall(r"(\d+) to (\d+) pushes", str(caught.value))[-1]
    assert made(replace(spec, pushes=int(least)), 1)  # what it says is possible is
    assert int(most) < 90
    with pytest.raises(OutOfReach, match=r"0\.05 s gave no other one"):
        list(generate(spec, count=3, attempts=1_000_000_000, seconds=0.05))
    with pytest.raises(OutOfReach, match=r"0\.05 s gave no other one"):
        list(generate(spec, count=3, attempts=1_000_000_000, seconds=0.05, threads=2))


@pytest.mark.parametrize(
    ("fields", "error", "sentence"),
    [
        ({"rows": 2}, PushboxError, "found a size of 10x2, expected 3 to 100"),
        ({"columns": 101}, PushboxError, "found a size of 101x10, expected 3 to 100"),
        ({"boxes": 0}, PushboxError, "found 0 boxes or pushers, expected at least one of each"),
        ({"boxes": (1 << 63) - 1}, PushboxError, "expected no more of all than cells within the frame: 64"),
        (
            {"rows": 4, "columns": 4, "boxes": 2},
            PushboxError,
            "goals: 2, pushers: 1, expected no more of all than cells within the frame: 4",
        ),
        ({"boxes": -1}, PushboxError, "boxes: found -1, expected 0 or more"),
        (
            {"game": "hanano"},
            UnsupportedError,
            "found the game 'hanano', expected one of: sokoban, plus, multiban",
        ),
        ({"pushers": 2}, PushboxError, "found 2 pushers for the game 'sokoban', expected 1"),
        (
            {"game": "multiban", "pushers": 1},
            PushboxError,
            "found 1 pusher for the game 'multiban', expected 2 to 9",
        ),
        ({"game": "multiban", "pushes": 3}, PushboxError, "with several pushers, which cannot be measured"),
        ({"game": "multiban", "difficulty": "easy"}, PushboxError, "with several pushers, which cannot be measured"),
        ({"difficulty": "easy", "rating": (1, 9)}, ArgumentError, "found a difficulty and a rating"),
        ({"shape": "round"}, PushboxError, "shape: found 'round', expected one of walk"),
    ],
)
def test_specs_that_nothing_meets_are_refused(fields: dict[str, Any], error: type[PushboxError], sentence: str) -> None:
    """One sentence says what was found and what was expected, also for a count of 0."""
    for count in (0, 1):
        with pytest.raises(error, match=sentence):
            list(generate(LevelSpec(**fields), count=count))


def test_progress_is_reported_and_stops_a_run() -> None:
    """A true answer ends the run without an error; what the callback raises passes through."""
    reports: list[Progress] = []

    def stop(progress: Progress) -> bool:
        reports.append(progress)
        return len(reports) > 3

    spec = LevelSpec(rows=5, columns=5, boxes=1, pushes=90)
    assert list(generate(spec, attempts=1_000_000_000, seconds=None, progress=stop)) == []
    assert len(reports) == 4
    assert reports[-1].seconds > reports[0].seconds >= 0

    def fail(_: Progress) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(generate(spec, attempts=1_000_000_000, seconds=None, progress=fail))


def test_a_wrong_solution_is_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level whose solution the rules refuse is a defect of pushbox, not an answer."""
    from pushbox.generator import native

    real = native.attempts

    def wrong(*arguments: Any) -> list[Generated]:
        return [replace(one, text=one.text[:-1]) for one in real(*arguments)]

    monkeypatch.setattr(native, "attempts", wrong)
    with pytest.raises(InvalidSolution):
        list(generate(LevelSpec(), count=1))
