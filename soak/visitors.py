"""Those who visit the server of a soak: players, readers, people with jobs and rooms, and some who mean no good."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

if TYPE_CHECKING:
    from figures import Figures

KEYS = ("left", "up", "right", "down")
Row = list[Any]
_TICK = 0.05  # seconds


@dataclass
class Soak:
    """A run: where the server is, what is counted, and what was reported as saved."""

    url: str
    figures: Figures
    keys_per_second: float
    rows: dict[int, dict[int, Row]] = field(default_factory=dict)  # of each play, by number
    saved: dict[int, int] = field(default_factory=dict)  # the last position of a play that was reported as saved
    levels: list[int] = field(default_factory=list)
    hoarders: set[str] = field(default_factory=set)  # the hashes of those who fill the disk

    @property
    def socket_url(self) -> str:
        """Return where the sockets are."""
        return self.url.replace("http", "ws", 1)

    async def measure_itself(self) -> None:
        """Note by how much a tick is late: so much of each latency is of the program that measures."""
        begin = time.perf_counter()
        await asyncio.sleep(_TICK)
        self.figures.add("the measuring program itself", time.perf_counter() - begin - _TICK)

    async def forever(self, act: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again; what fails is counted by its kind."""
        while True:
            try:
                await act()
            except (ConnectionClosed, InvalidStatus, httpx.HTTPError, TimeoutError, OSError) as error:
                self.figures.failures[f"{type(error).__name__}: {error}"[:100]] += 1
                await asyncio.sleep(1)


def address(number: int) -> str:
    """Return an address of this machine."""
    return f"127.{1 + number // 62_500}.{1 + number // 250 % 250}.{1 + number % 250}"


class Visitor:
    """Somebody with an address, and a cookie once they have one."""

    def __init__(self, soak: Soak, number: int) -> None:
        self.soak = soak
        self.rng = random.Random(number)
        self.address = address(number)
        self.http = httpx.AsyncClient(
            base_url=soak.url,
            headers={"X-Pushbox": "1"},
            timeout=60,
            transport=httpx.AsyncHTTPTransport(local_address=self.address),
        )

    async def request(
        self, method: str, path: str, *, expected: tuple[int, ...] = (), **options: Any
    ) -> httpx.Response:
        """Send a request; a failure, or a status that is not expected, is counted."""
        with self.soak.figures.timed("http"):
            response = await self.http.request(method, path, **options)
        self.soak.figures.counts["requests"] += 1
        if response.status_code >= 400 and response.status_code not in expected:
            self.soak.figures.failures[f"{response.status_code} {method} {path.partition('?')[0]}"[:60]] += 1
        return response

    async def enter(self) -> None:
        """Get a cookie."""
        if "pushbox" not in self.http.cookies:
            (await self.request("GET", "/api/me")).raise_for_status()

    async def socket(self, path: str) -> ClientConnection:
        """Open a socket."""
        return await connect(
            f"{self.soak.socket_url}{path}",
            additional_headers={"Cookie": f"pushbox={self.http.cookies['pushbox']}"},
            local_addr=(self.address, 0),
            compression=None,
            max_size=None,
        )


class Player(Visitor):
    """Somebody who plays: levels of the library at random, and corridors that they solve."""

    async def play(self) -> None:
        """Play one level for a while, in one or several sockets."""
        await self.enter()
        corridor = self.rng.random() < 0.3
        length = self.rng.randint(1, 30)
        level: dict[str, Any] = {"level": corridor_level(length)}
        if not corridor:
            level = {"level_id": self.rng.choice(self.soak.levels), "fresh": self.rng.random() < 0.95}
        response = await self.request("POST", "/api/plays", json=level, expected=(429,))
        if response.status_code == 429:
            await asyncio.sleep(5)
            return
        play = response.json()["play"]
        for _ in range(self.rng.randint(1, 3)):
            window = await self.socket(f"/ws/play?play={play}")
            try:
                await Window(self, window, play).press([*["right"] * length] if corridor else self.random_keys())
            finally:
                if self.rng.random() < 0.5:
                    await window.close()
                else:
                    window.transport.abort()
            self.soak.figures.counts["windows"] += 1

    def random_keys(self) -> list[str]:
        """Return what to press, for about a minute."""
        return [self.rng.choice(KEYS) for _ in range(self.rng.randint(20, 300))]


class Window:
    """A socket of a play, which checks and remembers what it is sent."""

    def __init__(self, player: Player, socket: ClientConnection, play: int) -> None:
        self.player = player
        self.soak = player.soak
        self.socket = socket
        self.play = play
        self.rows = self.soak.rows.setdefault(play, {})

    async def press(self, keys: list[str]) -> None:
        """Press keys, with undo, restart and queries between them."""
        opened = await self.receive()
        shown = {row[0]: row[:3] for row in opened["nodes"]}
        boxes = [piece["cells"][0] for piece in opened["board"]["pieces"]]
        for number in range(1, self.soak.saved.get(self.play, 0) + 1):
            if shown.get(number) != self.rows[number]:
                self.soak.figures.failures["LOST: a saved position that is not there again"] += 1
        self.rows.clear()  # what was not saved may have gone, and its number be another's
        self.rows.update(shown)
        for n, key in enumerate(keys, start=1):
            await asyncio.sleep(self.player.rng.expovariate(self.soak.keys_per_second))
            chance = self.player.rng.random()
            request: dict[str, Any] = {"do": "press", "key": key}
            kind = "key"
            if chance < 0.06:
                request = {"do": "undo", "count": self.player.rng.randint(1, 5)}
            elif chance < 0.07:
                request = {"do": "restart"}
            elif chance < 0.09:
                kind, request = "pointer", {"do": "pushable"}
            elif chance < 0.12:
                kind, request = "pointer", {"do": "reach", "cell": self.player.rng.choice(boxes), "through": False}
            elif chance < 0.125:
                kind, request = "hint", {"do": "hint", "step": 1}
            with self.soak.figures.timed(kind):
                await self.socket.send(json.dumps({**request, "n": n}))
                while (await self.receive()).get("n") != n:
                    pass
            self.soak.figures.counts[f"{kind}s"] += 1

    async def receive(self) -> dict[str, Any]:
        """Receive a message, and remember what it says."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
        match message["is"]:
            case "turned":
                self.rows.update({row[0]: row[:3] for row in message["nodes"]})
            case "saved":
                self.soak.saved[self.play] = max(self.soak.saved.get(self.play, 0), message["node"])
            case "kept":
                self.soak.figures.counts["solutions"] += 1
            case "error":
                self.soak.figures.failures[f"socket: {message['message']}"[:60]] += 1
        return message


def corridor_level(length: int) -> dict[str, Any]:
    """Return a level that is solved by going right, as JSON."""
    width = length + 4
    return {
        "game": "sokoban",
        "board": {
            "width": width,
            "height": 3,
            "palette": {"#": "wall", "-": "floor", ".": "goal"},
            "terrain": [f"{width}#", f"#{width - 3}-.#", f"{width}#"],
            "pieces": [{"kind": "pusher", "cells": [width + 1]}, {"kind": "box", "cells": [width + 2]}],
        },
    }


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


class Reader(Visitor):
    """Somebody who looks around."""

    async def read(self) -> None:
        """Look at one thing."""
        await asyncio.sleep(self.rng.expovariate(4))
        await self.enter()
        level = self.rng.choice(self.soak.levels)
        path = self.rng.choice(
            ("/", "/api/games", "/api/me", "/api/collections", "/api/levels?q=a", f"/api/levels/{level}", "/api/daily")
        )
        await self.request("GET", path)


class Searcher(Visitor):
    """Somebody with jobs: some are waited for, some cancelled, some forgotten."""

    async def search(self) -> None:
        """Submit a job and follow it."""
        await self.enter()
        body: dict[str, Any] = {"task": "solve", "level": corridor_level(self.rng.randint(1, 90)), "seconds": 5}
        if self.rng.random() < 0.3:
            body = {"task": "generate", "wish": {"rows": 7, "columns": 7, "boxes": 2}, "seconds": 3}
        response = await self.request("POST", "/api/jobs", json=body, expected=(429,))
        if response.status_code == 202:
            job = response.json()["job"]
            chance = self.rng.random()
            if chance < 0.8:
                with self.soak.figures.timed("job"):
                    async with self.http.stream("GET", f"/api/jobs/{job}/events") as events:
                        async for _ in events.aiter_lines():
                            pass
            elif chance < 0.9:
                await self.request("DELETE", f"/api/jobs/{job}", expected=(404,))
        await asyncio.sleep(self.rng.expovariate(0.5))


class Racer(Visitor):
    """Somebody who opens a room, races alone for a while and leaves."""

    async def race(self) -> None:
        """Open a room and play in it."""
        await self.enter()
        body = {"kind": "race", "level_id": self.rng.choice(self.soak.levels)}
        response = await self.request("POST", "/api/rooms", json=body, expected=(422, 429))
        if response.status_code == 201:
            async with await self.socket(f"/ws/rooms/{response.json()['code']}?name=soak") as room:
                for request in ({"do": "sit", "seat": 0}, {"do": "ready"}, {"do": "start"}):
                    await room.send(json.dumps(request))
                for _ in range(60):
                    await asyncio.sleep(0.2)
                    await room.send(json.dumps({"do": "press", "key": self.rng.choice(KEYS)}))
                    with suppress(TimeoutError):
                        await asyncio.wait_for(room.recv(), 0.1)
        await asyncio.sleep(15)


class Abuser(Visitor):
    """Somebody who means no good."""

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
        self.soak.hoarders.add(hashlib.sha256(self.http.cookies["pushbox"].encode()).hexdigest())
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
