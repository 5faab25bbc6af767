"""One end of a socket: order, patience with those who send too fast, none with those who do not read."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from pushbox.web.sockets.connection import BURST, BUSY, RATE, Connection


class Wire:
    """A socket whose other end is a list; it takes nothing while `stuck`."""

    def __init__(self, *, stuck: bool = False) -> None:
        self.sent: list[object] = []
        self.coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._free = asyncio.Event()
        if not stuck:
            self._free.set()

    async def send_text(self, text: str) -> None:
        await self._free.wait()
        self.sent.append(text)

    async def close(self, code: int, reason: str) -> None:
        del reason
        self.sent.append(code)

    async def receive(self) -> dict[str, Any]:
        return await self.coming.get()

    def loosen(self) -> None:
        """Take again what is sent."""
        self._free.set()


def connected(wire: Wire) -> Connection:
    """Return the connection over a wire."""
    return Connection(cast(WebSocket, wire))


def test_messages_go_out_in_order_before_the_end() -> None:
    """Messages sent before closing arrive first; nothing follows."""

    async def run() -> None:
        wire = Wire()
        async with connected(wire) as link:
            for number in range(100):
                link.send(str(number))
            link.close(1000)
            link.send("late")
        assert wire.sent == [*map(str, range(100)), 1000]

    asyncio.run(run())


def test_who_does_not_listen_is_closed() -> None:
    """The number of messages that wait is bounded, and the sender never waits."""

    async def run() -> None:
        wire = Wire(stuck=True)
        async with connected(wire) as link:
            for number in range(10_000):
                link.send(str(number))
            wire.loosen()
        assert len(wire.sent) < 1_000
        assert wire.sent[-1] == BUSY

    asyncio.run(run())


def test_what_waits_for_a_client_is_bounded_by_its_length_too() -> None:
    """A hundred messages of a million characters are not kept for somebody who does not read them."""

    async def run() -> None:
        wire = Wire(stuck=True)
        async with connected(wire) as link:
            for _ in range(100):
                link.send("x" * 1_000_000)
            wire.loosen()
        assert len(wire.sent) < 15
        assert wire.sent[-1] == BUSY

    asyncio.run(run())


def test_who_asks_too_fast_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A burst passes at once; after it each message waits for its token."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def run() -> None:
        wire = Wire()
        count = int(BURST) + 30
        for _ in range(count):
            wire.coming.put_nowait({"type": "websocket.receive", "text": "x"})
        async with connected(wire) as link:
            monkeypatch.setattr("time.monotonic", lambda: link._pace._counted)
            monkeypatch.setattr("asyncio.sleep", sleep)
            for _ in range(count):
                assert await link.receive() == "x"
            monkeypatch.undo()

    asyncio.run(run())
    assert len(waited) == 30
    assert waited[-1] == pytest.approx(30 / RATE)


def test_the_end_is_none_and_what_is_no_text_is_empty() -> None:
    """Bytes are read as an empty text, which is no request; after the end nothing is sent."""

    async def run() -> None:
        wire = Wire()
        wire.coming.put_nowait({"type": "websocket.receive", "bytes": b"x"})
        wire.coming.put_nowait({"type": "websocket.disconnect"})
        async with connected(wire) as link:
            assert await link.receive() == ""
            assert await link.receive() is None
            link.send("late")
        assert wire.sent == []

    asyncio.run(run())
