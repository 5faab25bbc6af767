"""Pages that open without a server: also those that were never opened before, with the levels that come along."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import free_port, server_at
from tests.e2e.languages import DESK, PHONE
from tests.e2e.test_alone import kill, press, shown_place, wait_until_kept
from tests.e2e.test_class import fits

from pushbox.client import FOLDER, SEARCH_MODULE
from pushbox.web.pages import PAGES

pytestmark = pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)


def install(page: Any, address: str) -> None:
    """Open the first page as an installed one, and wait until everything is kept."""
    page.goto(address)
    page.locator("body[data-mounted]").wait_for(state="attached")
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    wait_until_kept(page)


def test_every_page_opens_cold(page: Any, tmp_path: Path) -> None:
    """Each shows its own heading and says that the server is away; a collection shows its levels."""
    port, database = free_port(), f"sqlite:///{tmp_path / 'library.db'}"
    address = f"http://127.0.0.1:{port}"
    with server_at(port, tmp_path, database) as process:
        collections = page.request.get(f"{address}/api/collections").json()["collections"]
        lessons = next(one for one in collections if one["name"] == "lessons")
        install(page, address)
        kill(process)
    for path, name in PAGES.items():
        page.goto(address + path + ("?name=nobody" if name == "profile" else ""))
        page.locator(f"body[data-page={name}][data-mounted]").wait_for(state="attached")
        assert page.locator("h1").count(), path
        if name not in {"play", "help", "docs", "create"}:
            page.locator("#away").wait_for(state="attached")  # once a request of the page has failed
    page.goto(f"{address}/collection?id={lessons['id']}")
    page.locator("#levels .tile").first.wait_for()
    assert page.locator("#title").inner_text() == lessons["title"]
    with server_at(port, tmp_path, database):
        page.locator("#away").wait_for(state="detached")


NOTHING_IS_WRITTEN = """() => {
  const { transaction } = IDBDatabase.prototype;
  const store = { put: () => {}, delete: () => {} };
  const never = { objectStore: () => store, commit: () => {}, addEventListener: () => {} };
  IDBDatabase.prototype.transaction = function (name, mode) {
    return mode === "readwrite" ? never : transaction.call(this, name, mode);
  };
}"""


def test_a_level_is_begun_without_a_server(page: Any, tmp_path: Path) -> None:
    """One that was never opened is won; two more windows play on; all comes home, wherever the visitor is by then."""
    port, database = free_port(), f"sqlite:///{tmp_path / 'library.db'}"
    address = f"http://127.0.0.1:{port}"
    with server_at(port, tmp_path, database) as process:
        levels = page.request.get(f"{address}/api/levels", params={"q": "Round the corner"}).json()["levels"]
        level = levels[0]["id"]
        install(page, address)
        kill(process)
    page.goto(f"{address}/play?level={level}")
    page.locator("#banner").get_by_text("you play on").wait_for()
    press(page, "uurr")
    shown_place(page, "4 / 4")
    page.reload()
    shown_place(page, "4 / 4")
    other = page.context.new_page()  # of the same play, at once
    other.goto(page.url)
    other.locator("#banner").get_by_text("you play on").wait_for()
    press(other, "dd" if other.locator("#place").inner_text() == "0 / 0" else "l")
    other.locator("#place").get_by_text("/").wait_for()
    page.evaluate(NOTHING_IS_WRITTEN)  # as if the page were gone before it could be
    press(page, "DldRR")
    page.locator("#card[data-kind=solved]").wait_for()
    other.close()
    page.goto(f"{address}/library")  # whoever comes back comes to another page
    page.locator("#away").wait_for()
    with server_at(port, tmp_path, database):
        page.locator("#away").wait_for(state="detached")
        page.locator("body[data-home]").wait_for(state="attached")
        found = page.request.get(f"{address}/api/levels/{level}/solutions").json()["solutions"]
        assert [solution["text"] for solution in found if solution["mine"]] == ["uurrDldRR"]
        page.goto(f"{address}/play?level={level}")
        page.locator("#board [data-kind=pusher]").wait_for(state="attached")


def test_a_drawing_is_judged_and_solved_without_a_server(page: Any, axe: Path, tmp_path: Path) -> None:
    """The editor says whether it can be solved; the analysis solves it, takes the moves, and all comes home."""

    def fits_both(*sizes: Any) -> None:
        for size in sizes:
            page.set_viewport_size(size["viewport"])
            fits(page, axe)

    port, database = free_port(), f"sqlite:///{tmp_path / 'library.db'}"
    address = f"http://127.0.0.1:{port}"
    with server_at(port, tmp_path, database) as process:
        found = page.request.get(f"{address}/api/levels", params={"q": "Round the corner"}).json()["levels"]
        install(page, address)
        kill(process)
    page.goto(f"{address}/edit?level={found[0]['id']}")
    page.locator("#verdict[data-verdict=solvable]").wait_for()
    fits_both(DESK, PHONE)
    page.locator("#analyse").click()
    page.locator("#analysis:not([hidden])").wait_for()
    page.locator("#assessment").get_by_text("at least").wait_for()
    page.locator("#solver button.primary").click()
    page.locator("#solver .answer-status.solved").wait_for()
    page.locator("#solver .answer .row button").nth(1).click()
    page.locator("#assessment").get_by_text("Solved").wait_for()
    fits_both(PHONE, DESK)
    assert "new-" in page.url
    with server_at(port, tmp_path, database):
        page.goto(f"{address}/library")
        page.locator("body[data-home]").wait_for(state="attached")
        recent = page.request.get(f"{address}/api/me").json()["recent"]
        assert [level["title"] for level in recent] == ["Round the corner"]


NEWER = """
from pathlib import Path
import pushbox.client as client
client.FOLDER = Path({folder!r})
client.SEARCH_MODULE = client.FOLDER / "core" / "pushbox.wasm"
client.SEARCH_MODULE_PACKED = client.SEARCH_MODULE.with_name("pushbox.wasm.br")
"""


def test_a_new_release_is_offered(page: Any, tmp_path: Path) -> None:
    """A page that is open goes on as it is, and is told; it is loaded anew when the visitor says so."""
    port, database = free_port(), f"sqlite:///{tmp_path / 'library.db'}"
    address = f"http://127.0.0.1:{port}"
    release = "document.documentElement.dataset.static"
    with server_at(port, tmp_path, database):
        install(page, f"{address}/library")
        before = page.evaluate(release)
    newer = tmp_path / "newer"
    shutil.copytree(FOLDER, newer / "client", ignore=shutil.ignore_patterns("__pycache__"))
    with (newer / "client" / "css" / "base.css").open("a") as style:
        style.write("/* newer */\n")
    (newer / "sitecustomize.py").write_text(NEWER.format(folder=str(newer / "client")))
    path = os.pathsep.join([str(newer), os.environ.get("PYTHONPATH", "")])
    with server_at(port, tmp_path, database, PYTHONPATH=path):
        page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => void registration.update())")
        page.locator("#new-release").wait_for()
        assert page.evaluate(release) == before
        # What it loads only now is of its own release, which the server does not have any more.
        page.locator("#open-settings").click()
        page.locator("dialog[open]").wait_for()
        page.keyboard.press("Escape")
        page.locator("#new-release button").first.click()
        page.locator(f"html:not([data-static='{before}']) body[data-mounted]").wait_for(state="attached")
        assert page.locator("#new-release").count() == 0
