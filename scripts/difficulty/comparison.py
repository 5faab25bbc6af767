"""How well orders are followed by a fit without the levels of their people, beside single counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from pushbox.analysis.difficulty.features import Features

from .fit import Fit
from .orders import Orders

SAMPLES = 400  # of a bootstrap
WON_SAMPLES = 100  # of one that counts the orders that are won
HALVINGS = 100  # of the levels of an order, by chance

COUNTS: dict[str, Callable[[Features], float]] = {
    "pushes": lambda level: level.metrics.pushes,
    "moves": lambda level: level.metrics.moves,
    "boxes": lambda level: level.boxes,
    "positions, any solution": lambda level: level.effort[0],
    "positions, fewest pushes": lambda level: level.effort[1],
}


class Row(NamedTuple):
    """How well an order is followed, or those of a family in the mean: by the rating, and by each count.

    `size` counts the levels of the order, or the orders of the family.
    """

    name: str
    size: int
    rating: float
    counts: tuple[float, ...]

    @property
    def is_above(self) -> bool:
        """Whether the rating follows the order better than each count."""
        return self.rating > max(self.counts)

    @property
    def is_last(self) -> bool:
        """Whether each count follows the order better than the rating."""
        return self.rating < min(self.counts)


class Fair(NamedTuple):
    """How well an order is followed by its best count: as found in it, and without the luck of that choice.

    `elsewhere` is the count that follows the orders of other people best in the mean.  `half` and `rating_of_half` are
    those of one half of the levels, by the count that follows the other half best, and by the rating.
    """

    name: str
    best: str
    value: float
    low: float
    high: float
    rating: float
    elsewhere: str
    value_elsewhere: float
    half: float
    rating_of_half: float


def ranks(values: np.ndarray) -> np.ndarray:
    """Return the ranks of values, the mean of theirs for those that are equal."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse]


def spearman(values: np.ndarray, truth: np.ndarray) -> float:
    """Return Spearman's rank correlation, 0 where all values are the same."""
    if values.min() == values.max() or truth.min() == truth.max():
        return 0.0
    return float(np.corrcoef(ranks(values), ranks(truth))[0, 1])


def table(fit: Fit, orders: Sequence[Orders]) -> list[Row]:
    """Return a row for each of some orders."""
    held_out = fit.held_out()
    return [Row(one.name, len(one.ranks), spearman(held_out[one.name], one.ranks), followed(one)) for one in orders]


def intervals(fit: Fit, orders: Sequence[Orders]) -> list[tuple[float, float]]:
    """Return for each of some orders what 95 % of a bootstrap over its levels give the rating."""
    held_out, every = fit.held_out(), []
    for one in orders:
        value, random = held_out[one.name], np.random.default_rng(0)
        chosen = [random.integers(len(value), size=len(value)) for _ in range(SAMPLES)]
        low, high = np.percentile([spearman(value[some], one.ranks[some]) for some in chosen], [2.5, 97.5])
        every.append((float(low), float(high)))
    return every


def pooled(fit: Fit, rows: Sequence[Row]) -> list[Row]:
    """Return the means of the rows of each family, in the order of the table."""
    by_family: dict[str, list[Row]] = {}
    for orders, row in zip(fit.orders, rows, strict=True):
        by_family.setdefault(orders.family, []).append(row)
    return [mean_of(name, len(own), own) for name, own in by_family.items()]


def mean_of(name: str, size: int, rows: Sequence[Row]) -> Row:
    """Return the mean of some rows."""
    rating, *counts = (
        float(np.mean(column)) for column in zip(*((row.rating, *row.counts) for row in rows), strict=True)
    )
    return Row(name, size, rating, tuple(counts))


def above(rows: Sequence[Row]) -> list[int]:
    """Return in how many rows the rating follows the order better than each count, at last than all of them at once."""
    each = [sum(row.rating > row.counts[number] for row in rows) for number in range(len(COUNTS))]
    return [*each, sum(row.is_above for row in rows)]


def won_by_own_fit(fit: Fit) -> int:
    """Return how many orders weights that are fitted to that order alone follow better than each count.

    Nothing is held out, so no weights for all orders can be expected to win more.
    """
    own = [(orders, Fit([orders])) for orders in fit.orders]
    return sum(spearman(one.scaled[0] @ one.weights(), orders.ranks) > max(followed(orders)) for orders, one in own)


def won_by_chance(fit: Fit) -> tuple[int, int]:
    """Return between which counts of orders the held-out rating wins, 95 % of a bootstrap over the levels of each."""
    held_out, random = fit.held_out(), np.random.default_rng(0)
    measured = [(one.ranks, held_out[one.name], counts_of(one)) for one in fit.orders]

    def is_won(ranks: np.ndarray, rating: np.ndarray, counts: np.ndarray) -> bool:
        some = random.integers(len(ranks), size=len(ranks))
        return spearman(rating[some], ranks[some]) > max(spearman(one[some], ranks[some]) for one in counts)

    won = [sum(is_won(*one) for one in measured) for _ in range(WON_SAMPLES)]
    low, high = np.percentile(won, [2.5, 97.5])
    return round(low), round(high)


def fair(fit: Fit, rows: Sequence[Row]) -> list[Fair]:
    """Return how well each order is followed by single counts that are chosen in it, in half of it, and elsewhere."""
    held_out, names, random = fit.held_out(), [*COUNTS], np.random.default_rng(0)
    every = []
    for one, row in zip(fit.orders, rows, strict=True):
        counts, size = counts_of(one), len(one.ranks)
        best = int(np.argmax(row.counts))
        some = [random.integers(size, size=size) for _ in range(SAMPLES)]
        low, high = np.percentile([spearman(counts[best][each], one.ranks[each]) for each in some], [2.5, 97.5])
        others = [other.counts for orders, other in zip(fit.orders, rows, strict=True) if orders.family != one.family]
        elsewhere = int(np.argmax(np.mean(others, axis=0)))
        halves = [_halved(counts, held_out[one.name], one.ranks, random.permutation(size)) for _ in range(HALVINGS)]
        half, of_half = np.mean(halves, axis=0)
        inside = names[best], row.counts[best], float(low), float(high), row.rating
        every.append(Fair(one.name, *inside, names[elsewhere], row.counts[elsewhere], float(half), float(of_half)))
    return every


def gain_over_counts(fit: Fit, orders: Sequence[Orders]) -> float:
    """Return what the rating has above each count in the mean of some orders, at least, in 95 % of a bootstrap."""
    held_out, random, gains = fit.held_out(), np.random.default_rng(0), []
    measured = [(one.ranks, np.array([held_out[one.name], *counts_of(one)])) for one in orders]
    for _ in range(SAMPLES):
        some = [random.integers(len(ranks), size=len(ranks)) for ranks, _ in measured]
        values = [
            [spearman(one[chosen], ranks[chosen]) for one in every]
            for (ranks, every), chosen in zip(measured, some, strict=True)
        ]
        rating, *counts = np.mean(values, axis=0)
        gains.append(rating - np.array(counts))
    return float(np.min(np.percentile(gains, 2.5, axis=0)))


def _halved(counts: np.ndarray, rating: np.ndarray, truth: np.ndarray, shuffled: np.ndarray) -> tuple[float, float]:
    """Return how the second half of shuffled levels is followed by the best count of the first, and by the rating."""
    first, second = np.split(shuffled, [len(shuffled) // 2])
    best = int(np.argmax([spearman(count[first], truth[first]) for count in counts]))
    return spearman(counts[best][second], truth[second]), spearman(rating[second], truth[second])


def counts_of(orders: Orders) -> np.ndarray:
    """Return each count of the levels of an order, a row a count."""
    return np.array([[count(level) for level in orders.features] for count in COUNTS.values()])


def followed(orders: Orders) -> tuple[float, ...]:
    """Return how well an order is followed by each count."""
    return tuple(spearman(one, orders.ranks) for one in counts_of(orders))
