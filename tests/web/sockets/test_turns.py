"""Turns of queries and hints: a quick visitor waits for nobody who has used up their share."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from pushbox.batch.fair_queue import Place
from pushbox.web.sockets import turns
from pushbox.web.sockets.connection import CapacityError
from pushbox.web.sockets.turns import Turns, stopping

WAIT = 60.0  # seconds, for a machine that is busy
Question = Callable[[], str]


@pytest.fixture
def release() -> Iterator[threading.Event]:
    """What questions wait for that are held."""
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture(autouse=True)
def _costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a question cost so many seconds of processor time as its answer says."""

    def timed(call: Callable[[], Any]) -> tuple[Any, float]:
        answer = call()
        return answer, float(answer)

    monkeypatch.setattr(turns, "_timed", timed)


def asked(test: Callable[[Turns], Awaitable[None]], threads: int = 2) -> None:
    """Run a test with turns of so many threads."""

    async def run() -> None:
        some = Turns("test", threads)
        try:
            async with asyncio.timeout(WAIT):
                await test(some)
        finally:
            some.close()

    asyncio.run(run())


def place(visitor: str) -> Place:
    return Place("one address", visitor)


async def settled() -> None:
    """Let all tasks come to where they wait."""
    for _ in range(10):
        await asyncio.sleep(0)


def held(release: threading.Event) -> Question:
    """Return a question that is answered once it is released."""

    def question() -> str:
        assert release.wait(WAIT)
        return "0"

    return question


def test_a_quick_question_waits_for_no_long_one(release: threading.Event) -> None:
    """Four visitors who have asked much have sixty questions open, and another one is answered."""
    hostile = [place(f"cookie {number}") for number in range(4)]

    async def test(some: Turns) -> None:
        await asyncio.gather(*(some.run(it, lambda: "10") for it in hostile))
        waiting = [asyncio.create_task(some.run(it, held(release))) for it in hostile for _ in range(15)]
        await settled()
        assert len(some) == len(waiting) - 1, "one of them has the thread of those who ask much"
        assert await some.run(place("another"), lambda: "0") == "0"
        assert not any(task.done() for task in waiting)
        release.set()
        await asyncio.gather(*waiting)

    asked(test)


def test_a_visitor_has_one_question_at_a_time(release: threading.Event) -> None:
    """The other thread is for others."""

    async def test(some: Turns) -> None:
        mine = [asyncio.create_task(some.run(place("me"), held(release))) for _ in range(3)]
        assert await some.run(place("another"), lambda: "0") == "0"
        assert len(some) == len(mine) - 1
        release.set()
        await asyncio.gather(*mine)

    asked(test)


def test_who_has_asked_much_is_forgiven(monkeypatch: pytest.MonkeyPatch, release: threading.Event) -> None:
    """After a while without questions they are quick ones again."""
    now = 1000.0
    monkeypatch.setattr(turns, "monotonic", lambda: now)

    async def test(some: Turns) -> None:
        nonlocal now
        for visitor in ("me", "another"):
            await some.run(place(visitor), lambda: "10")
        long = asyncio.create_task(some.run(place("another"), held(release)))
        mine = asyncio.create_task(some.run(place("me"), lambda: "0"))
        await asyncio.sleep(0.05)
        assert not mine.done(), "the thread of those who ask much is taken"
        now += 10_000
        assert await some.run(place("me"), lambda: "0") == "0"
        assert await mine == "0"
        release.set()
        await long

    asked(test)


def test_who_is_cancelled_gives_up_the_place(release: threading.Event) -> None:
    """Those behind come sooner, and a question that has begun keeps its thread until it ends."""

    async def test(some: Turns) -> None:
        begun = asyncio.create_task(some.run(place("me"), held(release)))
        waiting = asyncio.create_task(some.run(place("another"), lambda: "0"))
        await settled()
        assert len(some) == 1
        for task in (begun, waiting):
            task.cancel()
        await asyncio.wait([begun, waiting])
        assert len(some) == 0
        third = asyncio.create_task(some.run(place("a third"), lambda: "0"))
        await asyncio.sleep(0.05)
        assert not third.done(), "what has begun has the thread"
        release.set()
        assert await third == "0"

    asked(test, threads=1)


def test_a_thread_comes_free_while_somebody_is_being_cancelled(release: threading.Event) -> None:
    """Their turn has gone, whatever is done first."""

    async def test(some: Turns) -> None:
        begun = asyncio.create_task(some.run(place("me"), held(release)))
        waiting = [asyncio.create_task(some.run(place(f"visitor {number}"), lambda: "0")) for number in range(20)]
        await settled()
        some._idle["quick"] += 1  # as another thread that is given back at this moment
        waiting[0].cancel()
        some._admit()
        release.set()
        assert await asyncio.gather(begun, *waiting[1:]) == ["0"] * len(waiting)
        assert waiting[0].cancelled()

    asked(test, threads=1)


def test_the_thread_of_those_who_ask_much_rests() -> None:
    """As long as it has worked, and quick visitors have their threads meanwhile."""

    async def test(some: Turns) -> None:
        await some.run(place("me"), lambda: "10")
        begin = asyncio.get_running_loop().time()
        assert await some.run(place("me"), lambda: "0.5") == "0.5"
        rested = asyncio.create_task(some.run(place("me"), lambda: "0"))
        assert await some.run(place("another"), lambda: "0") == "0"
        assert not rested.done()
        assert await rested == "0"
        assert asyncio.get_running_loop().time() - begin >= 0.5

    asked(test)


def test_a_flood_is_refused(monkeypatch: pytest.MonkeyPatch, release: threading.Event) -> None:
    """Beyond so many that wait, the next is refused at once."""
    monkeypatch.setattr(turns, "_MAX_WAITING", 2)

    async def test(some: Turns) -> None:
        tasks = [asyncio.create_task(some.run(place("me"), held(release))) for _ in range(3)]
        await settled()
        with pytest.raises(CapacityError):
            await some.run(place("me"), lambda: "0")
        release.set()
        await asyncio.gather(*tasks)

    asked(test)


def test_a_fault_frees_its_thread() -> None:
    """A question that fails raises what it raised, and the next is answered."""

    def fails() -> str:
        raise ValueError("no answer")

    async def test(some: Turns) -> None:
        for _ in range(3):
            with pytest.raises(ValueError, match="no answer"):
                await some.run(place("me"), fails)
        assert await some.run(place("me"), lambda: "0") == "0"

    asked(test, threads=1)


def test_a_search_that_nobody_waits_for_is_stopped() -> None:
    """Its progress callback says so from then on."""
    with stopping() as stopped:
        assert stopped(None) is False
    assert stopped(None) is True
