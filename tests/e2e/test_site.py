"""A site without a server, as `python -m http.server` serves it: levels are played and won; progress is a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import static_host
from tests.e2e.languages import EVERYWHERE, shipped_title

from pushbox import levels
from pushbox.client import SEARCH_MODULE
from pushbox.web.site import SiteCollection, write_site

pytestmark = pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)

CLIPBOARD = """Object.defineProperty(navigator, "clipboard", {
  value: { writeText: async (text) => (window.copied = text) },
})"""
ARROWS = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown"}
BLOG = """<!doctype html><title>Blog</title>
<script src="levels/embed.js"></script><pushbox-level lang="de" level="lessons/3"></pushbox-level>"""
LESSON = levels.builtin("lessons").levels[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a site with two collections in a folder of its host."""
    folder = tmp_path_factory.mktemp("host")
    lessons = SiteCollection("lessons", "Lessons", levels.builtin("lessons").levels)
    others = SiteCollection(
        "others", "Others", [*levels.builtin("hanano").levels[:2], *levels.builtin("versus").levels[:1]]
    )
    written = write_site(folder / "levels", [lessons, others])
    assert written.left_out == [("Others", 3)]  # two play at once
    (folder / "blog.html").write_text(BLOG)
    with static_host(folder) as address:
        yield f"{address}levels/"


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """Yield a page that asks for nothing that is not there."""
    faults: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("response", lambda response: faults.append(response.url) if response.status >= 400 else None)
    yield page
    context.close()
    assert not [fault for fault in faults if not fault.endswith("favicon.ico")]


def opened(page: Any, address: str) -> None:
    """Go to a level, and wait until it is on the board."""
    page.goto(address)
    page.locator("#board [data-kind=pusher]").wait_for(state="attached")


def test_a_level_is_won_and_kept(page: Any, site: str) -> None:
    """By keys, with a hint and undo; a reload goes on where it stood, and the list shows what is solved."""
    opened(page, f"{site}#lessons/3")
    page.locator("#do-hint").click()
    page.locator("#live-polite").get_by_text("You can still win.").wait_for(state="attached")
    moves = LESSON.saved_moves[0].text
    page.keyboard.press(ARROWS[moves[0].lower()])
    page.locator("#moves").get_by_text("1", exact=True).wait_for()
    page.reload()
    page.locator("#moves").get_by_text("1", exact=True).wait_for()
    page.keyboard.press("u")
    page.locator("#moves").get_by_text("0", exact=True).wait_for()
    for move in moves.lower():
        page.keyboard.press(ARROWS[move])
    page.locator("body[data-status=solved]").wait_for()
    page.goto(f"{site}#")
    page.locator('a[href="#lessons/3"][data-solved]').wait_for()
    with page.expect_download() as download:
        page.locator("#export").click()
    kept = json.loads(Path(download.value.path()).read_text())
    assert [text.lower() for text in kept["solutions"].values()] == [moves.lower()]


@EVERYWHERE
def test_a_visitor_reads_the_site_in_their_language(
    chromium: Any, site: str, language: str, size: dict[str, Any]
) -> None:
    """That of their browser until they choose another; the level stays, and titles are in it too."""
    context = chromium.new_context(locale=language, **size)
    page = context.new_page()
    folders = {"en": "", "de": "de/", "zh": "zh/"}
    title = shipped_title(LESSON.title, language)
    opened(page, f"{site}#lessons/3")
    page.wait_for_url(f"{site}{folders[language]}#lessons/3")
    page.get_by_role("heading", name=title).wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    other = "de" if language == "en" else "en"
    if "has_touch" in size:
        page.locator(".menu-button").click()
    page.locator(f".top nav a[lang={other}]").click()
    page.wait_for_url(f"{site}{folders[other]}#lessons/3")
    page.get_by_role("heading", name=shipped_title(LESSON.title, other)).wait_for()
    page.goto(site)
    page.wait_for_url(f"{site}{folders[other]}")
    page.locator("#collections h2").first.wait_for()
    context.close()


def test_the_pointer_walks_and_carries(page: Any, site: str) -> None:
    """A press on a cell walks there; in another game a piece is chosen and taken to a cell."""
    opened(page, f"{site}#lessons/1")
    board = page.locator("#board")
    board.get_by_role("gridcell", name="box").first.click()
    board.locator('[data-overlay="reach"]').first.wait_for(state="attached")
    page.goto(f"{site}#others/1")
    page.locator("#subtitle").get_by_text("Others").wait_for()
    page.locator("#next").click()
    page.locator("#subtitle").get_by_text("2 / 2").wait_for()


def test_progress_is_read_as_far_as_it_holds(page: Any, site: str, tmp_path: Path) -> None:
    """Solutions of a file are replayed: what does not solve its level, or is of no level here, is not taken."""
    page.goto(site)
    page.locator("#collections a").first.wait_for()
    index = page.request.get(f"{site}data/index.json").json()
    keys = index["collections"][0]["keys"]
    solutions = {keys[2]: LESSON.saved_moves[0].text, keys[1]: "rl", "0" * 32: "r"}
    file = tmp_path / "progress.json"
    file.write_text(json.dumps({"kind": "pushbox progress", "solutions": solutions}))
    page.locator("#progress-file").set_input_files(file)
    page.locator('a[href="#lessons/3"][data-solved]').wait_for()
    page.locator("#live-polite").get_by_text("Solutions taken over: 1; not of these levels, or wrong: 2.").wait_for(
        state="attached"
    )
    assert page.locator("[data-solved]").count() == 1
    file.write_text("[]")
    page.locator("#progress-file").set_input_files(file)
    page.locator("#live-polite").get_by_text("holds no progress").wait_for(state="attached")


def test_other_pages_show_a_level(page: Any, site: str) -> None:
    """By one element, in another language, without the head of the site; it is played there."""
    page.goto(f"{site}../blog.html")
    frame = page.frame_locator("iframe")
    frame.locator("#board [data-kind=pusher]").wait_for(state="attached")
    assert not frame.locator(".top").is_visible()
    assert frame.locator("#do-undo").inner_text() == "Rückgängig"
    frame.locator("#moves").get_by_text("0", exact=True).wait_for()
    frame.locator("#do-restart").click()  # keys go to a frame that somebody has clicked
    page.keyboard.press(ARROWS[LESSON.saved_moves[0].text[0].lower()])
    frame.locator("#moves").get_by_text("1", exact=True).wait_for()


def test_a_level_is_analysed_and_solved(page: Any, site: str) -> None:
    """Dead squares are marked, a bound is told, and the moves of a solution are shown one by one; it is no progress."""
    opened(page, f"{site}#lessons/3")
    page.locator("#analysis summary").click()
    page.locator("#bound").get_by_text("At least").wait_for()
    page.locator("#dead").check()
    page.locator('#board [data-overlay="dead"]').first.wait_for(state="attached")
    page.locator("#solve").click()
    page.locator("#solution").get_by_text("Found a solution in").wait_for()
    page.locator("#moves").get_by_text("0", exact=True).wait_for()
    page.locator("#solution-step").click()
    page.locator("#moves").get_by_text("1", exact=True).wait_for()
    page.locator("#solution-play").click()
    page.locator("body[data-status=solved]").wait_for()
    page.goto(f"{site}#")
    page.locator('a[href="#lessons/3"]').wait_for()
    assert page.locator("[data-solved]").count() == 0


def test_a_level_is_drawn_judged_played_and_sent(page: Any, site: str) -> None:
    """With the tools of the editor; a link holds the level, which another visitor plays."""
    page.goto(f"{site}#draw")
    canvas = page.locator("#canvas")
    canvas.get_by_role("gridcell", name="box").first.wait_for(state="attached")
    page.locator("#judge").click()
    page.locator("#verdict").get_by_text("It can be solved").wait_for()
    page.locator("#brushes").get_by_role("button", name="wall").click()
    canvas.get_by_role("gridcell", name="goal").first.click()
    page.locator("#judge").click()
    page.locator("#verdict").get_by_text("more boxes than goals").wait_for()
    page.locator("#undo-stroke").click()
    page.evaluate(CLIPBOARD)
    page.locator("#share").click()
    page.locator("#live-polite").get_by_text("opied").wait_for(state="attached")
    link = page.evaluate("window.copied")
    page.locator("#try").click()
    page.locator("#board [data-kind=pusher]").wait_for(state="attached")
    assert page.url.endswith("#mine/1")
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    opened(page, link)
    page.locator("#subtitle").get_by_text("A level in a link").wait_for()
    page.keyboard.press("ArrowDown")
    page.locator("#moves").get_by_text("1", exact=True).wait_for()


def test_levels_are_read_in_the_page(page: Any, site: str, tmp_path: Path) -> None:
    """As files and as pasted text; what cannot be read is said with its line, and the levels stay."""
    page.goto(site)
    page.locator("#collections a").first.wait_for()
    page.locator("#reading summary").click()
    page.locator("#text").fill("First room\n#####\n#@$.#\n#####\n\n####\n#  #\n####\n\n#####\n#@x.#\n#####\n")
    page.locator("#read").click()
    faults = page.locator("#faults")
    faults.get_by_text("Line 6: this board has no player.").wait_for()
    faults.get_by_text('Line 11: found "x"').wait_for()
    page.locator('a[href="#mine/1"]').wait_for()
    file = tmp_path / "mine.sok"
    file.write_text("Second room\n######\n#@ $.#\n######\nAuthor: A. Name\n")
    page.locator("#level-files").set_input_files(file)
    page.locator('a[href="#mine/2"]').click()
    page.locator("#title").get_by_text("Second room").wait_for()
    page.locator("#board [data-kind=pusher]").wait_for(state="attached")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator("body[data-status=solved]").wait_for()
    page.goto(site)
    page.locator('a[href="#mine/2"][data-solved]').wait_for()
    page.locator("#reading summary").click()
    page.locator("#text").fill("(a b c)")
    page.locator("#read").click()
    faults.get_by_text("Found no board of XSB").wait_for()
