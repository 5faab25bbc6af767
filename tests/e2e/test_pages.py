"""The other pages: solver and optimizer, editor, library, and what every page owes to everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.test_play import HALL

from pushbox import games

Window = Callable[..., Any]

PAGES = (
    "/",
    "/play?level=1",
    "/library",
    "/collection?id=1",
    "/learn",
    "/puzzles",
    "/create",
    "/edit",
    "/analyse?level=1",
    "/daily",
    "/live",
    "/class",
    "/storm",
    "/study",
    "/account",
    "/help",
    "/docs",
)
# What is the same in every language, and whatever somebody has named.
NAMES = r"pushbox|API|UTC|MiB|cookie|Hanano|Plus"
SEEN = """() => {
  const named = ["aria-label", "title", "placeholder", "alt"];
  const texts = [...document.body.querySelectorAll("*")].flatMap((it) => named.map((name) => it.getAttribute(name)));
  return [document.body.innerText, ...texts].filter(Boolean).join("\\n");
}"""
LEVELS = "; Two\n#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n\n#####\n#@$.#\n#####\n"


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desktop", "phone"])
@pytest.mark.parametrize("address", PAGES)
def test_every_page(window: Window, axe: Path, address: str, size: tuple[int, int]) -> None:
    """No page has a serious fault of accessibility, nor is it wider than its window."""
    width, height = size
    page = window(viewport={"width": width, "height": height}, bypass_csp=True)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    page.add_script_tag(path=str(axe))
    report = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    serious = [
        (fault["id"], fault["help"], [node["html"][:200] for node in fault["nodes"][:3]])
        for fault in report["violations"]
        if fault["impact"] in {"serious", "critical"}
    ]
    assert not serious


@pytest.mark.parametrize("language", ["de", "zh"])
def test_languages(window: Window, language: str) -> None:
    """A page speaks the language of its visitor, and says so."""
    page = window(locale=language)
    page.goto("/library")
    page.wait_for_load_state("networkidle")
    assert page.locator("html").get_attribute("lang").startswith(language)
    assert page.get_by_role("link", name="Library").count() == 0


def test_no_page_has_an_english_word_in_chinese(window: Window) -> None:
    """In what is seen and read out, names apart; a level of one's own is in a collection, a lesson in a room."""
    page = window(locale="zh", viewport={"width": 390, "height": 844})
    page.goto(HALL)
    page.get_by_role("gridcell").first.wait_for()
    lesson = page.request.get("/api/levels?q=First%20push").json()["levels"][0]["id"]
    room = {"kind": "race", "level_id": lesson, "best_of": 1}
    page.evaluate(
        """(room) => {
          const headers = { "X-Pushbox": "1", "Content-Type": "application/json" };
          return fetch("/api/rooms", { method: "POST", headers, body: JSON.stringify(room) }).then(({ ok }) => ok);
        }""",
        room,
    )
    names = "|".join(info.name for info in (games.find(key).info for key in games.keys() if key != "sokoban"))
    # Not those of keys and formats, and of the API, which have names of others all over.
    for address in ({*PAGES} - {"/help", "/docs"}) | {"/library?game=plus", "/make", "/profile"}:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        said = re.sub(rf"{names}|{NAMES}", "", page.evaluate(SEEN))
        assert re.findall(r"[A-Za-z][a-z']+(?: [a-z']+)*", said) == [], address


def test_the_language_of_the_settings(window: Window) -> None:
    """The page comes anew in it, and so does each page after that, also once the cookie that names it is gone."""
    page = window(locale="de")
    page.goto("/library?lang=zh")
    assert page.locator("html").get_attribute("lang") == "zh"
    page.locator("#open-settings").click()
    with page.expect_navigation():
        page.locator("#setting-language").select_option("en")
    page.get_by_role("heading", name="Library", level=1).wait_for()
    page.context.clear_cookies(name="language")
    page.goto("/daily")
    page.get_by_role("heading", name="Daily", level=1).wait_for()
    assert page.locator("html").get_attribute("lang") == "en"


def test_a_button_that_is_pressed_before_the_page_is_mounted(window: Window) -> None:
    """It waits for the modules: the form is sent once, by its page, and the settings are open."""
    page = window()
    held: list[Any] | None = []

    def load(route: Any) -> None:
        if held is None or "early" in route.request.url:
            route.continue_()
        else:
            held.append(route)

    page.route(re.compile(r"/static/.*\.js"), load)
    page.goto("/library", wait_until="commit")
    page.locator("[name=q]").fill("no level has this title")
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator("#open-settings").click()
    while not held:
        page.wait_for_timeout(20)
    modules, held = held, None
    for route in modules:
        route.continue_()
    page.get_by_role("dialog").get_by_role("heading", name="Settings").wait_for()
    page.get_by_text("No level").first.wait_for()  # the header answers before the body is mounted
    assert page.url.endswith("/library?q=no+level+has+this+title")


def test_solver_and_optimizer(window: Window) -> None:
    """The solver answers beside the board, its answer is taken over and made shorter."""
    page = window()
    page.goto("/edit")
    page.locator("#layers button, #layers input").first.wait_for()
    page.get_by_role("button", name="Paste a level").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("########\n#@-$--.#\n########")
    dialog.get_by_role("button", name="Read").click()
    page.get_by_role("gridcell", name=re.compile("^D2, .*box")).wait_for()
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("button", name="Solve from here").wait_for()
    page.locator("#solver select").select_option("pushes")
    page.get_by_role("button", name="Solve from here").click()
    answer = page.locator("#solver .answer")
    answer.get_by_text("rRRR").wait_for()
    answer.get_by_role("button", name="Take over").click()
    page.get_by_role("gridcell", name=re.compile("^G2, .*box on goal")).wait_for()
    page.get_by_role("button", name="Make it shorter").click()
    page.locator("#optimizer .answer").get_by_text("rRRR").wait_for()


def test_a_drawing_is_reviewed_while_its_panel_is_open(window: Window) -> None:
    """The designer reads how hard it is and what is known of it, sees where, and reads anew after a change."""
    page = window()
    page.goto("/edit")
    page.get_by_role("gridcell", name=re.compile("^E5, box")).wait_for()
    page.get_by_role("button", name="Paste a level").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("########\n#@-$--.#\n#---$$.#\n#.-----#\n########")
    dialog.get_by_role("button", name="Read").click()
    page.locator("#verdict[data-verdict=solvable]").wait_for()
    panel = page.locator("#review")
    panel.get_by_text("Review").click()
    panel.get_by_text(re.compile("^Difficulty [0-9]+ of 100$")).wait_for()
    panel.get_by_text("All was tried that a review tries.").wait_for()
    assert panel.get_by_role("link", name=re.compile("^Nearly the same: ")).count() == 0
    assert panel.locator("ul.findings > li > p:visible").count() == 1 + 3  # the difficulty, and what matters first
    panel.get_by_text(re.compile("^[0-9]+ more$")).click()
    panel.get_by_role("button", name=re.compile("never used|wall|part")).first.click()
    page.locator("#board .overlay.hint").wait_for()
    page.get_by_role("button", name="Mirror").click()
    page.locator("#board .overlay.hint").wait_for(state="detached")
    panel.get_by_text(re.compile("^Difficulty [0-9]+ of 100$")).wait_for()


def test_draw_a_level(window: Window) -> None:
    """A level is drawn, judged while it is drawn, tried out, and saved."""
    page = window()
    page.goto("/edit")
    palette = page.locator("#layers")
    page.get_by_role("gridcell", name=re.compile("^E5, box")).wait_for()  # tools and brushes can be taken then

    def draw(brush: str, name: str) -> None:
        palette.get_by_role("radio", name=brush, exact=True).or_(
            palette.get_by_role("button", name=brush, exact=True)
        ).first.click()
        page.get_by_role("gridcell", name=re.compile(f"^{name}, ")).click()

    draw("player", "C3")
    draw("box", "D3")
    page.locator("#problems li").first.wait_for()
    draw("goal", "E3")
    draw("goal", "F5")  # for the box that a new drawing begins with
    page.locator("#verdict[data-verdict=solvable]").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("#verdict:not([data-verdict=solvable])").wait_for()
    page.get_by_role("button", name="Redo").click()
    page.locator("#verdict[data-verdict=solvable]").wait_for()
    page.get_by_role("button", name="Test play").click()
    page.wait_for_url("**/play?*")
    page.get_by_role("gridcell", name=re.compile("^D3, .*box")).wait_for()
    page.wait_for_function("() => document.querySelector('#counters dd')")
    page.keyboard.press("ArrowRight")
    page.get_by_role("gridcell", name=re.compile("^E3, .*box on goal")).wait_for()


def test_import_a_collection(window: Window) -> None:
    """A pasted file becomes a collection; the level that is there twice is named."""
    page = window()
    page.goto("/library")
    page.get_by_role("link", name=re.compile("Lessons")).wait_for()  # the page listens then
    panel = page.locator("#import")
    panel.locator("summary").first.click()
    panel.get_by_role("textbox", name="Paste levels").fill(LEVELS)
    panel.get_by_role("button", name="Read").click()
    panel.get_by_role("textbox", name="Name").fill("Three levels")
    panel.get_by_role("button", name=re.compile("^Add ")).click()
    panel.get_by_role("link", name="Open").wait_for()
    panel.locator(".reading details summary").click()
    panel.get_by_text(re.compile("rotated or mirrored")).first.wait_for()
    panel.get_by_role("link", name="Open").click()
    page.get_by_role("heading", name="Three levels").wait_for()


def test_daily(window: Window) -> None:
    """Three levels of the day, each with a way to its board."""
    page = window()
    page.goto("/daily")
    for size in ("Small", "Middle", "Large"):
        page.get_by_text(size, exact=True).first.wait_for()
    page.locator("a[href^='/play?level=']").first.click()
    page.get_by_role("gridcell").first.wait_for()
