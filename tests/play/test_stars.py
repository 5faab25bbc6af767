"""The stars of a solution, by the table and the cases of the web client."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pushbox.metrics import Metrics
from pushbox.play.stars import Known, rate

CASES = json.loads((Path(__file__).parent.parent / "golden" / "stars.json").read_text(encoding="utf-8"))


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
