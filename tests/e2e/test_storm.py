"""A storm: three minutes of levels, by keys, with the result beside the best ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

Window = Callable[..., Any]
KEYS = {"l": "ArrowLeft", "r": "ArrowRight", "u": "ArrowUp", "d": "ArrowDown"}


def test_a_storm(window: Window, axe: Path) -> None:
    """The clock begins with the first key, what is solved counts, levels may be left, and the result is listed."""
    page = window(bypass_csp=True)
    levels: list[int] = []

    def note(frame: Any) -> None:
        message = json.loads(frame)
        if message["is"] == "storm":
            levels.append(message["level"]["id"])

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    page.goto("/live")
    page.get_by_label("Your name").fill("Gale")
    page.get_by_label("Your name").blur()
    page.get_by_role("link", name="Play a storm").click()
    page.get_by_role("heading", name="The clock starts with your first move").wait_for()
    page.locator("#board [role=gridcell]").first.wait_for()
    page.add_script_tag(path=str(axe))
    found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
    assert [rule["id"] for rule in found if rule["impact"] in {"serious", "critical"}] == []
    assert page.locator("#clock").inner_text() == "3:00"
    answer = page.request.get(f"/api/levels/{levels[-1]}/solutions").json()
    text = min((it["text"] for it in answer["solutions"]), key=len)
    for letter in text.lower():
        page.keyboard.press(KEYS[letter])
    page.get_by_role("heading", name="Solve as many as you can").wait_for()
    page.locator("#score", has_text="1").wait_for()
    timeout_error = pytest.importorskip("playwright.sync_api").TimeoutError
    skip = page.get_by_role("button", name="Next level")
    over = page.get_by_role("button", name="Another storm")
    while not over.is_visible():  # ten seconds each, and the clock goes on
        with suppress(timeout_error):  # it ended meanwhile
            skip.click(timeout=1_000)
            page.wait_for_timeout(150)
    page.get_by_text("1 level in").wait_for()
    page.locator("#best li", has_text="Gale").get_by_text("(you)").wait_for()
    over.click()
    page.get_by_role("heading", name="The clock starts with your first move").wait_for()
