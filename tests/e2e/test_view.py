"""What is visible of the board, and the hand that holds a phone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

Window = Callable[..., Any]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# A player between two walls, with 28 free cells to the right and a box below.
LONG = "\n".join(["#" * 32, "#@" + "-" * 28 + "#", "#" + "-" * 14 + "$.-" + "-" * 12 + "#", "#" * 32])


def open_level(page: Any, text: str, **headers: str) -> None:
    """Play a level of XSB."""
    level = page.request.post("/api/read", data={"text": text}, headers={"X-Pushbox": "1"}).json()["levels"][0]["level"]
    begun = page.request.post("/api/plays", data={"level": level | headers}, headers={"X-Pushbox": "1"}).json()
    page.goto(f"/play?play={begun['play']}")
    ready(page)


def ready(page: Any) -> None:
    """Wait until nothing is on its way."""
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")


def swipe(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Flick a finger from one point of the window to another."""
    touch, began = page.context.new_cdp_session(page), time.time()
    for number, (kind, points) in enumerate((("Start", [start]), ("Move", [end]), ("End", []))):
        event = {
            "type": f"touch{kind}",
            "touchPoints": [{"x": x, "y": y} for x, y in points],
            "timestamp": began + number * 0.05,  # however busy the machine is
        }
        touch.send("Input.dispatchTouchEvent", event)


def depth(page: Any, count: int) -> None:
    """Wait until so many moves have been played."""
    page.wait_for_function("count => document.querySelector('#place').textContent === `${count} / ${count}`", arg=count)


def is_visible(page: Any, name: str) -> bool:
    """Return whether a cell lies within the frame of the board."""
    cell, frame = (
        page.get_by_role("gridcell", name=re.compile(f"^{name}, ")).bounding_box(),
        page.locator("#frame").bounding_box(),
    )
    return bool(frame["x"] <= cell["x"] and cell["x"] + cell["width"] <= frame["x"] + frame["width"])


def test_zoomed_in_the_view_follows_the_player(window: Window) -> None:
    """The player stays visible wherever they run; buttons pan, and show the whole board again."""
    page = window()
    open_level(page, LONG)
    view = page.get_by_role("group", name="View")
    assert view.get_by_role("button", name="Show the whole board").count() == 0
    for _ in range(4):
        view.get_by_role("button", name="Zoom in").click()
    page.keyboard.press("Control+ArrowRight")
    depth(page, 28)
    assert is_visible(page, "AD2")
    assert not is_visible(page, "B2")
    view.get_by_role("button", name="Show what is left of this").click()
    assert not is_visible(page, "AD2")
    page.keyboard.press("ArrowLeft")
    depth(page, 29)
    assert is_visible(page, "AC2")
    view.get_by_role("button", name="Show the whole board").click()
    assert is_visible(page, "B2")
    assert is_visible(page, "AD2")


def test_a_mouse_pans_from_the_floor_alone(window: Window) -> None:
    """Zoomed in a drag from the floor shows another part of the board, one from a box moves the box."""
    page = window()
    open_level(page, LONG)
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    frame = page.locator("push-board > svg").bounding_box()
    middle = frame["y"] + frame["height"] / 2
    before = page.locator("push-board > svg").get_attribute("viewBox")
    page.mouse.move(frame["x"] + 700, middle - 10)
    page.mouse.down()
    page.mouse.move(frame["x"] + 400, middle - 10, steps=4)
    page.mouse.up()
    page.wait_for_function(
        "before => document.querySelector('push-board > svg').getAttribute('viewBox') !== before", arg=before
    )
    ready(page)
    assert page.locator("#place").text_content() == "0 / 0"


def test_a_phone_shows_the_lesson_and_takes_swipes_anywhere(window: Window) -> None:
    """The note stands above the board without scrolling; a flick on the floor, a box or beside the board is a step."""
    page = window(**PHONE)
    lessons = page.request.get("/api/levels", params={"q": "First push", "game": "sokoban"}).json()["levels"]
    page.goto(f"/play?level={lessons[0]['id']}")
    ready(page)
    lesson, frame = page.locator("#lesson").bounding_box(), page.locator("#frame").bounding_box()
    assert lesson["y"] + lesson["height"] <= frame["y"]
    assert frame["y"] + frame["height"] <= 844
    open_level(page, "########\n#      #\n#@ $  .#\n#      #\n########")
    counters = page.locator("#counters").bounding_box()
    for count, name in enumerate(("F3", "D3", "B3"), 1):
        cell = page.get_by_role("gridcell", name=re.compile(f"^{name}, ")).bounding_box()
        x, y = cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2
        swipe(page, (x, y), (x, y + 60) if count == 2 else (x + 60, y))
        depth(page, count)
    y = counters["y"] + counters["height"] / 2
    swipe(page, (200, y), (140, y))
    depth(page, 4)
    page.get_by_role("gridcell", name=re.compile("^C4, player")).wait_for()


def test_a_pad_of_buttons_can_be_switched_on(window: Window) -> None:
    """Each is a step; one that is held goes on."""
    page = window(**PHONE)
    open_level(page, LONG)
    pad = page.get_by_role("group", name="Buttons for steps")
    assert pad.count() == 0
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("dialog").get_by_label("Buttons for steps under the board").check()
    page.keyboard.press("Escape")
    right = pad.get_by_role("button", name="Step right")
    right.tap()
    depth(page, 1)
    box = right.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.wait_for_function("() => Number(document.querySelector('#place').textContent.split(' ')[0]) >= 4")
    page.mouse.up()
    page.reload()
    pad.wait_for()
