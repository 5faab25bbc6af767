"""What pushbox uses of uvicorn and h11 beyond their documentation, by name.

`pushbox.web.connections` follows requests and stalled clients by these attributes.  Where a release of uvicorn renames
one, this fails and names it, before a server drops the wrong connections.
"""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import h11
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

HTTP = {"config", "loop", "transport", "flow", "conn", "cycle", "client"}
SOCKET = {"config", "loop", "transport", "frames", "queue", "read_paused", "client"}
CYCLE = {"disconnected", "message_event"}
FLOW = {"read_paused"}
CONNECTION = {"our_state", "their_state", "trailing_data"}
OVERRIDDEN = {
    H11Protocol: {
        "connection_made", "connection_lost", "data_received", "pause_writing", "resume_writing",
        "on_response_complete", "handle_websocket_upgrade",
    },
    WebSocketsSansIOProtocol: {"connection_lost", "pause_writing", "resume_writing", "send_receive_event_to_app"},
    uvicorn.Server: {"startup", "capture_signals", "handle_exit"},
}  # fmt: skip


class Transport(asyncio.Transport):
    """A transport that goes nowhere."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})

    def pause_reading(self) -> None: ...
    def write(self, data: Any) -> None: ...
    def close(self) -> None: ...
    def is_closing(self) -> bool:
        return False


def missing(value: object, names: set[str]) -> set[str]:
    return {name for name in names if not hasattr(value, name)}


def protocol(kind: Any) -> Any:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive, send

    config = uvicorn.Config(app, http=H11Protocol, ws=WebSocketsSansIOProtocol, lifespan="off", log_config=None)
    config.load()
    return kind(config=config, server_state=ServerState(), app_state={})


def test_attributes_of_a_request() -> None:
    """A connection with a request on it has all that `_HttpConnection` reads."""

    async def run() -> None:
        made = protocol(H11Protocol)
        made.connection_made(Transport())
        made.data_received(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n")
        assert missing(made, HTTP) == set()
        assert missing(made.cycle, CYCLE) == set()
        assert missing(made.flow, FLOW) == set()
        assert missing(made.conn, CONNECTION) == set()
        assert made.conn.their_state is h11.SEND_BODY
        assert callable(made.cycle.message_event.set)
        made.connection_lost(None)
        await asyncio.sleep(0)

    asyncio.run(run())


def test_attributes_of_a_socket() -> None:
    """A socket has all that `_SocketConnection` reads and sets."""

    async def run() -> None:
        made = protocol(WebSocketsSansIOProtocol)
        made.connection_made(Transport())
        assert missing(made, SOCKET) == set()
        assert made.frames == []
        assert made.queue.qsize() == 0
        assert made.read_paused is False

    asyncio.run(run())


@pytest.mark.parametrize("kind", OVERRIDDEN, ids=lambda kind: kind.__name__)
def test_methods_that_are_overridden(kind: type) -> None:
    """What is overridden is called by the class itself, or by asyncio, under this very name."""
    source = inspect.getsource(inspect.getmodule(kind))  # type: ignore[arg-type]  # a module of uvicorn
    own = {name for name in OVERRIDDEN[kind] if name in vars(kind)}
    assert own == OVERRIDDEN[kind]
    called_by_asyncio = {"connection_made", "connection_lost", "data_received", "pause_writing", "resume_writing"}
    assert {name for name in own - called_by_asyncio if source.count(name) < 2} == set()


def test_the_websocket_upgrade_leaves_its_successor_on_the_transport() -> None:
    """`handle_websocket_upgrade` sets the protocol of the socket on the transport, from which it is taken."""
    assert "set_protocol(protocol)" in inspect.getsource(H11Protocol.handle_websocket_upgrade)
