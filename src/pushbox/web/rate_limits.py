"""Rate limits: a burst of requests, then a number per second, for each cookie and, higher, for each address.

Cookies are cheap to make up, so the address is counted too. `limits` keeps the counts, in memory or in a Redis shared
by several servers, in sliding windows: a burst and a number per second mean that burst in any window of ``burst /
second`` seconds, where the count of the window before is weighted by the part of it still in sight. That obeys the law
of a token bucket (in any time no more than the burst and the rate) at the price of two numbers; only a client that
spends a burst at once waits longer for the next request, at most a window.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Literal

from fastapi import Depends, Request
from limits import RateLimitItemPerSecond
from limits.aio.storage import RedisStorage, SlidingWindowCounterSupport
from limits.aio.storage.redis.redispy import RedispyBridge
from limits.errors import ConfigurationError, StorageError
from limits.storage import storage_from_string
from starlette.requests import HTTPConnection

from ..errors import PushboxError
from ..extras import install_command
from ..sentence import say
from .errors import ApiError
from .rate_storage import BoundedStorage
from .settings import KIB, MEMORY, Rate, Settings

Kind = Literal["reads", "writes", "works", "logins"]

ADDRESS_FACTOR = 10  # all cookies of one address together may send this many times the requests of one
SHARED_TIMEOUT = 0.5  # seconds that a shared storage has for an answer
RETRY_SECONDS = 5.0  # after which a shared storage that did not answer is tried again
_CONNECTIONS = 32  # requests that may ask a shared storage at the same time
_NAMESPACE = "pushbox"
_MOMENT = 0.001  # seconds: a window has room just after, not at the time when it gets it
_logger = logging.getLogger("pushbox.web")


class RateLimiter:
    """The counts of a server, or of several that share them; `clock` returns seconds.

    While a shared storage does not answer, a server counts by itself: nobody is locked out, and nobody let through
    more than as many times as there are servers.
    """

    def __init__(self, shared: SlidingWindowCounterSupport | None = None, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._own = BoundedStorage(clock)
        self._shared = shared
        self._slots = asyncio.Semaphore(_CONNECTIONS)
        self._retry_at = -math.inf

    async def take(self, kind: str, key: str, rate: Rate, count: int = 1) -> float:
        """Count a request, or several; return 0 if they are within the rate, or the seconds until they are."""
        if self._shared is not None and self._clock() >= self._retry_at:
            try:
                async with asyncio.timeout(SHARED_TIMEOUT), self._slots:
                    return await _take(self._shared, kind, key, rate, count)
            except (StorageError, OSError) as error:
                self._retry_at = self._clock() + RETRY_SECONDS
                _logger.warning("the storage of the rates does not answer, counting here: %s", str(error) or "too slow")
        return await _take(self._own, kind, key, rate, count)

    async def close(self) -> None:
        """Close the connections to a shared storage."""
        if isinstance(self._shared, RedisStorage) and isinstance(self._shared.bridge, RedispyBridge):
            client: Any = self._shared.bridge.get_connection()
            await client.aclose()


@asynccontextmanager
async def open_rate_limiter(settings: Settings) -> AsyncIterator[RateLimiter]:
    """Yield the rate limiter of a server."""
    limiter = RateLimiter(None if settings.rates == MEMORY else open_storage(settings.rates))
    try:
        yield limiter
    finally:
        await limiter.close()


def open_storage(uri: str) -> SlidingWindowCounterSupport:
    """Return the shared storage at a URI, such as ``redis://host:6379/0``; nothing is sent to it yet.

    Raises PushboxError for one that `limits` does not know.
    """
    scheme = uri.partition(":")[0]
    options: dict[str, Any] = {"implementation": "redispy"} if scheme.startswith("redis") else {}
    try:
        storage = storage_from_string(f"async+{uri}", wrap_exceptions=True, **options)
    except (ConfigurationError, ValueError) as error:  # its text may quote the URI, and that a password
        missing = say("it-needs", command=install_command("redis")) if "prerequisite" in str(error) else ""
        raise PushboxError.said("rates-uri", scheme=scheme[:20], missing=missing) from None
    if not isinstance(storage, SlidingWindowCounterSupport):
        raise PushboxError.said("rates-windows", scheme=scheme[:20])
    return storage


async def take_for_address(request: HTTPConnection, kind: str, rate: Rate) -> float:
    """Count a request for the address that it comes from, as `RateLimiter.take` does."""
    return await _limiter(request).take(kind, f"address {household_of(request)}", rate)


class SentBytes:
    """The bytes that a connection sends, counted for its address in whole portions of so many bytes."""

    def __init__(self, connection: HTTPConnection, rate: Rate, portion: int = KIB) -> None:
        self._connection = connection
        self._rate = Rate(rate.burst / KIB, rate.second / KIB)
        self._portion = portion
        self._sent = self._counted = 0

    async def take(self, count: int) -> float:
        """Count some bytes more; return 0 if they are within the rate, or the seconds until they are."""
        self._sent += count
        due = (self._sent - self._counted) // self._portion * self._portion
        if not due:
            return 0.0
        key = f"address {household_of(self._connection)}"
        wait = await _limiter(self._connection).take("sent", key, self._rate, due // KIB)
        if not wait:
            self._counted += due
        return wait


async def require_pace(request: HTTPConnection, kind: str, rate: Rate, refusal: str) -> None:
    """Count a request for its address; beyond the rate raise ApiError."""
    if wait := await take_for_address(request, kind, rate):
        raise ApiError("too-many", refusal, retry=math.ceil(wait))


def household_of(request: HTTPConnection) -> str:
    """Return the part of the address that a request comes from which one household has."""
    return household(request.client.host if request.client else "")


@lru_cache(4096)
def household(host: str) -> str:
    """Return the part of an address that one household has: of IPv6 the first half, unless it maps IPv4."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    return str(address.ipv4_mapped or ip_network((int(address), 64), strict=False))


def _limited(kind: Kind) -> Callable[[Request], Awaitable[None]]:
    """Return a dependency that counts a request and raises ApiError beyond the rate."""

    async def count(request: Request) -> None:
        await count_requests(request, kind, 1)

    return count


async def count_requests(request: Request, kind: Kind, count: int) -> None:
    """Count a request as so many of a kind, for its cookie and its address.  Raises ApiError beyond the rate."""
    rate: Rate = getattr(request.app.state.settings.limits, kind)
    all_rate = Rate(rate.burst * ADDRESS_FACTOR, rate.second * ADDRESS_FACTOR)
    limiter = _limiter(request)
    wait = await limiter.take(kind, f"address {household_of(request)}", all_rate, count)
    if secret := request.headers.get("authorization") or request.headers.get("cookie"):
        key = hashlib.sha256(secret.encode()).hexdigest()[:32]
        wait = max(wait, await limiter.take(kind, key, rate, count))
    if wait:
        raise ApiError.said("too-many", "too-many-requests", retry=math.ceil(wait))


async def _take(storage: SlidingWindowCounterSupport, kind: str, key: str, rate: Rate, count: int) -> float:
    item = _item(rate)
    name, window = item.key_for(kind, key), item.get_expiry()
    if await storage.acquire_sliding_window_entry(name, item.amount, window, count):
        return 0.0
    return seconds_to_wait(item.amount - count + 1, window, *await storage.get_sliding_window(name, window))


def _item(rate: Rate) -> RateLimitItemPerSecond:
    """Return a rate as `limits` has it: in windows of whole seconds, with no more at once and a second than it says."""
    window = max(1, math.ceil(rate.burst / rate.second))
    return RateLimitItemPerSecond(int(rate.burst), window, namespace=_NAMESPACE)


def seconds_to_wait(
    amount: int, window: int, previous: int, previous_ttl: float, current: int, current_ttl: float
) -> float:
    """Return after how many seconds a full window has room for one more; a counter lives for two windows.

    For several more, `amount` is lower by as many but one.
    """
    if amount <= 0:
        return window
    if current < amount and previous:
        visible = (amount - current) * window / previous  # seconds of the window before that leave room for one
        return max(previous_ttl - visible, _MOMENT)
    # The current window, full, is the one before when it has ended: from then on parts of it go out of sight.
    until_room = max(0.0, window * (1 - amount / current)) if current else 0.0
    return max(current_ttl - window + until_room, _MOMENT)


def _limiter(request: HTTPConnection) -> RateLimiter:
    limiter: RateLimiter = request.app.state.rate_limiter
    return limiter


READS, WRITES, WORKS, LOGINS = (Depends(_limited(kind)) for kind in ("reads", "writes", "works", "logins"))
