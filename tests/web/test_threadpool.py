"""Threads for requests: whoever logs in waits for nobody's work, and a flood of logins is refused, not kept."""

from __future__ import annotations

import threading

import anyio
import pytest

from pushbox.web import threadpool
from pushbox.web.errors import ApiError
from pushbox.web.threadpool import ThreadLimit, password_pooled, pooled

WAIT = 30.0  # seconds, for a machine that is busy


def test_passwords_wait_for_nothing_else() -> None:
    """With every thread of the library held, a password is looked at all the same."""
    release = threading.Event()
    held = pooled(lambda: release.wait(WAIT))

    answers: list[str] = []

    async def run() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(threadpool.LIBRARY_THREADS + 2):
                group.start_soon(held)
            try:
                with anyio.fail_after(WAIT):
                    answers.append(await password_pooled(lambda: "logged in")())
            finally:
                release.set()

    anyio.run(run)
    assert answers == ["logged in"]


def test_a_flood_is_refused() -> None:
    """Beyond so many that wait, the next is refused at once, with a time to come back."""
    release = threading.Event()
    answers: list[bool] = []
    held = ThreadLimit("test", 1, max_waiting=2)(lambda: release.wait(WAIT))

    async def one() -> None:
        answers.append(await held())

    async def run() -> ApiError:
        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(one)
            await anyio.wait_all_tasks_blocked()
            try:
                with pytest.raises(ApiError) as refusal:
                    await held()
            finally:
                release.set()
        return refusal.value

    refusal = anyio.run(run)
    assert (refusal.code, refusal.retry > 0) == ("too-many", True)
    assert answers == [True] * 3
