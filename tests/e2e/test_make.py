"""Levels that are made on request, one after the other; the campaign; what a day's result says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pushbox import levels

Window = Callable[..., Any]


def test_a_level_is_made_and_then_the_next_one(window: Window) -> None:
    """Size, boxes and difficulty are chosen once; the level after it is made alike, and is another one."""
    page = window(viewport={"width": 390, "height": 844})
    page.goto("/")
    page.get_by_role("link", name="Make me a level").first.click()
    page.wait_for_function("() => document.body?.dataset.mounted !== undefined")
    page.get_by_label("Difficulty").select_option("easy")
    assert page.get_by_role("radio", name="small").is_checked()  # what fits an easy level
    page.get_by_role("combobox", name="Boxes", exact=True).select_option("2")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url("**/play?play=*")
    first = page.url
    page.get_by_role("gridcell", name=re.compile("box")).first.wait_for()
    assert page.get_by_role("gridcell", name=re.compile("box")).count() == 2
    page.keyboard.press("]")
    page.wait_for_url(lambda url: "/play?play=" in url and url != first)
    page.get_by_role("gridcell", name=re.compile("box")).first.wait_for()


def test_a_theme_is_chosen(window: Window) -> None:
    """In the language of the visitor, and the board that fits it comes with it; the level has the theme."""
    page = window(locale="de")
    page.goto("/make")
    page.wait_for_function("() => document.body?.dataset.mounted !== undefined")
    page.get_by_label("Thema").select_option(label="viele Kisten")
    assert page.get_by_role("radio", name="klein").is_checked()
    assert page.get_by_label("Schwierigkeit").input_value() == ""
    page.get_by_role("button", name="Los").click()
    page.wait_for_url("**/play?play=*")
    boxes = page.get_by_role("gridcell", name=re.compile("Kiste"))
    boxes.first.wait_for()
    assert boxes.count() == 7


def test_the_campaign_is_found(window: Window) -> None:
    """The first page leads to its first pack; tiles say size, boxes and the best, in the language of the visitor."""
    page = window(locale="de")
    page.goto("/")
    page.get_by_role("link", name=re.compile("Kampagne 1: ")).click()
    tile = page.locator("#levels a.tile").first
    tile.get_by_text(re.compile(r"\d+ × \d+ · \d+ Kiste")).wait_for()
    tile.get_by_text(re.compile(r"^Rekord: \d+\sSch(u|ü)be?")).wait_for()
    page.goto("/library")
    packs = sum(name.startswith("campaign-") for name in levels.names())
    page.locator("#campaign a.card").nth(packs - 1).wait_for()
    assert page.locator("#campaign a.card").count() == packs


def test_a_result_is_shared_without_spoilers(window: Window) -> None:
    """Once a level of the day is solved: which ones, and how many days in a row."""
    page = window(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/daily")
    page.locator("#levels a.card").first.wait_for()
    assert page.get_by_role("button", name="Share result").count() == 0
    level = page.evaluate("() => fetch('/api/daily').then((answer) => answer.json())")["levels"][0]["id"]
    page.evaluate(
        """async (level) => {
          const { solutions } = await (await fetch(`/api/levels/${level}/solutions`)).json();
          const headers = { "X-Pushbox": "1", "Content-Type": "application/json" };
          const body = JSON.stringify({ solution: solutions[0].text });
          await fetch(`/api/levels/${level}/solutions`, { method: "POST", headers, body });
        }""",
        level,
    )
    page.reload()
    page.get_by_role("button", name="Share result").click()
    page.locator(".toast", has_text="without any spoiler").wait_for()
    assert "■ Small  □ Middle  □ Large" in page.evaluate("() => navigator.clipboard.readText()")
    page.get_by_text("1 day in a row").wait_for()


def test_the_form_has_no_serious_fault(window: Window, axe: Path) -> None:
    """Of accessibility, on a phone in the dark, in German."""
    page = window(viewport={"width": 390, "height": 844}, bypass_csp=True, locale="de", color_scheme="dark")
    page.goto("/make")
    page.get_by_role("button", name="Los").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    page.add_script_tag(path=str(axe))
    report = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    assert [fault["id"] for fault in report["violations"] if fault["impact"] in {"serious", "critical"}] == []
