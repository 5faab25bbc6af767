"""Rates: so many at once, then so many in a time, for each one apart; by a server itself or by several together."""

from __future__ import annotations

import asyncio
import logging
import shutil
import socket
import subprocess
import time
import tracemalloc
from collections.abc import Awaitable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from pushbox.errors import PushboxError
from pushbox.web.app import create_app
from pushbox.web.rate_limits import RateLimiter, household, open_storage
from pushbox.web.rate_storage import MAX_COUNTS, BoundedStorage
from pushbox.web.settings import Limits, Rate, Settings

from .conftest import HEADERS

T = TypeVar("T")


def run(awaitable: Awaitable[T]) -> T:
    """Return what an awaitable returns that waits for nothing."""

    async def main() -> T:
        return await awaitable

    return asyncio.run(main())


def test_a_window_fills_again() -> None:
    """After a burst one waits as long as announced, and no longer; then comes as much as the rate gives."""
    now = 0.0
    rates = RateLimiter(clock=lambda: now)
    rate = Rate(4, 0.5)

    async def take(kind: str = "a", key: str = "me") -> float:
        return await rates.take(kind, key, rate)

    assert [run(take()) for _ in range(4)] == [0, 0, 0, 0]
    assert run(take()) == pytest.approx(8)
    assert run(take("b")) == run(take("a", "you")) == 0
    now = 8.01
    assert run(take()) == 0
    wait = run(take())
    assert wait == pytest.approx(2, abs=0.02)
    now += wait - 0.01
    assert run(take())
    now += 0.02
    assert run(take()) == 0
    now += 16
    assert [run(take()) for _ in range(5)][:4] == [0, 0, 0, 0]


@given(st.lists(st.floats(0, 5), min_size=1, max_size=60), st.integers(1, 5), st.floats(0.1, 3))
def test_no_more_than_the_rate_gets_through(pauses: list[float], burst: int, second: float) -> None:
    """In any span of time, not more than the burst and what the rate gives; one that is begun counts whole."""
    now = 0.0
    rates = RateLimiter(clock=lambda: now)
    passed: list[float] = []

    async def play() -> None:
        nonlocal now
        for pause in pauses:
            now += pause
            if not await rates.take("a", "me", Rate(burst, second)):
                passed.append(now)

    run(play())
    for first, begin in enumerate(passed):
        for last, end in enumerate(passed[first:], start=first):
            assert last - first < burst + (end - begin) * second + 1e-6


@given(st.lists(st.floats(0, 5), min_size=1, max_size=60), st.integers(1, 5), st.floats(0.1, 3))
def test_who_waits_as_announced_gets_through(pauses: list[float], burst: int, second: float) -> None:
    """The announced time is enough, and never longer than a window."""
    now = 0.0
    rates = RateLimiter(clock=lambda: now)
    rate = Rate(burst, second)

    async def play() -> None:
        nonlocal now
        for pause in pauses:
            now += pause
            wait = await rates.take("a", "me", rate)
            assert wait <= burst / second + 1.001
            if wait:
                now += wait + 1e-6
                assert not await rates.take("a", "me", rate)

    run(play())


def test_made_up_keys_cost_bounded_memory_and_no_time() -> None:
    """A hundred thousand of them leave the counts of who keeps coming alone."""
    now = 0.0
    storage = BoundedStorage(lambda: now)

    async def flood() -> int:
        passed = 0
        for number in range(100_000):
            await storage.acquire_sliding_window_entry(f"pushbox/reads/{number:032x}/200/4/second", 200, 4)
            if not number % 10:
                passed += await storage.acquire_sliding_window_entry("pushbox/reads/address 192.0.2.1/10/4/s", 10, 4)
        return passed

    tracemalloc.start()
    passed = run(flood())
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert passed == 10
    assert len(storage) == MAX_COUNTS
    assert size < 24 << 20


def test_keys_that_count_no_more_are_dropped() -> None:
    """Whoever makes up a key for each request leaves nothing behind but the last ones."""
    now = 0.0
    storage = BoundedStorage(lambda: now)

    async def flood() -> None:
        nonlocal now
        for number in range(10_000):
            now += 0.01
            await storage.acquire_sliding_window_entry(f"pushbox/reads/{number}/200/4/second", 200, 4)

    run(flood())
    assert 400 < len(storage) <= 2 * 400 + 1


def test_a_household_is_one_address() -> None:
    """Of IPv6 a household has half of the bits."""
    assert household("2001:db8:0:1::1") == household("2001:db8:0:1:ffff::2") != household("2001:db8:0:2::1")
    assert household("192.0.2.1") == household("::ffff:192.0.2.1") != household("192.0.2.2")
    assert household("testclient") == "testclient"


@pytest.mark.parametrize("uri", ["nonsense", "redis://:secret@host", "ftp://host", "redis://host:port", "redis"])
def test_a_storage_that_is_none(uri: str) -> None:
    """Is refused in a sentence, which quotes no password."""
    with pytest.raises(PushboxError, match="found rates") as error:
        open_storage(uri)
    assert "secret" not in str(error.value)


def test_without_its_redis_a_server_counts_by_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It answers and refuses as ever, and says so once."""
    with socket.socket() as closed:  # bound, and not listening
        closed.bind(("127.0.0.1", 0))
        limits = Limits(reads=Rate(2, 0.01))
        rates = f"redis://127.0.0.1:{closed.getsockname()[1]}"
        app = create_app(Settings(database=f"sqlite:///{tmp_path / 'a.sqlite'}", limits=limits, rates=rates))
        with TestClient(app, headers=HEADERS | {"Cookie": "pushbox=me"}) as client, caplog.at_level(logging.WARNING):
            codes = [client.get("/api/games").status_code for _ in range(4)]
    assert codes == [200, 200, 429, 429]
    assert sum("rates" in record.message for record in caplog.records) == 1


def test_a_redis_that_is_silent_is_not_waited_for() -> None:
    """One request waits for it a moment, those after it not at all."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        storage = open_storage(f"redis://127.0.0.1:{silent.getsockname()[1]}")

        async def main() -> list[float]:
            rates = RateLimiter(storage)
            begin = time.monotonic()
            waits = [await rates.take("a", "me", Rate(2, 0.01)) for _ in range(300)]
            await rates.close()
            assert time.monotonic() - begin < 120, "half a second for each would be 150 s"
            return waits

        waits = asyncio.run(main())
    assert [wait > 0 for wait in waits] == [False, False, *[True] * 298]


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """Yield the URI of a Redis that the tests start and end."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed (Debian: apt install redis-server)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if not probe.connect_ex(("127.0.0.1", port)):
                        break
                time.sleep(0.05)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()


def test_two_servers_count_together(redis: str) -> None:
    """What one has let through, the other has counted; another visitor is not concerned."""

    async def main() -> None:
        one, two = RateLimiter(open_storage(redis)), RateLimiter(open_storage(redis))
        rate = Rate(6, 0.1)
        waits = [await limiter.take("reads", "me", rate) for limiter in (one, two) * 4]
        assert [wait > 0 for wait in waits] == [False] * 6 + [True] * 2
        assert 50 < waits[-1] <= 60
        assert await two.take("reads", "you", rate) == 0
        await one.close()
        await two.close()

    asyncio.run(main())


def test_apps_with_one_redis(tmp_path: Path, redis: str) -> None:
    """Two servers, one visitor: the second refuses what the first has let through before."""
    limits = Limits(reads=Rate(4, 0.01))

    def make(name: str) -> TestClient:
        app = create_app(Settings(database=f"sqlite:///{tmp_path / name}", limits=limits, rates=redis))
        return TestClient(app, headers=HEADERS | {"Cookie": "pushbox=me"})

    with make("a.sqlite") as one, make("b.sqlite") as two:
        codes = [client.get("/api/games").status_code for client in (one, two, one, two, one, two)]
    assert codes == [200] * 4 + [429] * 2
