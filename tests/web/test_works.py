"""Work by request: nobody waits for the work of others, and it ends at its limits and with its client."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from starlette.testclient import TestClient

from pushbox.batch import Shares
from pushbox.web import works
from pushbox.web.api import daily, solutions
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

from .conftest import GENEROUS, HEADERS, TEXT, Browser, refused, room

WAIT = 120.0  # seconds, for a machine that is busy
LEVELS = "\n".join([TEXT] * 6_000)
LARGE = "\n".join([TEXT] * 1_500)
MIDDLE = "\n".join([TEXT] * 300)  # too large for a thread
SLOW = room("#####\n#@$.#\n#   #\n#####") | {"game": "crossoban"}
ENDLESS = {"level": SLOW, "solution": "99999(du)"}  # some ten seconds

Visitor = Callable[[], httpx.AsyncClient]


@asynccontextmanager
async def server(folder: Path, **settings: Any) -> AsyncIterator[tuple[Any, Visitor]]:
    """Yield a running app, and what makes visitors of it."""
    settings = {"limits": GENEROUS} | settings
    app = create_app(Settings(database=f"sqlite:///{folder / 'library.sqlite'}", **settings))

    def visitor() -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app)
        return httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=HEADERS, timeout=WAIT)

    with anyio.fail_after(WAIT):
        async with app.router.lifespan_context(app):
            yield app, visitor


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test in an event loop."""
    anyio.run(test)


def request_of(path: str, body: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the scope and the messages of a request that a test sends by itself."""
    content = json.dumps(body).encode()
    headers = [(b"content-type", b"application/json"), (b"x-pushbox", b"1"), (b"host", b"localhost")]
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 80), "scheme": "http"}
    scope |= {"http_version": "1.1"}
    return scope, [{"type": "http.request", "body": content, "more_body": False}]


def states(app: Any) -> list[str]:
    """Return the states of the jobs of requests."""
    return [entry.state.value for entry in [*app.state.works._jobs.values()]]


def processes(app: Any) -> list[Any]:
    """Return the processes of the workers for requests."""
    children = [seat.worker._process for seat in app.state.works._seats]
    return [child._process for child in children if child is not None]


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    while not condition():  # noqa: ASYNC110  # of a thread
        await anyio.sleep(0.01)


@pytest.mark.servers
def test_a_visitor_does_not_stop_another(tmp_path: Path) -> None:
    """Behind six large requests of one visitor another's is answered in turn, and not behind all of them."""
    done: list[str] = []

    async def ask(name: str, client: httpx.AsyncClient, text: str) -> None:
        answer = await client.post("/api/read", json={"text": text})
        assert answer.status_code == 200, answer.text
        done.append(name)

    async def test() -> None:
        shares = Shares(at_once=1, turn=0.05)
        async with server(tmp_path, works=shares) as (app, visitor), visitor() as first, visitor() as second:
            await first.get("/api/me")
            await second.get("/api/me")
            async with anyio.create_task_group() as group:
                for _ in range(6):
                    group.start_soon(ask, "first", first, LARGE)
                await until(lambda: len(states(app)) + len(done) == 6)
                group.start_soon(ask, "second", second, MIDDLE)
        assert done.index("second") < 3, done

    run(test)


def test_a_client_that_goes_frees_the_worker(tmp_path: Path) -> None:
    """Of one that has gone what runs is stopped, and what waits never begins."""

    async def test() -> None:
        async with server(tmp_path, works=Shares(at_once=1, max_waiting=1)) as (app, visitor):
            leave = anyio.Event()

            async def ask() -> None:
                scope, messages = request_of("/api/verify", ENDLESS)

                async def receive() -> dict[str, Any]:
                    if messages:
                        return messages.pop()
                    await leave.wait()
                    return {"type": "http.disconnect"}

                async def send(message: Any) -> None: ...

                await app(scope, receive, send)

            async with anyio.create_task_group() as group:
                group.start_soon(ask)
                await until(lambda: states(app) == ["running"])
                for _ in range(6):
                    group.start_soon(ask)
                await until(lambda: len(states(app)) > 1)
                leave.set()
            await until(lambda: states(app) == [])
            async with visitor() as client:
                answer = await client.post("/api/verify", json={"level": SLOW, "solution": "200(du)"})
                assert answer.json()["status"] == "unsolved"

    run(test)


def test_a_worker_that_dies_is_no_fault_of_the_request(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The server says that it failed, its log says how, and the next request has a worker."""

    async def test() -> None:
        async with server(tmp_path, works=Shares(at_once=1)) as (app, visitor), visitor() as client:
            answers: list[httpx.Response] = []

            async def ask() -> None:
                answers.append(await client.post("/api/verify", json=ENDLESS))

            async with anyio.create_task_group() as group:
                group.start_soon(ask)
                killed: set[Any] = set()
                while len(killed) < 2:  # the job begins anew once
                    await until(lambda: any(process not in killed for process in processes(app)))
                    for process in {*processes(app)} - killed:
                        process.kill()
                        killed.add(process)
            assert refused(answers[0], 500, "server") == "the server has failed on this request"
            answer = await client.post("/api/verify", json={"level": SLOW, "solution": "200(du)"})
            assert answer.json()["status"] == "unsolved"

    run(test)
    assert "SIGKILL" in caplog.text


def test_login_never_waits_for_work(tmp_path: Path) -> None:
    """With every worker busy and more waiting, one registers, logs in, reads a small file and looks at the library."""

    async def test() -> None:
        shares, limits = Shares(at_once=1), replace(GENEROUS, seconds=WAIT)
        async with (
            server(tmp_path, works=shares, limits=limits) as (app, visitor),
            visitor() as busy,
            visitor() as client,
        ):
            await busy.get("/api/me")
            async with anyio.create_task_group() as group:
                for _ in range(8):
                    group.start_soon(lambda: busy.post("/api/verify", json=ENDLESS))
                await until(lambda: len(states(app)) == 8)
                account = {"name": "ann", "password": "seven small boxes in a row"}
                assert (await client.post("/api/accounts", json=account)).status_code == 201
                assert (await client.post("/api/login", json=account)).status_code == 200
                assert (await client.post("/api/read", json={"text": TEXT})).status_code == 200
                assert (await client.get("/api/collections")).status_code == 200
                assert len(states(app)) >= 7
                group.cancel_scope.cancel()

    run(test)


def test_time_limit(tmp_path: Path) -> None:
    """Work that takes longer than a request may have is ended, with a sentence, and the worker does the next."""
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'library.sqlite'}",
        limits=replace(GENEROUS, seconds=0.5),
        works=Shares(at_once=1),
    )
    with TestClient(create_app(settings), headers=HEADERS) as client:
        message = refused(client.post("/api/verify", json=ENDLESS), 413, "too-large")
        assert message == "found work of more than 0.5 s, which is all that a request gets"
        answer = client.post("/api/verify", json={"level": SLOW, "solution": "200(du)"})
        assert answer.json()["status"] == "unsolved"


WIDE = room("\n".join(["#" * 100, "#@$." + " " * 95 + "#", *["#" + " " * 98 + "#"] * 97, "#" * 100]))


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("write", {"levels": [WIDE] * 501, "format": "xsb"}, "cells in all, expected at most 5,000,000"),
        ("read", {"text": "100#|" * 60_000}, "cells in all, expected at most 5,000,000"),
        ("verify", {"level": WIDE, "solution": "199999r"}, "moves on 10,000 cells, expected at most 100,000"),
        ("verify", {"level": SLOW, "solution": "1999999r"}, "moves, expected at most 200,000"),
        ("share", {"level": SLOW, "moves": "1999999r"}, "moves, expected at most 200,000"),
    ],
)
def test_bounds_before_it_begins(client: TestClient, path: str, body: Any, expected: str) -> None:
    """Levels of too many cells, and lines of too many moves for them, are refused with a sentence that says both."""
    assert expected in refused(client.post(f"/api/{path}", json=body), 413, "too-large")


BODIES: list[tuple[str, Any]] = [
    ("read", {"text": TEXT + "\n#####\n#$.?#\n#####\n", "name": "käse.txt"}),
    ("read", {"text": "Title: \u200b\x7f\x1f ☃ 漢字\n" + TEXT}),
    ("read", {"text": TEXT, "format": "nothing"}),
    ("write", {"levels": [room() | {"title": "Eins"}], "format": "elm"}),
    ("write", {"levels": [room()], "format": "nothing"}),
    ("write", {"levels": [{"game": "chess"}], "format": "xsb"}),
    ("metrics", {"text": "3rR2(ul)"}),
    ("metrics", {"text": "9("}),
    ("reconstruct", {"lurd": "rR!"}),
    ("share", {"level": room(), "moves": "R"}),
    ("unshare", {"link": "v=1&g=sokoban&x=5W.WpbgW.5W&l=R"}),
    ("unshare", {"link": "v=1&j=AAAA"}),
    ("check", {"level": room("#####\n#@$ #\n#  .#\n#####")}),
    ("check", {"level": {"game": "sokoban", "board": {"width": "5"}}}),
    ("check", {"level": {"game": "sokoban", "board": {"width": 101, "height": 3}}}),
    ("verify", {"level": room(), "solution": "R"}),
    ("verify", {"level": room(), "solution": "L"}),
    ("verify", {"level_id": 1, "solution": "R"}),
    ("verify", {"level_id": 10**9, "solution": "R"}),
    ("analyse", {"level": room()}),
    ("analyse", {"level": room(), "moves": "L"}),
    ("levels/1/solutions", {"solution": "L"}),
    ("levels/1/solutions", {"solution": "R", "seconds": 1.5}),
]


@pytest.mark.parametrize(("path", "body"), BODIES)
def test_a_worker_answers_as_a_thread(
    client: TestClient, path: str, body: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever does the work, the response has the same status and the same bytes."""
    direct = client.post(f"/api/{path}", json=body)
    for module in (works, solutions):
        monkeypatch.setattr(module, "SMALL", -1.0)
    by_worker = client.post(f"/api/{path}", json=body)
    assert (by_worker.status_code, by_worker.content) == (direct.status_code, direct.content)
    assert by_worker.headers["Content-Type"] == direct.headers["Content-Type"]


LARGE_BODIES: list[tuple[str, bytes]] = [
    ("read", json.dumps({"text": TEXT}).encode()),
    ("read", b'{"text": 1}'),
    ("read", b'{"text": "\\ud800"}'),
    ("read", b"{"),
    ("read", b"[" * 100_000),
    ("read", b"\xff\xfe\xfd"),
    ("write", json.dumps({"levels": [room()], "format": "xsb", "more": 1}).encode()),
    ("write", b'{"levels": [{},{},{}], "format": "xsb"}'),
    ("collections", b'{"text": "#####", "name": ""}'),
    ("collections", b'{"text": ["#####"], "name": "mine"}'),
    ("jobs", b'{"task": "dance"}'),
    ("jobs", b'{"task": "solve"}'),
]


@pytest.mark.parametrize(("path", "body"), LARGE_BODIES)
def test_large_bodies_are_read_alike(
    client: TestClient, path: str, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker finds in a body what the server would find itself."""
    headers = {"Content-Type": "application/json"}
    direct = client.post(f"/api/{path}", content=body, headers=headers)
    monkeypatch.setattr(works, "LARGE", -1)
    by_worker = client.post(f"/api/{path}", content=body, headers=headers)
    assert (by_worker.status_code, by_worker.content) == (direct.status_code, direct.content)


def test_large_imports_and_exports(browser: Browser) -> None:
    """A collection of many levels goes in and out by workers as a small one by threads."""
    client = browser()
    text = "\n".join(f"#####\n#@$.#\n#{'-' * number}#\n#####\nTitle: Level {number}\n" for number in range(3, 40))
    answer = client.post("/api/collections", json={"text": text * 4, "name": "many"})
    assert answer.status_code == 201, answer.text
    assert answer.json()["levels"] == 148
    ident = answer.json()["collection"]["id"]
    assert client.get(f"/api/collections/{ident}/export?format=rle").text.count("Title: Level 3\n") == 4
    assert client.get(f"/api/collections/{ident}/losses?format=rle").json()["lost"] == []
    refused(client.get(f"/api/collections/{ident}/export?format=nothing"), 422, "bad-input")
    refused(client.post("/api/collections", json={"text": text * 4, "name": "many"}), 409, "conflict")
    refused(client.post("/api/collections", json={"text": "words " * 2000, "name": "none"}), 422, "bad-input")


@pytest.mark.servers
def test_a_day_is_generated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All who wait for the levels of a day get those of one job, which goes on though the first of them goes."""
    monkeypatch.setattr(daily, "_today", lambda: date(2026, 1, 3))  # half a second of work, where some days take ten
    answers: list[Any] = []

    async def ask(client: httpx.AsyncClient) -> None:
        response = await client.get("/api/daily")
        assert response.status_code == 200, response.text
        answers.append(response.json()["levels"])

    async def test() -> None:
        async with server(tmp_path) as (app, visitor), visitor() as first, visitor() as second:
            async with anyio.create_task_group() as impatient:
                impatient.start_soon(first.get, "/api/daily")
                await until(lambda: states(app) == ["running"])
                impatient.cancel_scope.cancel()
            async with anyio.create_task_group() as group:
                for _ in range(3):
                    group.start_soon(ask, second)
                await anyio.wait_all_tasks_blocked()
                assert len(states(app)) <= 1
        assert len(answers) == 3
        assert answers[0] == answers[1] == answers[2]

    run(test)


def test_a_worker_knows_every_handler() -> None:
    """Each request that may be worked on by another process finds its handler there."""
    code = "import json; from pushbox.web import works, work_tasks; print(json.dumps([*works.HANDLERS]))"
    there = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    assert sorted(works.HANDLERS) == sorted(there) != []  # the app is imported here
