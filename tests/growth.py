"""A law of readers: what one takes grows with the length of its input, not with the square.

The time of two inputs of different length shows a trap at a tenth of the size that would make it last::

    grows_evenly(lambda length: formats.read("#" * length), 400_000)
"""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.depth import scaled

APART = 4  # times as long is the longer input; a square takes 16 times as long for it
MOST = 2 * APART  # times the seconds that it may take, with the logarithm of a sort and the caches of a processor
SLACK = 0.03  # seconds of processor time that say nothing: a collection of garbage, a first import
TRIES = 6


def grows_evenly(work: Callable[[int], object], plenty: int) -> None:
    """Fail where `work` takes far more than four times as long for four times the size.

    `plenty` is the size at the nightly depth; at others a tenth of it has to do.
    """
    size = scaled(plenty // 10, least=plenty // 10)
    figures = []
    for _ in range(TRIES):  # what else runs on the machine takes the caches away
        small, large = _seconds(work, size // APART), _seconds(work, size)
        if large <= MOST * small + SLACK:
            return
        figures.append(f"{size // APART:,}: {small:.3f} s, {size:,}: {large:.3f} s")
    raise AssertionError(f"the time grows faster than the size: {'; '.join(figures)}")


def _seconds(work: Callable[[int], object], size: int) -> float:
    start = time.process_time()
    work(size)
    return time.process_time() - start
