"""What stands beside the board: the level and its rules, tags, known solutions; and a player who has to be placed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Window = Callable[..., Any]

# The box ends where the player began, who is therefore nowhere when it is played backwards.
UNDER = "######\n#+$  #\n#    #\n######\n"


def open_play(page: Any, address: str) -> None:
    """Open a level and wait until it can be played."""
    page.goto(address)
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")


def level_id(page: Any, title: str) -> int:
    """Return the level that has a title."""
    levels = page.request.get("/api/levels", params={"q": title, "limit": 100}).json()["levels"]
    return next(int(level["id"]) for level in levels if level["title"] == title)


def placed(page: Any, place: str) -> None:
    """Wait until the history stands at a place, such as 2 / 3."""
    page.wait_for_function("place => document.querySelector('#place').textContent === place", arg=place)


def test_the_rules_that_a_level_varies_are_shown(window: Window) -> None:
    page = window()
    page.goto("/library")
    open_play(page, f"/play?level={level_id(page, 'Two at once')}")
    page.locator("#about").get_by_text("You push up to 2 boxes in a row at once.").wait_for()
    page.get_by_role("button", name="Rules of Sokoban").click()
    page.get_by_role("dialog").get_by_text("Push every box onto a goal.").wait_for()
    page.keyboard.press("Escape")
    page.locator("#subtitle").get_by_role("link", name="The rabbit's twists").click()
    page.get_by_role("heading", name="The rabbit's twists").wait_for()


def test_tags_are_given_searched_and_taken(window: Window) -> None:
    page = window()
    open_play(page, "/p#v=1&g=sokoban&x=9W.W_p_b_gW.9W")  # which is in no other collection
    page.get_by_label("New tag").fill("narrow")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="narrow").click()
    page.get_by_text("1 level found").wait_for()
    page.go_back()
    page.get_by_role("button", name="Remove the tag narrow").click()
    page.get_by_role("link", name="narrow").wait_for(state="detached")


def test_a_known_solution_is_shown_and_copied(window: Window) -> None:
    """It is played step by step and is not the player's, nor is the level solved; the level is copied with it."""
    page = window()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/library")
    level = level_id(page, "First push")
    open_play(page, f"/play?level={level}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Solutions", exact=True).click()
    page.get_by_role("button", name="Copy with all solutions").click()
    page.wait_for_function("() => navigator.clipboard.readText().then(text => text.includes('rRR'))")
    # The message may come and go while the solution is still being replayed: the page notes it as it comes.
    page.evaluate(
        "() => { window.texts = []; new MutationObserver(() => window.texts.push(document.body.textContent))"
        ".observe(document.body, { subtree: true, childList: true }); }"
    )
    page.get_by_role("button", name=re.compile("^Show the solution of 3 moves")).first.click()
    placed(page, "3 / 3")
    page.wait_for_function("() => window.texts.some((text) => text.includes('not kept as yours'))")
    solutions = page.request.get(f"/api/levels/{level}/solutions").json()["solutions"]
    assert not any(solution["mine"] for solution in solutions)
    assert page.request.get(f"/api/levels/{level}").json()["state"] == "begun"


def test_pasted_moves_are_played(window: Window) -> None:
    """Pasted moves of several pushers are played, a link carries them, and HTML shows the level on other pages."""
    page = window()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/library")
    open_play(page, f"/play?level={level_id(page, 'One each')}")
    page.evaluate("() => navigator.clipboard.writeText('R{rrrr}L')")
    page.keyboard.press("Control+v")
    placed(page, "2 / 2")
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.locator("#share-link").input_value()
    picture = re.search(r'<img src="([^"]+)"', page.locator("#share-embed").input_value())
    assert picture is not None
    assert page.request.get(picture[1]).headers["content-type"] == "image/png"
    other = window()
    open_play(other, link)
    placed(other, "2 / 2")


def test_a_player_who_is_nowhere_is_placed(window: Window) -> None:
    """Reverse play says so on the board; a press, or hopping, places them."""
    page = window()
    open_play(page, "/play")
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_label("Paste levels").fill(UNDER)
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_role("heading", name="Level 1").wait_for()
    page.keyboard.press("v")
    page.get_by_text("Choose where the player begins").first.wait_for()
    page.get_by_role("gridcell", name=re.compile("^D3, ")).click()
    page.get_by_role("gridcell", name=re.compile("^D3, player")).wait_for()
    page.get_by_text("Reverse mode:").first.wait_for()
    page.keyboard.press("v")
    page.locator("#mode").wait_for(state="hidden")


def test_a_link_that_holds_no_level_says_so(window: Window) -> None:
    page = window()
    page.route("**/api/unshare", lambda route: route.fulfill(status=200, json={"level": None, "moves": ""}))
    page.goto("/play?level=12x")
    page.locator("main").get_by_role("link", name="All collections").wait_for()


def test_a_phone_stays_where_it_is_while_one_plays(window: Window) -> None:
    """A long name of a collection makes the page no wider, and a move does not scroll it to the history."""
    page = window(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
    page.goto("/library")
    open_play(page, f"/play?level={level_id(page, 'The bridge')}")
    page.locator("#subtitle").get_by_role("link").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    open_play(page, f"/play?level={level_id(page, 'Harbour')}")
    for count in range(1, 4):
        page.keyboard.press("ArrowUp" if count == 2 else "ArrowDown")
        placed(page, f"{count} / {count}")
    assert page.evaluate("() => scrollY") == 0
