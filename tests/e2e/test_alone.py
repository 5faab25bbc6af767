"""The server is killed in mid-play: the page plays on, and brings home what was played when the server is back."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import free_port, server_at
from tests.e2e.firefox import firefox as running_firefox
from tests.e2e.test_firefox import FIREFOX, stands_at

from pushbox.client import SEARCH_MODULE

pytestmark = pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)

KEPT = "Object.keys(localStorage).some((key) => key.startsWith('pushbox:kept '))"
ARROWS = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown"}


def press(page: Any, moves: str) -> None:
    """Press the arrows of some moves."""
    for move in moves.lower():
        page.keyboard.press(ARROWS[move])


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a server at once."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(20)


def wait_until_kept(page: Any) -> None:
    """Wait until the browser keeps all pages and levels: some hundred answers, made by a server that has just begun."""
    page.locator("body[data-opens-offline]").wait_for(state="attached", timeout=300_000)


def shown_place(page: Any, place: str) -> None:
    """Wait until the play stands at a place of its line, such as "3 / 9"."""
    page.locator("#place").get_by_text(place, exact=True).wait_for()


def test_the_server_is_killed_in_mid_play(page: Any, tmp_path: Path) -> None:
    """What is played without it wins at once and is a solution when it is back; a page that is loaded again goes on."""
    port, database = free_port(), f"sqlite:///{tmp_path / 'library.db'}"
    address = f"http://127.0.0.1:{port}"
    banner = page.locator("#banner")
    with server_at(port, tmp_path, database) as process:
        entries = page.request.get(f"{address}/api/levels", params={"q": "Round the corner"}).json()["levels"]
        level = entries[0]["id"]
        page.goto(f"{address}/play?level={level}")
        page.locator("#board [data-kind=pusher]").wait_for(state="attached")
        press(page, "uu")
        shown_place(page, "2 / 2")
        page.locator("body[data-plays-on]").wait_for(state="attached")
        kill(process)
    press(page, "rr")  # perhaps before the page knows
    banner.get_by_text("you play on").wait_for()
    page.keyboard.press("?")
    page.locator("#card[data-kind=hint]").get_by_text("You can still win.").wait_for()  # by the browser's own search
    page.locator("#board").get_by_role("gridcell", name="box").first.click()
    page.locator("[data-overlay=reach]").first.wait_for(state="attached")
    page.keyboard.press("Escape")
    press(page, "DldRR")
    page.locator("#card[data-kind=solved]").wait_for()
    shown_place(page, "9 / 9")
    page.keyboard.press("u")
    shown_place(page, "8 / 9")
    press(page, "l")
    shown_place(page, "9 / 9")
    with server_at(port, tmp_path, database) as process:
        banner.wait_for(state="hidden")
        shown_place(page, "9 / 9")
        found = page.request.get(f"{address}/api/levels/{level}/solutions").json()["solutions"]
        assert [solution["text"] for solution in found if solution["mine"]] == ["uurrDldRR"]
        page.reload()
        shown_place(page, "9 / 9")
        press(page, "u")
        shown_place(page, "10 / 10")
        page.locator("body[data-plays-on]").wait_for(state="attached")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        kill(process)
    banner.get_by_text("you play on").wait_for()
    press(page, "d")
    shown_place(page, "11 / 11")
    page.reload()  # which the browser alone answers
    banner.get_by_text("you play on").wait_for()
    shown_place(page, "11 / 11")
    page.keyboard.press("u")
    shown_place(page, "10 / 11")
    press(page, "dr")
    shown_place(page, "12 / 12")
    with server_at(port, tmp_path, database) as process:
        banner.wait_for(state="hidden")
        shown_place(page, "12 / 12")
        assert not page.evaluate(KEPT)
        page.reload()
        shown_place(page, "12 / 12")
        kill(process)  # before a key
    banner.get_by_text("you play on").wait_for()
    page.keyboard.press("u")
    shown_place(page, "11 / 12")


@pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed (Debian: apt install firefox-esr)")
def test_the_server_is_killed_in_firefox(tmp_path: Path) -> None:
    """The same there: a page that is loaded again without the server wins, and the solution comes home."""
    port, database = free_port(), f"sqlite:///{tmp_path / 'library.db'}"
    address = f"http://127.0.0.1:{port}"
    profile = tmp_path / "profile"
    profile.mkdir()
    with running_firefox(FIREFOX or "", profile, "en") as browser:
        page = browser.page(1440, 900)
        with server_at(port, tmp_path, database) as process:
            query = urllib.parse.urlencode({"q": "Round the corner"})
            with urllib.request.urlopen(f"{address}/api/levels?{query}") as answer:  # noqa: S310  # of this server
                level = json.load(answer)["levels"][0]["id"]
            page.goto(f"{address}/play?level={level}")
            page.wait(
                "document.body?.dataset.mounted !== undefined && document.querySelector('#frame [role=gridcell]')"
            )
            page.press(*(ARROWS[move] for move in "uu"))
            stands_at(page, "2 / 2")
            page.wait("document.body?.hasAttribute('data-plays-on')")
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            kill(process)
        page.press(*(ARROWS[move] for move in "rrd"))
        page.wait("document.querySelector('#banner').textContent.includes('you play on')")
        stands_at(page, "5 / 5")
        page.reload()  # which the browser alone answers
        stands_at(page, "5 / 5")
        page.press(*(ARROWS[move] for move in "ldrr"))
        page.wait("document.querySelector('#card').dataset.kind === 'solved'")
        with server_at(port, tmp_path, database):
            page.wait("document.querySelector('#banner').hidden && document.body?.dataset.waiting === '0'")
            stands_at(page, "9 / 9")
            found = page.evaluate(f"fetch('/api/levels/{level}/solutions').then(answer => answer.json())")["solutions"]
            assert [solution["text"] for solution in found if solution["mine"]] == ["uurrDldRR"]
            assert not page.evaluate(KEPT)
    assert not [fault for fault in browser.faults if "Error:" in fault]
