"""How it looks and sounds: skins, counters, sounds that stay off on phones, and an editor that asks before it drops."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.languages import EVERYWHERE, texts
from tests.e2e.test_play import solved

from pushbox.bench import browser

Window = Callable[..., Any]

# Counts the tones that the browser's synthesizer is asked for.
LISTEN = """window.tones = 0;
const { createOscillator } = AudioContext.prototype;
AudioContext.prototype.createOscillator = function () {
  window.tones += 1;
  return createOscillator.call(this);
};"""
WALL = """() => {
  const { fill, stroke } = getComputedStyle(document.querySelector("push-board [class*=wall]"));
  return `${fill} ${stroke}`;
}"""


def play(page: Any) -> None:
    """Open a first level, and wait until it can be played."""
    page.goto("/play#v=1&g=sokoban&x=7W.W5_W.W_pb_gW.W5_W.7W")
    ready(page)


def ready(page: Any) -> None:
    """Wait until a level can be played."""
    page.get_by_role("gridcell").first.wait_for()
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    page.wait_for_timeout(300)  # in which the synthesizer is made ready


def test_each_skin_is_drawn_unlike_the_others(window: Window) -> None:
    """A choice of the settings is there at once, and after a reload."""
    page = window()
    play(page)
    seen = []
    for skin in ("plain", "wood", "paper", "pixel", "contrast"):
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Skin").select_option(skin)
        page.keyboard.press("Escape")
        seen.append(page.evaluate(WALL))
    assert len(set(seen)) == 5
    page.reload()
    page.wait_for_function("() => document.documentElement.dataset.skin === 'contrast'")


def tiles(path: Path, columns: int = 4) -> Path:
    """Write a picture of square tiles in six rows, each of a colour of its own, as Sokoban programs share them."""
    images = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    sheet = images.new("RGB", (columns * 20, 6 * 20))
    for number in range(columns * 6):
        left, top = number % columns * 20, number // columns * 20
        sheet.paste((10 * number, 200 - 8 * number, 90), (left, top, left + 20, top + 20))
    sheet.save(path)
    return path


@EVERYWHERE
def test_an_image_of_tiles_is_a_skin(window: Window, tmp_path: Path, language: str, size: dict[str, Any]) -> None:
    """Floor, walls, goals, boxes and players are its tiles on all pages; other pictures are refused."""
    said = texts(language)
    page = window(locale=language, **size)
    play(page)
    page.locator("#open-settings").click()
    page.locator("dialog input[type=file]").set_input_files(tiles(tmp_path / "wide.png", columns=7))
    page.get_by_role("alert").get_by_text(said["skin.image.refused"].format(name="wide.png")).wait_for()
    with page.expect_navigation():
        page.locator("dialog input[type=file]").set_input_files(tiles(tmp_path / "tiles.png"))
    assert page.locator("html").get_attribute("data-skin") == "image"
    ready(page)
    drawn = page.locator("push-board .piece image")
    before = drawn.evaluate_all("(images) => images.map((it) => it.getAttribute('href'))")
    assert len({*before}) == 2, "the player and the box"
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "(before) => document.querySelector('.piece image').getAttribute('href') !== before", arg=before[0]
    )
    page.keyboard.press("ArrowRight")
    page.locator("#card[data-kind=solved]").wait_for()
    colours = page.locator("push-board").evaluate(
        """async (board) => {
          const images = [...board.querySelectorAll(".piece image, .tiles image, .ground image")];
          return Promise.all(images.map(async (it) => {
            const image = new Image();
            image.src = it.getAttribute("href");
            await image.decode();
            const canvas = document.createElement("canvas");
            canvas.getContext("2d").drawImage(image, 0, 0);
            const [red, green] = canvas.getContext("2d").getImageData(1, 1, 1, 1).data;
            return [red / 10, (200 - green) / 8];
          }));
        }"""
    )
    assert all(red == green for red, green in colours), colours
    assert {19, 6, 4, 0} <= {red for red, _ in colours}, "a player to the right, a box at home, a goal, floor"
    page.goto("/library")
    page.locator("a.card push-board .ground image").first.wait_for(state="attached")
    page.locator("#open-settings").click()
    with page.expect_navigation():
        page.locator("#setting-skin").select_option("wood")
    page.locator("a.card push-board .wall").first.wait_for(state="attached")


@pytest.mark.parametrize(("options", "sounds"), [({}, True), ({"has_touch": True, "is_mobile": True}, False)])
def test_a_push_is_heard_but_not_on_a_phone(window: Window, options: dict[str, bool], sounds: bool) -> None:
    """Unless they are switched on in the settings."""
    page = window(**options)
    page.add_init_script(LISTEN)
    play(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    assert (page.evaluate("() => tones") > 0) is sounds


def test_the_player_looks_where_they_go(window: Window) -> None:
    """Each step turns the player's eyes."""
    page = window()
    play(page)
    eyes = page.locator("push-board .eyes").first
    turned = []
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
        before = eyes.get_attribute("transform")
        page.keyboard.press(key)
        page.wait_for_function(
            "(before) => document.querySelector('push-board .eyes').getAttribute('transform') !== before", arg=before
        )
        turned.append(eyes.get_attribute("transform"))
    assert len(set(turned)) == 4


@pytest.mark.parametrize("celebrated", [True, False])
def test_a_win_is_celebrated_unless_that_is_switched_off(window: Window, celebrated: bool) -> None:
    """The board shines for a moment; the counts of the win are there either way."""
    page = window()
    play(page)
    if not celebrated:
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Celebrate a solved level").uncheck()
        page.keyboard.press("Escape")
    page.evaluate("""() => {
      window.celebrated = false;
      const board = document.querySelector("push-board");
      const look = () => (window.celebrated ||= board.classList.contains("celebrate"));
      new MutationObserver(look).observe(board, { attributeFilter: ["class"] });
    }""")
    for key in ("ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    solved(page)
    assert page.evaluate("() => celebrated") is celebrated


@pytest.mark.parametrize(("width", "height", "mobile"), [(1280, 720, False), (390, 844, True)], ids=["laptop", "phone"])
def test_what_to_do_after_a_win_is_seen_beside_the_board(window: Window, width: int, height: int, mobile: bool) -> None:
    """Without scrolling, and the whole board with it, which stays as large as it was."""
    page = window(viewport={"width": width, "height": height}, is_mobile=mobile, has_touch=mobile)
    play(page)
    size = "() => ((it) => [it.width, it.height])(document.querySelector('#frame').getBoundingClientRect())"
    before = page.evaluate(size)
    for key in ("ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    solved(page)
    page.wait_for_timeout(1_000)  # for what scrolls
    assert page.evaluate(size) == before
    for part in ("#card .primary", "push-board"):
        edges = page.locator(part).evaluate(
            "(it) => { const { top, bottom } = it.getBoundingClientRect(); return [top, bottom]; }"
        )
        assert edges[0] >= 0, (part, edges)
        assert edges[1] <= height
    browser.open_level(page, browser.HALL)
    assert page.evaluate("scrollY") == 0, "the next level is seen from its title on"


def test_moves_and_pushes_are_large_and_the_other_counts_under_details(window: Window) -> None:
    """Of the five counts two are shown at once."""
    page = window()
    play(page)
    assert page.locator("#counters .main").count() == page.locator("#counters > :not([hidden])").count() == 2
    assert not page.locator("#more-counters").is_visible()
    page.get_by_text("More counts").click()
    assert page.locator("#more-counters > *").count() == 3
    size = "(element) => parseFloat(getComputedStyle(element).fontSize)"
    large, small = (page.locator(f"{part} dd").first.evaluate(size) for part in ("#counters", "#more-counters"))
    assert large > small


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_tiles_and_tools_are_neither_cut_nor_tall_on_a_phone(window: Window, language: str) -> None:
    """A tile has its name in two lines, its size and the best known pushes in as many; no button is cut."""
    page = window(viewport={"width": 390, "height": 844}, locale=language)
    page.goto("/library")
    packs = page.request.get("/api/collections").json()["collections"]
    page.goto(f"/collection?id={next(pack['id'] for pack in packs if pack['name'] == 'campaign-03')}")
    page.locator("a.tile").nth(31).wait_for()
    lines = """(tiles) => tiles.map((tile) => [...tile.querySelectorAll(".tile-name, .tile-facts")].map((it) =>
      Math.round(it.getBoundingClientRect().height / parseFloat(getComputedStyle(it).lineHeight))))"""
    tiles = page.locator("a.tile").evaluate_all(lines)
    assert {len(tile) for tile in tiles} == {3}
    assert max(max(tile) for tile in tiles) <= 2
    dots = """(all) => all.map((it) => {
      it.style.width = "4.5em"; // so that it takes two lines, whatever the font
      const [first, second] = [...it.children].map((part) => part.getBoundingClientRect());
      const [, clipped] = /inset\\(0px 0px 0px ([\\d.]+)px\\)/.exec(getComputedStyle(it).clipPath) ?? [0, 0];
      const dot = it.querySelector("i").getBoundingClientRect().right - it.getBoundingClientRect().left - clipped;
      return [second.top > first.top, dot, first.left - it.parentElement.getBoundingClientRect().left];
    })"""
    for parted, dot, left in page.locator(".size-facts").evaluate_all(dots):
        assert parted
        assert dot <= 1, "the dot before the second line is clipped"
        assert abs(left) <= 1
    names = "".join(page.locator(".tile-name").all_text_contents())
    assert ("Stein\u00adbrunnen" in names) == (language == "de"), "a word is broken where its parts meet"
    page.locator("a.tile").first.click()
    page.locator("#tools [data-command=more]").click()
    buttons = (
        page.get_by_role("dialog")
        .locator("button")
        .evaluate_all(
            "(buttons) => buttons.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent)"
        )
    )
    assert buttons == []


def test_a_new_drawing_can_be_played_and_saves_to_a_collection_of_its_own(window: Window) -> None:
    """What the next game does not know is dropped once that is agreed to."""
    page = window()
    page.goto("/edit")
    page.locator("#verdict[data-verdict=solvable]").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    dialog = page.get_by_role("dialog")
    assert dialog.locator("select").evaluate("(select) => select.value") == "new"
    page.keyboard.press("Escape")
    page.locator("#game").select_option("hanano")
    dialog.get_by_role("button", name="Drop it").click()
    page.wait_for_function(
        "() => !document.querySelector('push-board').board.pieces.some(({ kind }) => kind === 'box')"
    )


def test_the_library_names_its_feed(window: Window) -> None:
    """A reader of feeds finds what is new."""
    page = window()
    page.goto("/library")
    feed = page.locator("link[type='application/atom+xml']").get_attribute("href")
    answer = page.request.get(feed)
    assert answer.ok
    assert "<feed" in answer.text()
