"""Ratings of players by Glicko-2, as Mark Glickman's paper "Example of the Glicko-2 system" (2013) defines it.

A rating comes with its deviation, how unsure it is, and with a volatility, how much the strength changes.  Each game is
a rating period of its own here, and a deviation grows with the time since the last one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

START_DEVIATION = 350.0
MIN_DEVIATION = 45.0  # below it a rating would hardly move any more
PROVISIONAL = 110.0  # the deviation above which a rating is no more than a guess

_SCALE = 173.7178  # between a rating and the paper's inner scale
_CENTRE = 1500.0
_TAU = 0.5  # how much the volatility may change
_TOLERANCE = 1e-6
_PERIOD_DAYS = 30.0  # in which the deviation grows by the volatility once


class Rating(NamedTuple):
    """The rating of a player."""

    value: float = _CENTRE
    deviation: float = START_DEVIATION
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        """Return whether the rating rests on too few games."""
        return self.deviation > PROVISIONAL


def after_days(rating: Rating, days: float) -> Rating:
    """Return a player's rating after days without a game: equal, but less certain."""
    phi = rating.deviation / _SCALE
    grown = math.sqrt(phi**2 + rating.volatility**2 * max(0.0, days) / _PERIOD_DAYS)
    return rating._replace(deviation=min(START_DEVIATION, grown * _SCALE))


def after_games(rating: Rating, games: Iterable[tuple[Rating, float]]) -> Rating:
    """Return the rating after games: the opponent's rating before them, and the score, 1 for a win, 0.5 for a draw.

    The deviation before is taken as it is: `after_days` adds what time adds.
    """
    mu, phi = (rating.value - _CENTRE) / _SCALE, rating.deviation / _SCALE
    inverse_variance = gain = 0.0
    for opponent, score in games:
        weight = _weight(opponent.deviation / _SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.value - _CENTRE) / _SCALE)))
        inverse_variance += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    if not inverse_variance:
        return rating
    variance = 1 / inverse_variance
    volatility = _volatility(rating.volatility, phi, variance, variance * gain)
    new_phi = 1 / math.sqrt(1 / (phi**2 + volatility**2) + inverse_variance)
    return Rating(_CENTRE + _SCALE * (mu + new_phi**2 * gain), new_phi * _SCALE, volatility)


def after_placing(ratings: list[Rating], places: list[int]) -> list[Rating]:
    """Return the ratings after a game of several, where each has played against each; a lower place has won."""
    return [
        _bounded(
            after_games(
                rating,
                [
                    (ratings[other], 0.5 + 0.5 * ((places[other] > place) - (places[other] < place)))
                    for other in range(len(ratings))
                    if other != player
                ],
            )
        )
        for player, (rating, place) in enumerate(zip(ratings, places, strict=True))
    ]


def _bounded(rating: Rating) -> Rating:
    return rating._replace(deviation=max(MIN_DEVIATION, rating.deviation))


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility by the paper's step 5, the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / _TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * _TAU) < 0:
            steps += 1
        high = a - steps * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
