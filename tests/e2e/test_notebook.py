"""The board of a notebook in a real browser, with its Python side, and without a notebook: keys, pointer, two views."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import static_host
from tests.e2e.languages import EVERYWHERE, texts
from tests.e2e.test_site import ARROWS

import pushbox
from pushbox.client import SEARCH_MODULE
from pushbox.notebook import PlayWidget
from pushbox.web.site import SiteCollection, write_site

# A model as of anywidget, whose messages go to Python and whose answers come back.
HOST = """async ([esm, traits]) => {
  const listeners = {};
  const call = (event, value) => [...(listeners[event] ?? [])].forEach((listener) => listener(value));
  window.deliver = (messages) => messages.forEach((message) => call("msg:custom", message));
  window.setTrait = (name, value) => { traits[name] = value; call(`change:${name}`); };
  const model = {
    get: (name) => traits[name],
    set: (name, value) => window.setTrait(name, value),
    save_changes: () => {},
    send: (content) => window.toPython(content).then(window.deliver),
    on: (event, listener) => (listeners[event] ??= new Set()).add(listener),
    off: (event, listener) => listeners[event].delete(listener),
  };
  const { default: widget } = await import(URL.createObjectURL(new Blob([esm], { type: "text/javascript" })));
  document.body.innerHTML = '<div id="one"></div><div id="two"></div>';
  const views = [...document.body.children];
  window.close = await Promise.all(views.map((el) => widget.render({ model, el })));
}"""


class Host:
    """A page with two views of a widget."""

    def __init__(self, page: Any, level: pushbox.Level) -> None:
        self.page = page
        self.sent: list[Any] = []
        self.widget = PlayWidget(level)
        self.widget.send = lambda content, buffers=None: self.sent.append(content)  # noqa: ARG005
        page.expose_function("toPython", self._receive)
        names = ("skin", "cell", "rulers", "checkerboard", "overlays", "text", "status")
        page.evaluate(HOST, [PlayWidget._esm, {name: getattr(self.widget, name) for name in names}])

    def _receive(self, content: Any) -> list[Any]:
        self.widget._receive(self.widget, content, [])
        return self._taken()

    def _taken(self) -> list[Any]:
        sent, self.sent = self.sent, []
        return sent

    def deliver(self) -> None:
        """Deliver what Python has sent by itself."""
        self.page.evaluate("(messages) => deliver(messages)", self._taken())

    def view(self, name: str) -> Any:
        """Return a view."""
        return self.page.locator(f"#{name}")

    def cell(self, view: str, name: str) -> Any:
        """Return a cell of the board by its name on the rulers."""
        return self.view(view).locator(f'[role="gridcell"][aria-label^="{name}"]')

    def wait(self, view: str, part: str, text: str) -> None:
        """Wait for a text in a part of a view."""
        self.view(view).locator(part, has_text=text).wait_for()


@pytest.fixture
def host(chromium: Any) -> Iterator[Host]:
    """Yield a page with two views of a lesson, which uurrDldRR solves; an error on it fails the test."""
    page = chromium.new_page(locale="en-GB")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.set_default_timeout(20_000)
    yield Host(page, pushbox.builtin("lessons")[1])
    page.close()
    assert not faults


def test_the_board_is_played_by_keys_and_pointer_in_every_view(host: Host, axe: Path) -> None:
    """What one view plays shows in the other and in Python; a key that is used is not the notebook's."""
    page = host.page
    page.evaluate("() => { window.reached = []; addEventListener('keydown', (event) => reached.push(event.key)); }")
    host.cell("one", "B4").click()
    for key in ("ArrowUp", "w", "d", "l", "ArrowDown", "F9"):
        page.keyboard.press(key)
    for view in ("one", "two"):
        host.wait(view, ".counts", "moves 5, pushes 1")
    assert host.widget.text == "uurrD"
    assert page.evaluate("reached") == ["F9"]
    host.wait("one", ".status", "box to D4")
    host.cell("one", "D4").click()
    host.wait("one", ".status", "5 squares to go to")
    host.cell("one", "F4").click()
    for view in ("one", "two"):
        host.wait(view, ".status", "Solved!")
    assert (host.widget.text, host.widget.status) == ("uurrDldRR", "solved")
    host.view("two").get_by_role("button", name="Undo").click()
    host.wait("one", ".counts", "moves 8, pushes 2")
    page.add_script_tag(path=str(axe))
    found = page.evaluate("axe.run(document.body, {rules: {region: {enabled: false}}})")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []


def test_python_plays_too_and_sets_how_it_looks(host: Host) -> None:
    """Moves, undo, marks, traits and the notebook's theme show in every view; one taken away gets nothing more."""
    host.widget.play_text("uurrD")
    host.deliver()
    host.wait("two", ".counts", "moves 5, pushes 1")
    host.widget.mark("problem", ["C4"])
    for name, value in (("overlays", host.widget.overlays), ("skin", "wood"), ("rulers", True)):
        host.page.evaluate("([name, value]) => setTrait(name, value)", [name, value])
    host.view("one").locator(".overlay.problem").wait_for()
    host.view("one").locator('.pushbox[data-skin="wood"] .rulers text').first.wait_for()
    for name, value, theme in (("jpThemeLight", "false", "dark"), ("jpThemeLight", "true", "light")):
        host.page.evaluate("([name, value]) => (document.body.dataset[name] = value)", [name, value])
        host.view("one").locator(f'.pushbox[data-theme="{theme}"]').wait_for()
    host.page.evaluate("() => delete document.body.dataset.jpThemeLight")
    host.page.evaluate("() => (document.body.dataset.vscodeThemeKind = 'vscode-dark')")
    host.view("two").locator('.pushbox[data-theme="dark"]').wait_for()
    assert host.widget.undo(2)
    host.page.evaluate("close[1]()")
    host.deliver()
    host.wait("one", ".counts", "moves 3, pushes 0")
    host.wait("two", ".counts", "moves 5, pushes 1")


@EVERYWHERE
def test_the_board_speaks_the_language_of_the_browser(chromium: Any, language: str, size: dict[str, Any]) -> None:
    """Its buttons, and what it says of a level that is solved; it is no wider than the window."""
    page = chromium.new_page(locale=language, **size)
    host, said = Host(page, pushbox.builtin("lessons")[1]), texts(language, "play")
    host.view("one").get_by_role("button", name=said["key.undo"]).wait_for()
    host.widget.play_text("uurrDldRR")
    host.deliver()
    for view in ("one", "two"):
        host.wait(view, ".status", said["solved"])
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.close()


SAVED = """async ([esm, traits]) => {
  const model = { get: (name) => traits[name], send: () => {}, on: () => {}, off: () => {} };
  const { default: widget } = await import(URL.createObjectURL(new Blob([esm], { type: "text/javascript" })));
  document.body.innerHTML = '<div id="one"></div>';
  widget.render({ model, el: document.querySelector("#one") });
}"""


@pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)
def test_a_saved_notebook_is_played_without_python(chromium: Any, tmp_path: Path) -> None:
    """With a site its frame wins the level, which that site does not list; without, a sentence says how."""
    level = pushbox.builtin("lessons")[1]
    write_site(tmp_path, [SiteCollection("other", "Other", [pushbox.builtin("lessons")[0]])])
    page = chromium.new_page(locale="en-GB")
    with static_host(tmp_path) as address:
        for site in (address, ""):
            widget = PlayWidget(level, site=site)
            page.goto(f"{address}icon-that-is-not-there")
            page.evaluate(SAVED, [PlayWidget._esm, {name: getattr(widget, name) for name in ("frame", "away")}])
            if not site:
                page.locator("#one p").get_by_text("Python does not answer").wait_for()
                continue
            frame = page.frame_locator("#one iframe")
            frame.locator("#board [data-kind=pusher]").wait_for(state="attached")
            frame.locator("#do-restart").click()  # keys go to a frame that somebody has clicked
            for letter in level.saved_moves[0].text.lower():
                page.keyboard.press(ARROWS[letter])
            frame.locator("body[data-status=solved]").wait_for()
    page.close()
