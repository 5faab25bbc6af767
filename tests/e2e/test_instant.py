"""A player far from the server: what they do is on the board before the server has answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pushbox.bench import browser
from pushbox.bench.delay import delayed

Window = Callable[..., Any]
ROUND_TRIPS = (150, 300)  # milliseconds

# Counts the answers that have come, and notes how many had when the player came to a cell.
COUNT = """() => {
  window.answered = 0;
  window.arrivals = [];
  const { WebSocket } = window;
  window.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data }) => (window.answered += data.includes('"is":"turned"')));
    }
  };
}"""
ARRIVE = """() => {
  const place = /translate\\((-?[\\d.]+)px, (-?[\\d.]+)px\\)/;
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const [, x, y] = place.exec(target.style?.transform ?? "") ?? [];
      const { width } = document.querySelector("push-board").board;
      if (target.dataset.kind === "pusher") window.arrivals.push([(y / 100) * width + x / 100, window.answered]);
    }
  }).observe(document.querySelector("push-board"), { subtree: true, attributeFilter: ["style"] });
}"""


@pytest.fixture(params=ROUND_TRIPS)
def far(server: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the address of the server behind a slow network; asked for before `window`, it outlives the pages."""
    with delayed(server.removeprefix("http://"), request.param) as proxy:
        yield f"http://{proxy.address}"


def in_the_hall(window: Window, address: str) -> Any:
    """Return a page on which the hall can be played, which counts what is painted and what is answered."""
    page = window(base_url=address)
    page.add_init_script(f"({COUNT})()")
    page.goto("/play")
    page.wait_for_function("() => document.body?.dataset.waiting === '0'")
    browser.open_level(page, browser.HALL)
    page.evaluate(ARRIVE)
    return page


def test_each_press_is_painted_before_its_answer(far: str, window: Window) -> None:
    """A key held, a zigzag, pushes, undo and redo, 33 ms apart: the board is never behind."""
    page = in_the_hall(window, far)
    waits = browser.press(page, browser.HALL, browser.PRESSES)
    assert float("inf") not in waits
    answers = browser.answers(page)
    assert all(wait <= answer < float("inf") for wait, answer in zip(waits, answers, strict=True))
    arrivals = page.evaluate("() => window.arrivals")
    cells = browser.cells(browser.HALL, browser.PRESSES)
    assert [cell for cell, _ in arrivals] == cells  # each step by itself, and none taken back
    early = [answered <= number for number, (_, answered) in enumerate(arrivals)]
    assert all(early), early


def test_a_drag_is_painted_before_its_answer(far: str, window: Window) -> None:
    """A box that is taken along stands where it is let go, before the server has heard of it."""
    page = in_the_hall(window, far)
    browser.drag(page, browser.HALL)
    answered = [answered for _, answered in page.evaluate("() => window.arrivals")]
    assert answered[:1] == [1], "the key that goes to the start has been answered, the drag has not"
