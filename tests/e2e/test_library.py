"""The library, the account and the day's levels, as a visitor finds them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.outages import busy

from pushbox import builtin, formats, store
from pushbox.level import Collection

Window = Callable[..., Any]


def library(window: Window) -> Any:
    """Return a window with the library, which listens to what is typed and chosen once it lists collections."""
    page = window()
    page.goto("/library")
    page.get_by_role("link", name=re.compile("Lessons")).wait_for()
    return page


def test_search(window: Window) -> None:
    """Filters are looked for as they are set, stand in the address, and go away one by one."""
    page = library(window)
    page.get_by_label("Search levels").fill("pagoda")
    page.get_by_role("heading", name="1 level found").wait_for()
    page.get_by_role("link", name=re.compile("Pagoda")).wait_for()
    page.get_by_label("Progress").select_option(label="Solved")
    page.get_by_role("heading", name="0 levels found").wait_for()
    assert "q=pagoda" in page.url
    assert "state=solved" in page.url
    page.get_by_role("button", name="Remove the filter Progress: Solved").click()
    page.get_by_role("heading", name="1 level found").wait_for()
    page.reload()
    page.get_by_role("heading", name="1 level found").wait_for()
    page.go_back()
    page.get_by_role("heading", name="0 levels found").wait_for()


def test_progress(window: Window) -> None:
    """A solved level is ticked in its collection, a begun one goes on where it was, and the next is offered."""
    page = window()
    page.goto("/library")
    page.get_by_role("link", name=re.compile("Lessons")).click()
    page.get_by_text("0 of 13 solved").wait_for()
    page.get_by_role("button", name="Next unsolved").click()
    page.get_by_role("gridcell", name=re.compile("^B2, player")).wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name="Solved").wait_for()
    page.goto("/library")
    page.get_by_role("link", name=re.compile("Lessons.*1 of 13 solved")).click()
    page.get_by_role("link", name=re.compile("First push.*Solved")).wait_for()
    page.get_by_role("button", name="Next unsolved").click()
    page.get_by_role("gridcell", name=re.compile("^B4, player")).wait_for()
    page.keyboard.press("ArrowUp")
    page.get_by_role("gridcell", name=re.compile("^B3, player")).wait_for()
    page.goto("/")
    page.get_by_role("link", name="Continue", exact=True).click()
    page.get_by_role("gridcell", name=re.compile("^B3, player")).wait_for()


def test_export(window: Window) -> None:
    """A collection is a file in any format."""
    page = window()
    page.goto("/library")
    page.get_by_role("link", name=re.compile("Lessons")).click()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    text = Path(download.value.path()).read_text()
    assert download.value.suggested_filename.endswith(".xsb")
    assert "#@ $ .#" in text


def chosen(page: Any, name: str, count: int) -> Any:
    """Return the panel in which levels are brought in, with a file of so many levels about to be kept under a name."""
    panel = page.locator("#import")
    panel.locator("summary").first.click()
    rooms = (f"; {n}\n{'#' * (n % 40 + 5)}\n#@$.{' ' * (n % 40)}#\n{'#' * (n % 40 + 5)}" for n in range(count))
    file = {"name": "rooms.xsb", "mimeType": "text/plain", "buffer": "\n\n".join(rooms).encode()}
    panel.locator("input[type=file]").set_input_files(file)
    panel.get_by_role("textbox", name="Name").fill(name)
    return panel


def kept_before(page: Any) -> None:
    """Bring in a level, so that the library knows the visitor, and open the library anew."""
    panel = chosen(page, "One room", 1)
    panel.get_by_role("button", name="Add 1 level").click()
    panel.get_by_role("heading", name="One room: 1 level is in your library.").wait_for()
    page.reload()
    page.get_by_role("link", name=re.compile("Lessons")).wait_for()


def test_import_of_many(window: Window, database: str) -> None:
    """A large file is kept by a job: a bar shows how far it is, then the report what was kept and what was not new."""
    page = library(window)
    kept_before(page)
    panel = chosen(page, "Many rooms", 600)
    with store.open(database) as other, busy(other):  # or the job might be over before the page hears of it
        panel.get_by_role("button", name="Add 600 levels").click()
        panel.get_by_text(re.compile("[0-9]+ of 600 levels are ready")).wait_for()
        assert panel.get_by_role("progressbar").count() == 1
    panel.get_by_role("heading", name="Many rooms: 600 levels are in your library.").wait_for()
    assert panel.get_by_role("progressbar").count() == 0
    panel.get_by_text(re.compile("levels were in the library before")).click()
    panel.get_by_text("is the same as").or_(panel.get_by_text("is, normalised, the same as")).first.wait_for()
    panel.get_by_role("link", name="Open").click()
    page.get_by_role("heading", name="Many rooms").wait_for()


def test_what_comes_in_is_named_where_it_is_nearly_there(window: Window) -> None:
    """A shipped puzzle with one wall more is recognized, before it is kept."""
    pagoda = next(level for level in builtin("lessons") if level.title == "Pagoda")
    text = formats.write(Collection((replace(pagoda, title="", saved_moves=()),)), format="xsb").replace("  ", " #", 1)
    page = library(window)
    page.get_by_text("Bring in levels").click()
    page.get_by_label("Paste levels").fill(text)
    page.get_by_role("button", name="Read", exact=True).click()
    page.locator(".near a", has_text="Pagoda").wait_for()


def test_a_text_is_read_in_another_way(window: Window) -> None:
    """Signs that no table has are named by the visitor, in place of what was found."""
    page = library(window)
    page.get_by_text("Bring in levels").click()
    page.get_by_label("Paste levels").fill("#####\n#@$.#\n#####\n\n#######\n#p o q#\n#     #\n#######")
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_role("button", name="Add 1 level").wait_for()
    page.get_by_text("Read it in another way").click()
    page.get_by_label("Signs of the boards").fill("p=player o=box q=goal #=wall @=player $=box .=goal")
    page.locator(".reading").get_by_role("button", name="Read").click()
    page.get_by_role("button", name="Add 2 levels").wait_for()


def test_import_stopped(window: Window, database: str) -> None:
    """An import that is stopped keeps nothing, and can be started again."""
    page = library(window)
    kept_before(page)
    panel = chosen(page, "Too many rooms", 6_000)
    with store.open(database) as other, busy(other):
        panel.get_by_role("button", name="Add 6000 levels").click()
        panel.get_by_text(re.compile("[0-9]+ of 6000 levels are ready")).wait_for()
        with page.expect_response(lambda answer: answer.request.method == "DELETE"):
            panel.get_by_role("button", name="Stop").click()
    panel.get_by_text("Stopped: nothing of Too many rooms was kept.").wait_for()
    panel.get_by_role("button", name="Add 6000 levels").wait_for()
    page.reload()
    page.get_by_role("link", name=re.compile("Lessons")).wait_for()
    assert page.get_by_role("link", name=re.compile("Too many rooms")).count() == 0


def test_account(window: Window, tmp_path: Path) -> None:
    """Somebody registers, takes everything along, logs out, and has everything deleted."""
    page = window()
    page.goto("/account")
    page.get_by_role("button", name="Register").first.click()
    page.get_by_label("Name").fill("grace")
    page.locator("#enter").get_by_label("Password").fill("a pass phrase of hers")
    page.locator("#enter > button").click()
    page.get_by_role("button", name="I have kept them").click()
    page.get_by_role("heading", name="grace").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Export everything").click()
    download.value.save_as(tmp_path / "all.json")
    assert json.loads((tmp_path / "all.json").read_text())
    page.get_by_role("button", name="Log out").click()
    page.get_by_text("You are logged out.").wait_for()
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    page.get_by_text("Everything of yours is deleted.").wait_for()


def test_daily(window: Window) -> None:
    """Three levels stand for each day, the same for everyone."""
    first, second = window(), window()
    links = []
    for page in (first, second):
        page.goto("/daily")
        page.get_by_role("link", name=re.compile("^Large")).wait_for()
        links.append([link.get_attribute("href") for link in page.locator("#levels a").all()])
    assert links[0] == links[1]
    assert len(links[0]) == 3
    first.get_by_role("link", name="Day before").click()
    first.get_by_role("link", name="Day after").wait_for()
    first.get_by_role("link", name=re.compile("^Large")).wait_for()
    assert first.locator("#levels a").first.get_attribute("href") != links[0][0]


def test_draw_with_keys(window: Window) -> None:
    """A level is drawn without a pointer: brushes are buttons, the board is walked and drawn on with keys."""
    page = window()
    page.goto("/edit")
    goal = page.locator("#layers").get_by_role("button", name="goal", exact=True)
    goal.focus()
    page.keyboard.press("Enter")
    page.get_by_role("gridcell", name=re.compile("^E5, box")).focus()
    for key in ("ArrowRight", "ArrowRight", "Space"):
        page.keyboard.press(key)
    page.get_by_role("gridcell", name=re.compile("^G5, goal")).wait_for()
    page.get_by_text(re.compile("Solvable in 3 moves, 2 pushes")).wait_for()
    page.keyboard.press("Delete")
    page.get_by_role("gridcell", name=re.compile("^G5, floor")).wait_for()
    page.keyboard.press("Control+z")
    page.get_by_role("gridcell", name=re.compile("^G5, goal")).wait_for()
