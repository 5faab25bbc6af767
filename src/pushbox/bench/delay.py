"""A proxy that delays what goes through it and can be cut, like a network between a player and their server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_CHUNK = 1 << 16  # bytes that are taken at once


@contextmanager
def delayed(address: str, round_trip: float) -> Iterator[Proxy]:
    """Yield a proxy before a server, through which there and back takes `round_trip` milliseconds more.

    Addresses are HOST:PORT.  The order of what is sent is kept, and nothing is held back beyond its delay.
    """
    ready = threading.Event()
    proxy = Proxy(address, round_trip / 2000)
    thread = threading.Thread(target=lambda: asyncio.run(proxy.run(ready)), name="delay", daemon=True)
    thread.start()
    ready.wait()
    try:
        yield proxy
    finally:
        proxy.stop()
        thread.join()


class Proxy:
    """A listening socket on this machine; each connection has one of its own to the server, and a pump each way.

    `address` is its own, `received` how many bytes clients have been sent.
    """

    address: str
    received = 0

    def __init__(self, address: str, delay: float) -> None:
        host, _, port = address.partition(":")
        self._target, self._delay = (host, int(port)), delay
        self._connections: set[asyncio.Task[None]] = set()
        self._is_cut = False

    async def run(self, ready: threading.Event) -> None:
        """Serve until stopped, in an event loop of its own."""
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._accept, "127.0.0.1")
        self.address = "{}:{}".format(*server.sockets[0].getsockname()[:2])
        ready.set()
        await self._stopped.wait()
        self._is_cut = True
        self._break()
        # The socket of a connection that has just come stays open for good if its task is cancelled before it begins,
        # or if the server is closed under it: so every task ends first.
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)
        server.close()

    def stop(self) -> None:
        """End the proxy, from any thread, and once more."""
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(self._stopped.set)

    def cut(self) -> None:
        """Break all connections and refuse new ones, from any thread."""
        self._is_cut = True
        self._loop.call_soon_threadsafe(self._break)

    def mend(self) -> None:
        """Let connections through again, from any thread."""
        self._is_cut = False

    def _break(self) -> None:
        for connection in self._connections:
            connection.cancel()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None, "a connection is served by a task"
        ends = [writer]
        try:
            if self._is_cut:
                return
            self._connections.add(task)
            with suppress(OSError):
                far_reader, far_writer = await asyncio.open_connection(*self._target)
                ends.append(far_writer)
                await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer, counted=True))
                for end in ends:
                    await end.wait_closed()
        finally:
            self._connections.discard(task)
            for end in ends:
                end.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, counted: bool = False) -> None:
        """Write what comes, each part its delay after it came, until the one end or the other is closed."""
        parts: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, data = await parts.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                if not data:
                    return
                self.received += len(data) if counted else 0
                writer.write(data)
                await writer.drain()

        delivering = asyncio.create_task(deliver())
        try:
            while data := await reader.read(_CHUNK):
                parts.put_nowait((self._loop.time() + self._delay, data))
            parts.put_nowait((self._loop.time() + self._delay, b""))
            await delivering
        finally:
            delivering.cancel()
            writer.close()
