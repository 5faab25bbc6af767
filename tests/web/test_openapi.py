"""The description of the API is complete, and the API is as it says."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import runpy
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote, urlencode

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation.meta import TestPhase
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    missing_required_header,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from tests.depth import NAME, scaled

from pushbox.batch import Runner, Shares
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

from .conftest import GENEROUS, HEADERS, TEXT, room

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fastapi import FastAPI
    from schemathesis import Case
    from schemathesis.schemas import BaseSchema
    from tests.libraries import Server

DESCRIPTION: dict[str, Any] = create_app().openapi()
OPERATIONS = [
    (path, method, operation) for path, methods in DESCRIPTION["paths"].items() for method, operation in methods.items()
]
ROOT = Path(__file__).parents[2]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    missing_required_header,
    unsupported_method,
    allow_header_conformance,
]

FEW = Shares(max_waiting=3)

EXAMPLES = scaled(3)  # requests that are made up for each operation, besides those that try each of its fields
ONE_IN = 1 if NAME == "nightly" else 6  # of the latter, one in so many is sent
HOSTILE = ("a\x00'); DROP TABLE levels; --", "\ud800", "\u202e\x1b[2J\r\n%_\\\U0001f469\u200d", "x" * 3_000)

MADE_UP = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=[*HealthCheck]
)
NAMES = [f"{method} {path}" for path, method, _ in OPERATIONS]

DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)]
DESCRIBED = DATABASES if NAME == "nightly" else DATABASES[:1]  # making a request up takes longest
# PostgreSQL gets the two that it refuses where SQLite does not: a NUL and a lone surrogate.
OWN = HOSTILE if NAME == "nightly" else HOSTILE[:2]
TRIED = [
    pytest.param("sqlite", HOSTILE, id="sqlite"),
    pytest.param("postgresql", OWN, id="postgresql", marks=pytest.mark.servers),
]


class Client:
    """A browser and a running app in the event loop of this thread, where a request takes a third of the usual time."""

    def __init__(self, app: FastAPI) -> None:
        self.base_url = "http://testserver"
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        self._browser = httpx.AsyncClient(transport=transport, base_url=self.base_url, headers=HEADERS)
        self._runner = asyncio.Runner()
        self._lifespan = app.router.lifespan_context(app)

    def __enter__(self) -> Self:
        self._runner.run(self._lifespan.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._lifespan.__aexit__(None, None, None))
        self._runner.close()

    def request(self, method: str, url: str, **arguments: Any) -> httpx.Response:
        """Send a request and return the answer."""
        return self._runner.run(self._browser.request(method, url, **arguments))


@pytest.fixture(scope="module")
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[Client]:
    """Yield a server with a few levels of a visitor, whose jobs wait for ever, on each of the databases."""
    database = f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'library.sqlite'}"
    if request.param == "postgresql":
        server: Server = request.getfixturevalue("postgresql")
        database = server.next_url()
    app = create_app(Settings(database=database, limits=GENEROUS, static=static))
    with pytest.MonkeyPatch.context() as patch, Client(app) as client:
        # For each request httpx would look for a package that is not there.
        patch.setattr("httpx._transports.asgi.is_running_trio", lambda: False)
        app.state.runner.close()
        app.state.imports.close()
        with Runner([], shares=FEW) as app.state.runner, Runner([], shares=FEW) as app.state.imports:
            client.request("GET", "/api/me")
            client.request("POST", "/api/collections", json={"text": f"{TEXT}\n{TEXT}", "name": "mine"})
            client.request("POST", "/api/plays", json={"level": room("######\n#@ $.#\n######")})
            yield client


def near(case: Case[Any], client: Client) -> None:
    """Turn ids into those of things that are there, as a random one is not."""
    for name, value in (case.path_parameters or {}).items():
        if name in {"level", "collection", "play"} and isinstance(value, int) and not isinstance(value, bool):
            odd = name == "collection" and value % 2
            own = client.request("GET", "/api/collections?mine=true").json().get("collections") if odd else None
            case.path_parameters[name] = own[0]["id"] if own else value % 120


@cache
def schema() -> BaseSchema:
    """Return the description as Schemathesis knows it."""
    return schemathesis.openapi.from_dict(DESCRIPTION)


# Requests are made up when a test runs: for all operations they would take seconds of each process that collects tests.
@pytest.mark.parametrize("client", DESCRIBED, indirect=True)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.deep) if name == "post /api/jobs" else name for name in NAMES]
)
def test_the_api_is_as_described(name: str, client: Client) -> None:
    """Any request that fits the description, or nearly does, is answered as described, and never by a failure."""
    method, path = name.split()
    tried = count()

    def check(case: Case[Any], client: Client) -> None:
        tries_a_field = case.meta is not None and case.meta.phase.name is TestPhase.COVERAGE
        if not tries_a_field or next(tried) % ONE_IN == 0:
            check_answer(case, client)

    (made,) = get_all_tests(
        schema=schema().include(method=method, path=path),
        test_func=check,
        settings=MADE_UP,
        given_kwargs={},
    )
    assert isinstance(made, Ok)
    _, test = made.ok()
    test(client=client)


def check_answer(case: Case[Any], client: Client) -> None:
    """Send a request and compare the answer with the description."""
    near(case, client)
    arguments = case.as_transport_kwargs(base_url=client.base_url)
    arguments["headers"] = {**dict(arguments.get("headers") or {}), **HEADERS}
    arguments.pop("cookies", None)
    if "data" in arguments:
        arguments["content"] = arguments.pop("data")
    answer = client.request(**arguments)
    # What is too large is refused before anybody looks whether it fits; unknown parts of a query are left alone.
    judges = case.method != "GET" and answer.status_code != 413
    case.validate_response(answer, checks=[*CHECKS, negative_data_rejection] if judges else CHECKS)


@pytest.mark.parametrize(("client", "texts"), TRIED, indirect=["client"])
@pytest.mark.parametrize("method_and_path", NAMES)
def test_hostile_texts(
    client: Client, texts: Sequence[str], caplog: pytest.LogCaptureFixture, method_and_path: str
) -> None:
    """Each text of a request in turn is one that a database, a page or a terminal might fall for: none is a failure."""
    method, path = method_and_path.split()
    operation = DESCRIPTION["paths"][path][method]
    places = {place["name"]: place["in"] for place in operation.get("parameters", ())}
    path = re.sub(r"{(\w+)}", lambda match: "{}" if is_text(operation, match[1]) else "1", path)
    body = example_body(operation)
    for hostile in texts:
        query = {name: hostile for name, place in places.items() if place == "query" and is_text(operation, name)}
        for value in [body, *replaced(body, hostile)]:
            content = None if value is None else json.dumps(value)
            address = path.format(*[quote(hostile, errors="surrogatepass")] * path.count("{}"))
            params = {name: text.encode("utf-8", "surrogatepass") for name, text in query.items()}
            response = client.request(
                method,
                f"{address}?{urlencode(params)}",
                content=content,
                headers={"Content-Type": "application/json"},
            )
            assert response.status_code < 500, (response.request.url, content, response.text)
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]


def is_text(operation: dict[str, Any], name: str) -> bool:
    """Return whether a parameter may be any text."""
    (schema,) = (place["schema"] for place in operation["parameters"] if place["name"] == name)
    return any(one.get("type") == "string" and "enum" not in one for one in schema.get("anyOf", [schema]))


def example_body(operation: dict[str, Any]) -> Any:
    """Return a body as the description has it as an example, None for an operation without."""
    if "requestBody" not in operation:
        return None
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    options = schema.get("oneOf", [schema])
    return example_of(options[0])


def example_of(part: dict[str, Any]) -> Any:
    """Return the example of a schema, made of those of its parts if need be."""
    if "$ref" in part:
        return example_of(DESCRIPTION["components"]["schemas"][part["$ref"].rpartition("/")[2]])
    for name in ("example", "default", "const"):
        if name in part:
            return part[name]
    for name in ("examples", "enum"):
        if part.get(name):
            return part[name][0]
    for join in ("anyOf", "oneOf", "allOf"):
        if join in part:
            return example_of(part[join][0])
    if part.get("type") == "array":
        return [example_of(part["items"])]
    if "properties" in part:
        return {name: example_of(one) for name, one in part["properties"].items()}
    return {"string": "a", "integer": 1, "number": 1, "boolean": True}.get(str(part.get("type")))


def replaced(value: Any, text: str) -> Iterator[Any]:
    """Yield a value with each of its texts, and each of its keys, in turn replaced."""
    if isinstance(value, str):
        yield text
    elif isinstance(value, list):
        for place, one in enumerate(value):
            for other in replaced(one, text):
                yield [*value[:place], other, *value[place + 1 :]]
    elif isinstance(value, dict):
        for key, one in value.items():
            for other in replaced(one, text):
                yield {**value, key: other}
            yield {**{name: one for name, one in value.items() if name != key}, text: one}


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS, ids=[it[2]["operationId"] for it in OPERATIONS])
def test_every_operation_is_described(path: str, method: str, operation: dict[str, Any]) -> None:
    """A name, a line, a text, a tag, the errors in the one shape, and an example of what is sent and answered."""
    assert path.startswith("/api/")
    assert operation["summary"]
    assert operation["description"]
    (tag,) = operation["tags"]
    assert tag in {known["name"] for known in DESCRIPTION["tags"]}
    errors = {code: answer for code, answer in operation["responses"].items() if code >= "400"}
    assert {"429", "500", "503", "507"} <= set(errors)
    for answer in errors.values():
        assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/ErrorBody"}
    if method in {"post", "put", "patch", "delete"}:
        assert "403" in errors
    if "requestBody" in operation or operation.get("parameters"):
        assert "422" in errors
    if "requestBody" in operation:
        assert "413" in errors
        assert has_example(operation["requestBody"]["content"]["application/json"]["schema"])
    if "{" in path:
        assert "404" in errors
    (good,) = (answer for code, answer in operation["responses"].items() if code < "400")
    for content in good.get("content", {}).values():
        assert "example" in content or has_example(content["schema"]), "an answer needs an example"


def test_names_of_operations_are_their_own() -> None:
    """Programs are made from them."""
    names = [operation["operationId"] for _, _, operation in OPERATIONS]
    assert len(set(names)) == len(names) > 40


def has_example(part: dict[str, Any]) -> bool:
    """Return whether a schema has an example, or each part of it has."""
    if "$ref" in part:
        return has_example(DESCRIPTION["components"]["schemas"][part["$ref"].rpartition("/")[2]])
    if {"example", "examples", "default", "const", "enum"} & set(part):
        return True
    for join in ("anyOf", "oneOf", "allOf"):
        if join in part:
            return any(has_example(one) for one in part[join])
    if part.get("type") == "array":
        return has_example(part["items"])
    if "properties" in part:
        return all(has_example(one) for one in part["properties"].values())
    return part.get("type") in {"boolean", "integer", "number", "null", "string"}


def test_the_client_knows_the_api_as_it_is() -> None:
    """The checked-in types of the client are those of the description; `make docs` writes them anew."""
    written = runpy.run_path(str(ROOT / "scripts" / "api_types.py"))
    assert written["TARGET"].read_text() == written["api_types"](DESCRIPTION)
