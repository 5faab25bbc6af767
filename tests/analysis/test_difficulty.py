"""The difficulty of levels: its features are what they say, its weights order levels, and its reasons are sentences."""

from __future__ import annotations

from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from pushbox import load, read, solve
from pushbox.analysis.deadlocks.puzzle import BoxPuzzle
from pushbox.analysis.difficulty import Interrupted, rate_between, rate_difficulty
from pushbox.analysis.difficulty.features import narrow_features
from pushbox.analysis.difficulty.model import TERMS, model
from pushbox.analysis.difficulty.reasons import Reason, explain
from pushbox.analysis.difficulty.solution_line import LineCounts, SolutionLine, evenly
from pushbox.analysis.difficulty.tries import after_push, legal_pushes, try_pushes
from pushbox.analysis.texts import texts
from pushbox.bench.rooms import fewest_pushes, rooms
from pushbox.errors import ArgumentError, IllegalMove, NotSolved, UnsupportedError
from pushbox.games.position import Position
from pushbox.level import Level
from pushbox.levels import builtin
from pushbox.sentence import LANGUAGES
from pushbox.solver import Solved
from pushbox.solver.api import Objective, Verdict

HALL = """
################
#.   .    .    #
# $$  $ $   $ .#
#.  #@   $  $  #
# $ $  #   # $ #
#  . .  . .  . #
# $   $  .  $  #
#  .     $ . . #
################
"""


def position_of(board: str) -> Position:
    return load(read(board).levels[0])


def test_counts_of_a_line() -> None:
    """One box over its goal and back again: it leaves the goal, and is away for a push; another one parks it."""
    position = position_of("########\n#      #\n#@$.   #\n#   $ .#\n#      #\n########\n")
    puzzle = BoxPuzzle.of(position)
    assert puzzle is not None
    line = SolutionLine(position, "RR" + "dRR" + "uL")  # over its goal, the other one home, back
    assert position.play_line(line.moves).solved_at == len(line.moves)
    assert line.counts(puzzle) == LineCounts(moved=2, away=1, leaving=1, parked=1)


def test_the_positions_before_pushes_are_those_of_the_line() -> None:
    """They are found again by the number of the move."""
    position = load(builtin("lessons")[9])
    verdict = solve(position)
    assert isinstance(verdict, Solved)
    line = SolutionLine(position, verdict.text)
    samples = [*line.samples(len(line.pushes))]
    assert [push for _, push in samples] == line.pushes
    for before, push in samples:
        puzzle = BoxPuzzle.of(before)
        assert puzzle is not None
        assert (push.start, push.end) in legal_pushes(puzzle)
        after = after_push(before, push.start, push.end)
        assert after.state == before.apply(line.moves[push.step]).state


def test_a_push_that_loses_is_one_that_exhaustive_search_gives_up() -> None:
    """On random rooms what the searches say of each push is what is true of it, and each push is tried."""
    tried = losing = 0
    for level in rooms(60, seed=5, largest=5, boxes=3):
        verdict = solve(level, objective="pushes")
        if not isinstance(verdict, Solved) or not verdict.metrics.pushes:
            continue
        line = SolutionLine(load(level), verdict.text)
        first = islice(line.samples(len(line.pushes)), 1)
        truth: list[bool] = []

        def search(after: Position, *_: Objective | int, truth: list[bool] = truth) -> Verdict:
            truth.append(fewest_pushes(after.level) is None)
            return solve(after)

        counts = try_pushes(first, search)
        assert (counts.tried, counts.losing, counts.unknown) == (len(truth), sum(truth), 0)
        tried, losing = tried + counts.tried, losing + counts.losing
    assert tried > losing > 40


def test_samples_are_spread_evenly() -> None:
    """All where there are few, else as many as are wanted, none twice."""
    assert evenly([1, 2, 3], 5) == [1, 2, 3]
    assert evenly(range(100), 4) == [12, 37, 62, 87]
    assert evenly([], 4) == []


def test_the_weights_are_those_of_the_terms() -> None:
    """None is negative, and each is of a term that has sentences in all languages."""
    weights = model().weights
    assert weights.keys() <= TERMS.keys()
    assert all(min(one.below, one.above) >= 0 < max(one.below, one.above) for one in weights.values())
    for language in LANGUAGES:
        assert all(f"difficulty.{term}" in texts(language) for term in TERMS)


def test_the_number_follows_from_its_reasons() -> None:
    """It is the same each time; its reasons come strongest first, of different groups."""
    level = builtin("lessons")[9]
    verdict = solve(level, objective="pushes")
    assert isinstance(verdict, Solved)
    difficulty = rate_difficulty(level, verdict.text)
    assert difficulty == rate_difficulty(level, verdict.text)
    assert 0 < difficulty.value < 100
    assert len({TERMS[reason.term].group for reason in difficulty.reasons}) == 3
    effects = model().effects(difficulty.features)
    assert effects.keys() == model().weights.keys()
    assert difficulty.explain().startswith(f"{difficulty.grade.capitalize()}: ")


@pytest.mark.parametrize(
    ("value", "language", "sentence"),
    [
        (
            60.0,
            "en",
            "Hard: 2 boxes are pushed off their goals; 38 % of the pushes tried off the solution lose.",
        ),
        (
            40.0,
            "en",
            "Medium: 2 boxes are pushed off their goals; 38 % of the pushes tried off the solution lose.",
        ),
        (
            60.0,
            "de",
            (
                "Schwer: 2 Kisten werden von ihren Zielen geschoben; "
                "38 % der abseits der Lösung versuchten Schübe verlieren."
            ),
        ),
        (60.0, "zh", "困难：有 2 个箱子被推离目标；试过的偏离解法的推动有 38 % 会导致失败。"),
    ],
)
def test_reasons_are_sentences(value: float, language: Any, sentence: str) -> None:
    """In three languages, with the direction first."""
    assert explain(value, [Reason("leaving", 2, 5), Reason("losing", 38, 4)], language) == sentence


def test_reasons_against_come_after_a_but() -> None:
    """What speaks for the other side is told apart."""
    reasons = [Reason("search", 1, -9.0), Reason("leaving", 1, 3.0)]
    assert explain(10, reasons) == "Easy: a search finds a solution at once; but one box is pushed off its goal."
    assert explain(10, []) == ""


def test_what_is_measured_first_holds_to_the_end() -> None:
    """The number of each stage lies between those of the stages before, so that a level can be left out early."""
    levels = [*builtin("lessons")[:12], *rooms(30, seed=8, largest=6, boxes=3)]
    left_out = 0
    for level in levels:
        verdict = solve(level, objective="pushes")
        if not isinstance(verdict, Solved) or not verdict.metrics.pushes:
            continue
        stages = list(narrow_features(load(level), verdict.text))
        bounds = [(model().value(least), model().value(most)) for least, most in stages]
        for (lower, upper), (least, most) in pairwise(bounds):
            assert lower <= least <= most <= upper, level.title
        assert stages[-1][0] == stages[-1][1]
        difficulty = rate_difficulty(level, verdict.text)
        assert rate_between(level, verdict.text, difficulty.value, 100) == difficulty
        assert rate_between(level, verdict.text, difficulty.value + 0.01, 100) is None
        assert rate_between(level, verdict.text, 0, difficulty.value - 0.01) is None
        left_out += bounds[0][1] < 40
    assert left_out > 10


def test_harder_levels_have_higher_numbers(shared: Path) -> None:
    """Of Boxoban, levels that were filtered for being hard for a program are higher than those that were not."""
    sets = ("unfiltered_train_000", "hard_000")
    easy, hard = (_mean(read((shared / "boxoban" / f"{name}.txt").read_text())[:25]) for name in sets)
    assert hard > easy + 10


def _mean(levels: Any) -> float:
    return sum(_rated(level) for level in levels) / len(levels)


def _rated(level: Level) -> float:
    verdict = solve(level, objective="pushes")
    assert isinstance(verdict, Solved)
    return rate_difficulty(level, verdict.text).value


def test_what_cannot_be_rated_is_refused() -> None:
    """Other games, texts that solve nothing, and time that is over, each by its own error."""
    level = read("#####\n#@$.#\n#####\n").levels[0]
    other = builtin("hanano")[0]
    with pytest.raises(UnsupportedError, match="expected one pusher, boxes and goals alone"):
        rate_difficulty(other, "")
    with pytest.raises(NotSolved):
        rate_difficulty(level, "")
    with pytest.raises(IllegalMove):
        rate_difficulty(level, "u")
    with pytest.raises(ArgumentError):
        rate_difficulty(level, "R", seconds=-1)
    hard = read(HALL).levels[0]
    verdict = solve(hard)
    assert isinstance(verdict, Solved)
    with pytest.raises(Interrupted):
        rate_difficulty(hard, verdict.text, progress=lambda _: True)


def test_a_lost_push_is_known_at_once_or_by_search() -> None:
    """A box in a corner is seen at once; what takes a search is counted as hidden."""
    position = position_of("######\n#    #\n# $@ #\n#  . #\n######\n")
    verdict = solve(position)
    assert isinstance(verdict, Solved)
    features = rate_difficulty(position, verdict.text).features
    assert features.tries.losing > 0
    assert features.tries.hidden == 0
