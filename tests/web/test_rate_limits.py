"""Token buckets: so many at once, then so many in a time, for each one apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pushbox.web.rate_limits import RateLimiter
from pushbox.web.settings import Rate


def test_a_bucket_fills_again() -> None:
    """After a burst one waits as long as announced, and no longer."""
    now = 0.0
    rates = RateLimiter(lambda: now)
    rate = Rate(3, 0.5)
    assert [rates.take("a", "me", rate) for _ in range(3)] == [0, 0, 0]
    assert rates.take("a", "me", rate) == 2
    assert rates.take("b", "me", rate) == rates.take("a", "you", rate) == 0
    now = 2.0
    assert rates.take("a", "me", rate) == 0
    assert rates.take("a", "me", rate) == 2


@given(st.lists(st.floats(0, 5), min_size=1, max_size=60), st.integers(1, 5), st.floats(0.1, 3))
def test_no_more_than_the_rate_gets_through(pauses: list[float], burst: int, second: float) -> None:
    """In any span of time, not more than the burst and what the rate gives."""
    now = 0.0
    rates = RateLimiter(lambda: now)
    passed: list[float] = []
    for pause in pauses:
        now += pause
        if not rates.take("a", "me", Rate(burst, second)):
            passed.append(now)
    for first, begin in enumerate(passed):
        for last, end in enumerate(passed[first:], start=first):
            assert last - first + 1 <= burst + (end - begin) * second + 1e-6
