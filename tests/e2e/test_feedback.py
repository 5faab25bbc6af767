"""What a player reads beside the board: a push that loses, a hint that is carried out, a level that is solved."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.e2e.test_play import cell, counted, opened, shows, solved

Window = Callable[..., Any]


def test_a_losing_push_is_said_and_taken_back(window: Window) -> None:
    """A box against a wall without goals: the card says why, marks the box, and takes the push back."""
    page = opened(window)
    for key in ("ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowDown")  # the box comes to the row at the wall, where no goal is
    card = page.locator("#card[data-kind=lost]")
    card.get_by_text("goal").first.wait_for()
    assert page.locator("[data-overlay=problem]").count() == 1
    card.locator("[data-command=undo]").click()
    counted(page, 2, 0)
    card.wait_for(state="hidden")


def test_dead_squares_are_crosses_among_the_dots(window: Window) -> None:
    """Where a box would be lost is said by a cross and by the count, before it is taken there."""
    page = opened(window)
    cell(page, "D3").click()
    page.locator("[data-overlay=lost]").wait_for(state="attached")
    assert page.locator("[data-overlay=reach]").count() == 1


def test_a_hint_is_done_and_the_win_stays_in_view(window: Window) -> None:
    """The card says more each time, draws an arrow, and plays its moves; the solved board is covered by no dialog."""
    page = opened(window, viewport={"width": 390, "height": 844})
    for _ in range(4):
        page.locator("#tools [data-command=hint]").click()
        page.wait_for_function("() => !/Thinking/.test(document.querySelector('#card').textContent)")
    page.locator("[data-overlay=arrow]").wait_for(state="attached")
    page.get_by_role("button", name="Do it").click()
    solved(page)
    shows(page, "F3", "box on goal")
    assert page.get_by_role("dialog").count() == 0
    assert re.search("★", page.locator("#card .stars").inner_text())
