"""Connections: whoever is slow, says nothing or opens too many ends their own, and nobody else's."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.programs import Forked
from websockets.sync.client import connect

from pushbox.web.connections import Connections, max_connections
from pushbox.web.forwarded import Proxies
from pushbox.web.settings import Limits

from .conftest import HEADERS, TEXT, room

pytestmark = pytest.mark.servers

SERVER = """
import resource, sys
if descriptors := int(sys.argv[2]):
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
from pushbox.web.serve import serve
from pushbox.web.settings import Limits, Settings, Timeouts
timeouts = Timeouts(head=0.8, body=float(sys.argv[3]), body_rate=20_000, idle=1, answer=1)
settings = Settings(database=sys.argv[1], timeouts=timeouts, limits=Limits(works=LIMITLESS, reads=LIMITLESS))
serve(settings, "127.0.0.1", 0, on_ready=lambda address: print(address, flush=True))
""".replace("LIMITLESS", "__import__('pushbox.web.settings').web.settings.Rate(1e9, 1e9)")
DESCRIPTORS = 256
linux = pytest.mark.skipif(sys.platform != "linux", reason="a machine has 127.0.0.2 under Linux only")
HEAD = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"


class Served:
    """A server in a process of its own, with little patience; `log` is what it wrote to standard error."""

    def __init__(self, process: subprocess.Popen[str], address: str, log: Path) -> None:
        self.process = process
        self.url = httpx.URL(address)
        self.log = log

    def client(self, source: str = "127.0.0.1") -> httpx.Client:
        """Return a browser at an address of this machine."""
        transport = httpx.HTTPTransport(local_address=source)
        return httpx.Client(base_url=self.url, transport=transport, headers=HEADERS, timeout=120)

    def open(self, source: str = "127.0.0.1") -> socket.socket:
        """Return a connection from an address of this machine."""
        assert self.url.port is not None
        return socket.create_connection(("127.0.0.1", self.url.port), timeout=120, source_address=(source, 0))


@contextmanager
def served(shipped: Path, folder: Path, descriptors: int = 0, body: float = 0.8) -> Iterator[Served]:
    """Yield a server with the shipped levels, with so many descriptors, that waits so many seconds for a body."""
    shutil.copy(shipped, folder / "library.sqlite")
    log = folder / "log"
    command = [sys.executable, "-c", SERVER, f"sqlite:///{folder / 'library.sqlite'}", str(descriptors), str(body)]
    with (
        log.open("w") as stderr,
        Forked(command, stdout=subprocess.PIPE, stderr=stderr) as process,
    ):
        try:
            assert process.stdout is not None
            server = Served(process, process.stdout.readline().strip(), log)
            httpx.get(f"{server.url}health", timeout=300).raise_for_status()  # until then requests wait, and are late
            yield server
        finally:
            process.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, shipped_file: Path) -> Iterator[Served]:
    with served(shipped_file, tmp_path_factory.mktemp("connections")) as server:
        yield server


@linux
def test_idle_connections_lock_nobody_out(shipped_file: Path, tmp_path: Path) -> None:
    """An address with more of them than the process has descriptors; the log stays small, and it ends as ever."""
    with served(shipped_file, tmp_path, DESCRIPTORS) as server, ExitStack() as stack:
        for _ in range(400):
            stack.enter_context(server.open())
        for source in ("127.0.0.2", "127.0.0.1"):
            with server.client(source) as client:
                assert client.get("/api/games").status_code == 200
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(120) == 0
    assert len(server.log.read_bytes()) < 4_000


@linux
def test_requests_on_their_way_take_the_place_of_one_address_only(shipped_file: Path, tmp_path: Path) -> None:
    """One more of it is refused with a reason, another address gets in; those that are late read that they are."""
    for patience in (0.8, 5, 30):  # on a busy machine the first are late before the last one comes
        if _refused_and_late(shipped_file, tmp_path, patience):
            return
    pytest.fail("the connections that were opened first were late within 30 s")


def _refused_and_late(shipped: Path, folder: Path, patience: float) -> bool:
    """Return whether the connection after the last that has room is refused, while no other is late yet."""
    with served(shipped, folder, DESCRIPTORS, patience) as server, ExitStack() as stack:
        halves = [stack.enter_context(server.open()) for _ in range(48)]
        for half in halves:
            half.sendall(b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nX-Pushbox: 1\r\nContent-Length: 9\r\n\r\n")
        with server.client("127.0.0.2") as client:  # whose answer comes after all that was sent before
            assert client.get("/api/games").status_code == 200
        with server.open() as refused, server.client("127.0.0.2") as client:
            answer = read_all(refused)
            assert client.get("/api/games").status_code == 200
        if not answer:
            return False
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert json.loads(answer.rpartition(b"\r\n")[2])["error"]["code"] == "too-many"
        assert {read_all(half)[:13] for half in halves} == {b"HTTP/1.1 408 "}
        return True


@pytest.mark.parametrize(
    "begin", [b"", HEAD, HEAD + b"\r\n" + HEAD], ids=["nothing", "half a head", "half a further one"]
)
def test_a_slow_head(server: Served, begin: bytes) -> None:
    """Drop by drop is as slow as not at all."""
    with server.open() as connection:
        connection.sendall(begin)
        ended = drip(connection, b"X-A: b\r\n" if begin else b"")
    assert ended < 6
    with server.client() as client:
        assert client.get("/api/games").status_code == 200


@pytest.mark.parametrize(
    ("path", "declared"),
    [
        (b"/api/check", b"Content-Length: 60000"),
        (b"/api/read", b"Transfer-Encoding: chunked"),
        (b"/api/nothing", b"Content-Length: 60000"),
    ],
)
def test_a_slow_body(server: Served, path: bytes, declared: bytes) -> None:
    """A body that comes more slowly than anybody's line; even one that has been answered already."""
    with server.open() as connection:
        connection.sendall(b"POST %s HTTP/1.1\r\nHost: localhost\r\nX-Pushbox: 1\r\n%s\r\n\r\n" % (path, declared))
        drop = b" " if declared.startswith(b"Content") else b"1\r\n \r\n"
        assert drip(connection, drop) < 6


def test_a_body_that_breaks_off(server: Served) -> None:
    """Its client has gone: the log has no word of it, whoever reads the body."""
    before = server.log.read_text()
    for path in (b"/api/check", b"/api/read", b"/api/jobs", b"/api/nothing"):
        for length in (b"Content-Length: 50000", b"Transfer-Encoding: chunked"):
            with server.open() as connection:
                head = (
                    b"POST %s HTTP/1.1\r\nHost: localhost\r\nX-Pushbox: 1\r\nContent-Type: application/JSON\r\n" % path
                )
                connection.sendall(head + length + b"\r\n\r\n9\r\n")
    with server.client() as client:
        assert client.get("/api/games").status_code == 200
    assert server.log.read_text() == before


@pytest.mark.parametrize(
    ("head", "status", "code"),
    [
        (b"Transfer-Encoding: chunked\r\nContent-Type: application/JSON", b"413", "too-large"),
        (b"Content-Length: 9\r\nContent-Type: application/json\r\nContent-Encoding: gzip", b"415", "unsupported"),
        (b"Content-Length: 9\r\nContent-Type: text/plain", b"415", "unsupported"),
        (b"Content-Length: 9999999\r\nContent-Type: application/json", b"413", "too-large"),
    ],
)
def test_a_body_that_is_refused(server: Served, head: bytes, status: bytes, code: str) -> None:
    """Over a real connection, too, a refusal has the shape of every error."""
    with server.open() as connection:
        connection.sendall(b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nX-Pushbox: 1\r\nConnection: close\r\n")
        chunked = b"11170\r\n" + b" " * 70_000 + b"\r\n0\r\n\r\n"
        connection.sendall(head + b"\r\n\r\n" + (chunked if b"chunked" in head else b"123456789"))
        answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 " + status)
    assert json.loads(answer.rpartition(b"\r\n")[2])["error"]["code"] == code


def test_a_long_body_has_longer(server: Served) -> None:
    """At the least rate one gets through, however long it takes."""
    body = json.dumps({"text": TEXT + " " * 40_000}).encode()
    with server.open() as connection:
        connection.sendall(b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nX-Pushbox: 1\r\n")
        connection.sendall(b"Content-Type: application/json\r\n")
        connection.sendall(b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body))
        for start in range(0, len(body), 2_000):
            connection.sendall(body[start : start + 2_000])
            time.sleep(0.06)
        assert read_all(connection).startswith(b"HTTP/1.1 200")


def test_an_idle_connection_is_closed(server: Served) -> None:
    """After a while without a further request."""
    with server.open() as connection:
        connection.sendall(HEAD + b"\r\n")
        begin = time.monotonic()
        assert read_all(connection).startswith(b"HTTP/1.1 200")
        assert time.monotonic() - begin < 15


def test_an_answer_that_nobody_takes(server: Served) -> None:
    """Requests in a row whose answers are not read: the connection is ended, with answers that were never sent.

    Its end shows when the client reads again; one that is full may not learn of it before.
    """
    request = HEAD + b"Accept-Encoding: identity\r\n\r\n"
    with server.open() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(3)
        sent = 0
        with suppress(TimeoutError, ConnectionError):
            while sent < 100_000_000:
                sent += connection.send(request * 200)
        time.sleep(2)
        connection.settimeout(240)
        answers = read_all(connection).count(b"HTTP/1.1 200")
    assert answers < sent // len(request)


def test_a_socket_stays(server: Served) -> None:
    """What is quick in a request may be idle as a socket."""
    with server.client() as client:
        play = client.post("/api/plays", json={"level": room()}).json()["play"]
        cookie = f"pushbox={client.cookies['pushbox']}"
    with connect(f"ws://127.0.0.1:{server.url.port}/ws/play?play={play}", additional_headers={"Cookie": cookie}) as ws:
        ws.recv(timeout=300)
        time.sleep(3)
        ws.send(json.dumps({"do": "press", "key": "right"}))
        assert ws.recv(timeout=300)


def test_who_makes_room() -> None:
    """Who has waited longest for a request, of the same address where that has too many; nobody who is at work."""
    bounds = Connections(8, Limits(), Proxies(["192.0.2.9"]))
    first, second, third = (Fake("198.51.100.1") for _ in range(3))
    assert bounds.add(first)
    assert bounds.add(second)
    assert bounds.add(third)
    assert (first.ended, second.ended) == (True, False)
    bounds.set_waiting(second, waiting=False)
    bounds.set_waiting(third, waiting=False)
    assert not bounds.add(Fake("198.51.100.1"))
    proxied = [Fake("192.0.2.9") for _ in range(6)]
    assert all(bounds.add(one) for one in proxied)
    assert len(bounds) == 8
    assert bounds.add(Fake("198.51.100.2"))
    assert [one.ended for one in proxied] == [True] + [False] * 5
    bounds.remove(second)
    bounds.remove(second)
    assert len(bounds) == 7
    socket_of_third = Fake("198.51.100.1")
    bounds.replace(third, socket_of_third)
    bounds.remove(socket_of_third)
    assert len(bounds) == 6


def test_bounds_follow_the_system() -> None:
    """Few descriptors are shared out; many are not all taken."""
    assert max_connections(Limits(), 64) == 16
    assert max_connections(Limits(), 1024) == 832
    assert max_connections(Limits(), 65_536) == 10_000


class Fake:
    """A connection that is none."""

    def __init__(self, host: str) -> None:
        self.client: tuple[str, int] | None = (host, 1)
        self.transport: Any = self
        self.ended = False

    def abort(self) -> None:
        self.ended = True

    def check(self, now: float) -> None:
        raise AssertionError(now)


def drip(connection: socket.socket, drop: bytes) -> float:
    """Send a drop now and then until the server ends the connection; return after how many seconds that was."""
    begin = time.monotonic()
    connection.settimeout(0.2)
    while time.monotonic() - begin < 20:
        try:
            connection.sendall(drop)
            if not connection.recv(1 << 20):
                break
        except TimeoutError:
            continue
        except ConnectionError:
            break
    return time.monotonic() - begin


def read_all(connection: socket.socket) -> bytes:
    """Return what comes until the end of a connection."""
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)
