"""The client and protocol of a request behind trusted proxies, from their headers.

A proxy appends the address that it was reached from to ``X-Forwarded-For``, but anybody can send that header. So it is
read from its end, as long as trusted proxies wrote it, and ignored in requests from other addresses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import PushboxError
from .layer import Layer
from .rate_limits import household

_SCHEMES = {"http": ("http", "ws"), "https": ("https", "wss"), "ws": ("http", "ws"), "wss": ("https", "wss")}


class Proxies:
    """The addresses of trusted proxies. Raises PushboxError for anything but an address or a network."""

    def __init__(self, addresses: Sequence[str] = ()) -> None:
        try:
            self._networks = [ip_network(address, strict=False) for address in addresses]
        except ValueError as error:
            raise PushboxError.said("proxy-address", error=str(error)) from None

    def __contains__(self, host: str) -> bool:
        address = parse_address(host) if self._networks else None
        return address is not None and any(address in network for network in self._networks)

    def client_of(self, peer: str, forwarded_for: str) -> str:
        """Return the address from which a request came to the first trusted proxy: the last that is not one itself.

        Where a proxy wrote something that is no address it is the proxy, that is all that is known.
        """
        client = peer
        for entry in reversed(forwarded_for.split(",")):
            address = parse_address(_without_port(entry.strip()))
            if address is None:
                return client
            client = str(address)
            if client not in self:
                return client
        return client


class Forwarded(Layer):
    """A layer around an app: requests of trusted proxies get the client and the scheme that the proxies name.

    `max_sockets` is how many sockets a household may have open through them; the connections of a proxy are no measure.
    """

    def __init__(self, app: ASGIApp, proxies: Proxies, max_sockets: int) -> None:
        super().__init__(app)
        self._proxies = proxies
        self._max_sockets = max_sockets
        self._sockets = Counter[str]()

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer = scope.get("client")
        if peer is None or peer[0] not in self._proxies:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        client = self._proxies.client_of(peer[0], ",".join(headers.getlist("x-forwarded-for")))
        scope = {**scope, "client": (client, 0 if client != peer[0] else peer[1])}
        scheme = ",".join(headers.getlist("x-forwarded-proto")).rpartition(",")[2].strip().lower()
        if scheme in _SCHEMES:
            scope["scheme"] = _SCHEMES[scheme][scope["type"] == "websocket"]
        if scope["type"] == "http":
            await self._app(scope, receive, send)
        else:
            await self._count_socket(scope, receive, send)

    async def _count_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = household(scope["client"][0])
        if self._sockets[key] >= self._max_sockets:
            await receive()
            await send({"type": "websocket.close", "code": 4429, "reason": "too many sockets from this address"})
            return
        self._sockets[key] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets -= Counter({key: 1})


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address, as IPv4 if it is mapped into IPv6; None for anything else."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _without_port(text: str) -> str:
    """Return an address as a proxy wrote it, without a port: ``192.0.2.1:80``, ``[2001:db8::1]:80``."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
