"""Forty pupils at once, over real sockets of a real server: all follow, all play, all race, and the table is right."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.play.test_servers import process
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pushbox import formats, store
from pushbox.level import Collection
from pushbox.web.identity_cookie import COOKIE

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("unseeded")]

PUPILS = 40
PATIENCE = 300.0  # seconds: far more than any of this takes, and it ends before its test is stopped without a word
LEVEL = formats.read("#######\n#@ $ .#\n#     #\n#######\n", format="xsb").levels[0]


class Person:
    """Somebody with a cookie at a server."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.cookie = f"{COOKIE}={secrets.token_urlsafe(32)}"

    async def ask(self, method: str, path: str, **body: Any) -> Any:
        """Return the answer to a request, which is no refusal."""
        headers = {"Cookie": self.cookie, "X-Pushbox": "1"}
        answer = await self.client.request(method, f"/api{path}", json=body or None, headers=headers)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    @asynccontextmanager
    async def at(self, path: str) -> AsyncIterator[ClientConnection]:
        """Yield a socket."""
        headers = {"Cookie": self.cookie}
        address = f"ws://127.0.0.1:{self.client.base_url.port}/ws/{path}"
        # However late it is read: what comes is not held up.
        patient: Any = {"open_timeout": PATIENCE, "ping_interval": None, "max_queue": None}
        async with connect(address, additional_headers=headers, **patient) as socket:
            yield socket


async def receive(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind; nothing is refused before."""
    while (message := json.loads(await socket.recv()))["is"] != kind:
        assert message["is"] != "error", message
    return dict(message)


async def send(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


async def closing_code(socket: ClientConnection) -> int | None:
    """Return by which code a socket is closed, what comes before left out."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()
    return socket.close_code


async def lesson(port: int, level: int) -> None:
    """Hold a lesson: all join, follow the teacher, play on their own, and race."""
    address = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        await asyncio.wait_for(hold(Person(client), [Person(client) for _ in range(PUPILS)], level), PATIENCE)


async def hold(ada: Person, pupils: list[Person], level: int) -> None:
    """Let forty pupils be in a class of a teacher."""
    code = (await ada.ask("POST", "/classes", title="5a"))["code"]
    joined = [it.ask("POST", f"/classes/{code}/pupils", name=f"P{number:02}") for number, it in enumerate(pupils)]
    await asyncio.gather(*joined)
    await ada.ask("POST", f"/classes/{code}/levels", levels=[level])
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(ada.at(f"classes/{code}"))
        await receive(table, "results")
        looking = [await stack.enter_async_context(it.at(f"classes/{code}")) for it in pupils]
        for socket in looking:
            assert (await receive(socket, "results"))["results"] == []
        await follow(ada, pupils, code, level)
        for socket in looking:
            await receive(socket, "changed")
        plays = await asyncio.gather(*(it.ask("POST", "/plays", level_id=level) for it in pupils))
        await asyncio.gather(*(solve(it, play["play"]) for it, play in zip(pupils, plays, strict=True)))
        solved: set[int] = set()
        while len(solved) < PUPILS:
            results = (await receive(table, "results"))["results"]
            solved |= {one["pupil"] for one in results if (one["stars"], one["pushes"]) == (3, 2)}
        await race(ada, pupils, code, level)
        shown = await ada.ask("GET", f"/classes/{code}")
        assert [it["name"] for it in shown["pupils"]] == [f"P{number:02}" for number in range(PUPILS)]
        assert {it["id"] for it in shown["pupils"]} == solved == {it["pupil"] for it in shown["results"]}
        await ada.ask("DELETE", f"/classes/{code}")
        assert {await closing_code(socket) for socket in (table, *looking)} == {4404}


async def follow(ada: Person, pupils: list[Person], code: str, level: int) -> None:
    """Let all see each move of the teacher."""
    room = (await ada.ask("POST", f"/classes/{code}/room", kind="board", level_id=level))["code"]
    async with AsyncExitStack() as stack:
        seen = [await stack.enter_async_context(it.at(f"rooms/{room}")) for it in pupils]
        board = await stack.enter_async_context(ada.at(f"rooms/{room}"))
        for socket in seen:
            await receive(socket, "room")  # a socket is open before its server has let somebody in
        await receive(board, "opened")
        for _ in range(3):
            await send(board, do="press", key="right")
        for socket in seen:
            depths = [(await receive(socket, "progress"))["depth"] for _ in range(3)]
            assert depths == [1, 2, 3]


async def solve(person: Person, play: int) -> None:
    async with person.at(f"play?play={play}") as socket:
        await receive(socket, "opened")
        for _ in range(3):
            await send(socket, do="press", key="right")
        await receive(socket, "kept")


async def race(ada: Person, pupils: list[Person], code: str, level: int) -> None:
    """Let all race on forty seats, and each come to the end."""
    room = (await ada.ask("POST", f"/classes/{code}/room", kind="race", level_id=level))["code"]
    async with AsyncExitStack() as stack:
        racing = [await stack.enter_async_context(it.at(f"rooms/{room}")) for it in pupils]
        teacher = await stack.enter_async_context(ada.at(f"rooms/{room}"))
        while len((await receive(teacher, "room"))["players"]) < PUPILS:
            pass
        await send(teacher, do="start")

        async def run(socket: ClientConnection) -> None:
            await receive(socket, "opened")
            await asyncio.sleep(3.5)  # the countdown, which had begun before
            for _ in range(3):
                await send(socket, do="press", key="right")

        await asyncio.gather(*map(run, racing))
        while (state := await receive(teacher, "room"))["phase"] != "over":
            pass
        assert len(state["players"]) == state["seats"] == PUPILS
        assert all(it["finished"] is not None for it in state["players"])


def test_forty_pupils_at_once(tmp_path: Path) -> None:
    """Nobody misses a move of the teacher, a result or the end, and each of forty comes to the end of a race."""
    url = f"sqlite:///{tmp_path / 'library.sqlite'}"
    with store.open(url) as library:
        added = store.collections.add(library, Collection((LEVEL,)), name="one")
        level = store.levels.search(library, collection=added.id).entries[0].id
    with process(url) as (_, port):
        asyncio.run(lesson(port, level))
