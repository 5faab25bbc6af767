"""Rated puzzles, levels like one and milestones over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pushbox import store
from pushbox.web.identity_cookie import COOKIE, hashed

if TYPE_CHECKING:
    from .conftest import Browser


def test_a_puzzle_is_played_given_up_and_failed(browser: Browser) -> None:
    """There is one at a time; the rating says by how much it has changed, the page of who looks around has none."""
    assert browser().get("/api/puzzles").json()["tried"] == 0
    client = browser()
    play = client.post("/api/puzzles", json={"do": "next"}).json()["play"]
    assert client.post("/api/puzzles", json={"do": "next"}).json()["play"] == play
    shown = client.get("/api/puzzles").json()
    assert (shown["current"]["play"], shown["rating"], shown["failed"]) == (play, 1500, [])
    assert client.get(f"/api/plays/{play}").json()["level"]["id"] == shown["current"]["level"]["id"]
    assert client.post("/api/puzzles", json={"do": "give-up"}).json() == {"play": None}
    after = client.get("/api/puzzles").json()
    assert after["rating"] == 1500 + after["last"]["change"] < 1500
    assert [level["id"] for level in after["failed"]] == [shown["current"]["level"]["id"]]
    assert after["current"] is None


def test_a_level_like_one(browser: Browser, app: Any) -> None:
    """Another one of the same game, not solved by the visitor."""
    client = browser()
    (level,) = client.get("/api/levels", params={"q": "Paper Kiln", "limit": 1}).json()["levels"]
    other = client.get(f"/api/levels/{level['id']}/like").json()["level"]
    assert other["id"] != level["id"]
    assert abs(other["boxes"] - level["boxes"]) <= 1
    client.get("/api/me")
    visitor = hashed(client.cookies[COOKIE])
    text = store.solutions.listing(app.state.store, level["id"])[0].text
    store.solutions.add(app.state.store, level["id"], text, visitor=visitor)
    milestones = client.get("/api/me/milestones").json()
    assert (milestones["streak"], milestones["longest"]) == (1, 1)
    assert {"kind": "games", "count": 1, "goal": 9} in milestones["milestones"]
    assert client.get("/api/me").json()["streak"] == 1
