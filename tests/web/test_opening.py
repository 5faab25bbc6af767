"""A server that begins: its pages are there before the API, and what needs the API waits for it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from pushbox.web.app import complete
from pushbox.web.opening import Opening, Waiting
from pushbox.web.settings import Settings
from pushbox.web.shell import create_shell

if TYPE_CHECKING:
    from fastapi import FastAPI

ROUNDS = 20  # of the loop, in each of which whatever can go on does


def asked(app: FastAPI, path: str) -> Coroutine[Any, Any, httpx.Response]:
    """Return a request for a path, which is sent when it is awaited."""

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get(path)

    return ask()


@pytest.mark.parametrize("path", ["/", "/library", "/help", "/service-worker.js", "/static/manifest.webmanifest"])
def test_pages_and_files_come_at_once(path: str) -> None:
    """As they are later, although nothing else is there."""

    async def visit() -> tuple[httpx.Response, httpx.Response]:
        opening = Opening()
        app = create_shell(Settings(), opening)
        first = await asyncio.wait_for(asked(app, path), 30)
        complete(app)
        opening.end()
        return first, await asked(app, path)

    first, later = asyncio.run(visit())
    assert first.status_code == 200
    assert (first.text, first.headers["content-type"]) == (later.text, later.headers["content-type"])


@pytest.mark.parametrize("path", ["/api/games", "/health", "/play?level=1", "/nothing"])
def test_all_else_waits_for_the_api(path: str) -> None:
    """Also a page of a level, whose preview is in the library, and an address of which nobody knows yet what it is."""

    async def visit() -> tuple[bool, httpx.Response]:
        opening = Opening()
        app = create_shell(Settings(), opening)
        request = asyncio.create_task(asked(app, path))
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        waits = not request.done()
        opening.end(failed=True)
        return waits, await request

    waits, answer = asyncio.run(visit())
    assert waits
    assert (answer.status_code, answer.json()["error"]["phrase"]["code"]) == (500, "server-ended")


def test_a_request_that_has_waited_is_answered() -> None:
    """By the API, which was not there when it came."""

    async def visit() -> httpx.Response:
        opening = Opening()
        app = create_shell(Settings(), opening)
        request = asyncio.create_task(asked(app, "/api/no-such-thing"))
        await asyncio.sleep(0)
        complete(app)
        opening.end()
        return await request

    answer = asyncio.run(visit())
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")


def test_sockets_wait_and_are_closed_where_the_server_ends() -> None:
    """With the status that says so; one that waited for a server which is there goes on."""

    async def inner(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})

    async def visit(*, failed: bool) -> list[Message]:
        opening, sent = Opening(), list[Message]()

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            sent.append(message)

        layer = Waiting(inner, opening)
        socket = asyncio.create_task(layer({"type": "websocket", "path": "/ws/play"}, receive, send))
        await asyncio.sleep(0)
        assert not sent
        opening.end(failed=failed)
        await socket
        return sent

    assert asyncio.run(visit(failed=False)) == [{"type": "websocket.accept"}]
    assert asyncio.run(visit(failed=True)) == [{"type": "websocket.close", "code": 1001}]


def test_a_server_listens_before_it_loads_the_api() -> None:
    """What it imports until then has neither the API nor the database, which take most of the time of a start."""
    program = "import sys, pushbox.cli.serve, pushbox.web.serve; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    late = ("sqlalchemy", "pushbox.store", "pushbox.web.app", "pushbox.web.api", "pushbox.analysis")
    assert [name for name in loaded if name.startswith(late)] == []
    assert "pushbox.web.shell" in loaded
