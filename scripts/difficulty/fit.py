"""The fit of a model to pairs of levels, of which people put one later.

A model is a sum of curves of features.  A curve has one slope below the median of the feature and another one above,
neither of them negative: each feature can only make a level harder.  The slopes are fitted to pairs of levels of one
source by the chance of the logistic function that the one that its source puts later is the harder one, each source
weighing the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pushbox.analysis.difficulty.model import TERMS

from .orders import Orders

# Chosen by how well they order what is held out, with all stored orders in view, as were curves in place of lines.
CHOSEN = ("pushes", "boxes", "box_changes", "leaving", "hidden", "rules")
RIDGE = 1.0  # how strongly weights are drawn to 0, against the mean loss of a pair
STEPS = 150
PAIRS = 2_000  # of a source that count at most


class Fit:
    """The pairs of some orders, which models are fitted to, and the `fresh` orders, which only judge them."""

    def __init__(self, orders: Sequence[Orders]) -> None:
        self.orders = [one for one in orders if not one.fresh]
        self.fresh = [one for one in orders if one.fresh]
        everything = np.concatenate([_terms(one) for one in self.orders])
        self.middle = np.median(everything, axis=0)
        self.deviation = self._parts(everything).std(axis=0) + 1e-9
        self.scaled = [self._scaled(one) for one in self.orders]
        self.pairs = [_differences(one, scaled) for one, scaled in zip(self.orders, self.scaled, strict=True)]

    def _scaled(self, orders: Orders) -> np.ndarray:
        return self._parts(_terms(orders)) / self.deviation

    def _parts(self, terms: np.ndarray) -> np.ndarray:
        """Return by how much terms are below their medians, and then by how much they are above."""
        beyond = terms - self.middle
        return np.concatenate([np.minimum(beyond, 0), np.maximum(beyond, 0)], axis=1)

    def weights(self, without: str = "") -> np.ndarray:
        """Return the weights that make pairs likeliest, none below 0, by projected gradient descent."""
        pairs = [one for one, orders in zip(self.pairs, self.orders, strict=True) if orders.family != without]
        weight = np.full(len(self.deviation), 0.1)
        for step in range(STEPS):
            gradient = RIDGE * weight
            for one in pairs:
                wrong = 1 / (1 + np.exp(np.clip(one @ weight, -30, 30)))
                gradient -= one.T @ wrong / len(one) / len(pairs)
            weight = np.maximum(0, weight - (1 - step / STEPS) * gradient)
        return weight

    def held_out(self) -> dict[str, np.ndarray]:
        """Return for each order, fresh or not, the sums of its levels by a fit without its people."""
        every = [*self.orders, *self.fresh]
        weights = {family: self.weights(family) for family in sorted({one.family for one in every})}
        return {one.name: self._scaled(one) @ weights[one.family] for one in every}

    def model(self) -> dict[str, Any]:
        """Return the model that all orders give, as JSON: an eighth of their levels is below 25, half below 50."""
        weight = self.weights()
        sums = [scaled @ weight for scaled in self.scaled]
        shares = np.concatenate([np.full(len(one), 1 / len(one) / len(sums)) for one in sums])
        values = np.concatenate(sums)
        order = np.argsort(values, kind="stable")
        low, centre, high = np.interp([1 / 8, 1 / 2, 7 / 8], np.cumsum(shares[order]), values[order])
        scale = (high - low) / (2 * np.log(3))  # the odds of 25 and 75
        slopes = np.split(weight / self.deviation, 2)
        return {
            "terms": {
                name: {"middle": _rounded(middle), "below": _rounded(below), "above": _rounded(above)}
                for name, middle, below, above in zip(CHOSEN, self.middle, *slopes, strict=True)
            },
            "centre": _rounded(centre),
            "scale": _rounded(scale),
            "doubt": _rounded(self._doubt(scale)),
            "levels": {one.name: len(one.ranks) for one in self.orders},
        }

    def _doubt(self, scale: float) -> float:
        """Return the scale of the logistic distribution of a level, by which the held-out pairs are likeliest.

        Two levels differ by the square root of two as much as one differs from what is said of it.
        """
        held_out, pairs = self.held_out(), []
        for one in self.orders:
            harder, easier = _pairs(one)
            pairs.append((held_out[one.name][harder] - held_out[one.name][easier]) / scale)
        slopes = np.linspace(0.05, 3, 296)
        losses = [sum(np.log1p(np.exp(-slope * one)).mean() for one in pairs) for slope in slopes]
        return float(1 / (slopes[int(np.argmin(losses))] * np.sqrt(2)))


def _rounded(value: float) -> float:
    return round(float(value), 4)


def _terms(orders: Orders) -> np.ndarray:
    """Return the chosen terms of the levels of an order, a row a level."""
    return np.array([[TERMS[name].value(level) for name in CHOSEN] for level in orders.features])


def _pairs(orders: Orders) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of the harder and of the easier level of each pair of an order."""
    harder, easier = np.nonzero(orders.ranks[:, None] > orders.ranks[None, :])
    return harder, easier


def _differences(orders: Orders, scaled: np.ndarray) -> np.ndarray:
    """Return the terms of the harder level minus those of the other, for pairs of a source."""
    harder, easier = _pairs(orders)
    if len(harder) > PAIRS:
        chosen = np.random.default_rng(0).choice(len(harder), PAIRS, replace=False)
        harder, easier = harder[chosen], easier[chosen]
    return scaled[harder] - scaled[easier]
