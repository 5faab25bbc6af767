"""One way in for bodies: however a client spells its type, cuts it into pieces or lies about its length."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

import pushbox.web
from pushbox.web import works
from pushbox.web.bodies import limit
from pushbox.web.security import Security
from pushbox.web.settings import Settings
from pushbox.web.works import HANDLERS, LARGE, LargeBodyRoute

from .conftest import GENEROUS, refused, room
from .test_openapi import OPERATIONS, example_body

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.testclient import TestClient
    from starlette.types import ASGIApp

JSON = "application/json"
SPELLINGS = (
    "APPLICATION/JSON",
    "application/JSON",
    "application/json;",
    'Application/Json ; Charset="UTF-8"; odd',
    " \tapplication/json\t; charset=utf-16",
    "application/vnd.pushbox.level+JSON",
)
OTHERS = (
    None,
    "",
    "json",
    "text/json",
    "application / json",
    "application/jsonx",
    "application/+json",
    "application/json, application/json",
    "text/plain; q=application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=json",
    "application/json\xa0",
)
LENGTHS = ("-1", "+1", "", "1e3", "0x10", "1 1", "1,1", "\xb2", "nan")
CODINGS = ("gzip", "GZIP", "br", "identity, deflate", "x-none")
ODD = b'{"odd": 1}'
CHUNK = 1 << 16

WITH_BODY = [pytest.param(*it, id=it[2]["operationId"]) for it in OPERATIONS if "requestBody" in it[2]]
EVERY = [pytest.param(*it, id=it[2]["operationId"]) for it in OPERATIONS]
with_body = pytest.mark.parametrize(("path", "method", "operation"), WITH_BODY)


class Answer(NamedTuple):
    """The answer to a request, and how many bytes of its body were read; no status where it has none."""

    status_code: int
    content: bytes
    read: int

    @property
    def text(self) -> str:
        """Return the body as a text."""
        return self.content.decode()

    def json(self) -> Any:
        """Return the body as JSON."""
        return json.loads(self.content)


def send(
    app: ASGIApp, method: str, path: str, chunks: Iterable[bytes], headers: dict[str, str | None], *, cut: bool = False
) -> Answer:
    """Send a request whose headers may be anything, and whose client goes after its chunks, `cut` off before the last.

    What the app raises is raised.
    """
    status, content, read = 0, b"", 0
    parts = [*chunks]
    messages: list[dict[str, Any]] = [
        {"type": "http.request", "body": part, "more_body": cut or place < len(parts)}
        for place, part in enumerate(parts, start=1)
    ]

    async def receive() -> dict[str, Any]:
        nonlocal read
        message = messages.pop(0) if messages else {"type": "http.disconnect"}
        read += len(message.get("body", b""))
        return message

    async def take(message: Any) -> None:
        nonlocal status, content
        status = message.get("status", status)
        content += message.get("body", b"")

    path = re.sub(r"{\w+}", "1", path)
    fields = {"host": "testserver", "x-pushbox": "1", **headers}
    scope: dict[str, Any] = {"type": "http", "method": method.upper(), "path": path, "raw_path": path.encode()}
    scope |= {"query_string": b"", "client": ("127.0.0.1", 1), "server": ("testserver", 80), "scheme": "http"}
    scope |= {"http_version": "1.1"}
    scope["headers"] = [(name.encode(), value.encode("latin-1")) for name, value in fields.items() if value is not None]
    asyncio.run(app(scope, receive, take))  # type: ignore[arg-type]
    return Answer(status, content, read)


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the tasks that worker processes get, which is all work there is, and which they have done at once."""
    given: list[str] = []

    async def run_task(_request: Any, task: str, payload: Any, **_: Any) -> dict[str, Any]:
        given.append(f"{task} {payload.get('handler', '')}")
        return {"body": "{}"}

    monkeypatch.setattr(works, "run_task", run_task)
    monkeypatch.setattr(works, "LARGE", -1)
    monkeypatch.setattr(works, "SMALL", -1.0)
    return given


def routes(app: FastAPI) -> dict[str, Any]:
    """Return the routes of the API by the names of their operations."""
    return {getattr(route, "operation_id", None) or "": route for route in app.routes}


@with_body
def test_every_spelling_of_json_is_the_same(
    app: FastAPI, tasks: list[str], path: str, method: str, operation: dict[str, Any]
) -> None:
    """The answer has the same bytes, and what a worker does for one spelling it does for all."""
    name = routes(app)[operation["operationId"]].endpoint.__name__
    is_worked = name in HANDLERS or operation["operationId"] == "readStudy"
    done: list[str] = []
    bodies = [ODD, json.dumps(example_body(operation)).encode()] if is_worked else [ODD]
    for body in bodies:
        plain = send(app, method, path, [body], {"content-type": JSON})
        done = [*tasks]
        assert (body is ODD and plain.status_code in {403, 404, 422}) or plain.status_code == 200, plain.text
        for spelling in SPELLINGS:
            tasks.clear()
            assert send(app, method, path, [body], {"content-type": spelling}) == plain, spelling
            assert tasks == done, spelling
        tasks.clear()
    assert not is_worked or done[-1].startswith("answer ")


@with_body
def test_what_is_not_json_is_415(
    app: FastAPI, tasks: list[str], path: str, method: str, operation: dict[str, Any]
) -> None:
    """Whatever its name has of JSON, or without a name; no worker hears of it."""
    body = json.dumps(example_body(operation)).encode()
    for other in OTHERS:
        answer = send(app, method, path, [body], {"content-type": other})
        assert "expected application/json" in refused(answer, 415, "unsupported"), other
    assert tasks == []


@with_body
def test_a_body_is_bounded_as_it_comes(
    app: FastAPI, tasks: list[str], path: str, method: str, operation: dict[str, Any]
) -> None:
    """In chunks, with no length or a wrong one, whatever its type: none is read further than the bound of its route."""
    most = limit(path, GENEROUS)
    chunks = [b" " * CHUNK] * (most // CHUNK + 3)
    for spelling in (JSON, *SPELLINGS[:2], None, "text/plain"):
        for declared in (None, "2"):
            answer = send(app, method, path, chunks, {"content-type": spelling, "content-length": declared})
            assert f"{most:,} bytes" in refused(answer, 413, "too-large")
            assert most < answer.read <= most + CHUNK
    for length in (f"{most + 1}", "9" * 5_000):
        answer = send(app, method, path, chunks, {"content-type": JSON, "content-length": length})
        refused(answer, 413, "too-large")
        assert answer.read == 0
    for odd in LENGTHS:
        answer = send(app, method, path, [b"{}"], {"content-type": JSON, "content-length": odd})
        assert "Content-Length" in refused(answer, 422, "bad-input"), odd
        assert answer.read == 0
    assert tasks == []
    assert operation["responses"].keys() >= {"413", "415", "422"}


@pytest.mark.parametrize(("path", "method", "operation"), EVERY)
def test_a_compressed_body_is_415(
    app: FastAPI, tasks: list[str], path: str, method: str, operation: dict[str, Any]
) -> None:
    """Nothing of it is read: a few bytes may be a gigabyte."""
    for coding in CODINGS:
        answer = send(app, method, path, [ODD], {"content-type": JSON, "content-encoding": coding})
        assert "not compressed" in refused(answer, 415, "unsupported"), coding
        assert answer.read == 0
    assert tasks == []
    if "requestBody" in operation:
        plain = send(app, method, path, [ODD], {"content-type": JSON})
        for coding in ("identity", "Identity", ""):
            assert send(app, method, path, [ODD], {"content-type": JSON, "content-encoding": coding}) == plain


@pytest.mark.parametrize(("path", "method", "operation"), EVERY)
def test_a_client_that_breaks_off_is_no_fault(
    app: FastAPI, path: str, method: str, operation: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """In the middle of its body, whatever that is: the log has no word of it."""
    for chunks in ([], [b"{"], [b" " * 40_000] * 2):
        answer = send(app, method, path, chunks, {"content-type": JSON}, cut=True)
        assert answer.status_code < 500, answer.text
        if "requestBody" in operation:
            assert answer.status_code in {413, 422}
    assert caplog.records == []


def test_a_router_of_a_package_may_break_off_too(caplog: pytest.LogCaptureFixture) -> None:
    """One that reads a body by itself."""

    async def read(request: Request) -> Response:
        return Response(await request.body())

    app = Security(Starlette(routes=[Route("/api/own", read, methods=["POST"])]), Settings())
    assert send(app, "POST", "/api/own", [b"whole"], {}).text == "whole"
    send(app, "POST", "/api/own", [b"half"], {}, cut=True)
    assert caplog.records == []


@pytest.mark.parametrize("spelling", [JSON, *SPELLINGS[:2]])
def test_a_search_keeps_its_bound(client: TestClient, spelling: str) -> None:
    """A job that is no import has a bound of its own, below that of the route."""
    body = json.dumps({"task": "solve", "level": room(), "moves": "r" * (600 << 10)})
    answer = client.post("/api/jobs", content=body, headers={"Content-Type": spelling})
    assert "expected at most 524,288" in refused(answer, 413, "too-large")


def test_what_may_be_large_is_parsed_by_workers(app: FastAPI) -> None:
    """Each route that takes more than a thread may parse."""
    large = [route for route in routes(app).values() if getattr(route, "body_field", None)]
    large = [route for route in large if limit(route.path, GENEROUS) > LARGE]
    assert len(large) == 5
    assert [route for route in large if not isinstance(route, LargeBodyRoute)] == []


def test_no_other_module_looks_at_a_body() -> None:
    """The headers that describe a body, and the functions that read one, are those of `bodies` alone.

    What `assets` writes is the encoding of its answers.
    """
    looks = re.compile(r"""["']content-(type|length|encoding)["']|request\.(body|stream|json|form)\(""", re.IGNORECASE)
    sources = {path.name: path.read_text() for path in Path(pushbox.web.__file__).parent.rglob("*.py")}
    sources["assets.py"] = sources["assets.py"].replace('packed = {"Content-Encoding": coding', "")
    assert [name for name, text in sources.items() if looks.search(text)] == ["bodies.py"]


def test_no_request_takes_a_file_or_a_picture(client: TestClient) -> None:
    """All bodies are JSON, so that no skin, no SVG and no other picture of a visitor is ever shown to another."""
    described = client.get("/openapi.json").json()
    kinds = {
        kind
        for operations in described["paths"].values()
        for operation in operations.values()
        for kind in operation.get("requestBody", {}).get("content", ())
    }
    assert kinds == {JSON}
