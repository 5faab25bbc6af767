"""A large board with many boxes: keys are answered whatever a pointer has asked for, and a reach is one drawing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.e2e.languages import EVERYWHERE

from pushbox.bench.browser import MANY, SIZE, room

Window = Callable[..., Any]

LOOKS = {"reach", "pushable", "ends", "path"}  # what a pointer and the labels of cells ask for
KEYS = ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft")


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


@EVERYWHERE
def test_a_key_waits_for_nothing_that_a_pointer_has_asked(window: Window, language: str, size: dict[str, Any]) -> None:
    """On 50 x 50 cells with 100 boxes: counts and history go on while no look has been answered, and looks do later.

    What a box can reach is drawn as one element, however many cells it marks.
    """
    page = window(locale=language, **size)
    held = Held(page)
    page.goto("/play")
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    page.locator("#tools [data-command=import]").click()
    page.locator("dialog textarea").fill(room(MANY))
    page.locator("dialog .primary").click()
    page.wait_for_function(f"() => document.querySelector('push-board').board?.width === {SIZE}")
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
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
