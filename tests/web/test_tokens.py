"""Tokens of accounts for programs: shown once, kept as hashes, bound to scopes, revoked and ended."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from pushbox import store
from pushbox.store import tables
from pushbox.store.tokens import MAX_TOKENS
from pushbox.web.tokens import SCOPES, needed_scope

from .conftest import HEADERS, TEXT, refused
from .test_openapi import OPERATIONS

PASSWORD, NEW_PASSWORD = "a long sentence", "another long sentence"  # of the account that is made here


@pytest.fixture
def owner(app: Any) -> TestClient:
    """Return a browser that is logged in to a new account, Ada."""
    with app.state.store.write() as connection:
        for table in (tables.accounts, tables.visitors):
            connection.execute(table.delete())
    client = TestClient(app, headers=HEADERS)
    assert client.post("/api/accounts", json={"name": "Ada", "password": PASSWORD}).status_code == 201
    return client


def make(owner: TestClient, *scopes: str, **fields: Any) -> str:
    """Return a new token."""
    body = {"name": "a program", "scopes": [*scopes], "password": PASSWORD} | fields
    answer = owner.post("/api/me/tokens", json=body)
    assert answer.status_code == 201, answer.text
    token: str = answer.json()["token"]
    return token


def program(owner: TestClient, token: str) -> TestClient:
    """Return a program that sends a token, without cookies and without the header of pages."""
    return TestClient(owner.app, headers={"Authorization": f"Bearer {token}"})


def test_a_program_acts_as_its_owner(owner: TestClient) -> None:
    """It sees what they see, also what is private, and what it adds is theirs."""
    ident = owner.post("/api/collections", json={"text": TEXT, "name": "mine"}).json()["collection"]["id"]
    client = program(owner, make(owner, "read", "write", "publish"))
    assert client.get("/api/me").json()["account"] == "Ada"
    assert client.get(f"/api/collections/{ident}").status_code == 200
    added = client.post("/api/collections", json={"text": TEXT, "name": "by a program"}).json()["collection"]["id"]
    assert owner.get(f"/api/collections/{added}").status_code == 200
    assert "set-cookie" not in client.get("/api/me").headers
    stranger = TestClient(owner.app, headers=HEADERS)
    assert stranger.get(f"/api/collections/{ident}").status_code == 404


def test_a_token_is_bound_to_its_scopes(owner: TestClient) -> None:
    """What reads changes nothing, and what changes publishes nothing; each refusal names the scope."""
    ident = owner.post("/api/collections", json={"text": TEXT, "name": "mine"}).json()["collection"]["id"]
    requests = {
        "read": ("GET", f"/api/collections/{ident}", None),
        "write": ("POST", "/api/collections", {"text": TEXT, "name": "n"}),
        "publish": ("DELETE", f"/api/collections/{ident}/publish", None),
    }
    assert {*requests} == {*SCOPES}
    for had in SCOPES:
        client = program(owner, make(owner, had))
        for scope, (method, path, body) in requests.items():
            answer = client.request(method, path, json=body)
            if scope == had:
                assert answer.status_code < 300, (had, scope, answer.text)
            else:
                assert scope in refused(answer, 403, "forbidden"), had


def test_no_token_touches_the_account(owner: TestClient) -> None:
    """Its password, codes, sessions, tokens and end need a browser, whatever the scopes."""
    client = program(owner, make(owner, *SCOPES))
    for method, path in (
        ("GET", "/api/me/tokens"),
        ("GET", "/api/me/sessions"),
        ("DELETE", "/api/me/sessions"),
        ("GET", "/api/me/recovery-codes"),
        ("DELETE", "/api/me"),
        ("DELETE", f"/api/me/tokens/{'0' * 16}"),
    ):
        answer = client.request(method, path)
        refused(answer, 403, "forbidden")
        assert answer.json()["error"]["phrase"]["code"] == "token-never", path


def test_every_operation_has_its_scope() -> None:
    """Those that change something need more than `read`, and those of an account cannot be had."""
    for path, method, _ in OPERATIONS:
        scope = needed_scope(method.upper(), path)
        if path.startswith(("/api/me/", "/api/accounts")) and method.upper() not in {"GET", "HEAD"}:
            assert scope is None, (method, path)
        elif scope == "read":
            assert method.upper() in {"GET", "HEAD"}, (method, path)


def test_only_a_hash_is_kept(owner: TestClient, app: Any) -> None:
    """Neither the library nor what an owner exports or lists has the token."""
    token = make(owner, "read")
    with app.state.store.read() as connection:
        rows = connection.execute(sa.select(tables.api_tokens)).all()
    assert len(rows) == 1
    texts = (str(rows), owner.get("/api/me/tokens").text, owner.get("/api/me/export").text)
    assert not any(token in text or token.removeprefix("pushbox_") in text for text in texts)
    (listed,) = owner.get("/api/me/tokens").json()["tokens"]
    assert (listed["name"], listed["scopes"], listed["used"]) == ("a program", ["read"], None)
    program(owner, token).get("/api/me")
    (listed,) = owner.get("/api/me/tokens").json()["tokens"]
    assert listed["used"] is not None


def test_a_token_ends(owner: TestClient, app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By being revoked, by its time, by a new password and with its account."""
    code = "wrong-token"

    def rejected(token: str) -> bool:
        answer = program(owner, token).get("/api/me")
        return answer.status_code == 403 and answer.json()["error"]["phrase"]["code"] == code

    first, second, third = (make(owner, "read", name=name) for name in "abc")
    ident = next(one["id"] for one in owner.get("/api/me/tokens").json()["tokens"] if one["name"] == "a")
    assert owner.delete(f"/api/me/tokens/{ident}").status_code == 204
    assert owner.delete(f"/api/me/tokens/{ident}").status_code == 404
    assert [rejected(token) for token in (first, second, third)] == [True, False, False]
    with monkeypatch.context() as later:
        later.setattr(store.tokens, "now", lambda: tables.now() + timedelta(days=91))
        assert rejected(second)
    body = {"password": PASSWORD, "new_password": NEW_PASSWORD}
    assert owner.put("/api/me/password", json=body).status_code == 204
    assert rejected(second)
    assert not store.tokens.listing(app.state.store, "Ada")


@pytest.mark.parametrize("token", ["", "x", "pushbox_", "pushbox_" + "A" * 43, "pushbox_" + "A" * 99_00, "\x7f"])
def test_what_is_no_token_is_refused(owner: TestClient, token: str) -> None:
    """Nobody is anybody by it, not even with the cookies of a browser beside it."""
    refused(owner.get("/api/me", headers={"Authorization": f"Bearer {token}"}), 403, "forbidden")
    refused(program(owner, token).post("/api/collections", json={"text": TEXT, "name": "n"}), 403, "forbidden")


def test_making_one_needs_the_password_and_is_bounded(owner: TestClient) -> None:
    """A browser that was left open makes none."""
    body = {"name": "n", "scopes": ["read"], "password": "wrong"}
    refused(owner.post("/api/me/tokens", json=body), 403, "forbidden")
    refused(owner.post("/api/me/tokens", json=body | {"password": PASSWORD, "scopes": ["root"]}), 422, "bad-input")
    (account,) = [owner.get("/api/me").json()["account"]]
    library, visitor = owner.app.state.store, "somebody"  # type: ignore[attr-defined]
    for number in range(MAX_TOKENS):
        one = {"account": account, "visitor": visitor, "name": "n", "scopes": ["read"], "ends": None}
        store.tokens.add(library, f"{number}", **one)
    answer = owner.post("/api/me/tokens", json=body | {"password": PASSWORD})
    assert answer.json()["error"]["phrase"]["code"] == "many-tokens"
