"""A collection from the clipboard to everybody: imported, solved, published, and on the leader board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Window = Callable[..., Any]

PAIR = "#######\n#@ $ .#\n#######\nTitle: Aisle\n\n######\n#@$ .#\n######\nTitle: Closet\n"


def test_publish(window: Window) -> None:
    page = window()
    page.goto("/account")
    page.get_by_role("button", name="Register").first.click()
    page.get_by_role("textbox", name="Name").fill("ada")
    page.get_by_role("textbox", name="Password").fill("a pass phrase of hers")
    page.locator("#enter button").click()
    page.get_by_role("button", name="I have kept them").click()
    page.get_by_role("heading", name="ada").wait_for()

    page.goto("/library")
    page.get_by_text("Bring in levels").click()
    page.get_by_label("Paste levels in any format").fill(PAIR)
    page.get_by_role("button", name="Read").click()
    page.get_by_label("Name of the collection").fill("Two rooms")
    page.get_by_role("button", name=re.compile("^Add 2 levels")).click()
    page.get_by_role("link", name="Open the collection").click()
    page.get_by_role("link", name=re.compile("Aisle")).click()
    page.get_by_role("gridcell", name=re.compile("player")).wait_for()
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    for title in ("Aisle", "Closet"):
        page.get_by_role("heading", name=title).wait_for()
        page.wait_for_function("() => document.querySelector('#place').textContent === '0 / 0'")
        page.wait_for_function("() => document.body?.dataset.waiting === '0'")
        page.keyboard.press("Shift+ArrowRight")
        page.get_by_text("it is pure").first.wait_for()
        page.get_by_role("button", name="Next unsolved").click()
    page.get_by_text("There is no further unsolved level").first.wait_for()

    page.locator("#subtitle").get_by_role("link", name="Two rooms").click()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("dialog").get_by_label("Licence").select_option("CC-BY-4.0")
    page.get_by_role("dialog").get_by_role("button", name="Publish").click()
    page.get_by_text("Published").first.wait_for()
    dump = page.evaluate("async () => (await (await fetch('/api/dump')).json()).levels")
    assert [(one["title"], one["licence"], one["solvers"]) for one in dump] == [
        ("Aisle", "CC-BY-4.0", 1),
        ("Closet", "CC-BY-4.0", 1),
    ]
    other = window()
    other.goto("/library")
    other.get_by_role("link", name=re.compile("Two rooms")).click()
    other.get_by_text("Leader boards").click()
    other.locator("#pure").get_by_text("ada").wait_for()
    assert other.locator("#assisted").get_by_text("ada").count() == 0

    page.get_by_role("button", name="Withdraw").click()
    page.get_by_text("Withdrawn").first.wait_for()
    page.get_by_role("button", name="Publish").wait_for()
    other.goto("/library")
    other.get_by_role("link", name=re.compile("Lessons")).first.wait_for()
    assert other.get_by_role("link", name=re.compile("Two rooms")).count() == 0


def test_what_a_format_cannot_hold_is_shown_before_the_export(window: Window) -> None:
    page = window()
    page.goto("/library")
    page.get_by_role("link", name=re.compile("Lessons")).click()
    page.get_by_role("button", name="Export").click()
    page.get_by_role("dialog").get_by_label("Format").select_option("slc")
    page.get_by_role("dialog").get_by_text("which SLC cannot hold").first.wait_for()
    page.get_by_role("link", name="Download").wait_for()
