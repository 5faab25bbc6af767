"""Glicko-2: the example of the paper, and what holds of any game."""

from __future__ import annotations

import random

import pytest

from pushbox.store.glicko2 import MIN_DEVIATION, START_DEVIATION, Rating, after_days, after_games, after_placing


def test_the_example_of_the_paper() -> None:
    """A player of 1500 (deviation 200) beats 1400 (30) and loses to 1550 (100) and 1700 (300)."""
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = after_games(Rating(1500, 200, 0.06), games)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_wins_gains_and_nobody_is_surer_without_playing() -> None:
    """Winners go up and losers down, a draw of equals changes nothing, an unlikely result changes most."""
    first, second = after_placing([Rating(), Rating()], [1, 2])
    assert first.value > 1500 > second.value
    assert first.value - 1500 == pytest.approx(1500 - second.value)
    assert [it.value for it in after_placing([Rating(), Rating()], [1, 1])] == pytest.approx([1500, 1500])
    strong, weak = Rating(1800, 60), Rating(1400, 60)
    expected = after_placing([strong, weak], [1, 2])[0].value - 1800
    upset = after_placing([strong, weak], [2, 1])[1].value - 1400
    assert 0 < expected < upset
    assert after_games(strong, []) == strong
    idle = after_days(strong, 365)
    assert (idle.value, idle.volatility) == (strong.value, strong.volatility)
    assert strong.deviation < idle.deviation < after_days(strong, 730).deviation
    assert after_days(strong, 1e9).deviation == START_DEVIATION
    assert after_days(strong, -5) == pytest.approx(strong)


def test_ratings_follow_strength_in_any_order_of_results() -> None:
    """Four players of fixed strengths: after many games their ratings stand in the order of their strengths."""
    rng = random.Random("glicko")
    ratings = [Rating() for _ in range(4)]
    for _ in range(300):
        times = [rng.gauss(10 - 2 * strength, 3) for strength in range(4)]
        places = [sorted(times).index(time) for time in times]
        ratings = after_placing(ratings, places)
        assert all(MIN_DEVIATION <= it.deviation <= START_DEVIATION for it in ratings)
    values = [it.value for it in ratings]
    assert values == sorted(values)
    assert not any(it.is_provisional for it in ratings)
