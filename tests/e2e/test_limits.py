"""Levels with limits: what is used of them is seen, and when they are over the position is lost and stays so."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.e2e.conftest import free_port, server_at
from tests.e2e.test_alone import kill, press, shown_place

from pushbox import store

Window = Callable[..., Any]

CORRIDOR = "##########\n#@$     .#\n##########\n"


def open_limited(page: Any, address: str = "", **limits: int) -> int:
    """Open a level that is limited, and wait until it can be played; return the number of the play."""
    headers = {"X-Pushbox": "1"}
    read = page.request.post(f"{address}/api/read", data={"text": CORRIDOR}, headers=headers).json()
    level = read["levels"][0]["level"] | {"options": list(limits.items())}
    play: int = page.request.post(f"{address}/api/plays", data={"level": level}, headers=headers).json()["play"]
    page.goto(f"{address}/play?play={play}")
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    return play


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


def test_limits_hold_without_a_server(page: Any, tmp_path: Path) -> None:
    """The page counts by itself, and what it has played within the limits is a solution when the server is back."""
    port, database = free_port(), f"sqlite:///{tmp_path / 'library.db'}"
    limits, lost = page.locator("#limits"), page.locator("#lost")
    with server_at(port, tmp_path, database) as process:
        play = open_limited(page, f"http://127.0.0.1:{port}", steps=7, seconds=600)
        press(page, "rl")
        limits.get_by_text("2 of 7").wait_for()
        page.locator("body[data-plays-on]").wait_for(state="attached")
        kill(process)
    press(page, "rrrrrr")
    lost.get_by_text("the limit of 7 steps is used up").wait_for()
    shown_place(page, "7 / 7")
    lost.get_by_role("button", name="Restart").click()
    lost.wait_for(state="hidden")
    press(page, "rrrrrr")
    limits.get_by_text("6 of 7").wait_for()
    page.locator("#card[data-kind=solved]").wait_for()
    with server_at(port, tmp_path, database):
        page.locator("#banner").wait_for(state="hidden")
        page.reload()
        limits.get_by_text("6 of 7").wait_for()
        with store.open(database) as library:
            found = store.solutions.listing(library, store.plays.get(library, play).level)
            assert [solution.text for solution in found] == ["RRRRRR"]
