"""How sure a share and a mean are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

_Z = 1.959963984540054  # of 95 %
_RESAMPLES = 2000


class Interval(NamedTuple):
    """An estimate with its confidence interval of 95 %."""

    estimate: float
    low: float
    high: float

    def __str__(self) -> str:
        """Return it as 0.42 [0.30, 0.55]."""
        return f"{self.estimate:.2f} [{self.low:.2f}, {self.high:.2f}]"


def wilson(successes: float, count: int) -> Interval:
    """Return a share with its Wilson score interval; of nothing it may be any.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference" (1927).

    >>> print(wilson(8, 10), wilson(0, 10), wilson(0, 0))
    0.80 [0.49, 0.94] 0.00 [0.00, 0.28] 0.00 [0.00, 1.00]
    """
    if not count:
        return Interval(0.0, 0.0, 1.0)
    share = successes / count
    spread = _Z * sqrt(share * (1 - share) / count + _Z * _Z / (4 * count * count))
    middle, scale = share + _Z * _Z / (2 * count), 1 + _Z * _Z / count
    return Interval(share, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def clustered_mean(scores: Iterable[Sequence[float]]) -> Interval:
    """Return the mean of clusters of scores from 0 to 1, with a bootstrap interval for which whole clusters are drawn.

    Tasks on one level are no independent draws, so a level is a cluster.  Scores that are all equal, and those of a
    single cluster, say nothing of their spread: they get the interval of Wilson, which is at least as wide as that of
    any score from 0 to 1 with this mean.  O(2000 x clusters).

    Source: Field and Welsh, "Bootstrapping clustered data" (2007).
    """
    some = [values for values in scores if values]
    clusters = [(sum(values), len(values)) for values in some]
    count, total = sum(size for _, size in clusters), sum(value for value, _ in clusters)
    if len(clusters) < 2 or len({value for values in some for value in values}) < 2:
        return wilson(total, count)
    random = Random(0)
    means = []
    for _ in range(_RESAMPLES):
        drawn = random.choices(clusters, k=len(clusters))
        means.append(sum(value for value, _ in drawn) / sum(size for _, size in drawn))
    means.sort()
    return Interval(total / count, means[int(0.025 * _RESAMPLES)], means[int(0.975 * _RESAMPLES) - 1])
