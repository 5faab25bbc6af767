"""Talk with the socket of a play, which may also say at any time what has been saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.testclient import WebSocketTestSession


def receive(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """Return the next message of a kind, those before it left out."""
    while True:
        reply: dict[str, Any] = socket.receive_json()
        if reply["is"] == kind:
            return reply


def request(socket: WebSocketTestSession, **message: Any) -> dict[str, Any]:
    """Send a message and return its answer, those before it left out."""
    socket.send_json(message | {"n": 7})
    while True:
        received: dict[str, Any] = socket.receive_json()
        if received.get("n") == 7:
            return received
