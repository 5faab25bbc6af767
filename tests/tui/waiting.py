"""Waiting for what the terminal game does meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(seen: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(4_000):
        if seen():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came")
