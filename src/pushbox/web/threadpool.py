"""Work that takes processor time: in threads, a few at a time, so that answers to players do not wait behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Request

MAX_THREADS = 2

_P = ParamSpec("_P")
_T = TypeVar("_T")


async def run_in_pool(request: Request, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Run a function in a thread, a few at a time, and return its result."""
    limiter: CapacityLimiter = request.app.state.pool_limiter
    return await to_thread.run_sync(partial(function, *args, **kwargs), limiter=limiter)
