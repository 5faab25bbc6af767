"""The connections of a server: their maximum number, and timeouts for each.

If there are too many, idle connections make room, the longest idle first; a connection with a running request, or a
socket, is never closed for another. An address can only have a part of all connections: a client that opens many and
stays silent displaces nobody else.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, Protocol

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .errors import ApiError, error_response
from .forwarded import Proxies
from .rate_limits import household
from .security import HEADERS
from .settings import Limits, Timeouts

try:
    import resource
except ImportError:  # Windows, where nothing bounds the number of sockets
    _get_limit = None
else:
    _get_limit = resource.getrlimit

ACCEPTED_AT_ONCE = 16  # connections that are taken before the first of them is looked at
_DESCRIPTORS = 65_536  # that a server asks for: as many as anybody needs
_RESERVE = 192  # descriptors for the library, workers, logs, and connections that are just being refused
_OWN_SHARE = 4  # an address has at most this part of all connections
_PROXY_SHARE = 3 / 4  # of all connections, which a trusted proxy or this machine itself may have
_UNREAD = 8  # short messages of a socket that may wait while more are read
_SHORT = 1 << 10  # bytes of one
_LINGER = 10.0  # seconds that a connection which is to end has to take what it was sent


class Connection(Protocol):
    """An open connection, as both protocols have it."""

    client: tuple[str, int] | None
    transport: asyncio.Transport

    def check(self, now: float) -> None:
        """End the connection if it is late."""


class Connections:
    """The open connections of a server, by households; `most` is how many there may be."""

    def __init__(self, most: int, limits: Limits, proxies: Proxies) -> None:
        self.most = most
        self._own = max(1, min(limits.address_connections, most // _OWN_SHARE))
        self._proxies = proxies
        self._households: dict[Connection, str] = {}
        self._counts = Counter[str]()
        self._waiting: dict[Connection, None] = {}  # for a request, the longest first

    def __len__(self) -> int:
        return len(self._households)

    def add(self, connection: Connection) -> bool:
        """Add a connection that waits for its first request; return whether there was or is now room for it."""
        host = connection.client[0] if connection.client else ""
        key = household(host)
        if self._counts[key] >= self._most_of(host):
            fits = self._drop(next((other for other in self._waiting if self._households[other] == key), None))
        else:
            fits = len(self) < self.most or self._drop(next(iter(self._waiting), None))
        if fits:
            self._households[connection] = key
            self._counts[key] += 1
            self._waiting[connection] = None
        return fits

    def remove(self, connection: Connection) -> None:
        """Remove a connection that has ended, or was never added."""
        self._waiting.pop(connection, None)
        key = self._households.pop(connection, None)
        if key is not None:
            self._counts -= Counter({key: 1})

    def replace(self, connection: Connection, successor: Connection) -> None:
        """Let a socket go on in the place of the connection that it began as."""
        key = self._households.pop(connection, None)
        self._waiting.pop(connection, None)
        if key is not None:
            self._households[successor] = key

    def set_waiting(self, connection: Connection, *, waiting: bool) -> None:
        """Say whether a connection waits for a request."""
        self._waiting.pop(connection, None)
        if waiting and connection in self._households:
            self._waiting[connection] = None

    def check(self, now: float) -> None:
        """End the connections that are late."""
        for connection in list(self._households):
            connection.check(now)

    def _most_of(self, host: str) -> int:
        try:
            shared = host in self._proxies or ip_address(host).is_loopback
        except ValueError:
            shared = False
        return max(1, int(self.most * _PROXY_SHARE)) if shared else self._own

    def _drop(self, connection: Connection | None) -> bool:
        if connection is None:
            return False
        self.remove(connection)
        connection.transport.abort()
        return True


class Config(uvicorn.Config):
    """The settings of uvicorn, with the connections that its protocols belong to and the time that those have."""

    def __init__(self, app: Any, connections: Connections, timeouts: Timeouts, **options: Any) -> None:
        self.connections = connections
        self.timeouts = timeouts
        super().__init__(
            app,
            http=_HttpConnection,
            ws=_SocketConnection,
            backlog=ACCEPTED_AT_ONCE,
            timeout_keep_alive=math.ceil(timeouts.idle),
            proxy_headers=False,
            **options,
        )


class _Timed(asyncio.Protocol):
    """A connection that closes if its client stops reading."""

    config: uvicorn.Config
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    client: tuple[str, int] | None

    _stalled_at = math.inf  # when the client had not taken what it was sent
    _closed_at = math.inf

    @property
    def bounds(self) -> Config:
        """Return the settings with the bounds of connections."""
        assert isinstance(self.config, Config)
        return self.config

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.bounds.connections.remove(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled_at = self.loop.time()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stalled_at = math.inf

    def check(self, now: float) -> None:
        """End the connection if it is late: at once, as its client does not listen."""
        if self.transport.is_closing():
            self._closed_at = min(self._closed_at, now)
        if now >= self._closed_at + _LINGER or now >= self._stalled_at + self.bounds.timeouts.answer:
            self.transport.abort()


class _SocketConnection(_Timed, WebSocketsSansIOProtocol):
    """A socket; whether its client is still there, uvicorn finds out by pings.

    uvicorn stops reading with each message until that is taken, by two calls of the system: most are short and taken at
    once, so this waits for a few of them.
    """

    def send_receive_event_to_app(self) -> None:
        fits = sum(map(len, self.frames)) <= _SHORT and self.queue.qsize() < _UNREAD
        before = self.read_paused
        self.read_paused = before or fits
        super().send_receive_event_to_app()
        if fits:
            self.read_paused = before


class _HttpConnection(_Timed, H11Protocol):
    """A connection whose requests have to come in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._waiting = True
        self._deadline = self.loop.time() + self.bounds.timeouts.head
        self._body_of: object = None  # the request whose body comes
        self._body_began = 0.0
        self._body_size = 0
        if not self.bounds.connections.add(self):
            self.transport.write(_FULL)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        waiting = self._waiting
        super().data_received(data)
        self._follow(len(data))
        if waiting and self._waiting and self._deadline == math.inf:  # the first bytes of a further request
            self._deadline = self.loop.time() + self.bounds.timeouts.head

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._follow(0)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, _SocketConnection)
        self.bounds.connections.replace(self, protocol)

    def check(self, now: float) -> None:
        """End the connection if it is late; a client that is in the middle of a request reads why."""
        super().check(now)
        if self.flow.read_paused:  # it waits for this server, not this server for it
            if self.conn.their_state is h11.SEND_BODY:
                self._begin_body(now)
        elif now >= self._deadline and not self.transport.is_closing():
            begun = self.conn.their_state is not h11.IDLE or self.conn.trailing_data[0]
            if begun and self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
                self.transport.write(_LATE)
            if self.conn.their_state is not h11.IDLE:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            self.transport.close()

    def _follow(self, size: int) -> None:
        """Update what the connection waits for, after `size` more bytes."""
        waiting = self.conn.their_state is h11.IDLE
        if waiting != self._waiting:
            self._waiting = waiting
            self._deadline = math.inf  # uvicorn ends what has no further request
            self.bounds.connections.set_waiting(self, waiting=waiting)
        if self.conn.their_state is h11.SEND_BODY:
            if self._body_of is not self.cycle:
                self._body_of = self.cycle
                self._begin_body(self.loop.time())
            self._body_size += size
            timeouts = self.bounds.timeouts
            self._deadline = self._body_began + timeouts.body + self._body_size / timeouts.body_rate
        elif not waiting:
            self._deadline = math.inf

    def _begin_body(self, now: float) -> None:
        self._body_began = now
        self._body_size = 0
        self._deadline = now + self.bounds.timeouts.body


def raise_descriptor_limit() -> int:
    """Raise this process's limit of file descriptors as far as allowed, and return it."""
    if _get_limit is None:
        return _DESCRIPTORS
    soft, hard = _get_limit(resource.RLIMIT_NOFILE)
    wanted = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # macOS allows less than it says
            return soft
    return wanted


def max_connections(limits: Limits, descriptors: int) -> int:
    """Return how many connections a limit of file descriptors allows."""
    return max(ACCEPTED_AT_ONCE, min(limits.connections, descriptors - _RESERVE))


def _answer(status: HTTPStatus, error: ApiError) -> bytes:
    """Return the bytes of an answer that ends a connection, in the one shape of errors."""
    response = error_response(error)
    headers = {**HEADERS, **response.headers, "Connection": "close"}
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {text}" for name, text in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + bytes(response.body)


_FULL = _answer(HTTPStatus.SERVICE_UNAVAILABLE, ApiError.said("too-many", "many-connections", retry=10))
_LATE = _answer(HTTPStatus.REQUEST_TIMEOUT, ApiError.said("bad-input", "request-slow"))
