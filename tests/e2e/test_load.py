"""What a visit costs and how it looks while it loads, by the browser's own entries."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

Window = Callable[..., Any]

PAGES = (
    "/", "/play?level=11", "/library", "/collection?id=1", "/edit", "/analyse?level=11", "/daily", "/live",
    "/learn", "/puzzles", "/create", "/storm", "/study", "/account", "/help",
)  # fmt: skip
MOST_REQUESTS = 20
MOST_BYTES = 110_000  # of the first visit to a level, and of one to the first page
MOST_SHIFT = 0.05
OBSERVE = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) window.shift += hadRecentInput ? 0 : value;
  }).observe({ type: "layout-shift", buffered: true });
"""
LOADED = """() => performance.getEntriesByType('resource').map(({ name, transferSize }) =>
  [new URL(name).pathname, transferSize])"""


def visit(page: Any, address: str) -> list[tuple[str, int]]:
    """Open a page and return what it has loaded, with the bytes that came over the network for it."""
    page.goto(address)
    page.wait_for_function("() => document.body?.dataset.mounted !== undefined")
    page.wait_for_load_state("networkidle")
    return [tuple(entry) for entry in page.evaluate(LOADED)]


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desktop", "phone"])
def test_nothing_moves_while_a_page_loads(window: Window, size: tuple[int, int]) -> None:
    """The cumulative layout shift of each page stays low, also where the visitor reads German."""
    page = window(viewport={"width": size[0], "height": size[1]}, locale="de")
    page.add_init_script(OBSERVE)
    shifts = {}
    for address in PAGES:
        visit(page, address)
        shifts[address] = page.evaluate("() => window.shift")
    assert {address: shift for address, shift in shifts.items() if shift >= MOST_SHIFT} == {}


@pytest.mark.parametrize("address", ["/play?level=11", "/storm"])
@pytest.mark.parametrize("early", [0, 1])
def test_nothing_moves_where_the_server_is_slow(window: Window, address: str, early: int) -> None:
    """What the socket says, but for the first messages, comes a second after all else."""
    page = window(viewport={"width": 390, "height": 844})
    page.add_init_script(OBSERVE)

    held: list[Any] | None = []
    heard = 0

    def connect(line: Any) -> None:
        def hear(message: Any) -> None:
            nonlocal heard
            heard += 1
            if held is None or heard <= early:
                line.send(message)
            else:
                held.append((line, message))

        line.connect_to_server().on_message(hear)

    page.route_web_socket(re.compile("/ws/"), connect)
    page.goto(address)
    while not held:
        page.wait_for_timeout(50)
    page.wait_for_timeout(1000)
    late, held = held, None
    for line, message in late:
        line.send(message)
    page.wait_for_function("() => document.body?.dataset.mounted !== undefined")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("() => window.shift") < MOST_SHIFT


@pytest.mark.parametrize("address", ["/", "/play?level=11", "/live"])
def test_a_first_visit_takes_few_requests_and_a_second_one_no_file(window: Window, address: str) -> None:
    """Files are kept by the browser, under names with a hash of their content; only the library is asked again."""
    page = window()
    first = visit(page, address)
    assert 5 < len(first) + 1 <= MOST_REQUESTS
    again = [name for name, size in visit(page.context.new_page(), address) if size]
    assert [name for name in again if not name.startswith("/api/")] == []


@pytest.mark.parametrize("address", ["/", "/play", "/play?level=11"])
def test_a_first_visit_loads_little_that_it_does_not_need(window: Window, address: str) -> None:
    """What the library, the editor and the other tools are made of comes when one of them is opened, side by side."""
    page = window()
    first = visit(page, address)
    document = page.evaluate("() => performance.getEntriesByType('navigation')[0].transferSize")
    assert document + sum(size for _, size in first) <= MOST_BYTES
    assert not [name for name, _ in first if name.endswith(("/soon.js", "/later.js"))]
    later = [name for name, _ in visit(page.context.new_page(), "/edit") if name.endswith(("/soon.js", "/later.js"))]
    assert len(later) == 2


def test_the_document_has_header_and_first_texts_in_the_language_of_its_visitor(window: Window) -> None:
    """Before any script runs; the language that was set goes before that of the browser."""
    page = window(java_script_enabled=False, locale="de")
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "de"
    page.get_by_role("navigation", name="Hauptmenü").get_by_role("link", name="Bibliothek").wait_for()
    assert "Sokoban" in page.locator(".lead").inner_text()
    page.context.add_cookies([{"name": "language", "value": "zh", "url": page.url}])
    page.goto("/library")
    assert page.locator("html").get_attribute("lang") == "zh"
