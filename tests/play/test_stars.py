"""The stars of a solution, by the table and the cases of the web client."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pushbox.metrics import Metrics
from pushbox.play.stars import Known, rate

CASES = json.loads((Path(__file__).parent.parent / "golden" / "stars.json").read_text(encoding="utf-8"))


def test_a_worse_solution_that_was_found_before_counts_for_nothing() -> None:
    """A solution is rated beside the best by pushes and the best by moves alone."""
    known = Known()
    for pushes, moves in ((12, 30), (10, 20), (11, 15), (14, 40)):
        known = known.joined(Metrics(moves, pushes, 1, 1, 1, 1))
    assert known.best == ((10, 20), (11, 15))
    assert rate(Metrics(30, 12, 1, 1, 1, 1), known).stars == 1


@pytest.mark.parametrize("case", CASES)
def test_a_solution_is_rated_as_in_the_web_client(case: dict[str, Any]) -> None:
    """Beside the best that is known, and the pushes that every solution has."""
    known = Known(proven=frozenset(case["proven"]))
    for pushes, moves in case["best"]:
        known = known.joined(Metrics(moves, pushes, 1, 1, 1, 1))
    metrics = Metrics(case["counts"]["moves"], case["counts"]["pushes"], 1, 1, 1, 1)
    rating = rate(metrics, known, case["bound"], case["assists"])
    assert (rating.stars, rating.cost, rating.advice) == (case["stars"], case["cost"], case["advice"])
    assert len(rating.picture) == 3
