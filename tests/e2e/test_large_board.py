"""A large board with many boxes: keys are answered whatever a pointer has asked for, a reach is one drawing, and a step
has nothing drawn again but what it moves and what counts it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.e2e.languages import EVERYWHERE

from pushbox.bench.browser import MANY, SIZE, room

Window = Callable[..., Any]

LOOKS = {"reach", "pushable", "ends", "path"}  # what a pointer and the labels of cells ask for
KEYS = ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft")
MOST = 50  # elements that a frame may have restyled or laid out; the board has 4,000


class Held:
    """A socket on the way to the server, which keeps the answers to looks until they are let go."""

    def __init__(self, page: Any) -> None:
        self.asked: dict[int, str] = {}
        self.kept: list[str] = []
        self.holds = True
        page.route_web_socket(lambda address: "/ws/play" in address, self._route)

    def _route(self, socket: Any) -> None:
        self._page, server = socket, socket.connect_to_server()
        socket.on_message(lambda text: self._up(server, text))
        server.on_message(self._down)

    def _up(self, server: Any, text: str) -> None:
        message = json.loads(text)
        if message["do"] in LOOKS:
            self.asked[message["n"]] = message["do"]
        server.send(text)

    def _down(self, text: str) -> None:
        message = json.loads(text)
        if self.holds and message.get("n") in self.asked:
            self.kept.append(text)
        else:
            self._page.send(text)

    def let_go(self) -> None:
        """Send what was kept, in its order, and keep nothing more."""
        self.holds = False
        for text in self.kept:
            self._page.send(text)


def open_room(page: Any) -> None:
    """Open a board of 50 x 50 cells with 100 boxes."""
    page.goto("/play")
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    page.locator("#tools [data-command=import]").click()
    page.locator("dialog textarea").fill(room(MANY))
    page.locator("dialog .primary").click()
    page.wait_for_function(f"() => document.querySelector('push-board').board?.width === {SIZE}")
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")


@EVERYWHERE
def test_a_key_waits_for_nothing_that_a_pointer_has_asked(window: Window, language: str, size: dict[str, Any]) -> None:
    """On 50 x 50 cells with 100 boxes: counts and history go on while no look has been answered, and looks do later.

    What a box can reach is drawn as one element, however many cells it marks.
    """
    page = window(locale=language, **size)
    held = Held(page)
    open_room(page)
    boxes = page.evaluate(
        "() => document.querySelector('push-board').board.pieces.filter(it => it.kind === 'box').map(it => it.cells[0])"
    )
    assert len(boxes) == 100
    look = (
        "(cell) => document.querySelector('push-board').dispatchEvent(new CustomEvent('cell-press', {detail: {cell}}))"
    )
    page.evaluate(look, boxes[44])
    page.wait_for_timeout(50)
    for number, key in enumerate(KEYS, start=1):
        page.keyboard.press(key)
        page.wait_for_function(
            "count => document.querySelector('#counters dd').textContent === count"
            " && document.body.dataset.waiting === '0'",
            arg=str(number),
        )
        assert page.locator("#place").text_content().split()[0] == str(number)
    assert "reach" in held.asked.values()
    assert not page.locator(".overlay.reach").count(), "none of its answers has come"
    held.let_go()
    page.evaluate(look, boxes[45])
    shown = page.locator(".overlay.reach")
    shown.wait_for(state="attached")
    assert (shown.count(), int(shown.get_attribute("data-count")) > SIZE * SIZE / 2) == (1, True)


def traced(page: Any, act: Callable[[], None]) -> list[dict[str, Any]]:
    """Return what the browser says of its work while something is done."""
    session = page.context.browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    categories = {"includedCategories": ["devtools.timeline"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": categories})
    act()
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    return events


def layers(page: Any, act: Callable[[], None]) -> list[dict[str, Any]]:
    """Return the layers of a page that something is drawn on, after something was done."""
    session = page.context.new_cdp_session(page)
    trees: list[list[dict[str, Any]]] = []
    session.on("LayerTree.layerTreeDidChange", lambda message: trees.append(message.get("layers", [])))
    session.send("LayerTree.enable")
    act()
    page.wait_for_timeout(300)
    session.send("LayerTree.disable")
    return [layer for layer in trees[-1] if layer["drawsContent"]]


def test_a_step_has_neither_the_board_nor_its_cells_drawn_again(window: Window) -> None:
    """By the browser's own counts, which no other program lengthens."""
    page = window()
    open_room(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(1000)  # what comes once for all steps

    def walk() -> None:
        for count, key in enumerate(("ArrowRight", "ArrowDown") * 3, start=2):
            page.keyboard.press(key)
            page.wait_for_function(
                "count => document.querySelector('#counters dd').textContent === count", arg=str(count)
            )
        page.wait_for_timeout(300)

    events: list[dict[str, Any]] = []
    shown = layers(page, lambda: events.extend(traced(page, walk)))
    styled = [event["args"]["elementCount"] for event in events if "elementCount" in event.get("args", {})]
    laid_out = [event["args"]["beginData"]["dirtyObjects"] for event in events if event["name"] == "Layout"]
    assert 0 < max(styled) < MOST
    assert 0 < max(laid_out) < MOST
    screen = 1440 * 900
    assert max(layer["width"] * layer["height"] for layer in shown) <= screen, "the cells are not drawn"
    boards = [layer for layer in shown if screen / 5 < layer["width"] * layer["height"] < screen]
    assert [layer["paintCount"] for layer in boards] == [1], "the board is drawn once, apart from the page"


def test_small_pictures_are_no_layers(window: Window) -> None:
    """A page of cards has hundreds of pieces, of which none moves."""
    page = window()
    page.goto("/library")
    page.locator(".cards .piece").first.wait_for(state="attached")
    pieces = page.locator(".piece").count()
    shown = layers(page, lambda: page.mouse.wheel(0, 10))
    assert pieces > 50
    assert len(shown) < pieces / 4
