"""What every request has to pass and every answer carries."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from pushbox.web.app import create_app
from pushbox.web.security import HEADERS as ALWAYS
from pushbox.web.security import POLICY, Security
from pushbox.web.settings import Limits, Rate, Settings

from .conftest import GENEROUS, HEADERS, TEXT, refused, room

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Browser

HOME = {"Origin": "http://testserver"}
FOREIGN = ("http://evil.example", "null", "http://testserver.evil.example", "http://testserver:81", "https://")


def test_every_answer_has_the_headers(client: TestClient) -> None:
    """Pages, files, answers of every sort, errors and failures alike."""
    responses = [
        client.get("/"),
        client.get("/static/core.js"),
        client.get("/static/nothing.js"),
        client.get("/openapi.json"),
        client.get("/api/games"),
        client.get("/api/nothing"),
        client.get("/nothing"),
        client.put("/api/games"),
        client.post("/api/read", json={"text": ""}),
        client.post("/api/read", content=b"x" * 5_000_000),
        client.post("/api/read", json={"text": TEXT}, headers={"X-Pushbox": "1", "Origin": "http://evil.example"}),
        client.delete("/api/me"),
        client.head("/"),
        client.options("/api/games"),
    ]
    assert len({answer.status_code for answer in responses}) >= 7
    for answer in responses:
        for name, value in ALWAYS.items():
            assert answer.headers.get_list(name) == [value], (answer.url, name)
        if answer.request.url.path.startswith("/api/"):
            assert answer.headers["cache-control"] == "no-store"


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    """No inline script or style, no other origin, no frame."""
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"  # which compiles WebAssembly, and evaluates no script
    assert POLICY.count("unsafe") == 1
    assert "http" not in POLICY


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_change_needs_the_header(app: Any, method: str) -> None:
    """No form and no foreign page can send it; not even a path that does not exist is looked at without."""
    client = TestClient(app)
    for path in ("/api/me", "/api/collections/1", "/api/nothing", "/static/core.js"):
        refused(client.request(method, path), 403, "forbidden")


@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_pages_change_nothing(client: TestClient, origin: str) -> None:
    """An origin that is not this server's is refused, whatever headers come with it, for sockets too."""
    refused(client.delete("/api/me", headers={"Origin": origin}), 403, "forbidden")
    for path in ("/ws/play?play=1", "/ws/rooms/ABCDEF"):
        with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect(path, headers={"Origin": origin}):
            pass
        assert closed.value.code == 4403
    assert client.get("/api/games", headers={"Origin": origin}).status_code == 200


def test_own_pages_may(client: TestClient) -> None:
    """With this server's origin, or none, a change goes through."""
    assert client.post("/api/read", json={"text": TEXT}, headers=HOME).status_code == 200
    assert client.post("/api/read", json={"text": TEXT}).status_code == 200


def test_a_server_of_one_machine_has_its_names(tmp_path: Path) -> None:
    """A foreign name that is made to point at it is refused, so that no page of that name can read what is here."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'a.sqlite'}", hosts=("localhost", "127.0.0.1", "::1"))
    with TestClient(create_app(settings)) as client:
        for host in ("localhost", "localhost:8100", "127.0.0.1:8100", "[::1]:8100"):
            assert client.get("/api/games", headers={"Host": host}).status_code == 200
        for host in ("evil.example", "localhost.evil.example", "", "[::1", "127.0.0.1.evil"):
            refused(client.get("/api/games", headers={"Host": host}), 403, "forbidden")


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/api/check", GENEROUS.body),
        ("/api/read", GENEROUS.import_body),
        ("/api/collections", GENEROUS.import_body),
        ("/api/jobs", GENEROUS.import_body),
    ],
)
def test_a_body_is_counted_as_it_comes(client: TestClient, path: str, most: int) -> None:
    """One that says how long it is, one that lies, and one that does not say; none of them is read to its end."""
    refused(client.post(path, content=b" " * (most + 1)), 413, "too-large")
    sent = 0

    def endless() -> Any:
        nonlocal sent
        while sent < 2 * most:
            sent += 100_000
            yield b" " * 100_000

    answer = client.post(path, content=endless())
    refused(answer, 413, "too-large")
    refused(client.post(path, content=b"{}", headers={"Content-Length": "9" * 5_000}), 413, "too-large")
    refused(client.post(path, content=b"{}", headers={"Content-Length": "-1"}), 422, "bad-input")


def test_a_failure_has_the_one_shape(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing of what went wrong inside gets out; the log has it."""
    monkeypatch.setattr("pushbox.web.api.access.levels_out", None)
    monkeypatch.setattr("pushbox.web.api.collections.levels_out", None)
    message = refused(client.get("/api/levels"), 500, "server")
    assert message == "the server has failed on this request"
    assert "NoneType" in caplog.text


@pytest.fixture
def strict(tmp_path: Path) -> Any:
    """Return an app that lets each visitor do little."""
    little = Rate(3, 0.001)
    limits = Limits(reads=little, writes=little, works=little, logins=little, visitors=Rate(2, 0.001), collections=2)
    return create_app(Settings(database=f"sqlite:///{tmp_path / 'a.sqlite'}", limits=limits))


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/games", None),
        ("GET", "/api/me", None),
        ("POST", "/api/read", {"text": TEXT}),
        ("POST", "/api/plays", {"level": room()}),
        ("POST", "/api/login", {"name": "a", "password": "b"}),
    ],
)
def test_too_many_requests_have_to_wait(strict: Any, method: str, path: str, body: Any) -> None:
    """A visitor learns after how many seconds to try again, and others are served meanwhile."""
    with TestClient(strict, headers=HEADERS) as client:
        other = TestClient(strict, headers=HEADERS)
        client.cookies.set("pushbox", "a" * 43)
        other.cookies.set("pushbox", "b" * 43)
        codes = [client.request(method, path, json=body).status_code for _ in range(4)]
        assert 429 not in codes[:3]
        answer = client.request(method, path, json=body)
        refused(answer, 429, "too-many")
        assert int(answer.headers["Retry-After"]) > 100
        assert other.request(method, path, json=body).status_code != 429


def test_every_operation_has_a_rate_limit(tmp_path: Path) -> None:
    """Where no request is allowed at all, none gets further than that, whatever it asks for."""
    none = Rate(0, 0.001)
    limits = Limits(reads=none, writes=none, works=none, logins=none)
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'a.sqlite'}", limits=limits))
    with TestClient(app, headers=HEADERS) as client:
        for path, methods in app.openapi()["paths"].items():
            for method in methods:
                refused(client.request(method, re.sub(r"{\w+}", "1", path)), 429, "too-many")


def test_a_large_board_counts_as_several_requests(tmp_path: Path) -> None:
    """To begin a play of one that is sent along: nine of 10,000 cells are ninety of smaller ones."""
    limits = Limits(writes=Rate(99, 0.001))
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'a.sqlite'}", limits=limits))
    with TestClient(app, headers=HEADERS) as client:
        assert client.get("/api/me").status_code == 200
        codes = [client.post("/api/plays", json={"level": level_of(100)}).status_code for _ in range(10)]
        assert codes == [201] * 9 + [429]
    with TestClient(app, headers=HEADERS) as client:
        assert client.get("/api/me").status_code == 200
        codes = [client.post("/api/plays", json={"level": level_of(10)}).status_code for _ in range(30)]
        assert codes == [201] * 30


def level_of(side: int) -> dict[str, Any]:
    """Return a square level with one box, as JSON."""
    wall, floor = f"{side}#", f"#{side - 2}-#"
    return {
        "game": "sokoban",
        "board": {
            "width": side,
            "height": side,
            "palette": {"#": "wall", "-": "floor", ".": "goal"},
            "terrain": [wall, f"#{side - 3}-.#", *[floor] * (side - 3), wall],
            "pieces": [{"kind": "pusher", "cells": [side + 1]}, {"kind": "box", "cells": [side + 2]}],
        },
    }


def test_cookies_that_are_made_up_do_not_help(strict: Any) -> None:
    """An address has its limit too."""
    with TestClient(strict) as client:
        codes = [client.get("/api/games", headers={"Cookie": f"pushbox={n:043}"}).status_code for n in range(31)]
        assert codes == [200] * 30 + [429]


def test_new_visitors_of_an_address_are_counted(strict: Any) -> None:
    """Throwing the cookie away does not help."""
    with TestClient(strict, headers=HEADERS) as client:
        codes = []
        for _ in range(3):
            client.cookies.clear()
            codes.append(client.get("/api/me").status_code)
        assert codes == [200, 200, 429]


def test_what_a_visitor_keeps_is_bounded(tmp_path: Path) -> None:
    """Collections, levels and plays beyond the quota are refused, and what is there stays."""
    limits = Limits(collections=2, levels=3, plays=2, solutions=1)
    with TestClient(
        create_app(Settings(database=f"sqlite:///{tmp_path / 'a.sqlite'}", limits=limits)), headers=HEADERS
    ) as client:
        client.get("/api/me")
        two = f"{TEXT}\n{TEXT}"
        assert client.post("/api/collections", json={"text": two, "name": "a"}).status_code == 201
        assert "levels" in refused(client.post("/api/collections", json={"text": two, "name": "b"}), 429, "too-many")
        made = client.post("/api/collections", json={"text": "", "name": "b"}).json()["collection"]["id"]
        message = refused(client.post("/api/collections", json={"text": "", "name": "c"}), 429, "too-many")
        assert "collections" in message
        assert client.post("/api/levels", json={"collection": made, "level": room()}).status_code == 201
        refused(client.post("/api/levels", json={"collection": made, "level": room()}), 429, "too-many")
        strange = {"level": room("######\n#@ $.#\n######")}
        refused(client.post("/api/plays", json=strange), 429, "too-many")
        fresh = {"level": room(), "fresh": True}
        assert [client.post("/api/plays", json=fresh).status_code for _ in range(3)] == [201, 201, 429]
        level = client.get("/api/levels", params={"collection": made}).json()["levels"][0]["id"]
        assert client.post(f"/api/levels/{level}/solutions", json={"solution": "R"}).status_code == 201
        refused(client.post(f"/api/levels/{level}/solutions", json={"solution": "R"}), 429, "too-many")
        client.post("/api/accounts", json={"name": "a", "password": "long enough"})
        assert client.post(f"/api/collections/{made}/publish").status_code == 200
        refused(client.post("/api/collections", json={"text": "", "name": "d"}), 429, "too-many")


def test_browsers_are_distinguished(browser: Browser) -> None:
    """Two browsers are two visitors."""
    names = {browser().get("/api/me").json()["visitor"] for _ in range(3)}
    assert len(names) == 3


def test_a_request_that_outlasts_the_server_is_answered() -> None:
    """One that is cancelled, as the server ends, gets an error of the one shape, and is no fault for the log."""

    async def outlast(*_: object) -> None:
        await asyncio.sleep(3600)

    async def main() -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []

        async def send(message: Any) -> None:
            messages.append(message)

        scope = {"type": "http", "method": "GET", "path": "/api/me", "scheme": "http", "headers": [], "state": {}}
        task = asyncio.create_task(Security(outlast, Settings())(scope, outlast, send))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        task.cancel()
        await task
        return messages

    start, body = asyncio.run(main())
    assert start["status"] == 500
    assert json.loads(body["body"])["error"]["code"] == "server"


def test_a_socket_that_outlasts_the_server_is_no_fault() -> None:
    """One that is cancelled, as the server ends, leaves no traceback in the log."""

    async def outlast(*_: object) -> None:
        await asyncio.sleep(3600)

    async def main() -> None:
        scope = {"type": "websocket", "path": "/ws/play", "scheme": "ws", "headers": [], "state": {}}
        task = asyncio.create_task(Security(outlast, Settings())(scope, outlast, outlast))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        task.cancel()
        await task

    asyncio.run(main())
