"""The play page in a real browser: what a player does with keys, pointer, fingers and ears."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .axe import violations
from .conftest import Open, Server

ROOM = "#######\n#.@ # #\n#$* $ #\n#   $ #\n# ..  #\n#  *  #\n#######\n"
BOX = 18  # E3, which the player can push to the left and to the right

# What is drawn and what is thought to be drawn: the place of every piece.
DRAWN = """() => [...document.querySelectorAll(".piece:not(.gone)")].map((node) => {
  const [, x, y = 0] = /translate\\(([\\d.]+)px(?:, ([\\d.]+)px)?/.exec(node.style.transform);
  return `${node.dataset.kind} ${x} ${y}`;
}).sort()"""
THOUGHT = """() => {
  const { board, layout } = document.querySelector("push-board");
  const places = board.pieces.filter(({ hidden }) => !hidden).map(({ kind, cells }) => [kind, layout.place(cells[0])]);
  return places.map(([kind, [x, y]]) => `${kind} ${x * 100} ${y * 100}`).sort();
}"""
POSITION = """() => {
  const { terrain, pieces, counters } = document.querySelector("push-board").board;
  return JSON.stringify([terrain, pieces.map((piece) => JSON.stringify({ ...piece, id: 0 })).sort(), counters]);
}"""


def cell(page: Page, number: int) -> Any:
    return page.locator(f'rect[data-cell="{number}"]')


def sit(visit: Open, path: str, **options: Any) -> Page:
    """The play page, once a level is on the table."""
    page = visit(path, **options)
    expect(page.locator("body")).to_have_attribute("data-waiting", "0", timeout=15_000)
    return page


def play(visit: Open, text: str, **options: Any) -> Page:
    """A page on which a pasted level is played."""
    page = sit(visit, "/play", **options)
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Paste levels").fill(text)
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#title")).to_have_text("Level 1")
    return page


def test_two_taps_push_a_box_and_undo_keeps_the_branch(visit: Open) -> None:
    page = play(visit, ROOM)
    cell(page, BOX).click()
    expect(page.locator(".mark.reach")).to_have_attribute("data-count", "4")
    cell(page, BOX + 1).click()
    expect(page.locator("#place")).to_have_text("3 / 3")
    expect(page.locator("#counters .main dd").nth(1)).to_have_text("1")
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(page.locator("#place")).to_have_text("1 / 3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#place")).to_have_text("2 / 2")
    expect(page.locator("#tree li")).to_have_count(3)
    page.locator("#tree").get_by_role("button", name="move 3, R").click()
    expect(page.locator("#place")).to_have_text("3 / 3")


def test_the_slider_the_wheel_and_snapshots_go_through_the_history(visit: Open) -> None:
    page = play(visit, ROOM)
    for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#place")).to_have_text("3 / 3")
    page.locator("#slider").fill("1")
    expect(page.locator("#place")).to_have_text("1 / 3")
    page.keyboard.press("Alt+Shift+1")
    page.locator("#frame").hover()
    page.mouse.wheel(0, 100)
    expect(page.locator("#place")).to_have_text("3 / 3")
    page.keyboard.press("Alt+1")
    expect(page.locator("#place")).to_have_text("1 / 3")
    page.keyboard.press("Home")
    page.keyboard.press("p")
    expect(page.locator("#place")).to_have_text("3 / 3")


def test_a_drag_shows_its_path_and_pushes(visit: Open) -> None:
    page = play(visit, ROOM)
    cell(page, BOX).hover()
    page.mouse.down()
    cell(page, BOX + 1).hover()
    expect(page.locator(".mark.path .end")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("#place")).to_have_text("3 / 3")


def test_what_is_possible_shows_before_the_click(visit: Open) -> None:
    page = play(visit, ROOM)
    cell(page, BOX).hover()
    expect(page.locator(".mark.reach")).to_have_attribute("data-count", "4")
    expect(page.locator("push-board")).to_have_attribute("data-cursor", "grab")
    cell(page, 15).hover()  # a box that stands before a wall
    cell(page, 40).hover()
    expect(page.locator(".mark.path .end")).to_have_count(1)
    expect(page.locator("push-board")).to_have_attribute("data-cursor", "go")


def test_solving_is_told_and_leads_on(visit: Open) -> None:
    page = sit(visit, "/play")
    expect(page.locator("#title")).to_have_text("First push")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog", name="Solved!")).to_be_visible()
    page.get_by_role("button", name="Next unsolved").click()
    expect(page.locator("#title")).not_to_have_text("First push")
    expect(page.locator("#place")).to_have_text("0 / 0")


def test_a_reload_comes_back_and_a_link_carries_the_moves(visit: Open) -> None:
    page = play(visit, ROOM)
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "u"):
        page.keyboard.press(key)
    expect(page.locator("#place")).to_have_text("2 / 3")
    page.reload()
    expect(page.locator("#place")).to_have_text("2 / 3")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link").input_value()
    other = sit(visit, link[link.index("/p#") :])
    expect(other.locator("#place")).to_have_text("2 / 2")
    assert other.evaluate(POSITION) == page.evaluate(POSITION)


def test_links_of_sokoplayer_open(visit: Open) -> None:
    page = sit(visit, "/play?w=7&h=3&lvl=HHHHHHH|Ha$__.H|HHHHHHH")
    assert page.evaluate("() => document.querySelector('push-board').board.width") == 7


def test_a_broken_line_is_mended(visit: Open, server: Server) -> None:
    page = play(visit, ROOM)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#place")).to_have_text("1 / 1")
    server.stop()
    expect(page.locator("#banner")).to_have_text(re.compile("Connection lost"))
    server.start()
    expect(page.locator("#banner")).to_be_hidden(timeout=20_000)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#place")).to_have_text("2 / 2")


def test_a_second_window_takes_over_and_gives_back(visit: Open) -> None:
    page = play(visit, ROOM)
    second = page.context.new_page()
    second.goto(page.url)
    expect(page.locator("#banner")).to_have_text(re.compile("another window"))
    second.keyboard.press("ArrowRight")
    expect(page.locator("#place")).to_have_text("1 / 1")
    page.get_by_role("button", name="Play here").click()
    expect(page.locator("#banner")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#place")).to_have_text("2 / 2")


def test_a_level_is_solved_by_names_alone(visit: Open) -> None:
    """Nobody looks at the board: the grid's names, the list of boxes and what is said are all there is."""
    page = play(visit, "######\n#@   #\n# $$ #\n# .. #\n######\n")
    names = [one.get_attribute("aria-label") or "" for one in page.get_by_role("gridcell").all()]
    boxes = [name for name in names if "box" in name]
    goals = [name for name in names if "goal" in name]
    assert [name[:2] for name in boxes] == ["C3", "D3"]
    assert [name[:2] for name in goals] == ["C4", "D4"]
    page.keyboard.press("m")
    page.get_by_role("button", name="C3, box: push down").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(re.compile("1 of 2 boxes are home"))
    page.get_by_role("button", name="D3, box: push down").click()
    expect(page.get_by_role("alert")).to_have_text("Solved!")


def test_the_eye_reads_the_board_and_acts(visit: Open) -> None:
    page = play(visit, ROOM)
    page.keyboard.press("i")
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("aria-label", re.compile("^C2, player"))
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute("aria-label", re.compile("^C3, box on goal"))
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".mark.reach")).to_have_attribute("data-count", "4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_have_text("3 / 3")


def test_keys_may_be_changed(visit: Open) -> None:
    page = play(visit, ROOM)
    page.keyboard.press("F1")
    page.get_by_role("button", name=re.compile("^Step right:")).click()
    page.keyboard.press("e")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page.locator("#place")).to_have_text("1 / 1")


def test_turned_and_mirrored_the_arrows_go_where_they_point(visit: Open) -> None:
    page = play(visit, ROOM)
    page.keyboard.press("o")
    page.keyboard.press("f")
    before = page.evaluate(DRAWN)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#place")).to_have_text("1 / 1")
    assert page.evaluate(DRAWN) == page.evaluate(THOUGHT)
    assert moved_down(before, page.evaluate(DRAWN))


def moved_down(before: list[str], after: list[str]) -> bool:
    (was,), (now,) = set(before) - set(after), set(after) - set(before)
    (kind, x, y), (_, new_x, new_y) = was.split(), now.split()
    return kind == "pusher" and x == new_x and float(new_y) == float(y) + 100


def test_fingers_tap_and_swipe(visit: Open) -> None:
    page = play(visit, ROOM, phone=True)
    cell(page, BOX).tap()
    expect(page.locator(".mark.reach")).to_have_attribute("data-count", "4")
    cell(page, BOX + 1).tap()
    expect(page.locator("#place")).to_have_text("3 / 3")
    frame = page.locator("#frame").bounding_box()
    assert frame is not None
    x, y = frame["x"] + 100, frame["y"] + 12
    touch = page.context.new_cdp_session(page)
    for kind, points in (("Start", [(x, y)]), ("Move", [(x - 60, y)]), ("End", [])):
        touch.send(
            "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": [{"x": a, "y": b} for a, b in points]}
        )
    expect(page.locator("#place")).to_have_text("4 / 4")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit: Open, scheme: str) -> None:
    page = play(visit, ROOM, color_scheme=scheme)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#place")).to_have_text("1 / 1")
    assert violations(page) == []
    for key in ("F1", "m"):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
    for button in ("Import", "Share", "More", "Settings"):
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")


@pytest.mark.parametrize("language", ["zh", "de"])
def test_other_languages_leave_no_key_without_a_text(visit: Open, language: str) -> None:
    page = sit(visit, f"/play?lang={language}")
    page.keyboard.press("F1")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert re.findall(r"\b(?:key|keys|play|count|tool|nav|settings)\.[a-z-]+", page.inner_text("body")) == []
    assert page.locator("html").get_attribute("lang") == language


def test_random_keys_in_every_game_leave_picture_board_and_server_equal(visit: Open, server: Server) -> None:
    page = sit(visit, "/play", reduced_motion="reduce")  # so that nothing is still on its way when it is looked at
    dice = random.Random(7)
    collections = page.request.get(f"{server.address}/api/collections").json()["collections"]
    keys = [*["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] * 4, "u", "Control+Shift+z", ".", "Space"]
    for collection in collections:
        levels = page.request.get(f"{server.address}/api/collections/{collection['id']}/levels").json()["levels"]
        page.goto(f"{server.address}/play?level={levels[-1]['id']}")
        expect(page.locator("body")).to_have_attribute("data-waiting", "0")
        for _ in range(25):
            page.keyboard.press(dice.choice(keys))
        expect(page.locator("body")).to_have_attribute("data-waiting", "0")
        assert page.evaluate(DRAWN) == page.evaluate(THOUGHT)
        position, place = page.evaluate(POSITION), page.inner_text("#place")
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-waiting", "0")
        assert (page.inner_text("#place"), page.evaluate(POSITION)) == (place, position), collection["name"]
