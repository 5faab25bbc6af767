"""Somebody who knows no game plays the first lesson of each, on a phone, by what the page says and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.depth import NAME

import pushbox
from pushbox import games

Window = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CELL = re.compile(r"[A-Z]\d+")
WORDS = {"en": ("goal", "box"), "de": ("Ziel", "Kiste"), "zh": ("目标", "箱子")}
MOST_HINTS = 9  # that anybody takes for a first lesson


@pytest.mark.parametrize(("language", "every"), [("en", (0, 1)), ("de", (0,)), ("zh", (1,))], ids=WORDS)
def test_a_newcomer_solves_the_first_lesson_of_every_game(
    window: Window, language: str, every: tuple[int, ...]
) -> None:
    """They find it by its game, read its note and its rules in their language, and do what the hints say.

    In German and in Chinese each does so in every other game; all hints are in all languages in the nightly run.
    """
    page = window(**PHONE, locale=language)
    page.goto("/")
    page.locator("#games a").first.wait_for()
    addresses = page.locator("#games a").evaluate_all("links => links.map(link => link.href)")
    assert len(addresses) == len(games.keys())
    for number, address in enumerate(addresses):
        game = address.partition("game=")[2]
        open_first_level(page, address)
        read_lesson(page, game, language)
        if number % 2 not in every and NAME != "nightly":
            continue
        if game == "versus":
            read_board(page, *WORDS[language])
        else:
            follow_hints(page)
        page.locator("#card[data-kind=solved]").wait_for()


def open_first_level(page: Any, address: str) -> None:
    """Follow the card of a game, and take the first level that is shown."""
    page.goto(address)
    page.locator("#results .tile").first.tap()
    page.locator("#frame [role=gridcell]").first.wait_for(state="attached")
    page.wait_for_function("() => document.body?.dataset.mounted !== undefined")


def read_lesson(page: Any, game: str, language: str) -> None:
    """The note stands above the board, the rules are one tap away: the goal, the rules, a legend, what to tap."""
    english = pushbox.builtin("lessons" if game == "sokoban" else game)[0].notes
    note, frame = page.locator("#lesson"), page.locator("#frame").bounding_box()
    assert note.inner_text(), game
    assert (note.inner_text() == english) == (language == "en"), game
    assert note.bounding_box()["y"] + note.bounding_box()["height"] <= frame["y"]
    assert frame["y"] + frame["height"] <= 844
    page.locator("#about [data-command=rules]").tap()
    rules = page.get_by_role("dialog")
    rules.locator(".lead").wait_for()
    assert rules.locator("section").count() >= 3, game
    assert not re.search(r"(rules|option|note|hint)\.[a-z]|[a-z]_[a-z]", rules.inner_text()), game
    page.keyboard.press("Escape")
    rules.wait_for(state="detached")


def follow_hints(page: Any) -> None:
    """Ask until a hint names two cells, or one and nothing more to say, and tap the first and then the second."""
    card, more = page.locator("#card p"), page.locator("#card").locator("[data-command=hint]")
    for _ in range(MOST_HINTS):
        page.locator("#tools [data-command=hint]").tap()
        page.wait_for_function("() => /[.。]$/.test(document.querySelector('#card p')?.textContent)")
        while len(CELL.findall(said := card.first.inner_text())) < 2 and more.count():
            more.tap()
            page.wait_for_function("said => document.querySelector('#card p').textContent !== said", arg=said)
        start, end = (CELL.findall(said) * 2)[:2]
        take(page, start, end)
        page.wait_for_function("() => document.body?.dataset.waiting === '0'")
        if page.locator("body[data-status=solved]").count():
            return


def read_board(page: Any, goal: str, box: str) -> None:
    """Bring a box onto each goal of player 1: two play this, and nobody gives hints."""
    labels = page.locator("#frame [role=gridcell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    named = [re.split("[,，] ?", label, maxsplit=1) for label in labels]
    goals, boxes = ([cell for cell, what in named if what == name] for name in (f"{goal} 1", box))
    for start, end in zip(boxes, goals, strict=True):
        take(page, start, end)


def take(page: Any, start: str, end: str) -> None:
    """Tap what stands on a cell, then the cell that it goes to, and wait until it has been played."""
    before = page.locator("#place").text_content()
    for cell in (start, end):
        page.get_by_role("gridcell", name=re.compile(f"^{cell}[,，]")).tap(force=True)
        if cell == start != end:  # a tap that comes before it is known where the piece can go would walk there
            page.locator("[data-overlay=reach], [data-overlay=lost]").first.wait_for(state="attached")
        page.wait_for_timeout(60)
    page.wait_for_function("before => document.querySelector('#place').textContent !== before", arg=before)
