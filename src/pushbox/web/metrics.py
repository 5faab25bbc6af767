"""Counters and measurements of a server in the Prometheus format, on a separate address that no proxy forwards.

No metric names a visitor, a level or an address: requests are counted by the route that handled them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..batch import Runner
from ..errors import PushboxError, naming
from ..sentence import located
from .layer import Layer

if TYPE_CHECKING:
    from prometheus_client.core import Metric
    from prometheus_client.registry import CollectorRegistry

_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


class Metrics:
    """The registry of a server, with the requests that it has answered; `gauges` are read when somebody looks."""

    def __init__(self, gauges: Callable[[], dict[str, float]]) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram, PlatformCollector, ProcessCollector

        self.registry: CollectorRegistry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self.registry.register(_Gauges(gauges))
        labels = ("method", "route", "status")
        self._requests = Counter("pushbox_requests", "Requests answered.", labels, registry=self.registry)
        self._seconds = Histogram(
            "pushbox_request_seconds", "Seconds until the answer was sent.", ("route",), registry=self.registry,
            buckets=_BUCKETS,
        )  # fmt: skip

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request, with the status of its answer."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)


class _Gauges:
    """Values as they are when they are collected."""

    def __init__(self, read: Callable[[], dict[str, float]]) -> None:
        self._read = read

    def collect(self) -> Iterator[Metric]:
        """Yield each value with its name, as a registry wants them."""
        from prometheus_client.core import GaugeMetricFamily

        for name, value in self._read().items():
            yield GaugeMetricFamily(f"pushbox_{name}", _GAUGES[name], value=value)


_GAUGES = {
    "connections": "Open connections.",
    "plays": "Plays in memory.",
    "searches_working": "Searches and other jobs at work.",
    "searches_waiting": "Searches and other jobs that wait for their turn.",
    "works_working": "Work of requests on processes.",
    "works_waiting": "Work of requests that waits for its turn.",
}


def gauges_of(state: Any) -> dict[str, float]:
    """Read the gauges of a running server from the state of its app; all are counts, 0 of what is not there yet."""
    found: dict[str, float] = {"connections": len(state.connections), "plays": len(getattr(state, "plays", ()))}
    runners: dict[str, Runner | None] = {
        "searches": getattr(state, "runner", None),
        "works": getattr(state, "works", None),
    }
    for name, runner in runners.items():
        working, waiting = (0, 0) if runner is None else runner.load()
        found |= {f"{name}_working": working, f"{name}_waiting": waiting}
    return found


class Measured(Layer):
    """A layer around an app that counts its requests and sockets by route."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        super().__init__(app)
        self._metrics = metrics

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        begin = time.perf_counter()
        try:
            await self._app(scope, receive, note)
        finally:
            method = scope.get("method", "WEBSOCKET")
            self._metrics.count(_known(method), _route(scope), status, time.perf_counter() - begin)


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET"})


def _known(method: str) -> str:
    """Return a method, or one word for all unusual ones: made-up methods must not grow memory."""
    return method if method in _METHODS else "other"


def _route(scope: Scope) -> str:
    """Return the path of the route that took a request, with its parameters as names; ``none`` where none did."""
    route = scope.get("route")
    path = getattr(route, "path", None)
    return path if isinstance(path, str) and path else "none"


@contextmanager
def open_metrics(place: str, metrics: Metrics) -> Iterator[None]:
    """Answer with metrics at HOST:PORT while the context lasts.  Raises PushboxError where that is not available."""
    from prometheus_client import start_http_server

    host, port = parse_place(place)
    with naming(located("metrics", place), OSError, kind=PushboxError):
        server, thread = start_http_server(port, host, metrics.registry)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def parse_place(place: str) -> tuple[str, int]:
    """Return host and port of a text such as ``127.0.0.1:9100``.  Raises PushboxError for another."""
    host, colon, port = place.rpartition(":")
    if not (colon and host and port.isdecimal() and int(port) < 1 << 16):
        raise PushboxError.said("metrics-place", place=place)
    return host.strip("[]"), int(port)
