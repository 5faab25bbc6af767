"""Threads for requests: a few at a time, so that answers to players do not wait behind them, and passwords apart.

What costs processor time by the size of a request is no work for a thread; see `works`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

from .errors import ApiError

LIBRARY_THREADS = 4
PASSWORD_THREADS = 2  # each hashes with the 64 MiB that Argon2 takes
MAX_PASSWORDS_WAITING = 32
_RETRY = 5  # seconds after which those who found the queue full may come again

_P = ParamSpec("_P")
_T = TypeVar("_T")


class ThreadLimit:
    """A decorator that makes functions which answer requests run in threads, some at a time, in order of arrival.

    Raises ApiError where `max_waiting` wait already, None for any number.
    """

    def __init__(self, name: str, threads: int, max_waiting: int | None = None) -> None:
        self._threads = threads
        self._max_waiting = max_waiting
        self._limiter = RunVar[CapacityLimiter](f"_limiter_{name}")  # of an event loop

    def __call__(self, handler: Callable[_P, _T]) -> Callable[_P, Coroutine[Any, Any, _T]]:
        """Return the function as one that is awaited."""

        @wraps(handler)
        async def run(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            return await self.run(handler, *args, **kwargs)

        # FastAPI would evaluate the annotations as if they stood in this module.
        vars(run)["__signature__"] = inspect.signature(handler, eval_str=True)
        return run

    async def run(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Run a function once, as the decorator does."""
        limiter = self._of_loop()
        if self._max_waiting is not None and limiter.statistics().tasks_waiting >= self._max_waiting:
            raise ApiError.said("too-many", "too-many-wait", retry=_RETRY)
        return await to_thread.run_sync(partial(function, *args, **kwargs), limiter=limiter)

    def _of_loop(self) -> CapacityLimiter:
        limiter = self._limiter.get(None)
        if limiter is None:
            limiter = CapacityLimiter(self._threads)
            self._limiter.set(limiter)
        return limiter


pooled = ThreadLimit("library", LIBRARY_THREADS)
password_pooled = ThreadLimit("passwords", PASSWORD_THREADS, MAX_PASSWORDS_WAITING)
