"""The solver on the machine of the visitor: pages solve though the server runs no search."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pushbox.client import SEARCH_MODULE

Window = Callable[..., Any]

pytestmark = pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)


@pytest.mark.parametrize("title", ["Never into a corner", "Both home again"])
def test_the_analysis_solves_without_the_route(window: Window, title: str) -> None:
    """With one pusher and with two, the policy of the page allows it, and its solution is taken over."""
    page = window()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/api/jobs**", lambda route: route.abort())
    entries = page.request.get("/api/levels", params={"q": title}).json()["levels"]
    page.goto(f"/analyse?level={entries[0]['id']}")
    page.locator("#tree").get_by_role("button", name="Start").wait_for()
    page.locator("#solver select[name=objective]").select_option("pushes")
    page.get_by_role("button", name="Solve from here").click()
    page.locator("#solver .answer").get_by_text("Proven").wait_for()
    page.locator("#solver .answer").get_by_role("button", name="Take over").click()
    page.locator("#assessment").get_by_text("Solved").wait_for()
    assert any(url.endswith("/core/pushbox.wasm") for url in asked)
    assert not any("/api/jobs" in url for url in asked)


def test_a_search_is_stopped(window: Window) -> None:
    """Its figures are shown while it runs, and it ends where it is told to, with the best solution so far."""
    page = window()
    page.route("**/api/jobs**", lambda route: route.abort())
    rows = ["#" * 16, "#@" + " " * 12 + " #", *["#" + " $ " * 4 + "  #", "#" + " . " * 4 + "  #"] * 3, "#" * 16]
    board = "\n".join(rows)
    level = page.request.post("/api/read", data={"text": board}, headers={"X-Pushbox": "1"}).json()["levels"][0]
    play = page.request.post("/api/plays", data={"level": level["level"]}, headers={"X-Pushbox": "1"}).json()["play"]
    page.goto(f"/analyse?play={play}")
    page.locator("#tree").get_by_role("button", name="Start").wait_for()
    page.locator("#solver select[name=objective]").select_option("moves-pushes")  # whose proof takes hours
    page.get_by_role("button", name="Solve from here").click()
    page.locator("#solver .running dd").nth(3).filter(has_text=re.compile("[1-9]")).wait_for()  # the best so far
    page.locator("#solver button.stop").click()
    page.locator("#solver .answer").get_by_text("Solved (stopped)").wait_for()
    page.locator("#solver .answer").get_by_role("button", name="Take over").click()
    page.locator("#assessment").get_by_text("Solved").wait_for()


def test_the_editor_knows_without_the_route(window: Window) -> None:
    """A drawing is solvable, by the core in the page."""
    page = window()
    page.route("**/api/jobs**", lambda route: route.abort())
    entries = page.request.get("/api/levels", params={"q": "Never into a corner"}).json()["levels"]
    page.goto(f"/edit?level={entries[0]['id']}")
    page.locator("#verdict[data-verdict=solvable]").wait_for()
