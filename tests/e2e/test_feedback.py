"""What a player reads beside the board: a push that loses, a hint that is carried out, a level that is solved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.e2e.languages import EVERYWHERE, texts
from tests.e2e.test_about import level_id
from tests.e2e.test_play import HALL, cell, counted, opened, solved

Window = Callable[..., Any]

SAYS_MORE = """([before, thinking]) => {
    const text = document.querySelector('#card').textContent;
    return text !== before && !text.includes(thinking);
}"""


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


def test_a_key_for_a_hint_that_is_held_down_asks_once(window: Window) -> None:
    """A hint that is on its way is not asked for again, which the server would refuse."""
    page = opened(window)
    for _ in range(5):
        page.keyboard.press("?")
    page.locator("#card[data-kind=hint]").wait_for()  # its module may be on its way
    page.wait_for_function("() => !/Thinking/.test(document.querySelector('#card').textContent)")
    assert page.get_by_text("a hint is on its way").count() == 0


@EVERYWHERE
def test_a_hint_is_done_and_the_win_stays_in_view(window: Window, language: str, size: dict[str, Any]) -> None:
    """The card says more each time, draws an arrow, and plays its moves; the solved board is covered by no dialog.

    Names of cells stand beside rulers.
    """
    said = texts(language, "play")
    page = window(locale=language, **size)
    page.goto(HALL)
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    for _ in range(4):
        before = page.locator("#card").text_content()
        page.locator("#tools [data-command=hint]").click()
        # A click before that asks for nothing.
        page.wait_for_function(SAYS_MORE, arg=[before, said["hint.thinking"]])
    page.locator("[data-overlay=arrow]").wait_for(state="attached")
    assert page.locator("#board[rulers]").count() == 1, "the hint names cells"
    page.get_by_role("button", name=said["hint.do"]).click()
    page.locator("#board:not([rulers])").wait_for()
    page.locator("#card[data-kind=solved]").wait_for()
    assert page.locator("#board .piece.home").count() == 1
    assert page.get_by_role("dialog").count() == 0
    assert page.get_by_role("img", name=said["win.stars"].format(count=2)).is_visible()
    page.locator("#card").get_by_text(said.get("win.help.one", said["win.help"]).format(count=1)).wait_for()


@EVERYWHERE
def test_a_detour_costs_a_star_and_a_long_one_two(window: Window, language: str, size: dict[str, Any]) -> None:
    """Beside the solution that comes with a level: a quarter of moves more, and still more; the shortest has all.

    A game without pushes speaks of its moves alone.
    """
    said = texts(language, "play")
    page = window(locale=language, **size)
    keys = {"u": "ArrowUp", "d": "ArrowDown", "l": "ArrowLeft", "r": "ArrowRight", "!": "Space"}
    for title, way, moves, detours, shortest in (
        ("Round the corner", "uurrDldRR", 9, (("uudd", 1), ("ud", 2)), "win.fewest"),
        ("Into the pit", "rr!", 3, (("rl", 1),), "win.try.next"),
    ):
        page.goto(f"/play?level={level_id(page, title)}")
        counted(page, 0, 0)
        for detour, stars in (*detours, ("", 3)):
            page.locator("#card").wait_for(state="hidden")
            for key in detour + way.lower():
                page.keyboard.press(keys[key])
            page.locator("#card[data-kind=solved]").wait_for()
            page.get_by_role("img", name=said["win.stars"].format(count=stars)).wait_for()
            advice = said["win.try.moves"].format(best=moves) if detour else said[shortest]
            page.locator("#card").get_by_text(advice).wait_for()
            assert page.locator("#card .figures > div").count() == (5 if shortest == "win.fewest" else 1)
            page.keyboard.press("r")


def test_stars_beside_what_was_found_before(window: Window) -> None:
    """Each solution of a play is rated beside those before it."""
    page = opened(window)
    words = ("No solution has fewer pushes.", "Try to need fewer moves: the best known solution has {}.")
    for detours, stars, best in ((3, 3, 0), (4, 2, 8), (0, 3, 0), (1, 1, 2)):
        _win(page, ["ArrowUp", "ArrowDown"] * detours + ["ArrowRight"] * 2)
        _is_rated(page, stars, words[best > 0].format(best))
        page.keyboard.press("r")


def _win(page: Any, keys: list[str]) -> None:
    page.locator("#card").wait_for(state="hidden")
    for key in keys:
        page.keyboard.press(key)
    solved(page)


def _is_rated(page: Any, stars: int, words: str) -> None:
    page.get_by_role("img", name=f"{stars} of 3 stars").wait_for()
    page.locator("#card").get_by_text(words).wait_for()


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, {"width": 1440, "height": 900}])
def test_a_toast_covers_no_tool_and_no_counter(window: Window, viewport: dict[str, int]) -> None:
    """It is shown over the header, on a phone and on a desk."""
    page = opened(window, viewport=viewport)
    covered = page.evaluate(
        """() => {
            const tray = document.createElement("div");
            tray.className = "toasts";
            tray.innerHTML = "<div class=toast>Something was copied, and this is a long sentence about it.</div>";
            document.body.append(tray);
            const toast = tray.firstChild.getBoundingClientRect();
            const meets = (box) => box.width && box.top < toast.bottom && box.bottom > toast.top;
            const all = document.querySelectorAll("#counters, #tools button, #transport button, #slider, #board");
            return [...all].filter((one) => meets(one.getBoundingClientRect())).map((one) => one.outerHTML);
        }"""
    )
    assert covered == []
