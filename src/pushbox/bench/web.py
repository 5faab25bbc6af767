"""The latency for 500 players who move twice a second; the bar is 50 ms at the 99th percentile.

The server is a process of its own, with a library in a fresh folder; the players are sockets of this process, so both
share the machine.  The time is that from sending a key to having read what came of it.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from ..level import Level
from . import Figure

PLAYERS = 500
PAUSE = 0.5  # seconds between two moves of a player
SECONDS = 20.0
_RAMP = 10.0  # seconds in which the players come


def web(_shared: Path) -> Iterator[Figure]:
    """Yield the median and 99th percentile of answers, and the processor time and bytes of a key."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'library.sqlite'}"
        plays = begin_plays(url, PLAYERS)[0]
        with served(url) as (address, pid):
            times, keys, spent, received = asyncio.run(_load(address, pid, plays))
    times.sort()
    detail = f"{PLAYERS} players, {1 / PAUSE:g} moves a second each, {len(times):,} answers"
    yield Figure("web", "answer, median", statistics.median(times) * 1000, "ms", detail)
    yield Figure("web", "answer, 99th percentile", times[len(times) * 99 // 100] * 1000, "ms", detail)
    yield Figure("web", "processor time", spent / keys * 1000, "ms", "of the server, a key; the bar is 0.5")
    yield Figure("web", "received", received / keys, "bytes", "all that the server sends, a key; the bar is 2,000")


def begin_plays(
    url: str, count: int, suits: Callable[[Level], bool] = lambda _: True
) -> tuple[list[tuple[int, str]], list[Level]]:
    """Begin plays of some shipped levels that suit, each for a player of its own.

    Return the plays with the cookies of their visitors, and their levels.
    """
    from .. import store
    from ..store import seed_library
    from ..web.identity_cookie import COOKIE, hashed

    rng = random.Random(0)
    with store.open(url) as library:
        seed_library.seed_library(library)
        found = store.levels.search(library, limit=500).entries
        entries = [entry for entry in found if suits(entry.level)]
        plays, levels = [], []
        for _ in range(count):
            token = secrets.token_urlsafe(32)
            entry = rng.choice(entries)
            plays.append((store.plays.create(library, hashed(token), entry.id).id, f"{COOKIE}={token}"))
            levels.append(entry.level)
        return plays, levels


@contextmanager
def served(url: str) -> Iterator[tuple[str, int]]:
    """Start a server; yield its address and its process id once it answers."""
    command = [sys.executable, "-m", "pushbox", "serve", "--port", "0", "--database", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None, "its output is a pipe"
        try:
            yield process.stdout.readline().split()[-1].removeprefix("http://").rstrip("/"), process.pid
        finally:
            process.terminate()


async def _load(address: str, pid: int, plays: list[tuple[int, str]]) -> tuple[list[float], int, float, int]:
    """Run all players.

    Return the answer times while all of them played, the number of answered keys, refusals included, the processor time
    of the server meanwhile, and the bytes it sent.
    """
    loop = asyncio.get_running_loop()
    host, _, port = address.partition(":")
    rng = random.Random(1)
    players = []
    for play, cookie in plays:
        _, player = await loop.create_connection(partial(_Player, address, play, cookie, rng), host, int(port))
        players.append(player)
        await asyncio.sleep(_RAMP / len(plays))
    for player in players:
        player.times.clear()
        player.received = player.keys = 0
    before = processor_seconds(pid)
    await asyncio.sleep(SECONDS)
    spent = processor_seconds(pid) - before
    for player in players:
        player.leave()
    times = [took for player in players for took in player.times]
    return times, sum(player.keys for player in players), spent, sum(player.received for player in players)


class Client(asyncio.Protocol, ABC):
    """A client at the socket of one play; `received` counts bytes, and `is_lost` says that the line was cut.

    It speaks as much of the protocol of web sockets as it needs, since what it costs is taken from the server.
    """

    def __init__(self, address: str, query: str, cookie: str) -> None:
        self.received = 0
        self.is_lost = False
        self._hello = (
            f"GET /ws/play?{query} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
        self._buffer = b""
        self._begun = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the socket."""
        assert isinstance(transport, asyncio.Transport), "it is a connection"
        self.transport = transport
        transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        """Take in whole messages, without a mask as servers send them."""
        self._buffer += data
        self.received += len(data)
        if not self._begun:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._buffer, self._begun = rest, True
        while len(self._buffer) >= 2:
            size, start = self._buffer[1], 2
            if size >= 126:
                width = 2 if size == 126 else 8
                if len(self._buffer) < 2 + width:
                    return
                size, start = int.from_bytes(self._buffer[2 : 2 + width]), 2 + width
            if len(self._buffer) < start + size:
                return
            kind, text = self._buffer[0] & 0x0F, self._buffer[start : start + size]
            self._buffer = self._buffer[start + size :]
            if kind == _PING:
                self.transport.write(frame(text, _PONG))
            else:
                self.receive(text)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the line is cut."""
        del exc
        self.is_lost = True

    def leave(self) -> None:
        """Cut the line."""
        self.transport.abort()

    @abstractmethod
    def receive(self, text: bytes) -> None:
        """Take in a message."""


class _Player(Client):
    """A player who presses keys, most often the last one again, and at times goes back.

    What does nothing is pressed too, and not counted.
    """

    def __init__(self, address: str, play: int, cookie: str, rng: random.Random) -> None:
        super().__init__(address, f"play={play}", cookie)
        self.times: list[float] = []
        self.keys = 0  # that were answered
        self._rng = rng
        self._last = _UNDO
        self._sent = self._due = 0.0

    def receive(self, text: bytes) -> None:
        """Record the latency of an answer and the next keys; the next move comes in its time."""
        loop = asyncio.get_running_loop()
        if text.startswith(b'{"n":'):
            self.keys += 1
            if b'"played":[{' in text:
                self.times.append(loop.time() - self._sent)
            else:
                self._last = self._rng.choice(_PRESSES)
        elif not text.startswith(b'{"is":"opened"'):
            return
        self._due = max(self._due + PAUSE, loop.time()) if self._due else loop.time() + self._rng.random() * PAUSE
        loop.call_at(self._due, self._play)

    def _play(self) -> None:
        chance = self._rng.random()
        if chance < 0.4:
            self._last = self._rng.choice(_PRESSES)
        self._sent = asyncio.get_running_loop().time()
        self.transport.write(_UNDO if chance > 0.9 else self._last)


_TEXT, _PING, _PONG = 1, 9, 10  # kinds of frames


def frame(message: bytes, kind: int = _TEXT) -> bytes:
    """Return a message as a client sends it, under a mask of zeros."""
    size = len(message)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126, size >> 8, size & 0xFF))
    return b"".join((bytes((0x80 | kind,)), length, bytes(4), message))


_UNDO = frame(b'{"n":1,"do":"undo"}')
_PRESSES = [frame(b'{"n":1,"do":"press","key":"%s"}' % key) for key in (b"left", b"up", b"right", b"down")]


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
