"""The analysis: several pushers, dead squares, bounds, and more lines than one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Window = Callable[..., Any]


def _look_at(page: Any, title: str) -> None:
    """Open the analysis of a level that is found by its title."""
    entries = page.request.get("/api/levels", params={"q": title}).json()["levels"]
    page.goto(f"/analyse?level={entries[0]['id']}")
    page.locator("#tree").get_by_role("button", name="Start").wait_for()


def test_several_pushers(window: Window) -> None:
    """The solver begins where one stands, whichever pusher is steered, and its answer is played into the history."""
    page = window()
    _look_at(page, "Both home again")
    page.keyboard.press(".")
    page.get_by_role("button", name="Solve from here").click()
    answer = page.locator("#solver .answer")
    answer.get_by_role("button", name="Take over").click()
    page.locator("#assessment").get_by_text("Solved").wait_for()
    page.get_by_role("button", name="Solve from here").click()
    page.get_by_role("alert").get_by_text("This position is solved already.").wait_for()


def test_dead_squares_and_branches(window: Window) -> None:
    """Dead squares and the bound are shown, moves are typed, and another line begins beside the first."""
    page = window()
    _look_at(page, "Never into a corner")
    page.get_by_role("checkbox", name="Dead squares").check()
    page.locator("#board [data-overlay=dead]").wait_for()
    page.locator("#assessment").get_by_text(re.compile("At least .* more push")).wait_for()
    page.get_by_label("Play moves from here").fill("l2Dl")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#tree").get_by_role("button", name=re.compile("lDDl")).wait_for()
    page.get_by_role("button", name="To the start").click()
    page.keyboard.press("d")
    page.locator("#tree").get_by_role("button", name=re.compile("to move 1: r")).wait_for()
    assert page.locator("#tree li").count() == 3


def test_the_box_that_makes_it_unsolvable_is_marked(window: Window) -> None:
    """Where the solver finds no way out, the box that is to blame is marked on the board, and named."""
    page = window()
    _look_at(page, "Never into a corner")
    page.get_by_label("Play moves from here").fill("dL")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Solve from here").click()
    page.locator("#board [data-overlay=problem]").wait_for()
    page.locator("#solver .answer").get_by_text("unsolvable").wait_for()
