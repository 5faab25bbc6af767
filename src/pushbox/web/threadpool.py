"""Work that takes processor time: in threads, a few at a time, so that answers to players do not wait behind it."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

MAX_THREADS = 2

_P = ParamSpec("_P")
_T = TypeVar("_T")
_limiter = RunVar[CapacityLimiter]("_limiter")  # of an event loop


def pooled(handler: Callable[_P, _T]) -> Callable[_P, Awaitable[_T]]:
    """Make a function that answers requests run in a thread, a few at a time."""

    @wraps(handler)
    async def run(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        if _limiter.get(None) is None:
            _limiter.set(CapacityLimiter(MAX_THREADS))
        return await to_thread.run_sync(partial(handler, *args, **kwargs), limiter=_limiter.get())

    # FastAPI would evaluate the annotations as if they stood in this module.
    vars(run)["__signature__"] = inspect.signature(handler, eval_str=True)
    return run
