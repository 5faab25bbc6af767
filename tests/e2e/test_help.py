"""The help page, the footer that leads to it, and the page of the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pushbox

Window = Callable[..., Any]


@pytest.mark.parametrize(("language", "help_text"), [("en", "Help"), ("de", "Hilfe"), ("zh", "帮助")])
def test_the_footer_leads_to_help(window: Window, language: str, help_text: str) -> None:
    """Keys as they are set in this browser, formats of the server, privacy, version and licence."""
    page = window(locale=language, viewport={"width": 390, "height": 844})
    page.goto("/library")
    page.get_by_role("contentinfo").get_by_role("link", name=help_text, exact=True).click()
    page.get_by_role("heading", name=help_text, exact=True).wait_for()
    page.locator("#format-rows tr", has_text="XSB").first.wait_for()
    assert page.locator("#key-tables kbd", has_text="←").count() > 0
    assert pushbox.__version__ in page.locator("#about").inner_text()
    assert "MIT" in page.locator("#about").inner_text()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_the_api_is_described_by_a_page_of_its_own(window: Window) -> None:
    """Every operation of the description, under the strict content policy."""
    page = window()
    page.goto("/docs")
    paths = page.request.get("/openapi.json").json()["paths"]
    page.locator("details", has_text="/api/levels/{level}/solutions").first.wait_for()
    shown = page.locator("#subjects details .method").count()
    assert shown == sum(len(item) for item in paths.values()) > 40
    operation = page.locator("details", has=page.get_by_text("Submit a solution", exact=True))
    operation.locator("summary").click()
    operation.get_by_text("Body:").wait_for()
