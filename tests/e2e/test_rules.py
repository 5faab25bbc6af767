"""The page teaches its games, in words that are shown and read out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

Window = Callable[..., Any]


def open_level(page: Any, title: str, game: str) -> None:
    """Open a level that comes along, by its English title."""
    levels = page.request.get("/api/levels", params={"q": title, "game": game}).json()["levels"]
    page.goto(f"/play?level={next(level['id'] for level in levels if level['title'] == title)}")
    page.wait_for_function("() => document.body?.dataset.mounted !== undefined")


def test_the_rules_of_a_level_show_what_is_on_its_board(window: Window) -> None:
    """The goal, the rules, the keys, and a picture of each terrain and piece of this level, of no other."""
    page = window()
    open_level(page, "Baggage hall", "crossoban")
    page.locator("#about").get_by_text("Conveyors carry boxes and players along their arrows.").wait_for()
    page.get_by_role("button", name="Rules of Crossoban").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Bring the boxes of each colour together").wait_for()
    names = dialog.locator(".legend dt").all_inner_texts()
    assert {"wall", "floor", "player"} < set(names)
    assert any(name.startswith("conveyor") for name in names)
    assert not any(name.startswith(("ice", "hole", "lock")) for name in names)
    assert dialog.locator(".legend push-board svg [class]").count() > len(names)
    dialog.get_by_text("Arrow keys, WASD").wait_for()


@pytest.mark.parametrize("game", ["sokoban", "hanano", "versus"])
def test_each_rule_is_played_by_itself_until_it_is_stopped(window: Window, game: str) -> None:
    """Beside each rule a board moves; a button stops each after its move; none moves where motion is unwanted."""
    moved = """() => [...document.querySelectorAll(".rule-example")].map((it) =>
      [...it.querySelectorAll("[data-kind]")].map((piece) => piece.style.transform).join())"""
    page = window(reduced_motion="no-preference")
    page.clock.install()
    level = page.request.get("/api/levels", params={"game": game}).json()["levels"][0]["id"]
    page.goto(f"/play?level={level}")
    page.locator("#about").get_by_role("button", name="Rules of").click()
    rules = page.get_by_role("dialog").locator(".with-boards li")
    rules.first.wait_for()
    assert rules.count() == page.locator(".rule-example svg").count() >= 3
    before = page.evaluate(moved)
    page.wait_for_function(f"(before) => ({moved})().every((now, rule) => now !== before[rule])", arg=before)
    page.get_by_role("button", name="Play the examples").click()
    page.clock.run_for(1000)
    still = page.evaluate(moved)
    page.clock.run_for(60_000)
    assert page.evaluate(moved) == still
    quiet = window(reduced_motion="reduce")
    quiet.goto(f"/play?level={level}")
    quiet.locator("#about").get_by_role("button", name="Rules of").click()
    assert quiet.get_by_role("button", name="Play the examples").get_attribute("aria-pressed") == "false"


@pytest.mark.parametrize(
    ("language", "title", "varied", "refusal"),
    [
        (
            "de",
            "Kein Schritt mehr",
            "Du hast 16 Schritte; was dann nicht gelöst ist, ist verloren.",
            "eine Wand ist im Weg",
        ),
        ("zh", "一步也不多", "你有 16 步；到时未解开就输了。", "有墙"),
    ],
)
def test_rules_titles_and_refusals_are_in_the_language_of_the_visitor(
    window: Window, language: str, title: str, varied: str, refusal: str
) -> None:
    """Nothing of an option stands there as it is in a file; what is spoken as refused is shown."""
    page = window(locale=language)
    open_level(page, "Not a step more", "sokoban")
    page.get_by_role("heading", name=title).wait_for()
    page.locator("#about").get_by_text(varied).wait_for()
    assert not re.search(r"[a-z_]+ ?= ?\w+|rules\.|option\.", page.locator("#about").inner_text())
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.locator(".toast", has_text=refusal).wait_for()
    page.locator("#live-polite", has_text=refusal).wait_for(state="attached")


def test_the_problems_of_a_drawing_are_in_the_language_of_the_visitor(window: Window) -> None:
    page = window(locale="de")
    page.goto("/edit")
    goals = page.get_by_role("gridcell", name=re.compile("Ziel"))
    goals.first.wait_for()
    page.locator("[data-tool=erase]").click()
    while goals.count():
        goals.first.click()
    page.locator("#problems").get_by_text("Kein Ziel gefunden; erwartet: mindestens eins").wait_for()


def test_the_next_piece_is_spoken_and_shown(window: Window) -> None:
    """Who chooses what the keys steer learns what that is, by ear and by eye."""
    page = window()
    open_level(page, "One each", "multiban")
    page.keyboard.press(".")
    text = re.compile(r"You steer [A-Z]\d, player")
    page.locator("#live-polite", has_text=text).wait_for(state="attached")
    page.locator(".toast", has_text=text).wait_for()
