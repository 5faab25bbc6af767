"""A class from its opening to its end, at a desk and on a phone, in three languages."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.languages import DESK, PHONE, texts

Window = Callable[..., Any]

PICTURES = os.environ.get("PUSHBOX_PICTURES")  # a folder for pictures of the pages, for whoever wants to look at them


def picture(page: Any, name: str) -> None:
    """Take a picture, where one is wanted."""
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


def fits(page: Any, axe: Path) -> None:
    """Check that a page is no wider than its window, and has no serious fault of accessibility."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(axe.read_text("utf-8"))  # which the page's policy does not concern
    report = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    faults = [(it["id"], it["nodes"][0]["html"][:200]) for it in report["violations"] if it["impact"] != "moderate"]
    assert not faults


@pytest.mark.parametrize(
    ("language", "teacher", "pupil"),
    [("en", DESK, PHONE), ("de", PHONE, DESK), ("zh", DESK, PHONE)],
    ids=["en", "de", "zh"],
)
def test_a_lesson(window: Window, axe: Path, language: str, teacher: Any, pupil: Any) -> None:
    """Opened, joined by the code, a level set, solved, seen live, shown, raced on, saved as CSV, and ended."""
    said = texts(language, "live", "class", "play")
    dark = {"color_scheme": "dark"}
    ada = window(locale=language, accept_downloads=True, bypass_csp=True, **teacher)
    bo = window(locale=language, bypass_csp=True, **pupil | (dark if language == "de" else {}))

    def button(page: Any, key: str) -> Any:
        return page.get_by_role("button", name=said[key], exact=True)

    ada.goto("/class")
    ada.get_by_text(said["class.yours.none"]).wait_for()
    fits(ada, axe)
    picture(ada, f"{language}-start")
    ada.get_by_label(said["class.called"]).fill("5a & <b>friends</b>")
    button(ada, "class.open.do").click()
    ada.get_by_role("heading", name="5a & <b>friends</b>").wait_for()
    code = ada.locator("#code").inner_text()
    ada.get_by_text(said["class.results.no-pupils"].format(code=code)).wait_for()
    ada.get_by_text(said["class.levels.none"]).wait_for()
    fits(ada, axe)
    picture(ada, f"{language}-empty")

    bo.goto(f"/class?code={code.lower()}")
    bo.get_by_label(said["class.name"]).fill("Bo <i>")
    button(bo, "class.join.do").click()
    bo.get_by_text(said["class.you"].format(name="Bo <i>")).wait_for()
    bo.get_by_text(said["class.own.none"]).wait_for()
    fits(bo, axe)
    picture(bo, f"{language}-joined")
    ada.get_by_role("rowheader", name="Bo <i>").wait_for()

    ada.locator("#set [name=level] option").first.wait_for(state="attached")
    ada.get_by_label(said["class.many"]).fill("2")
    button(ada, "class.set.do").click()
    ada.get_by_text(said["class.is-set"].format(count=2)).first.wait_for()
    card = bo.locator("#own .card").first
    card.wait_for()
    assert bo.locator("#own .card").count() == 2
    card.click()
    bo.get_by_role("gridcell").first.wait_for()
    bo.wait_for_function("() => document.body?.dataset.waiting === '0'")
    for _ in range(3):
        bo.keyboard.press("ArrowRight")
    three = said["class.stars"].format(count=3)
    ada.locator("#results").get_by_role("img", name=three).wait_for()
    fits(ada, axe)
    picture(ada, f"{language}-table")
    bo.locator("#card").get_by_role("link", name=said["play.back.class"]).click()
    bo.locator("#own .card").get_by_role("img", name=three).wait_for()
    picture(bo, f"{language}-own")

    button(ada, "class.board.do").click()
    ada.get_by_role("heading", name=said["live.class.show"]).wait_for()
    bo.get_by_role("heading", name=said["class.room.board"]).wait_for()
    followed = bo.get_by_role("img", name=said["class.followed"])
    followed.wait_for()
    bo.get_by_text(said["class.followed.progress"].format(boxes=0, all=1, moves=0)).wait_for()
    ada.get_by_role("gridcell").first.wait_for()
    ada.keyboard.press("ArrowRight")
    bo.get_by_text(said["class.followed.progress"].format(boxes=0, all=1, moves=1)).wait_for()
    fits(bo, axe)
    picture(bo, f"{language}-followed")
    picture(ada, f"{language}-board")

    ada.get_by_role("link", name=said["live.class.back"]).click()
    button(ada, "class.room.close").click()
    bo.get_by_role("heading", name=said["class.room.board"]).wait_for(state="hidden")
    button(ada, "class.race.do").click()
    bo.get_by_role("link", name=said["class.race.enter"]).click()
    ada.get_by_text("Bo <i>").wait_for()
    picture(ada, f"{language}-race")
    button(ada, "live.class.start").click()
    bo.get_by_role("heading", name=said["live.running.race"]).wait_for()
    picture(bo, f"{language}-racing")
    button(ada, "live.class.end").click()
    button(ada, "live.class.again").wait_for()
    ada.get_by_role("link", name=said["live.class.back"]).click()

    with ada.expect_download() as saved:
        ada.get_by_role("link", name=said["class.csv"]).click()
    head, *lines = csv.reader(io.StringIO(Path(saved.value.path()).read_text("utf-8-sig")))
    assert head[0] == said["class.csv.pupil"]
    assert [(line[0], line[3]) for line in lines] == [("Bo <i>", "3"), ("Bo <i>", "")]

    bo.goto(f"/class?code={code}")
    bo.locator("#own .card").first.wait_for()
    button(ada, "class.end").click()
    ada.get_by_role("dialog").get_by_role("button", name=said["class.end.title"]).click()
    ada.get_by_text(said["class.yours.none"]).wait_for()
    bo.get_by_text(said["class.gone"]).wait_for()
    bo.get_by_role("link", name=said["class.back"]).click()
    bo.get_by_text(said["class.yours.none"]).wait_for()
