"""The description of the API is complete, and the API is as it says."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
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
from starlette.testclient import TestClient

from pushbox.batch import Runner, Shares
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

from .conftest import GENEROUS, HEADERS, TEXT, room

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemathesis import Case

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

schema = schemathesis.openapi.from_dict(DESCRIPTION)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[TestClient]:
    """Yield a server with a few levels of a visitor, whose jobs wait for ever."""
    database = f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'library.sqlite'}"
    app = create_app(Settings(database=database, limits=GENEROUS, static=static))
    with TestClient(app, headers=HEADERS, raise_server_exceptions=False) as client:
        app.state.runner.close()
        app.state.imports.close()
        with Runner([], shares=FEW) as app.state.runner, Runner([], shares=FEW) as app.state.imports:
            client.get("/api/me")
            client.post("/api/collections", json={"text": f"{TEXT}\n{TEXT}", "name": "mine"})
            client.post("/api/plays", json={"level": room("######\n#@ $.#\n######")})
            yield client


def near(case: Case[Any], client: TestClient) -> None:
    """Turn ids into those of things that are there, as a random one is not."""
    own = client.get("/api/collections?mine=true").json().get("collections", [])
    for name, value in (case.path_parameters or {}).items():
        if name in {"level", "collection", "play"} and isinstance(value, int) and not isinstance(value, bool):
            case.path_parameters[name] = own[0]["id"] if own and name == "collection" and value % 2 else value % 120


@schema.parametrize()
@settings(max_examples=5, deadline=None, derandomize=True, database=None, suppress_health_check=[*HealthCheck])
def test_the_api_is_as_described(case: Case[Any], client: TestClient) -> None:
    """Any request that fits the description, or nearly does, is answered as described, and never by a failure."""
    near(case, client)
    arguments = case.as_transport_kwargs(base_url=str(client.base_url))
    arguments["headers"] = {**dict(arguments.get("headers") or {}), **HEADERS}
    arguments.pop("cookies", None)
    if "data" in arguments:
        arguments["content"] = arguments.pop("data")
    answer = client.request(**arguments)
    # What is too large is refused before anybody looks whether it fits; unknown parts of a query are left alone.
    judges = case.method != "GET" and answer.status_code != 413
    case.validate_response(answer, checks=[*CHECKS, negative_data_rejection] if judges else CHECKS)


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
