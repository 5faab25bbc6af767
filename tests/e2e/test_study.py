"""History by pushes, and studies as pages: made of what was played, read by another one, changed, kept as a copy."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

Window = Callable[..., Any]

BOARD = "#######\n#     #\n# $ . #\n#@    #\n#######\n"


def _play(page: Any) -> None:
    """Open the board, and push the box two to the right after a walk."""
    collection = page.request.post(
        "/api/collections", data={"text": BOARD, "name": "Corner"}, headers={"X-Pushbox": "1"}
    )
    levels = page.request.get(f"/api/collections/{collection.json()['collection']['id']}/levels").json()["levels"]
    page.goto(f"/play?level={levels[0]['id']}")
    page.get_by_role("gridcell", name="player").first.wait_for()
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    for key in ("ArrowUp", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.wait_for_function("() => document.querySelector('#place').textContent === '3 / 3'")


def _is_fine(page: Any, axe: Path) -> None:
    page.add_script_tag(path=str(axe))
    found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
    assert [rule["id"] for rule in found if rule["impact"] in {"serious", "critical"}] == []


def _comment(page: Any) -> None:
    """Say something on the position, by the pointer and then by keys in another window; it is there after a reload."""
    page.get_by_role("button", name="Comment", exact=True).click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Two pushes.")
    page.get_by_role("dialog").get_by_role("button", name="OK").click()
    comment = page.locator("#tree .comment")
    comment.filter(has_text="Two pushes.").wait_for()
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_function("() => document.body?.dataset.waiting === '0'")
    said = other.locator("#tree .comment", has_text="Two pushes.")
    said.wait_for()  # the history takes no focus until the page is complete
    said.press("Enter")
    other.get_by_role("dialog").get_by_role("textbox").fill("Two pushes,\nall told.")
    other.keyboard.press("Tab")
    other.keyboard.press("Enter")
    other.locator("#tree .comment", has_text="all told.").wait_for()
    other.wait_for_function("() => document.activeElement.matches('#tree .comment')")
    comment.filter(has_text="all told.").wait_for()
    other.close()
    page.reload()
    comment.filter(has_text="all told.").wait_for()


def test_history_by_pushes_becomes_a_study(window: Window, axe: Path) -> None:
    """One chip for the pushes of a box with the walk to it; a name; a study of both, read, copied, changed."""
    ada, bo = window(bypass_csp=True), window(viewport={"width": 390, "height": 844}, has_touch=True, bypass_csp=True)
    ada.goto("/help")
    _play(ada)
    chips = ada.locator("#tree button")
    chips.filter(has_text=re.compile("C3–E3$")).wait_for()  # the history shows once the page is complete
    assert chips.count() == 1
    names = ada.locator(".chip-name")
    for name in ("home", "", "done", "solved"):  # given, taken away, given again, another one
        ada.get_by_role("button", name="Name", exact=True).click()
        ada.get_by_role("dialog").get_by_role("textbox").fill(name)
        ada.get_by_role("dialog").get_by_role("button").last.click()
        names.filter(has_text=name).wait_for(state="visible" if name else "detached")
        assert names.all_inner_texts() == ([name] if name else [])
    _comment(ada)
    ada.get_by_role("button", name="Moves", exact=True).click()
    assert chips.count() == 4  # and the comment
    ada.get_by_role("button", name="Moves", exact=True).click()

    ada.get_by_role("button", name="More").click()
    ada.get_by_role("button", name="Make a study").click()
    ada.locator("#lines").get_by_role("button", name="uRR").click()
    ada.locator("#said", has_text="solved\nTwo pushes,\nall told.").wait_for()
    ada.get_by_role("gridcell", name="E3, box on goal").wait_for()
    ada.get_by_role("button", name="Edit").click()
    ada.get_by_label("Comment on this position").fill("<i>That</i> is all.")
    ada.get_by_label("Comment on this position").blur()
    ada.locator("#said", has_text="<i>That</i> is all.").wait_for()
    ada.get_by_label("Marks and arrows").fill("problem C3\narrow C3 E3")
    ada.get_by_label("Marks and arrows").blur()
    ada.locator("#board .overlay.arrow").wait_for()
    ada.locator("#lines").get_by_role("button", name="Start").click()
    ada.get_by_label("Question to the reader").fill("Two pushes are enough.")
    ada.get_by_label("Question to the reader").blur()
    ada.get_by_label("Moves from here").fill("rr")
    ada.get_by_role("button", name="Add", exact=True).click()
    ada.locator("#lines").get_by_role("button", name="rr", exact=True).wait_for()
    ada.get_by_role("button", name="Save").click()
    ada.get_by_text("Saved.").wait_for()
    _is_fine(ada, axe)

    bo.goto(ada.url)
    bo.get_by_text("Two pushes are enough.").first.wait_for()
    assert bo.get_by_role("button", name="Delete").count() == 0
    bo.get_by_role("button", name="A move on").click()
    bo.get_by_role("gridcell", name="B2, player").or_(bo.get_by_role("gridcell", name="B3, player")).wait_for()
    _is_fine(bo, axe)
    bo.get_by_role("button", name="Edit").click()
    bo.get_by_role("button", name="Save").click()
    bo.get_by_text("A copy of yours").wait_for()
    assert bo.url != ada.url
    bo.locator("#lines").get_by_role("button", name="Start").click()
    bo.get_by_role("button", name="Solve it from here").click()
    bo.wait_for_url(re.compile("/play"))
    bo.get_by_role("gridcell", name="player").first.wait_for()


def test_focus_is_drawn_for_the_keyboard_and_a_click_on_a_goal_walks(window: Window) -> None:
    """The first click on an empty goal brings the player there, and no ring is drawn around what was clicked."""
    page = window()
    page.goto("/help")
    _play(page)
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('#place').textContent === '0 / 3'")
    goal = page.locator('#board .cells [aria-label^="E3"]')
    box = goal.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.get_by_role("gridcell", name="E3, player").wait_for()
    ringed = "() => [...document.querySelectorAll(':focus-visible')].length"
    assert page.evaluate(ringed) == 0
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelectorAll(':focus-visible').length === 1")
