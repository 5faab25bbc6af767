"""Many files at once, as a visitor drops them: one list, one button, few requests, all of it or nothing."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from tests.e2e.languages import EVERYWHERE, texts

Window = Callable[..., Any]

DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
MOST_REQUESTS = 30

# Drops files on the page.
DROP = """async (files) => {
  const transfer = new DataTransfer();
  for (const [name, text] of files) transfer.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""


def rooms(first: int, count: int) -> str:
    """Return a file of rooms none of which is as another, the first of them with a solution."""
    texts = []
    for number in range(first, first + count):
        width, height = number % 37 + 6, number // 37 + 1
        rows = ["#" * width, "#@$." + " " * (width - 5) + "#", *["#" + " " * (width - 2) + "#"] * height, "#" * width]
        texts.append("\n".join(rows) + ("\nSolution: R" if number == first else ""))
    return "\n\n".join(texts)


def forty() -> list[list[str]]:
    """Return forty files of fifteen levels each, of which two cannot be read, and one is there twice."""
    files = [[f"pack-{number:02}.xsb", rooms(15 * number, 15)] for number in range(40)]
    files[7][1], files[21][1], files[30][1] = "Dear reader, there is no level here.", "", files[3][1]
    return files


def library(window: Window, viewport: dict[str, int], locale: str = "en-GB") -> Any:
    """Return a window with the library, once it lists collections."""
    page = window(viewport=viewport, locale=locale)
    page.goto("/library")
    page.locator("#all .card").first.wait_for()
    return page


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_forty_files_are_one_list(window: Window, viewport: dict[str, int]) -> None:
    """They are counted and added together; what cannot be read is named, and nothing is wider than the page."""
    page = library(window, viewport)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.evaluate(DROP, forty())
    panel = page.locator("#import .reading")
    panel.get_by_role("button", name="Add all 570 levels").wait_for()
    totals = panel.locator(".totals li").all_text_contents()
    facts = ["38 files", "570 levels", "38 with a solution", "15 repeat a level of these files"]
    assert totals == [*facts, "2 files cannot be read"]
    unread = panel.locator(".unread li")
    assert unread.count() == 2
    assert re.search("(?s)^pack-07.xsb:.*Found no level", unread.first.inner_text())
    assert panel.locator(".files li").count() == 38
    assert panel.get_by_label("38 collections, one for each file").is_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    panel.get_by_role("button", name="Add all 570 levels").click()
    panel.get_by_role("heading", name="570 levels are in your library.").wait_for()
    page.locator("#mine .card").nth(37).wait_for(state="attached")
    assert len(requests) <= MOST_REQUESTS, requests
    page.evaluate(DROP, forty()[:3])
    panel.get_by_text("45 are in the library already").wait_for()


def test_forty_files_are_one_collection(window: Window) -> None:
    """If the visitor wants it, under a name of theirs."""
    page = library(window, DESK)
    page.evaluate(DROP, [[f"room {number:02}.xsb", rooms(number, 1)] for number in range(40)])
    panel = page.locator("#import .reading")
    panel.get_by_label("one collection").wait_for()
    assert panel.get_by_label("one collection").is_checked()  # as each file has a single level
    panel.get_by_label("Name of the collection").fill("Forty rooms")
    panel.get_by_role("button", name="Add all 40 levels").click()
    panel.get_by_role("link", name="Open the collection").click()
    page.get_by_role("heading", name="Forty rooms").wait_for()
    page.get_by_role("link", name=re.compile("room 39")).wait_for()


def unanswered(route: Any) -> None:
    """Leave a request without an answer."""
    del route


def test_files_that_are_stopped(window: Window) -> None:
    """Nothing is kept, whether they are stopped while they are read or while they are added."""
    page = library(window, DESK)
    page.route("**/api/read-files", unanswered)
    page.evaluate(DROP, forty())
    panel = page.locator("#import")
    panel.get_by_role("progressbar", name="Files that are read").wait_for()
    page.unroute("**/api/read-files")
    page.evaluate(DROP, [[f"{number}.xsb", rooms(60 * number, 60)] for number in range(20)])
    held: list[Any] = []

    def hold(route: Any) -> None:
        """Hold the request back, so that the import is stopped before it begins, however fast the server is."""
        held.append(route)

    page.route("**/api/jobs", hold)
    panel.get_by_role("button", name="Add all 1200 levels").click()
    panel.get_by_role("button", name="Stop").click()
    held[0].continue_()
    panel.get_by_text("Stopped: nothing was kept.").wait_for()
    panel.get_by_role("button", name="Add all 1200 levels").wait_for()
    assert page.evaluate("fetch('/api/collections?mine=true').then((found) => found.json())")["collections"] == []


@pytest.mark.parametrize(
    ("locale", "add", "facts", "kept"),
    [
        (
            "en-GB",
            "Add all 3 levels",
            ["2 files", "3 levels", "2 with a solution", "1 file cannot be read"],
            "3 levels are in your library.",
        ),
        (
            "de-DE",
            "Alle 3 Level aufnehmen",
            ["2 Dateien", "3 Level", "2 mit Lösung", "1 Datei lässt sich nicht lesen"],
            "3 Level sind in deiner Bibliothek.",
        ),
        ("zh-CN", "加入全部 3 关", ["2 个文件", "3 关", "2 关附有解法", "1 个文件无法读取"], "3 关已加入关卡库。"),
    ],
)
def test_the_words_of_a_list(window: Window, locale: str, add: str, facts: list[str], kept: str) -> None:
    """In each language, the sentence about a file that cannot be read too."""
    page = library(window, PHONE, locale)
    page.evaluate(DROP, [["a.xsb", rooms(40, 2)], ["b.xsb", rooms(50, 1)], ["c.xsb", ""]])
    panel = page.locator("#import .reading")
    panel.get_by_role("button", name=add).wait_for()
    assert panel.locator(".totals li").all_text_contents() == facts
    assert ("nothing in it" in panel.locator(".unread").inner_text().lower()) == (locale == "en-GB")
    panel.get_by_role("button", name=add).click()
    panel.get_by_role("heading", name=kept).wait_for()


@EVERYWHERE
def test_an_archive_is_a_list_too(window: Window, language: str, size: dict[str, Any]) -> None:
    """Of the files in it, in the language of the visitor."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(3):
            archive.writestr(f"pack/room {number}.xsb", rooms(60 + number, 1))
    page = library(window, size["viewport"], language)
    panel = page.locator("#import")
    panel.locator("summary").first.click()
    file = {"name": "pack.zip", "mimeType": "application/zip", "buffer": packed.getvalue()}
    panel.locator("input[type=file]").first.set_input_files(file)
    panel.locator(".files li").nth(2).wait_for()
    said = texts(language)
    panel.get_by_role("button", name=said["import.many.add"].format(count=3)).click()
    panel.get_by_role("heading", name=said["import.many.kept"].format(count=3)).wait_for()
