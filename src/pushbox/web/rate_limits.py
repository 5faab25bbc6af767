"""Rate limits: token buckets, one for each cookie and a larger one for each address.

A cookie costs nothing to make up; so what comes from one address is counted too.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from ipaddress import ip_address, ip_network
from typing import Literal, NamedTuple

from fastapi import Depends, Request

from .errors import ApiError
from .settings import Rate

Kind = Literal["reads", "writes", "works", "logins"]

ADDRESS_FACTOR = 10  # all cookies of one address together may send this many times the requests of one
_MAX_BUCKETS = 100_000  # buckets that are kept


class _Bucket(NamedTuple):
    tokens: float
    at: float


class RateLimiter:
    """The buckets of a server; `clock` returns seconds.  Used by one thread, that of the event loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], _Bucket] = OrderedDict()

    def take(self, kind: str, key: str, rate: Rate) -> float:
        """Take a token; return 0 where there was one, else after how many seconds there will be.  O(1)."""
        now = self._clock()
        old = self._buckets.pop((kind, key), _Bucket(rate.burst, now))
        tokens = min(rate.burst, old.tokens + (now - old.at) * rate.second)
        wait = max(0.0, (1 - tokens) / rate.second)
        self._buckets[kind, key] = _Bucket(tokens if wait else tokens - 1, now)
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return wait


def take_for_address(request: Request, kind: str, rate: Rate) -> float:
    """Take a token of the address that a request comes from, as `RateLimiter.take` does."""
    host = request.client.host if request.client else ""
    return _limiter(request).take(kind, f"address {_network(host)}", rate)


def _limited(kind: Kind) -> Callable[[Request], Awaitable[None]]:
    """Return a dependency that counts a request; it raises ApiError where there are too many."""

    async def count(request: Request) -> None:
        rate: Rate = getattr(request.app.state.settings.limits, kind)
        wait = take_for_address(request, kind, Rate(rate.burst * ADDRESS_FACTOR, rate.second * ADDRESS_FACTOR))
        if cookie := request.headers.get("cookie"):
            wait = max(wait, _limiter(request).take(kind, hashlib.sha256(cookie.encode()).hexdigest(), rate))
        if wait:
            raise ApiError("too-many", "too many requests in a short time", retry=math.ceil(wait))

    return count


def _network(host: str) -> str:
    """Return the part of an address that one household has: of IPv6 the first half."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return str(ip_network((host, 64), strict=False)) if address.version == 6 else host


def _limiter(request: Request) -> RateLimiter:
    limiter: RateLimiter = request.app.state.rate_limiter
    return limiter


READS, WRITES, WORKS, LOGINS = (Depends(_limited(kind)) for kind in ("reads", "writes", "works", "logins"))
