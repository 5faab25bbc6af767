"""What is not there: pages, levels and collections; and commands that a game lacks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

Window = Callable[..., Any]

# An address, and the heading of the page that stands in place of it.
MISSING = (
    ("/no/such/page", "This page does not exist"),
    ("/play?level=987654", "This level is not here"),
    ("/play?play=987654", "This level is not here"),
    ("/analyse?level=987654", "This level is not here"),
    ("/edit?level=987654", "This level is not here"),
    ("/collection?id=987654", "This collection is not here"),
    ("/collection?id=none", "This collection is not here"),
)


@pytest.fixture
def visitor(chromium: Any, server: str) -> Any:
    """Yield a page whose console may name the requests that fail."""
    context = chromium.new_context(base_url=server, locale="en-GB", viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def test_what_is_not_there_has_a_page_that_leads_on(visitor: Any) -> None:
    """It says what is missing; nothing that looks alive stands beside it."""
    for address, title in MISSING:
        response = visitor.goto(address)
        assert response.status == (404 if address == "/no/such/page" else 200), address
        visitor.get_by_role("heading", name=title).wait_for()
        main = visitor.locator("main")
        assert main.get_by_role("link", name="All collections").get_attribute("href") == "/library"
        assert main.locator("button, input, push-board, [data-command]").count() == 0, address
        assert visitor.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_a_program_gets_an_error_as_of_the_api(visitor: Any) -> None:
    """Pages are for browsers alone."""
    answer = visitor.request.get("/no/such/page", headers={"Accept": "application/json"})
    assert (answer.status, answer.json()["error"]["code"]) == (404, "not-found")
    answer = visitor.request.get("/api/no/such", headers={"Accept": "text/html"})
    assert (answer.status, answer.json()["error"]["code"]) == (404, "not-found")


def test_commands_that_a_game_lacks_are_not_offered(window: Window) -> None:
    """Hanano is not played backwards and has no dead squares; a key for that says so on the screen."""
    page = window()
    levels = page.request.get("/api/levels", params={"game": "hanano", "limit": 1}).json()["levels"]
    lessons = page.request.get("/api/levels", params={"q": "First push", "game": "sokoban"}).json()["levels"]
    more = page.get_by_role("dialog")
    for level, offered in ((levels[0]["id"], False), (lessons[0]["id"], True)):
        page.goto(f"/play?level={level}")
        page.wait_for_function("() => document.body?.dataset.waiting === '0'")
        page.get_by_role("button", name="More", exact=True).click()
        more.get_by_role("button", name=re.compile("^Analyse")).wait_for()
        for command in ("reverse", "dead"):
            assert more.locator(f'[data-command="{command}"]').count() == offered
        page.keyboard.press("Escape")
        if not offered:
            page.keyboard.press("v")
            page.locator(".toast", has_text="this level does not have it").wait_for()
