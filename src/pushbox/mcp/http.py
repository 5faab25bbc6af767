"""A server over streamable HTTP from start to end."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from ..errors import naming
from ..sentence import located, say

if TYPE_CHECKING:
    from mcp.server import MCPServer

PATH = "/mcp"
GRACE = 5  # seconds that open requests have to end


def serve(
    mcp: MCPServer[Any],
    host: str,
    port: int,
    *,
    hostnames: tuple[str, ...] = (),
    on_ready: Callable[[str], object],
) -> None:
    """Serve until Ctrl-C; `on_ready` gets the address.  Port 0 is any free port.

    It answers to its own address and names and to `hostnames`, so that no other site's name can be made to point at it
    (DNS rebinding).  Raises PushboxError if the address is not available, KeyboardInterrupt after Ctrl-C.
    """
    app = mcp.streamable_http_app(host=host, streamable_http_path=PATH, transport_security=security((host, *hostnames)))
    with _listen(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        server = _Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=GRACE, server_header=False))
        server.ready = lambda: on_ready(f"http://{shown}:{listener.getsockname()[1]}{PATH}")
        server.run(sockets=[listener])


def security(names: tuple[str, ...]) -> TransportSecuritySettings:
    """Return the checks of a server that answers to some names, to this machine's own, and to loopback addresses."""
    own = ["localhost", "127.0.0.1", "[::1]", *(f"[{name}]" if ":" in name else name.lower() for name in names if name)]
    if not all(map(_is_local, names[:1])):
        own += [socket.gethostname().lower()]
    hosts = [*dict.fromkeys(own)]
    origins = [f"{scheme}://{name}" for scheme in ("http", "https") for name in hosts]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[*hosts, *(f"{name}:*" for name in hosts)],
        allowed_origins=[*origins, *(f"{origin}:*" for origin in origins)],
    )


class _Server(uvicorn.Server):
    """A server that calls back when it answers."""

    ready: Callable[[], object]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def _listen(host: str, port: int) -> socket.socket:
    with naming(located("mcp", say("host-port", host=host, port=port)), OSError, UnicodeError):
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(place[:2], family=family)


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
