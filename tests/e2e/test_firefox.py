"""Play in Firefox: keys, a mouse, a finger, every game, with no error in its console."""

from __future__ import annotations

import json
import shutil
import urllib.request
from collections.abc import Iterator

import pytest
from tests.depth import NAME
from tests.e2e.firefox import Firefox, Page
from tests.e2e.firefox import firefox as running_firefox

from pushbox import games
from pushbox.client import SEARCH_MODULE

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
DESK, PHONE = (1440, 900), (390, 844)
GAMES = [key for key in games.keys() if games.find(key).info.players == 1]


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Yield a Firefox of somebody who reads German; an error in its console fails the last test."""
    if FIREFOX is None:
        pytest.skip("Firefox is not installed (Debian: apt install firefox-esr)")
    with running_firefox(FIREFOX, tmp_path_factory.mktemp("firefox"), "de") as browser:
        yield browser
        assert browser.faults == []


def first_lesson(page: Page, server: str, game: str) -> None:
    """Open the first level that the library has of a game, ready to be played."""
    with urllib.request.urlopen(f"{server}/api/levels?game={game}&limit=1") as answer:  # noqa: S310  # of this server
        level = json.load(answer)["levels"][0]["id"]
    page.goto(f"{server}/play?level={level}")
    page.wait("document.body?.dataset.mounted !== undefined && document.querySelector('#frame [role=gridcell]')")


def cell(name: str) -> str:
    """Return the selector of a cell, by the label for screen readers."""
    return f'#frame [role=gridcell][aria-label^="{name},"]'


def stands_at(page: Page, place: str) -> None:
    """Wait until the history stands at a place, and all is confirmed."""
    page.wait(f"document.querySelector('#place').textContent === '{place}' && document.body?.dataset.waiting === '0'")


def test_keys_undo_and_a_reload(firefox: Firefox, server: str) -> None:
    """Each key is a step, what was undone comes again, and a reload finds the play where it was."""
    page = firefox.page(*DESK)
    first_lesson(page, server, "sokoban")
    assert page.evaluate("document.documentElement.lang") == "de"
    page.press("ArrowRight", "u")
    stands_at(page, "0 / 1")
    page.press("ArrowRight", "ArrowLeft", "ArrowRight")
    stands_at(page, "3 / 3")
    page.reload()
    stands_at(page, "3 / 3")
    page.press("ArrowRight", "ArrowRight")
    page.wait("document.querySelector('#card').dataset.kind === 'solved'")


def test_a_mouse_drags_a_box(firefox: Firefox, server: str) -> None:
    """A box is taken to its goal in one go, and the picture of the board fits into the window."""
    page = firefox.page(*DESK)
    first_lesson(page, server, "sokoban")
    start, end = page.middle(cell("D2")), page.middle(cell("F2"))
    page.stroke("mouse", [start, ((start[0] + end[0]) / 2, start[1]), end])
    page.wait("document.querySelector('#card').dataset.kind === 'solved'")
    fits = "it => { const { left, right } = it.getBoundingClientRect(); return left >= 0 && right <= innerWidth; }"
    assert page.evaluate(f"[...document.querySelectorAll('#frame svg')].every({fits})")


def test_a_finger_taps_and_swipes(firefox: Firefox, server: str) -> None:
    """On a phone a swipe is a step, and a box goes where the second tap is."""
    page = firefox.page(*PHONE)
    first_lesson(page, server, "sokoban")
    x, y = page.middle(cell("C2"))
    page.stroke("touch", [(x, y), (x + 30, y), (x + 70, y)])
    stands_at(page, "1 / 1")
    for name in ("D2", "F2"):
        page.stroke("touch", [page.middle(cell(name))])
    page.wait("document.querySelector('#card').dataset.kind === 'solved'")


@pytest.mark.parametrize("game", GAMES if NAME == "nightly" else GAMES[::3])
def test_a_hint_is_followed_in_every_game(firefox: Firefox, server: str, game: str) -> None:
    """What a hint says is done by its button until the first lesson is solved; nightly in all games, else in a third.

    Chromium plays all of them in every run, by the same modules.
    """
    page = firefox.page(*PHONE)
    first_lesson(page, server, game)
    for _ in range(9):
        page.click("#tools [data-command=hint]")
        place = page.evaluate("document.querySelector('#place').textContent")
        page.click("#card button.primary")
        page.wait(
            f"document.querySelector('#place').textContent !== '{place}' && document.body?.dataset.waiting === '0'"
        )
        if page.evaluate("document.body?.dataset.status") == "solved":
            return
    pytest.fail("not solved by nine hints")


@pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)
def test_the_page_solves_without_the_route(firefox: Firefox, server: str) -> None:
    """As in Chromium, where the page itself refuses to ask for a job."""
    with urllib.request.urlopen(f"{server}/api/levels?game=sokoban&limit=1") as answer:  # noqa: S310  # of this server
        level = json.load(answer)["levels"][0]["id"]
    page = firefox.page(*DESK)
    page.goto(f"{server}/analyse?level={level}")
    page.wait("document.body?.dataset.mounted !== undefined && document.querySelector('#tree button')")
    page.evaluate(
        "(() => { const known = fetch; window.fetch = (address, ...rest) => String(address).includes('/api/jobs')"
        " ? Promise.reject(new TypeError('killed')) : known(address, ...rest); return true; })()"
    )
    page.click("#solver button.primary")
    page.wait("document.querySelector('#solver .answer .solved')")
