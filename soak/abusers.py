"""Those who mean no good, in a process of their own.

They would come from other machines: what it costs to send all this is not the server's, and must not delay those who
measure it.  So the process has the lowest priority, and the summary says how much it got through.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

import httpx
from figures import Figures
from visitors import Soak, Visitor, corridor_level
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

ASKERS = 4  # visitors to whom the windows that ask without end belong
HOARDER = 13_100  # the number of the visitor who fills the disk


@dataclass(frozen=True)
class Attack:
    """What those who mean no good have done: counts, failures by what they are, the hashes of who fills the disk."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    hoarders: set[str] = field(default_factory=set)


@contextmanager
def attacked(url: str, levels: list[int], windows: int) -> Iterator[Attack]:
    """Let them all loose on a server until the block is over; what they have done is known afterwards."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_attack, args=(there, url, levels, windows))
    process.start()
    there.close()
    attack = Attack()
    try:
        yield attack
    finally:
        here.send("stop")
        done: Attack = here.recv()
        attack.counts.update(done.counts)
        attack.failures.update(done.failures)
        attack.hoarders.update(done.hoarders)
        process.join()


def _attack(connection: Connection, url: str, levels: list[int], windows: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says when it is over
    os.nice(19)
    connection.send(asyncio.run(_until_told(connection, Soak(url, Figures(), 0, levels=levels), windows)))


async def _until_told(connection: Connection, soak: Soak, windows: int) -> Attack:
    abusers = [Abuser(soak, 13_000 + number) for number in range(7)]
    hoarder = Abuser(soak, HOARDER)
    acts = [abusers[0].flood, abusers[1].dawdle, abusers[2].babble, abusers[3].bloat]
    acts += [abusers[4].register, abusers[5].open_rooms, abusers[6].pour, hoarder.hoard]
    askers = [Abuser(soak, 14_000 + number) for number in range(ASKERS)]
    for asker in askers:
        await asker.enter()  # before several windows of theirs would do it at once
    acts += [askers[number % ASKERS].ask for number in range(windows)]
    async with soak.crowd(acts):
        await asyncio.to_thread(connection.recv)
    return Attack(soak.figures.counts, soak.figures.failures, hoarder.hoarders)


HALL = 100  # cells along a side


def hall() -> dict[str, Any]:
    """Return a large level of 294 boxes, as JSON."""
    floor, goals = f"#{HALL - 2}-#", f"#{HALL - 2}.#"
    rows = [f"{HALL}#", *[floor] * (HALL - 5), *[goals] * 3, f"{HALL}#"]
    boxes = [row * HALL + column for row in range(3, 45, 2) for column in range(3, 31, 2)]
    return {
        "game": "sokoban",
        "board": {
            "width": HALL,
            "height": HALL,
            "palette": {"#": "wall", "-": "floor", ".": "goal"},
            "terrain": rows,
            "pieces": [
                {"kind": "pusher", "cells": [HALL + 1]},
                *[{"kind": "box", "cells": [cell]} for cell in boxes],
            ],
        },
    }


class Abuser(Visitor):
    """Somebody who means no good."""

    def __init__(self, soak: Soak, number: int) -> None:
        super().__init__(soak, number)
        self.hoarders: set[str] = set()  # the hashes of the cookies that were theirs

    async def flood(self) -> None:
        """Send requests with made-up cookies; what is refused is as it should be."""
        await asyncio.sleep(0.02)
        await self.http.get("/api/games", headers={"Cookie": f"pushbox={self.rng.getrandbits(256):x}"})
        self.soak.figures.counts["floods"] += 1

    async def dawdle(self) -> None:
        """Open connections and say little."""
        port = httpx.URL(self.soak.url).port
        writers = []
        for _ in range(50):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(self.address, 0))
            writers.append(writer)
        for _ in range(12):
            for writer in writers:
                writer.write(b"GET / HTTP/1.1\r\n" if self.rng.random() < 0.1 else b"x")
            await asyncio.sleep(1)
        for writer in writers:
            writer.close()

    async def babble(self) -> None:
        """Send a socket what is no message."""
        await self.enter()
        response = await self.http.post("/api/plays", json={"level": corridor_level(3)})
        async with await self.socket(f"/ws/play?play={response.json()['play']}") as window:
            for _ in range(20):
                await window.send(self.rng.choice(("no JSON", "[1]", '{"do": "press"}', "x" * 60_000, '{"do": 1}')))
                await asyncio.wait_for(window.recv(), 30)
                await asyncio.sleep(0.2)

    async def ask(self) -> None:
        """Ask whatever a large board can be asked, faster than anybody can answer it."""
        await self.enter()
        response = await self.request("POST", "/api/plays", json={"level": hall()}, expected=(429,))
        if response.status_code == 429:
            await asyncio.sleep(5)
            return
        async with await self.socket(f"/ws/play?play={response.json()['play']}") as window:
            answers = asyncio.create_task(self._count_answers(window))
            try:
                for n in range(1000):
                    query = self.rng.choice(("reach", "ends", "origins", "pushable"))
                    cell = self.rng.randrange(HALL * HALL)
                    await window.send(json.dumps({"do": query, "cell": cell, "through": True, "n": n}))
                    await asyncio.sleep(0.02)
            finally:
                answers.cancel()

    async def _count_answers(self, window: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for _ in window:
                self.soak.figures.counts["answers to those who ask without end"] += 1

    async def bloat(self) -> None:
        """Send large requests, of which no spelling of their type passes for another, and go before the answer."""
        body = json.dumps({"text": "#####\n#@$.#\n#####\n\n" * 40_000}).encode()
        kinds = ("application/json", "application/JSON", "Application/Json; charset=UTF-8", "text/plain")
        headers = {"Content-Type": self.rng.choice(kinds)}
        with suppress(httpx.TimeoutException):
            await self.http.post("/api/read", content=body, headers=headers, timeout=self.rng.random())
        await asyncio.sleep(5)

    async def pour(self) -> None:
        """Send as many bytes as the line takes; what is beyond the rate of an address is refused."""
        response = await self.http.post("/api/read", json={"text": "x" * (3 << 20)})
        self.soak.figures.counts["poured" if response.status_code != 429 else "poured too much"] += 1
        await asyncio.sleep(0.2)

    async def hoard(self) -> None:
        """Import collections with long notes until the disk has no more for this visitor, then as another one."""
        await self.enter()
        level = "#####\n#@$.#\n#####\n" + "Comment:\n" + "note " * 3000 + "\nComment-End:\n\n"
        response = await self.http.post(
            "/api/collections", json={"name": f"{self.rng.random()}.xsb", "text": level * 60}
        )
        self.soak.figures.counts[f"hoards answered by {response.status_code}"] += 1
        self.hoarders.add(hashlib.sha256(self.http.cookies["pushbox"].encode()).hexdigest())
        if response.status_code == 413:
            self.http.cookies.clear()
        await asyncio.sleep(1)

    async def register(self) -> None:
        """Register account after account, each from a new browser; what is refused is as it should be."""
        name = f"crowd {self.rng.getrandbits(40):x}"
        headers = {"X-Pushbox": "1", "Cookie": f"pushbox={self.rng.getrandbits(252):043x}"}
        body = {"name": name, "password": f"{self.rng.getrandbits(99):x} and more"}
        response = await self.http.post("/api/accounts", json=body, headers=headers)
        self.soak.figures.counts["accounts" if response.status_code == 201 else "accounts refused"] += 1
        await asyncio.sleep(0.5)

    async def open_rooms(self) -> None:
        """Open rooms and never go there."""
        await self.enter()
        body = {"kind": "race", "level_id": self.rng.choice(self.soak.levels)}
        response = await self.http.post("/api/rooms", json=body)
        self.soak.figures.counts["rooms" if response.status_code == 201 else "rooms refused"] += 1
        await asyncio.sleep(0.5)
