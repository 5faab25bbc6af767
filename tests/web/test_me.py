"""Visitors and accounts: who is known by what, what an account adds, and that what is deleted is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pushbox import store
from pushbox.web.identity_cookie import COOKIE, FIRST, SESSION, hashed

from .conftest import TEXT, refused, room
from .test_library import TWO, imported, inside

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from .conftest import Browser

PASSWORD = "a long sentence"  # noqa: S105  # of accounts that are made here


def register(client: TestClient, name: str) -> None:
    """Make an account and log in."""
    answer = client.post("/api/accounts", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text


def test_a_cookie_is_given_when_it_is_needed(browser: Browser) -> None:
    """Looking around leaves no trace; `/api/me`, or a change, makes a visitor."""
    client = browser()
    for path in ("/api/games", "/api/collections", "/api/levels"):
        assert "set-cookie" not in client.get(path).headers
    header = client.get("/api/me").headers["set-cookie"]
    assert header.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {part.strip() for part in header.split(";")}
    assert "Secure" not in header
    assert client.get("/api/me").headers["set-cookie"] == header, "who comes back keeps it"
    assert "set-cookie" not in client.get("/api/collections").headers
    secure = browser()
    secure.base_url = secure.base_url.copy_with(scheme="https")
    assert "Secure" in secure.get("/api/me").headers["set-cookie"]
    stranger = browser()
    answer = stranger.get("/api/me", headers={"Cookie": f"{COOKIE}=made-up"})
    assert "set-cookie" in answer.headers


def test_the_first_requests_of_a_browser_are_of_one_visitor(browser: Browser) -> None:
    """Two tabs of a first visit ask before either has an answer: an account that one makes is the other's, too."""
    tabs = [browser(), browser()]
    for tab in tabs:
        tab.cookies.set(FIRST, "4294967295-0-17-1", domain="testserver.local", path="/")
    early, late = tabs
    register(early, "two tabs")
    late.get("/api/me")
    assert late.cookies[COOKIE] == early.cookies[COOKIE], "whichever answer is the last"
    early.cookies.set(COOKIE, late.cookies[COOKIE], domain="testserver.local", path="/")
    assert early.get("/api/me").json()["account"] == "two tabs"
    assert FIRST not in early.cookies, "nothing that a script can read leads to the visitor any more"
    early.cookies.set(FIRST, "1-2-3-4", domain="testserver.local", path="/")
    assert early.get("/api/me").json()["account"] == "two tabs", "who is known stays who they are"


@pytest.mark.parametrize("draw", ["1-2-3-4", "", "1-2-3", "1-2-3-4-5", "1-2-3-44444444444", "made-up"])
def test_a_visitor_is_drawn_from_four_numbers(browser: Browser, draw: str) -> None:
    """Another draw is another visitor; what is none is passed over, and there is no visitor for all of its kind."""
    visitors = set()
    for _ in range(2):
        answer = browser().get("/api/me", headers={"Cookie": f"{FIRST}={draw}"})
        visitors.add(answer.json()["visitor"])
        assert "set-cookie" in answer.headers
    other = browser().get("/api/me", headers={"Cookie": f"{FIRST}=1-2-3-5"}).json()["visitor"]
    assert other not in visitors
    assert len(visitors) == (1 if draw == "1-2-3-4" else 2)


def test_the_library_does_not_know_the_cookie(browser: Browser, app: Any) -> None:
    """Only its hash is kept, so that the database alone opens nobody's session."""
    client = browser()
    imported(client)
    register(client, "hashed")
    visitor, session = client.cookies[COOKIE], client.cookies[SESSION]
    assert store.accounts.count_owned(app.state.store, hashed(visitor))[0] == 1
    entry = store.sessions.get(app.state.store, hashed(session))
    assert entry is not None
    assert (entry.account, entry.visitor) == ("hashed", hashed(visitor))
    with app.state.store.read() as connection:
        dump = "\n".join(connection.connection.driver_connection.iterdump())
    assert visitor not in dump
    assert session not in dump
    assert PASSWORD not in dump


def test_a_visitor_is_shown_exported_and_deleted(browser: Browser) -> None:
    """Everything of a visitor comes as one file; afterwards nothing of it is there, nor is the visitor."""
    client = browser()
    collection = imported(client, TWO, "all of it")["collection"]["id"]
    solved, begun = (level["id"] for level in inside(client, collection)["levels"])
    client.post(f"/api/levels/{solved}/solutions", json={"solution": "R"})
    play = client.post("/api/plays", json={"level_id": begun}).json()["play"]
    me = client.get("/api/me").json()
    assert (me["account"], me["solved"], me["begun"]) == (None, 1, 1)
    assert [(one["id"], one["play"], one["state"]) for one in me["recent"]] == [(begun, play, "begun")]
    kept = client.get("/api/me/export")
    assert "attachment" in kept.headers["content-disposition"]
    assert [len(kept.json()[part]) for part in ("plays", "solutions", "collections")] == [1, 1, 1]
    old = {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
    assert client.delete("/api/me").status_code == 204
    assert COOKIE not in client.cookies
    again = browser()
    fields = again.get("/api/me", headers=old).json()
    assert (fields["solved"], fields["begun"], fields["recent"]) == (0, 0, [])
    refused(again.get(f"/api/collections/{collection}", headers=old), 404, "not-found")


def test_accounts_publish_and_lead(browser: Browser) -> None:
    """A collection is published by an account once each of its levels has a solution; then everybody sees it."""
    client, other = browser(), browser()
    collection = imported(client, TWO, "published")["collection"]["id"]
    second = inside(client, collection)["levels"][1]["id"]
    assert "account" in refused(client.post("/api/publish", json={"collection": collection}), 403, "forbidden")
    register(client, "Ada")
    answer = client.post("/api/publish", json={"collection": collection})
    refused(answer, 409, "conflict")
    assert answer.json()["problems"] == ["level 2 has no solution"]
    client.post(f"/api/levels/{second}/solutions", json={"solution": "rlrR"})
    body = client.post("/api/publish", json={"collection": collection}).json()
    assert (body["published"], body["owner"], body["mine"]) == (True, "Ada", True)
    seen = other.get(f"/api/collections/{collection}").json()
    assert (seen["owner"], seen["mine"]) == ("Ada", False)
    refused(other.patch(f"/api/collections/{collection}", json={"title": "x"}), 403, "forbidden")
    register(other, "Grace")
    other.post(f"/api/levels/{second}/solutions", json={"solution": "rR"})
    boards = {
        pure: client.get(f"/api/levels/{second}/leaders", params={"metric": "moves", "pure": pure}).json()["leaders"]
        for pure in (False, True)
    }
    assert [(one["name"], one["value"]) for one in boards[False]] == [("Grace", 2), ("Ada", 4)]
    assert boards[True] == []
    assert client.delete("/api/me").status_code == 204
    assert other.get(f"/api/collections/{collection}").json()["owner"] == "Ada"


def test_a_published_collection_is_withdrawn(browser: Browser) -> None:
    """By its account alone; then nobody else sees it nor its levels, until it is published again."""
    client, other = browser(), browser()
    collection = imported(client, f"{TEXT}Solution: R\n", "withdrawn")["collection"]["id"]
    level = inside(client, collection)["levels"][0]["id"]
    register(client, "Emmy")
    publish = f"/api/collections/{collection}/publish"
    assert client.post(publish).status_code == 200
    refused(other.delete(publish), 403, "forbidden")
    withdrawn = client.delete(publish).json()
    assert (withdrawn["published"], withdrawn["owner"], withdrawn["mine"]) == (False, None, True)
    refused(other.get(f"/api/collections/{collection}"), 404, "not-found")
    refused(other.get(f"/api/levels/{level}"), 404, "not-found")
    refused(other.delete(publish), 404, "not-found")
    assert client.get(f"/api/levels/{level}").status_code == 200
    assert client.post(publish).json()["owner"] == "Emmy"
    assert other.get(f"/api/levels/{level}").status_code == 200


def test_login_and_logout(browser: Browser) -> None:
    """A session is of one browser, ends at a logout, and an old cookie opens it no more."""
    client, other = browser(), browser()
    register(client, "Yang Chao")
    assert client.get("/api/me").json()["account"] == "Yang Chao"
    assert other.post("/api/login", json={"name": "yang chao", "password": PASSWORD}).json()["account"] == "Yang Chao"
    cookies = dict(client.cookies)
    assert client.post("/api/logout").status_code == 204
    assert client.get("/api/me").json()["account"] is None
    for name, value in cookies.items():
        client.cookies.set(name, value)
    assert client.get("/api/me").json()["account"] is None
    assert other.get("/api/me").json()["account"] == "Yang Chao"
    refused(client.post("/api/accounts", json={"name": "YANG CHAO", "password": PASSWORD}), 409, "conflict")


def test_a_wrong_login_reveals_nothing(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown name and a wrong password are answered alike, after the same work."""
    from pushbox.web import accounts

    client = browser()
    register(client, "somebody")
    hashes: list[str] = []
    hasher = accounts._hasher

    class Counting:
        def verify(self, own: str, password: bytes) -> bool:
            hashes.append(own)
            return hasher.verify(own, password)

        def check_needs_rehash(self, own: str) -> bool:
            return hasher.check_needs_rehash(own)

    monkeypatch.setattr(accounts, "_hasher", Counting())
    for name in ("somebody", "nobody", "\u0000", " "):
        message = refused(client.post("/api/login", json={"name": name, "password": "wrong"}), 403, "forbidden")
        assert message == "the name or the password is wrong"
    assert len(hashes) == 4
    assert all(own.startswith("$argon2id$") for own in hashes)
    for password in ("short", "x" * 201):
        refused(client.post("/api/accounts", json={"name": "other", "password": password}), 422, "bad-input")


def test_an_account_is_closed(browser: Browser) -> None:
    """With its password; what it published goes, and nobody can log in to it any more."""
    client, other = browser(), browser()
    register(client, "leaving")
    collection = imported(client, "#####\n#@$.#\n#####\nSolution: R\n", "leaving")["collection"]["id"]
    assert client.post(f"/api/collections/{collection}/publish").status_code == 200
    refused(client.post("/api/accounts/close", json={"name": "leaving", "password": "wrong"}), 403, "forbidden")
    refused(other.post("/api/accounts/close", json={"name": "leaving", "password": PASSWORD}), 403, "forbidden")
    assert client.post("/api/accounts/close", json={"name": "leaving", "password": PASSWORD}).status_code == 204
    refused(client.post("/api/login", json={"name": "leaving", "password": PASSWORD}), 403, "forbidden")
    refused(other.get(f"/api/collections/{collection}"), 404, "not-found")


def test_names_in_headers_do_no_harm(browser: Browser) -> None:
    """Cookies that no server has given out are no visitors."""
    client = browser()
    for cookie in ("", "x" * 5_000, "a=b; " * 50, f"{COOKIE}={'x' * 44}", f'{COOKIE}="{room()}"', f"{COOKIE}=\xff" * 3):
        headers = {b"X-Pushbox": b"1", b"Cookie": cookie.encode("latin-1", "replace")}
        answer = client.get("/api/collections", headers=headers)
        assert answer.status_code == 200
    assert TEXT
