"""Levels with limits: what is used of them is seen, and when they are over the position is lost and stays so."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Window = Callable[..., Any]

CORRIDOR = "##########\n#@$     .#\n##########\n"


def open_limited(page: Any, **limits: int) -> None:
    """Open a level that is limited, and wait until it can be played."""
    level = page.request.post("/api/read", data={"text": CORRIDOR}, headers={"X-Pushbox": "1"}).json()["levels"][0][
        "level"
    ]
    level["options"] = list(limits.items())
    begun = page.request.post("/api/plays", data={"level": level}, headers={"X-Pushbox": "1"}).json()
    page.goto(f"/play?play={begun['play']}")
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")


def place(page: Any) -> str:
    """Return where the history stands, such as 2 / 3."""
    return str(page.locator("#place").text_content())


def test_steps_are_counted_down_and_over(window: Window) -> None:
    """The last step is the last: the position is lost on the screen, a reload included, until it is undone."""
    page = window()
    open_limited(page, steps=3)
    limits = page.locator("#limits")
    limits.get_by_text("0 of 3").wait_for()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    limits.get_by_text("2 of 3").wait_for()
    assert page.locator("#lost").is_hidden()
    page.keyboard.press("ArrowRight")
    lost = page.locator("#lost")
    lost.get_by_text("the limit of 3 steps is used up").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    page.get_by_role("gridcell", name=re.compile("^E2, player")).wait_for()
    assert place(page) == "3 / 3"
    page.wait_for_timeout(300)  # so that it is on the disk
    page.reload()
    lost.get_by_text("the limit of 3 steps is used up").wait_for()
    lost.get_by_role("button", name="Undo").click()
    lost.wait_for(state="hidden")
    limits.get_by_text("2 of 3").wait_for()


def test_the_clock_runs_and_ends_the_play(window: Window) -> None:
    """It begins with the first step; when it has run down the level is lost though nobody presses a key."""
    page = window(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_limited(page, seconds=2)
    clock = page.locator("#limits dd")
    assert clock.text_content() == "0:02"
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#limits dd').textContent === '0:01'")
    lost = page.locator("#lost")
    lost.get_by_text("the time of 2 seconds is over").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    assert place(page) == "1 / 1"
    assert lost.get_by_role("button", name="Undo").count() == 0  # which would give no time back
    lost.get_by_role("button", name="Restart").click()
    lost.wait_for(state="hidden")
    assert clock.text_content() == "0:02"
