"""The fit of the difficulty, from the stored features of its orders: what pushbox ships and says follows from them."""

from __future__ import annotations

import importlib
import json
import math
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pushbox.analysis.difficulty import GRADES, grade_of
from pushbox.analysis.difficulty.model import Weight, model

pytest.importorskip("numpy")

ROOT = Path(__file__).parents[2]
ABOVE_ALL = 7  # orders on which the rating beats each count
ABOVE_EACH = 0.8  # of the orders on which it beats any one count
ABOVE_BOTH = 0.8  # of those on which it beats boxes and the positions of a proof at once


def script(module: str) -> Any:
    """Return a module of the script of the fit."""
    return importlib.import_module(f"scripts.difficulty.{module}")


@cache
def fit() -> Any:
    """Return the fit to the stored orders."""
    stored = json.loads(script("orders").STORED.read_text(encoding="utf-8"))
    return script("fit").Fit(script("orders").read_orders(stored))


@cache
def rows() -> Any:
    """Return the table of the fit."""
    return script("comparison").table(fit(), fit().orders)


@cache
def fresh_rows() -> Any:
    """Return the table of the orders that only judge the rating."""
    return script("comparison").table(fit(), fit().fresh)


@cache
def fair() -> Any:
    """Return the table of the best counts, and of counts without the luck of the choice."""
    return script("comparison").fair(fit(), rows())


def test_what_is_shipped_is_what_the_stored_features_give() -> None:
    """The weights, the scale and the doubt, of levels whose number is stored with them."""
    shipped = json.loads(script("orders").COEFFICIENTS.read_text(encoding="utf-8"))
    made = fit().model()
    assert made["levels"] == shipped["levels"]
    for name, weight in made["terms"].items():
        assert shipped["terms"][name] == pytest.approx(weight, abs=0.002), name
    for name in ("centre", "scale", "doubt"):
        assert made[name] == pytest.approx(shipped[name], abs=0.005), name


def test_the_table_of_the_docs_is_that_of_the_fit() -> None:
    """Each row, the interval too; the means of each family; in how many orders and families the rating is above."""
    docs, report = (ROOT / "docs" / "insight.md").read_text(encoding="utf-8"), script("report")
    families = script("comparison").pooled(fit(), rows())
    assert report.orders_as_text(rows(), script("comparison").intervals(fit(), fit().orders)) in docs
    assert report.orders_as_text(fresh_rows(), script("comparison").intervals(fit(), fit().fresh)) in docs
    assert report.families_as_text(families) in docs
    assert report.won_as_text(rows(), families, fresh_rows()) in docs


def test_what_is_pooled_is_the_mean_of_the_orders_of_one_family() -> None:
    """Counted from the printed rows; an order of another family is no part of it."""
    one = next(family for family in script("comparison").pooled(fit(), rows()) if family.name == "Holland")
    own = [row for row in rows() if row.name in {"Bagatelle", "Cantrip"}]
    assert (one.size, one.rating) == (2, pytest.approx(mean(row.rating for row in own)))
    assert one.counts == pytest.approx([mean(row.counts[number] for row in own) for number in range(5)])


def test_the_rating_follows_orders_that_it_was_not_fitted_to() -> None:
    """It is never last; it beats the best count on most orders, each single count on more, and all in the mean."""
    assert not [row.name for row in rows() if row.is_last]
    assert sum(row.is_above for row in rows()) >= ABOVE_ALL
    for number, name in enumerate(script("comparison").COUNTS):
        assert sum(row.rating > row.counts[number] for row in rows()) >= ABOVE_EACH * len(rows()), name
        assert mean(row.rating for row in rows()) > mean(row.counts[number] for row in rows()) + 0.1, name


def test_the_fair_table_of_the_docs_is_that_of_the_fit() -> None:
    """The best count of each order with its interval, the count that other people's orders choose, and both halves."""
    docs = (ROOT / "docs" / "insight.md").read_text(encoding="utf-8")
    assert script("report").fair_as_text(fair()) in docs
    assert sum(one.rating > one.value_elsewhere for one in fair()) == len(fair())
    assert f"the difficulty is above on {sum(one.rating_of_half > one.half for one in fair())} of the 12" in docs


def test_what_the_docs_say_of_fresh_orders_is_so() -> None:
    """How many are won, which one is lost to every count, and what the rating gains on the closest count."""
    comparison, docs = script("comparison"), (ROOT / "docs" / "insight.md").read_text(encoding="utf-8")
    words = " ".join(docs.split())
    assert f"above every count at once on {comparison.above(fresh_rows())[-1]} of the {len(fresh_rows())}." in words
    last = [row.name for row in fresh_rows() if row.is_last]
    assert f"It is last on {len(last)} of them, {', '.join(last)}." in words
    assert f"begin at {comparison.gain_over_counts(fit(), fit().fresh):.2f}." in words
    for number, name in enumerate(comparison.COUNTS):
        assert mean(row.rating for row in fresh_rows()) > mean(row.counts[number] for row in fresh_rows()), name


def test_the_best_count_of_a_few_levels_is_luck() -> None:
    """Counts without meaning look good where the best of them is chosen, and are worth nothing in the other half."""
    numpy, comparison = pytest.importorskip("numpy"), script("comparison")
    random = numpy.random.default_rng(3)
    chosen, other = [], []
    for _ in range(300):
        counts, truth = random.normal(size=(5, 20)), numpy.arange(20)
        chosen.append(max(comparison.spearman(one, truth) for one in counts))
        other.append(comparison._halved(counts, counts[0], truth, random.permutation(20))[0])
    assert mean(chosen) > 0.2
    assert abs(mean(other)) < 0.06


def test_what_the_docs_say_of_chance_and_of_the_best_weights_is_so() -> None:
    """How many orders are won of other levels by the same people, and by weights that are fitted to an order itself."""
    low, high = script("comparison").won_by_chance(fit())
    own, docs = script("comparison").won_by_own_fit(fit()), (ROOT / "docs" / "insight.md").read_text(encoding="utf-8")
    assert f"beats the best count on only {own} of the 12" in docs
    assert f"between {low} and {high} of the 12" in docs
    named = [list(script("comparison").COUNTS).index(name) for name in ("boxes", "positions, fewest pushes")]
    both = sum(row.rating > max(row.counts[number] for number in named) for row in rows())
    assert f"both on {both}" in docs
    assert both >= ABOVE_BOTH * len(rows())


def mean(values: Any) -> float:
    """Return the mean of some numbers."""
    every = list(values)
    return float(sum(every) / len(every))


def test_the_bounds_of_a_difficulty_hold_two_times_in_three() -> None:
    """Held-out pairs come in the order that their numbers say as often as the doubt predicts."""
    held_out, scale, doubt = fit().held_out(), model().scale, model().doubt
    expected = found = weight = 0.0
    for one in fit().orders:
        values = held_out[one.name] / scale
        pairs = [
            (abs(a - b), (a - b) * (x - y) > 0)
            for i, (a, x) in enumerate(zip(values, one.ranks, strict=True))
            for b, y in zip(values[:i], one.ranks[:i], strict=True)
            if x != y
        ]
        chances = [1 / (1 + math.exp(-far / (doubt * math.sqrt(2)))) for far, _ in pairs]
        expected += mean(chances)
        found += mean(is_right for _, is_right in pairs)
        weight += 1
    assert expected / weight == pytest.approx(found / weight, abs=0.05)


@pytest.mark.parametrize("value", [0.01, 3.0, 24.9, 25.0, 50.0, 62.0, 99.0, 99.99])
def test_certainty_is_a_share_of_its_distribution(value: float) -> None:
    """The grade's chance is between 0 and 1, and all grades together are certain; the number is within its bounds."""
    sure = model().certainty(value)
    assert sure.low <= value <= sure.high
    assert 0 < sure.sure <= 1
    bounds = GRADES[grade_of(value)]
    assert bounds.least <= value <= bounds.most


def test_a_curve_bends_at_the_middle() -> None:
    """Each side has its slope, and nothing is added in the middle."""
    curve = Weight(middle=2, below=1, above=3)
    assert [curve.effect(value) for value in (0, 1, 2, 3, 4)] == [-2, -1, 0, 3, 6]


def test_grades_part_the_scale() -> None:
    """Each begins where the one before ends."""
    edges = [edge for bounds in GRADES.values() for edge in bounds]
    assert edges == [0, 25, 25, 50, 50, 75, 75, 100]
    assert [grade_of(value) for value in (0, 24.99, 25, 74.99, 75, 100)] == [
        "easy", "easy", "medium", "hard", "extreme", "extreme",
    ]  # fmt: skip


def test_fresh_orders_only_judge_the_rating() -> None:
    """The weights, the scale and the doubt are the same without them, and other levels of their people say nothing."""
    every = [*fit().orders, *fit().fresh]
    assert script("fit").Fit(fit().orders).model() == fit().model()
    upside_down = [replace(one, ranks=-one.ranks) if one.name == "Revenge 1 to 3" else one for one in every]
    before, after = fit().held_out(), script("fit").Fit(upside_down).held_out()
    assert after["Revenge 22 to 24"] == pytest.approx(before["Revenge 22 to 24"])
    assert after["Boxxle 1"] != pytest.approx(before["Boxxle 1"])
