"""Those who visit the server of a soak and mean no harm: players, readers, people with jobs and rooms."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
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
ARRIVAL = 60  # seconds within which the players come


@dataclass
class Soak:
    """A run: where the server is, what is counted, and what was reported as saved."""

    url: str
    figures: Figures
    keys_per_second: float
    rows: dict[int, dict[int, Row]] = field(default_factory=dict)  # of each play, by number
    saved: dict[int, int] = field(default_factory=dict)  # the last position of a play that was reported as saved
    levels: list[int] = field(default_factory=list)

    @property
    def socket_url(self) -> str:
        """Return where the sockets are."""
        return self.url.replace("http", "ws", 1)

    async def measure_itself(self) -> None:
        """Note by how much a tick is late: so much of each latency is of the program that measures."""
        begin = time.perf_counter()
        await asyncio.sleep(_TICK)
        self.figures.add("the measuring program itself", time.perf_counter() - begin - _TICK)

    @asynccontextmanager
    async def crowd(self, acts: Iterable[Callable[[], Awaitable[None]]]) -> AsyncIterator[None]:
        """Let everybody act again and again until the block is over."""
        pending = {asyncio.create_task(self.forever(act)) for act in acts}
        try:
            yield
        finally:
            while pending:  # a request may take a cancellation for its own, and its visitor go on
                for task in pending:
                    task.cancel()
                _, pending = await asyncio.wait(pending, timeout=1)

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
        if "pushbox" not in self.http.cookies:
            await asyncio.sleep(self.rng.uniform(0, ARRIVAL))
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
