"""Progress of another program, as somebody who comes from there brings it in: looked at, kept once, and played on."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pushbox
from pushbox import formats
from pushbox.level import SavedMoves

from .languages import DESK, EVERYWHERE, PHONE, texts
from .test_import_files import DROP, library

Window = Callable[..., Any]

ATTIC = "##########\n#@ $   . #\n#        #\n##########\n"
BROKEN = SavedMoves("Solution", "uuuuuuuu")


def saved_elsewhere() -> str:
    """Return a file as Sokoban YASC has it: a solved lesson, one with a saved game, and a solved level of its own."""
    solved, left, wrong = pushbox.builtin("lessons")[1:4]
    levels = [
        replace(solved, title="", saved_moves=(SavedMoves("Solution", solved.saved_moves[0].text),)),
        replace(left, title="", saved_moves=(SavedMoves("Savegame", left.saved_moves[0].text[:2]),)),
        replace(wrong, title="", saved_moves=(BROKEN,)),
        replace(formats.read(ATTIC)[0], title="Attic", saved_moves=(SavedMoves("Solution", "rRRRR"),)),
    ]
    return formats.write(levels, "sok")


def opened(window: Window, language: str, size: dict[str, Any]) -> tuple[Any, Any]:
    """Return a window with the library, and the panel of progress, which the page of the visitor leads to."""
    page = window(locale=language, **size)
    page.goto("/account")
    page.locator("a[href='/library#progress']").click()
    panel = page.locator("#progress")
    panel.locator("input[type=file]").wait_for(state="attached")
    return page, panel


@EVERYWHERE
def test_progress_is_brought_in(window: Window, language: str, size: dict[str, Any]) -> None:
    """It is counted, kept by one button, known the next time, solved in the library, and gone on with in play."""
    said = texts(language, "library")
    page, panel = opened(window, language, size)

    def choose() -> None:
        file = {"name": "yasc.sok", "mimeType": "text/plain", "buffer": saved_elsewhere().encode()}
        panel.locator("input[type=file]").set_input_files(file)

    def counted(name: str, count: int) -> str:
        key = f"progress.total.{name}"
        return said.get(f"{key}.one" if count == 1 else key, said[key]).format(count=count)

    choose()
    button = panel.get_by_role("button", name=said["progress.add"].format(count=3))
    button.wait_for()
    totals = panel.locator(".totals li")
    assert totals.all_text_contents() == [
        counted("first", 1), counted("game", 1), counted("missing", 1), counted("refused", 1),
    ]  # fmt: skip
    assert page.evaluate("document.documentElement.scrollWidth") <= size["viewport"]["width"]
    assert page.evaluate("fetch('/api/me').then((answer) => answer.json())")["solved"] == 0
    panel.locator(".reading summary").last.click()
    assert panel.locator(".files li").count() == 4
    button.click()
    panel.get_by_role("heading", name=said["progress.kept"]).wait_for()
    page.locator("#mine .card").wait_for()
    assert page.evaluate("fetch('/api/me').then((answer) => answer.json())")["solved"] == 2
    choose()
    panel.get_by_text(said["progress.all-known"]).wait_for()
    assert totals.all_text_contents() == [counted("known", 3), counted("refused", 1)]
    panel.locator(".reading summary").last.click()
    panel.locator(".files li", has_text=said["progress.is.game-known"]).locator("a").click()
    page.wait_for_function("() => document.querySelectorAll('#counters dd')[0]?.textContent === '2'")


def test_an_archive_is_dropped_and_moves_find_their_collection(window: Window) -> None:
    """While the panel is open, files that are dropped are progress; moves alone ask for a collection."""
    page, panel = opened(window, "en-GB", PHONE)
    solution = pushbox.builtin("lessons")[1].saved_moves[0].text
    page.evaluate(DROP, [["moves.txt", solution], ["words.xsb", "Dear reader"]])
    panel.get_by_text("1 solution does not say which level it solves.", exact=False).wait_for()
    assert "words.xsb" in panel.locator(".unread").inner_text()
    panel.get_by_label("Collection").select_option(label="Lessons and first puzzles")
    panel.get_by_role("button", name="Try its levels").click()
    panel.get_by_role("button", name="Bring in 1").click()
    panel.get_by_role("heading", name="Brought in").wait_for()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("backup/yasc.sok", saved_elsewhere())
    file = {"name": "backup.zip", "mimeType": "application/zip", "buffer": packed.getvalue()}
    panel.locator("input[type=file]").set_input_files(file)
    panel.get_by_text("1 you have already").wait_for()


def test_the_import_of_levels_offers_their_solutions(window: Window) -> None:
    """Somebody who drops a file of levels with solutions is offered to have these as their own."""
    page = library(window, DESK["viewport"])
    page.evaluate(DROP, [["yasc.sok", saved_elsewhere()]])
    page.locator("#import").get_by_role("button", name="Bring in their solutions as mine").click()
    page.locator("#progress").get_by_role("button", name="Bring in all 3").wait_for()


def test_an_import_that_is_stopped(window: Window) -> None:
    """The bar is there before the server is asked anything, and its button ends the work; nothing is kept."""
    page, panel = opened(window, "en-GB", DESK)
    held: list[Any] = []

    def hold(route: Any) -> None:
        """Hold the request back, so that it is stopped before it begins, however fast the server is."""
        held.append(route)

    page.route("**/api/jobs", hold)
    page.evaluate(
        """() => {
          const fetched = window.fetch;
          window.fetch = (address, ...more) => {
            if (String(address).endsWith("/jobs")) window.bars = document.querySelectorAll("#progress progress").length;
            return fetched(address, ...more);
          };
        }"""
    )
    page.evaluate(DROP, [["yasc.sok", saved_elsewhere()]])
    panel.get_by_role("button", name="Stop").click()
    assert page.evaluate("window.bars") == 1
    held[0].continue_()
    panel.get_by_text("Stopped: nothing was kept.").wait_for()
    assert panel.locator(".totals").count() == 0
