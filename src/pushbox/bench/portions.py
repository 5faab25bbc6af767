"""The latency for 5,000 players whose pages play by themselves, and record every five seconds what was played.

Each makes two moves a second, takes some of them back, and goes on from there.  The server checks every move, judges,
and writes all of it to its library.  It is a process of its own; the players are sockets of this process, so both share
the machine.  The time is that from sending a record to having read its answer.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from ..level import Level
from . import Figure
from .web import Client, begin_plays, frame, processor_seconds, served

PLAYERS = 5_000
EVERY = 5.0  # seconds between two records of a player, as those of the page
KEYS = 10  # of a record: two a second
SECONDS = 30.0
_COMING = 8  # players who come at once
_PORTIONS = 80  # of a level, which last longer than the players are there
_BACK = 0.1  # of the keys take a move back


class Portion(NamedTuple):
    """A record as a client sends it."""

    message: bytes
    keys: int


def portions(_shared: Path) -> Iterator[Figure]:
    """Yield the median and 99th percentile of answers, and the processor time, bytes and memory of the server."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'library.sqlite'}"
        plays, levels = begin_plays(url, PLAYERS, _suits)
        scripts = [_script(level) for level in levels]
        with served(url) as (address, pid):
            players, spent = asyncio.run(_load(address, pid, plays, scripts))
            memory = _memory(pid)
    times = sorted(took for player in players for took in player.times)
    keys = sum(player.keys for player in players)
    received = sum(player.received for player in players)
    detail = f"{PLAYERS:,} players, {keys / SECONDS / PLAYERS:.2f} keys a second each, {len(times):,} records"
    yield Figure("portions", "answer, median", statistics.median(times) * 1000, "ms", detail)
    yield Figure("portions", "answer, 99th percentile", times[len(times) * 99 // 100] * 1000, "ms", detail)
    yield Figure("portions", "processor time", spent / keys * 1000, "ms", "of the server, a key; the bar is 0.05")
    yield Figure("portions", "processor", spent / SECONDS, "cores", "of the server")
    yield Figure("portions", "received", received / keys, "bytes", "all that the server sends, a key")
    yield Figure("portions", "memory", memory / 2**20, "MiB", "of the server with all players")


@cache
def _suits(level: Level) -> bool:
    """Return whether a page plays a level by itself."""
    from ..web.play.game_view import PlayView

    view = PlayView(level)
    return view.can_preview and not view.limits


@cache
def _script(level: Level) -> Sequence[Portion]:
    """Return what a player does on a level, as records."""
    from ..errors import IllegalMove
    from ..play.recorded_session import Refused
    from ..web.play.game_view import PlayView

    rng = random.Random(f"{level.title} {level.board.width}")
    view = PlayView(level)
    script = []
    for _ in range(_PORTIONS):
        first, rows = view.size, []
        for _ in range(KEYS):
            try:
                if rng.random() < _BACK and view.current_id:
                    view.undo(1)
                elif moves := view.session.position.legal_moves:
                    view.play(rng.choice(moves))
            except (IllegalMove, Refused):
                continue
            rows += view.take_nodes()
        script.append(Portion(frame(_record(view, first, [view.row(node) for node in rows])), KEYS))
    return script


def _record(view: Any, first: int, rows: Sequence[list[Any]]) -> bytes:
    """Return the message of the page on some rows."""
    lines: list[list[Any]] = []
    last = -1
    for node, parent, text, _, *written in rows:
        if parent != last:
            lines.append([parent])
        lines[-1].append(written[0] if written else text)
        last = node
    state = view.state_to_json()
    message = {"n": 1, "do": "record", "first": first, "lines": lines, "here": state["node"]}
    message |= {"focus": state["focus"], "index": 0, "milliseconds": int(EVERY * 1000)}
    return json.dumps(message, separators=(",", ":")).encode()


async def _load(
    address: str, pid: int, plays: list[tuple[int, str]], scripts: Sequence[Sequence[Portion]]
) -> tuple[list[_Recorder], float]:
    """Run all players; return them, and the processor time of the server while all of them were there."""
    loop = asyncio.get_running_loop()
    host, _, port = address.partition(":")
    turns = asyncio.Semaphore(_COMING)
    rng = random.Random(2)
    players = []

    async def come(play: int, cookie: str, script: Sequence[Portion]) -> None:
        async with turns:
            make = partial(_Recorder, address, play, cookie, script, rng.random() * EVERY)
            _, player = await loop.create_connection(make, host, int(port))
            await player.here.wait()
            players.append(player)

    await asyncio.gather(*(come(*play, script) for play, script in zip(plays, scripts, strict=True)))
    await asyncio.sleep(EVERY)
    for player in players:
        player.count()
    before = processor_seconds(pid)
    await asyncio.sleep(SECONDS)
    spent = processor_seconds(pid) - before
    assert not any(player.is_lost for player in players), "all players are there to the end"
    for player in players:
        player.leave()
    return players, spent


class _Recorder(Client):
    """A player whose page records what was played, from some seconds after the beginning on."""

    def __init__(self, address: str, play: int, cookie: str, script: Sequence[Portion], wait: float) -> None:
        super().__init__(address, f"play={play}&ahead=false", cookie)
        self.here = asyncio.Event()
        self.count()
        self._script, self._wait = iter(script), wait
        self._sent = self._due = 0.0
        self._keys = 0

    def count(self) -> None:
        """Count from now on."""
        self.times: list[float] = []
        self.keys = self.received = 0

    def receive(self, text: bytes) -> None:
        """Take the latency of an answer."""
        loop = asyncio.get_running_loop()
        if text.startswith(b'{"n":'):
            assert b'"recorded"' in text, text
            self.times.append(loop.time() - self._sent)
            self.keys += self._keys
        elif text.startswith(b'{"is":"opened"'):
            self._due = loop.time() + self._wait
            loop.call_at(self._due, self._record)
            self.here.set()

    def _record(self) -> None:
        message, self._keys = next(self._script)
        loop = asyncio.get_running_loop()
        self._sent = loop.time()
        self.transport.write(message)
        self._due += EVERY
        loop.call_at(self._due, self._record)


def _memory(pid: int) -> int:
    """Return the bytes of memory that a process has."""
    (line,) = (line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) << 10
