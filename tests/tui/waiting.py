"""Waiting for what the terminal game does meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual._context import active_app


async def until(seen: Callable[[], bool]) -> None:
    """Wait until something is so.  Raises what a game in a terminal under test has failed of."""
    app = active_app.get(None)
    for _ in range(4_000):
        if seen():
            return
        if app is not None and app._exception is not None:
            raise app._exception
        await asyncio.sleep(0.05)
    raise AssertionError("it never came")
