"""The proxy that stands for a network: it can be cut, and leaves no socket behind whenever it ends."""

from __future__ import annotations

import asyncio
import gc
import socket
import threading
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from pushbox.bench.delay import Proxy, delayed


@contextmanager
def echo() -> Iterator[str]:
    """Yield the address of a server that sends back what it is sent."""
    server = socket.create_server(("127.0.0.1", 0))

    def answer(connection: socket.socket) -> None:
        with closing(connection):
            while data := connection.recv(100):
                connection.sendall(data)

    def accept() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    with closing(server):
        yield "{}:{}".format(*server.getsockname())


def connected(address: str) -> socket.socket:
    """Return a new connection."""
    host, _, port = address.partition(":")
    return socket.create_connection((host, int(port)), timeout=60)


def is_through(connection: socket.socket) -> bool:
    """Return whether what is sent comes back."""
    try:
        connection.sendall(b"here")
        return connection.recv(100) == b"here"
    except OSError:
        return False


def test_a_cut_breaks_what_is_connected_and_what_comes() -> None:
    """Until it is mended."""
    with echo() as address, delayed(address, 1) as proxy, closing(connected(proxy.address)) as before:
        assert is_through(before)
        proxy.cut()
        assert not before.recv(100)
        with closing(connected(proxy.address)) as meanwhile:
            assert not is_through(meanwhile)
        proxy.mend()
        with closing(connected(proxy.address)) as after:
            assert is_through(after)


@pytest.mark.parametrize("rounds", range(8))
def test_one_that_has_just_come_is_closed_with_the_proxy(rounds: int) -> None:
    """So many rounds of its loop before the proxy ends: no socket is left to the garbage collector."""
    ready, loop, clients = threading.Event(), asyncio.new_event_loop(), []

    def connect() -> None:
        if ready.is_set():
            clients.append(connected(proxy.address))
            stop(rounds)
        else:
            loop.call_soon(connect)

    def stop(left: int) -> None:
        if left:
            loop.call_soon(stop, left - 1)
        else:
            proxy.stop()

    with echo() as address, warnings.catch_warnings():
        warnings.simplefilter("error")
        proxy = Proxy(address, 0)
        loop.call_soon(connect)
        loop.run_until_complete(proxy.run(ready))
        loop.close()
        with pytest.MonkeyPatch.context() as patch:
            left: list[Any] = []
            patch.setattr("sys.unraisablehook", left.append)
            gc.collect()
    for client in clients:
        client.close()
    assert not left
