"""How long 500 players who move twice a second wait for an answer; the bar is 50 ms at the 99th percentile.

The server is a process of its own, with a library in a fresh folder; the players are sockets of this process, so both
share the machine.  The time is that from sending a key to having read what came of it.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from . import Figure

PLAYERS = 500
PAUSE = 0.5  # seconds between two moves of a player
SECONDS = 20.0
_RAMP = 10.0  # seconds in which the players come


def web(shared: Path) -> Iterator[Figure]:
    """Yield the median and the 99th percentile of the answers, and the processor time of one in the server."""
    del shared
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'library.sqlite'}"
        plays = _plays(url)
        with _server(url) as (address, pid):
            times, spent = asyncio.run(_load(address, pid, plays))
    times.sort()
    detail = f"{PLAYERS} players, {1 / PAUSE:g} moves a second each, {len(times):,} answers"
    yield Figure("web", "answer, median", statistics.median(times) * 1000, "ms", detail)
    yield Figure("web", "answer, 99th percentile", times[len(times) * 99 // 100] * 1000, "ms", detail)
    yield Figure("web", "processor time", spent / len(times) * 1000, "ms", "of the server, an answer")


def _plays(url: str) -> list[tuple[int, str]]:
    """Begin a play of some shipped level for each player; return the plays with the cookies of their visitors."""
    from .. import store
    from ..web import builtin
    from ..web.visitors import COOKIE, hashed

    rng = random.Random(0)
    with store.open(url) as library:
        builtin.fill(library)
        levels = [entry.id for entry in store.levels.search(library, limit=500).entries]
        plays = []
        for _ in range(PLAYERS):
            token = secrets.token_urlsafe(32)
            entry = store.plays.create(library, hashed(token), rng.choice(levels))
            plays.append((entry.id, f"{COOKIE}={token}"))
        return plays


@contextmanager
def _server(url: str) -> Iterator[tuple[str, int]]:
    """Start a server; yield its address and its process id once it answers."""
    command = [sys.executable, "-m", "pushbox", "serve", "--port", "0", "--database", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None, "its output is a pipe"
        try:
            yield process.stdout.readline().split()[-1].removeprefix("http://").rstrip("/"), process.pid
        finally:
            process.terminate()


async def _load(address: str, pid: int, plays: list[tuple[int, str]]) -> tuple[list[float], float]:
    """Let all players play.

    Return how long each answer took while all of them were there, and the processor time of the server meanwhile.
    """
    times: list[float] = []
    steady = time.monotonic() + _RAMP
    rng = random.Random(1)
    async with asyncio.TaskGroup() as group:
        for number, (play, cookie) in enumerate(plays):
            at = steady - _RAMP + number * _RAMP / len(plays)
            player = _player(address, play, cookie, at, steady, times, random.Random(rng.random()))
            group.create_task(player)
        await asyncio.sleep(steady - time.monotonic())
        before = _processor_seconds(pid)
        await asyncio.sleep(SECONDS)
        spent = _processor_seconds(pid) - before
    return times, spent


async def _player(
    address: str, play: int, cookie: str, at: float, steady: float, times: list[float], rng: random.Random
) -> None:
    """Play one level by keys that do something, going back where none does."""
    from websockets.asyncio.client import connect

    await asyncio.sleep(at - time.monotonic())
    url = f"ws://{address}/ws/play?play={play}"
    async with connect(url, additional_headers={"Cookie": cookie}, compression=None, max_size=None) as link:
        told: dict[str, Any] = json.loads(await link.recv())
        due = time.monotonic() + rng.random() * PAUSE
        n = 0
        while (now := time.monotonic()) < steady + SECONDS:
            await asyncio.sleep(due - now)
            due += PAUSE
            n += 1
            keys = [key for key, deed in told["next"].items() if deed]
            message = {"do": "press", "key": rng.choice(keys)} if keys and rng.random() < 0.9 else {"do": "undo"}
            sent = time.perf_counter()
            await link.send(json.dumps(message | {"n": n}))
            while (heard := json.loads(await link.recv())).get("n") != n:
                pass
            took = time.perf_counter() - sent
            told = heard
            if now > steady:
                times.append(took)


def _processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
