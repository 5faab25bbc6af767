"""Rated puzzles, from the first one to the milestones, on a phone and at a desk."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.e2e.languages import EVERYWHERE, shipped_title, texts

from pushbox import builtin, levels

Window = Callable[..., Any]

PICTURES = os.environ.get("PUSHBOX_PICTURES")  # a folder for pictures of the pages, for whoever wants to look at them
PACK_SIZES = {len(builtin(name)) for name in levels.names() if name.startswith("campaign-")}
KEYS = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown"}


def look(page: Any, axe: Path, name: str) -> None:
    """Check that a page fits its window and has no serious fault of accessibility; keep a picture if one is wanted."""
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.add_script_tag(path=str(axe))
    report = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    assert not [(it["id"], it["nodes"][0]["html"][:200]) for it in report["violations"] if it["impact"] != "moderate"]


@EVERYWHERE
def test_a_puzzle_is_won_and_one_is_given_up(window: Window, axe: Path, language: str, size: dict[str, Any]) -> None:
    """The rating rises with the first and falls with the second, which is listed as failed; a milestone has counted."""
    said = texts(language, "play", "puzzles", "account")
    page, stranger = window(locale=language, bypass_csp=True, **size), window()

    def button(key: str) -> Any:
        return page.get_by_role("button", name=said[key], exact=True)

    page.goto("/puzzles")
    page.get_by_text(said["puzzles.facts.none"]).wait_for()
    button("puzzles.next").click()
    page.get_by_role("gridcell").first.wait_for()
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    play = page.evaluate("() => new URLSearchParams(location.search).get('play')")
    level = page.evaluate("play => fetch(`/api/plays/${play}`).then((answer) => answer.json())", play)["level"]["id"]
    stranger.goto("/")
    known = stranger.evaluate("id => fetch(`/api/levels/${id}/solutions`).then((answer) => answer.json())", level)
    for letter in known["solutions"][0]["text"]:
        page.keyboard.press(KEYS[letter.lower()])
    card = page.locator("#card[data-kind=solved]")
    card.get_by_text(re.compile(re.escape(said["play.rating"].partition("{")[0]))).wait_for()
    look(page, axe, f"{language}-puzzle-won")
    card.get_by_role("link", name=said["play.next-puzzle"]).click()
    page.wait_for_function("before => !location.search.includes(`play=${before}&`)", arg=play)
    page.get_by_role("gridcell").first.wait_for()
    page.locator("#way-back").get_by_role("link", name=said["play.back.puzzles"]).click()
    button("puzzles.resume").wait_for()
    page.get_by_text(said["puzzles.facts"].format(won=1, tried=1)).wait_for()
    button("puzzles.give-up").click()
    page.get_by_text(said["puzzles.facts"].format(won=1, tried=2)).wait_for()
    page.locator("#failed a.tile").wait_for()
    look(page, axe, f"{language}-puzzles")
    page.goto("/account")
    reached = page.evaluate("() => fetch('/api/me/milestones').then((answer) => answer.json())")["milestones"]
    (pack,) = (one for one in reached if one["kind"] == "pack")
    assert pack["count"] == 1
    assert pack["goal"] in PACK_SIZES
    page.get_by_text(said["account.milestone.progress"].format(count=1, goal=pack["goal"])).first.wait_for()
    look(page, axe, f"{language}-milestones")


@EVERYWHERE
def test_half_of_a_pack_opens_the_next_on_the_map(
    window: Window, axe: Path, language: str, size: dict[str, Any]
) -> None:
    """Who has solved nothing sees what opens the second pack; who has solved half of the first goes there."""
    page = window(locale=language, bypass_csp=True, **size)
    page.goto("/puzzles")
    second = page.locator(".road > li").nth(1)
    first = builtin("campaign-01")
    half = len(first) // 2
    second.locator(".closed-until").first.wait_for()
    assert second.get_attribute("class") == "closed"
    assert str(half) in second.locator(".closed-until").first.inner_text()
    look(page, axe, f"{language}-map-closed")
    page.evaluate(
        """async ([half, texts]) => {
          const { packs } = await (await fetch("/api/campaign")).json();
          const { levels } = await (await fetch(`/api/collections/${packs[0].collection.id}/levels`)).json();
          const headers = { "X-Pushbox": "1", "Content-Type": "application/json" };
          await fetch("/api/me");
          for (const [index, solution] of texts.slice(0, half).entries()) {
            const body = JSON.stringify({ solution });
            await fetch(`/api/levels/${levels[index].id}/solutions`, { method: "POST", headers, body });
          }
        }""",
        [half, [level.saved_moves[0].text for level in first]],
    )
    page.reload()
    page.locator(".road > li.open").nth(1).wait_for()
    assert page.locator(".road .star").count() == 0, "what is handed in counts as helped"
    look(page, axe, f"{language}-map-open")
    boss = page.locator(".road > li").first.locator("a.boss").first
    name = builtin("campaign-18")[0].title
    said = texts(language, "puzzles")["campaign.boss"]
    assert boss.inner_text() == said.format(title=shipped_title(name, language))
    second.locator("a.pack-card").first.click()
    page.wait_for_url("**/collection?id=*")
