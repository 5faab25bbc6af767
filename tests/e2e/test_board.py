"""The play page in a real browser: what a player does with keys, pointer, fingers and ears."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.depth import scaled

Window = Callable[..., Any]

ROOM = "#######\n#.@ # #\n#$* $ #\n#   $ #\n# ..  #\n#  *  #\n#######\n"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
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
# Wait until the core plays, as far as it does.
CORE_PLAYS = """async () => {
  const isThere = () => document.body.hasAttribute("data-plays-on");
  for (let turn = 0; turn < 15 && !isThere(); turn++) await new Promise((done) => setTimeout(done, 100));
}"""
POSITION = """() => {
  const { terrain, pieces, counters } = document.querySelector("push-board").board;
  return JSON.stringify([terrain, pieces.map((piece) => JSON.stringify({ ...piece, id: 0 })).sort(), counters]);
}"""


def cell(page: Any, number: int) -> Any:
    return page.locator(f'rect[data-cell="{number}"]')


def open_play(window: Window, path: str, **options: Any) -> Any:
    """Return the play page, once a level is shown."""
    page = window(**options)
    page.goto(path)
    has(page, "body", "data-waiting", "0")
    return page


def has(page: Any, selector: str, attribute: str, value: str) -> None:
    """Wait until an element has an attribute of a value, which is a regular expression."""
    page.wait_for_function(
        "([selector, attribute, value]) =>"
        " new RegExp(`^${value}$`).test(document.querySelector(selector)?.getAttribute(attribute) ?? '')",
        arg=[selector, attribute, value],
    )


def offered(page: Any, count: int) -> None:
    """Wait until so many cells are offered, with a dot or, where the box would be lost, a cross."""
    page.wait_for_function(
        "count => [...document.querySelectorAll('.overlay.reach, .overlay.lost')]"
        ".reduce((sum, node) => sum + Number(node.dataset.count), 0) === count",
        arg=count,
    )


def placed(page: Any, place: str) -> None:
    """Wait until the history stands at a place, such as 2 / 3."""
    page.wait_for_function("place => document.querySelector('#place').textContent === place", arg=place)


def play(window: Window, text: str, **options: Any) -> Any:
    """Return a page on which a pasted level is played."""
    page = open_play(window, "/play", **options)
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Paste levels").fill(text)
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_role("heading", name="Level 1").wait_for()
    placed(page, "0 / 0")
    return page


def test_two_taps_push_a_box_and_undo_keeps_the_branch(window: Window) -> None:
    page = play(window, ROOM)
    cell(page, BOX).click()
    offered(page, 4)
    cell(page, BOX + 1).click()
    placed(page, "3 / 3")
    page.keyboard.press("u")
    page.keyboard.press("u")
    placed(page, "1 / 3")
    page.keyboard.press("ArrowLeft")
    placed(page, "2 / 2")
    page.wait_for_function("() => document.querySelectorAll('#tree li').length === 3")
    page.locator("#tree").get_by_role("button", name=re.compile("to move 3$")).click()
    placed(page, "3 / 3")


def test_what_only_a_go_through_reaches_is_shown_when_it_is_switched_on(window: Window) -> None:
    page = play(window, "#######\n##   ##\n#@$  .#\n##   ##\n#######\n")
    player, box, beyond = 15, 16, 17
    cell(page, player).click()
    has(page, ".overlay.reach", "data-count", "1")
    page.get_by_role("button", name="More").click()
    page.get_by_label("Push other boxes aside on the way").check()
    page.keyboard.press("Escape")
    cell(page, player).click()
    has(page, ".overlay.reach", "data-count", "10")
    cell(page, beyond).click()
    placed(page, "6 / 6")
    assert page.evaluate(
        "() => document.querySelector('push-board').board.pieces.map(({ cells }) => cells[0]).sort()"
    ) == [
        box,
        beyond,
    ]


def test_the_slider_the_wheel_and_snapshots_go_through_the_history(window: Window) -> None:
    page = play(window, ROOM)
    for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    placed(page, "3 / 3")
    page.locator("#slider").fill("1")
    placed(page, "1 / 3")
    page.keyboard.press("Alt+Shift+1")
    page.locator("#frame").hover()
    page.mouse.wheel(0, 100)
    placed(page, "3 / 3")
    page.keyboard.press("Alt+1")
    placed(page, "1 / 3")
    page.keyboard.press("Home")
    page.keyboard.press("p")
    placed(page, "3 / 3")


def test_a_drag_shows_its_path_and_pushes(window: Window) -> None:
    page = play(window, ROOM)
    cell(page, BOX).hover()
    page.mouse.down()
    cell(page, BOX + 1).hover()
    page.locator(".overlay.path .end").wait_for()
    page.mouse.up()
    placed(page, "3 / 3")


def test_what_is_possible_shows_before_the_click(window: Window) -> None:
    page = play(window, ROOM)
    cell(page, BOX).hover()
    offered(page, 4)
    has(page, "push-board", "data-cursor", "grab")
    cell(page, 15).hover()  # a box that stands before a wall
    cell(page, 40).hover()
    page.locator(".overlay.path .end").wait_for()
    has(page, "push-board", "data-cursor", "go")


def test_a_broken_line_is_mended(window: Window) -> None:
    """Confirmed moves are restored, and play goes on."""
    page = play(window, ROOM)
    lines: list[Any] = []

    def connect(line: Any) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile("/ws/play"), connect)
    page.reload()
    has(page, "body", "data-waiting", "0")
    page.keyboard.press("ArrowRight")
    placed(page, "1 / 1")
    lines[-1].close(code=1011)
    page.wait_for_function("() => !document.querySelector('#banner').hidden")
    page.wait_for_function("() => document.querySelector('#banner').hidden")
    assert len(lines) == 2
    placed(page, "1 / 1")
    page.keyboard.press("ArrowDown")
    placed(page, "2 / 2")


def test_a_second_window_takes_over_and_gives_back(window: Window) -> None:
    page = play(window, ROOM)
    second = page.context.new_page()
    second.goto(page.url)
    has(second, "body", "data-waiting", "0")
    page.get_by_text("You play this in another window").wait_for()
    second.keyboard.press("ArrowRight")
    placed(page, "1 / 1")
    page.get_by_role("button", name="Play here").click()
    page.wait_for_function("() => document.querySelector('#banner').hidden")
    page.keyboard.press("ArrowLeft")
    placed(page, "2 / 2")


def test_a_level_is_solved_by_names_alone(window: Window) -> None:
    """Nobody looks at the board: the grid's names, the list of boxes and the announcements are all there is."""
    page = play(window, "######\n#@   #\n# $$ #\n# .. #\n######\n")
    names = [one.get_attribute("aria-label") or "" for one in page.get_by_role("gridcell").all()]
    boxes = [name for name in names if "box" in name]
    goals = [name for name in names if "goal" in name]
    assert [name[:2] for name in boxes] == ["C3", "D3"]
    assert [name[:2] for name in goals] == ["C4", "D4"]
    page.keyboard.press("m")
    page.get_by_role("button", name="C3, box: push down").click()
    page.get_by_role("dialog").get_by_text("1 of 2 boxes are home").wait_for()
    page.get_by_role("button", name="D3, box: push down").click()
    page.get_by_role("alert").get_by_text("Solved!").wait_for(state="attached")


def test_the_eye_reads_the_board_and_acts(window: Window) -> None:
    page = play(window, ROOM)
    page.keyboard.press("i")
    has(page, "rect:focus", "aria-label", "C2, player")
    page.keyboard.press("ArrowDown")
    has(page, "rect:focus", "aria-label", "C3, box on goal.*")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    offered(page, 4)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    placed(page, "3 / 3")


def test_keys_may_be_changed(window: Window) -> None:
    page = play(window, ROOM)
    page.keyboard.press("F1")
    page.get_by_role("button", name=re.compile("^Step right:")).click()
    page.keyboard.press("e")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    placed(page, "1 / 1")


def test_turned_and_mirrored_the_arrows_go_where_they_point(window: Window) -> None:
    page = play(window, ROOM)
    page.keyboard.press("o")
    page.keyboard.press("f")
    before = page.evaluate(DRAWN)
    page.keyboard.press("ArrowDown")
    placed(page, "1 / 1")
    assert page.evaluate(DRAWN) == page.evaluate(THOUGHT)
    assert moved_down(before, page.evaluate(DRAWN))


def moved_down(before: list[str], after: list[str]) -> bool:
    (was,), (now,) = set(before) - set(after), set(after) - set(before)
    (kind, x, y), (_, new_x, new_y) = was.split(), now.split()
    return kind == "pusher" and x == new_x and float(new_y) == float(y) + 100


def test_fingers_tap_and_swipe(window: Window) -> None:
    page = play(window, ROOM, **PHONE)
    cell(page, BOX).tap()
    offered(page, 4)
    cell(page, BOX + 1).tap()
    placed(page, "3 / 3")
    frame = page.locator("#frame").bounding_box()
    assert frame is not None
    x, y = frame["x"] + 100, frame["y"] + 12
    touch = page.context.new_cdp_session(page)
    for kind, points in (("Start", [(x, y)]), ("Move", [(x - 60, y)]), ("End", [])):
        touch.send(
            "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": [{"x": a, "y": b} for a, b in points]}
        )
    placed(page, "4 / 4")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_dialog_has_a_serious_fault(window: Window, axe: Path, scheme: str) -> None:
    page = play(window, ROOM, color_scheme=scheme, bypass_csp=True)
    page.add_script_tag(path=str(axe))
    for key in ("F1", "m"):
        page.keyboard.press(key)
        assert faults(page) == []
    for button in ("Import", "Share", "More", "Settings"):
        page.get_by_role("button", name=button, exact=True).click()
        assert faults(page) == []


def faults(page: Any) -> list[list[str]]:
    """Close the dialog that opens, and return what axe-core finds serious in it."""
    page.get_by_role("dialog").wait_for()
    violations = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
    page.keyboard.press("Escape")
    return [[one["id"], one["nodes"][0]["html"]] for one in violations if one["impact"] in {"serious", "critical"}]


@pytest.mark.parametrize("language", ["zh", "de"])
def test_other_languages_leave_no_key_without_a_text(window: Window, language: str) -> None:
    page = open_play(window, f"/play?lang={language}")
    page.keyboard.press("F1")
    page.get_by_role("dialog").wait_for()
    assert re.findall(r"\b(?:key|keys|play|count|tool|nav|settings)\.[a-z-]+", page.inner_text("body")) == []
    assert page.locator("html").get_attribute("lang") == language


def test_random_keys_in_every_game_leave_picture_board_and_server_equal(window: Window) -> None:
    page = open_play(
        window, "/play", reduced_motion="reduce"
    )  # so that nothing is still on its way when it is looked at
    dice = random.Random(7)
    collections = page.request.get("/api/collections").json()["collections"]
    keys = [*["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] * 4, "u", "Control+Shift+z", ".", "Space"]
    addresses = [f"/api/collections/{collection['id']}/levels" for collection in collections]
    last = [page.request.get(address).json()["levels"][-1] for address in addresses]
    of_each_game = [*{level["game"]: level for level in last}.values()]
    more = [level for level in last if level not in of_each_game]
    for level in [*of_each_game, *more[: scaled(20)]]:
        page.goto(f"/play?level={level['id']}")
        has(page, "body", "data-waiting", "0")
        for count in (12, 13):
            for _ in range(count):
                page.keyboard.press(dice.choice(keys))
            has(page, "body", "data-waiting", "0")
            page.evaluate(CORE_PLAYS)  # the rest of the keys, and then the page is left at once
        for _ in range(5):
            page.keyboard.press(dice.choice(keys))
        has(page, "body", "data-waiting", "0")
        assert page.evaluate(DRAWN) == page.evaluate(THOUGHT)
        position, place = page.evaluate(POSITION), page.inner_text("#place")
        page.reload()
        has(page, "body", "data-waiting", "0")
        assert (page.inner_text("#place"), page.evaluate(POSITION)) == (place, position), level
