"""The page plays by the core of the browser while the server is there, and tells it in portions what was played."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.e2e.test_board import has, placed

from pushbox.client import SEARCH_MODULE

pytestmark = pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)

Window = Callable[..., Any]

HALL = "##########\n#@       #\n#        #\n#      $.#\n##########\n"


def hall(window: Window) -> tuple[Any, list[dict[str, Any]]]:
    """Return a page on which the core plays a hall, one step to the right, and what the page sends to the server."""
    page = window()
    sent: list[dict[str, Any]] = []

    def connect(line: Any) -> None:
        server = line.connect_to_server()

        def send(text: str) -> None:
            sent.append(json.loads(text))
            server.send(text)

        line.on_message(send)

    page.route_web_socket(re.compile("/ws/play"), connect)
    page.goto("/play")
    has(page, "body", "data-waiting", "0")
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Paste levels").fill(HALL)
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_role("heading", name="Level 1").wait_for()
    placed(page, "0 / 0")
    page.keyboard.press("ArrowRight")
    placed(page, "1 / 1")
    page.locator("body[data-plays-on]").wait_for(state="attached")
    return page, sent


def press(page: Any, keys: str) -> None:
    """Press arrows, and u to undo."""
    names = {"l": "ArrowLeft", "r": "ArrowRight", "d": "ArrowDown"}
    for key in keys:
        page.keyboard.press(names.get(key, key))


def test_the_server_hears_of_keys_in_portions(window: Window) -> None:
    """None of them is sent by itself; a solution is told at once, and kept."""
    page, sent = hall(window)
    sent.clear()
    press(page, "rrrddlr")
    placed(page, "8 / 8")
    assert [message["do"] for message in sent if message["do"] != "record"] == []
    press(page, "rr")
    page.locator("#card[data-kind=solved]").get_by_text("replayed and kept").wait_for()
    told = [move for message in sent for line in message["lines"] for move in line[1:]]
    assert "".join(told) == "rrrddlrrR"
    assert len(sent) < 5


@pytest.mark.parametrize("keys", ["rrdd", "rrdduuuu", "rruddl", "uuu"])
def test_a_reload_at_once_stands_where_it_stood(window: Window, keys: str) -> None:
    """Whatever of it the server has heard by then; so does another window, which is opened at once."""
    page, _ = hall(window)
    press(page, keys)
    has(page, "body", "data-waiting", "0")
    place = page.inner_text("#place")
    page.reload()
    has(page, "body", "data-waiting", "0")
    placed(page, place)
    press(page, "r")
    page.locator("body[data-plays-on]").wait_for(state="attached")
    press(page, "ru")
    has(page, "body", "data-waiting", "0")
    place = page.inner_text("#place")
    second = page.context.new_page()
    second.goto(page.url)
    placed(second, place)
    page.get_by_text("You play this in another window").wait_for()
    second.keyboard.press("ArrowDown")
    has(second, "body", "data-waiting", "0")
    place = second.inner_text("#place")
    second.close()
    page.get_by_role("button", name="Play here").click()
    placed(page, place)
