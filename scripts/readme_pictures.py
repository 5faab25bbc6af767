"""Take the pictures of the web app and the terminal game for the README and the docs, and an animation of a phone.

    python scripts/readme_pictures.py [FOLDER]     `docs/images` unless another one is named

A server with a library of its own, Chromium, and the levels that come along; look at what it has made.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from pushbox import builtin
from pushbox.bench.browser import CHROMIUM
from pushbox.bench.web import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

DESK: ViewportSize = {"width": 1440, "height": 900}
SMALL: ViewportSize = {"width": 1100, "height": 640}
PHONE: ViewportSize = {"width": 390, "height": 844}
PUZZLE = 11  # of the lessons, from 0
SOLVED_ON_THE_PHONE = 5  # the same
DRAWING = "#########\n#   #   #\n# $ . $ #\n#   #   #\n## .@. ##\n#   #   #\n# $ . $ #\n#   #   #\n#########"
SHRUNK = (234, 506)  # pixels of the animation
PACE = 140  # milliseconds between two steps of it
LINGER = 2_400  # milliseconds at its end


def main() -> None:
    """Take all pictures."""
    from playwright.sync_api import sync_playwright

    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "docs" / "images"
    with tempfile.TemporaryDirectory() as library:
        screen = asyncio.run(terminal(f"sqlite:///{library}/terminal.sqlite"))
    with tempfile.TemporaryDirectory() as library, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        with served(f"sqlite:///{library}/pictures.sqlite") as (address, _):
            base = f"http://{address}"
            photograph(browser, screen, folder / "first-terminal.png")
            first(browser, base, folder / "first-web.png")
            play(browser, base, folder / "play.png")
            analyse(browser, base, folder / "analyse.png")
            edit(browser, base, folder / "edit.png")
            phone(browser, base, folder / "phone.png")
            animation(browser, base, folder / "phone.webp")
        browser.close()
    for picture in sorted(folder.glob("*.png")) + sorted(folder.glob("*.webp")):
        print(f"{picture.name}: {picture.stat().st_size:,} bytes")


def window(browser: Browser, base: str, *, phone: bool = False, dark: bool = False, skin: str = "plain") -> Page:
    """Open the window of a new visitor."""
    context = browser.new_context(
        viewport=PHONE if phone else DESK,
        base_url=base,
        locale="en",
        color_scheme="dark" if dark else "light",
        has_touch=phone,
        is_mobile=phone,
    )
    context.add_init_script(f"localStorage.setItem('pushbox:settings', {json.dumps(json.dumps({'skin': skin}))})")
    return context.new_page()


def ident(page: Page, title: str) -> int:
    """Return the id of a level that comes along, once the server has put those into its new library."""
    for _ in range(100):
        found = page.request.get("/api/levels", params={"q": title, "game": "sokoban"}).json()["levels"]
        for one in found:
            if one["title"] == title:
                return int(one["id"])
        page.wait_for_timeout(100)
    sys.exit(f"the server has no level {title!r}")


def open_lesson(page: Page, number: int, room: str = "play") -> str:
    """Open one of the lessons, and return its solution."""
    page.goto("/help")
    level = builtin("lessons")[number]
    page.goto(f"/{room}?level={ident(page, level.title)}")
    page.locator("push-board [role=gridcell]").first.wait_for(state="attached")
    page.wait_for_function("() => document.body.dataset.mounted !== undefined")
    return level.saved_moves[0].text


def press(page: Page, moves: str) -> Iterator[None]:
    """Press the keys of a line of LURD, and yield after each."""
    keys = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown"}
    for sign in moves:
        page.keyboard.press(keys[sign.lower()])
        page.wait_for_timeout(PACE)
        yield


def first(browser: Browser, base: str, target: Path) -> None:
    """The first lesson, where the box is picked."""
    page = window(browser, base)
    page.set_viewport_size(SMALL)
    open_lesson(page, 0)
    page.locator("#frame [role=gridcell][aria-label*='box']").first.click(force=True)
    page.locator("[data-overlay=reach]").wait_for(state="attached")
    page.wait_for_timeout(600)
    page.screenshot(path=target)


async def terminal(database: str) -> str:
    """Return the screen of the terminal game at the first lesson, as SVG in a font of this machine."""
    from pushbox.tui.fullscreen.app import TerminalGame

    game = TerminalGame(list(builtin("lessons")), 0, "builtin:lessons", database=database)
    async with game.run_test(size=(80, 24)) as pilot:
        while not (game.screen.query("BoardView") and game.screen.query_one("BoardView").virtual_size):
            await pilot.pause(0.1)
        await pilot.pause()
        screen = game.export_screenshot(title="pushbox play")
    return re.sub(r"@font-face \{.*?\}", "", screen, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono")


def photograph(browser: Browser, picture: str, target: Path) -> None:
    """Take a picture of SVG."""
    page = browser.new_page(viewport=DESK, device_scale_factor=1)
    page.set_content(f"<body style='margin: 0; width: fit-content'>{picture}</body>")
    page.locator("svg").evaluate("svg => { svg.style.width = '960px'; }")
    page.locator("svg").screenshot(path=target)


def play(browser: Browser, base: str, target: Path) -> None:
    """A puzzle half way, where a box is picked and dots and crosses say where it can go."""
    page = window(browser, base)
    solution = open_lesson(page, PUZZLE)
    for _ in press(page, solution[: len(solution) // 2]):
        pass
    box = page.locator("#frame [role=gridcell][aria-label*='box, pushable']").first
    box.wait_for(state="attached")  # the labels come after the last key
    box.click(force=True)
    page.locator("[data-overlay=reach]").wait_for(state="attached")
    page.wait_for_timeout(600)
    page.screenshot(path=target)


def analyse(browser: Browser, base: str, target: Path) -> None:
    """The answer of the solver beside a board, and its dead squares."""
    page = window(browser, base)
    open_lesson(page, PUZZLE, "analyse")
    page.get_by_label("Dead squares").check()
    page.get_by_role("button", name="Solve from here").click()
    page.get_by_role("button", name="Show step by step").wait_for()
    page.wait_for_timeout(600)
    page.screenshot(path=target)


def edit(browser: Browser, base: str, target: Path) -> None:
    """A drawing with what is known of it."""
    page = window(browser, base)
    page.goto("/edit")
    page.wait_for_function("() => document.body.dataset.mounted !== undefined")
    page.get_by_role("button", name="Paste a level").first.click()
    page.get_by_role("dialog").get_by_role("textbox").fill(DRAWING)
    page.get_by_role("dialog").get_by_role("button").last.click()
    page.get_by_text("Solvable in").wait_for()
    page.get_by_text("Review", exact=True).click()
    page.wait_for_timeout(6_000)
    page.screenshot(path=target)


def phone(browser: Browser, base: str, target: Path) -> None:
    """A phone, dark, in the skin of a warehouse."""
    page = window(browser, base, phone=True, dark=True, skin="wood")
    solution = open_lesson(page, PUZZLE)
    for _ in press(page, solution[: len(solution) // 3]):
        pass
    page.wait_for_timeout(600)
    page.screenshot(path=target)


def animation(browser: Browser, base: str, target: Path) -> None:
    """A phone on which a level is solved, from its lesson to its stars."""
    page = window(browser, base, phone=True)
    solution = open_lesson(page, SOLVED_ON_THE_PHONE)
    page.wait_for_timeout(600)
    frames = [_frame(page)]
    frames.extend(_frame(page) for _ in press(page, solution))
    page.locator("#card[data-kind=solved]").wait_for()
    page.wait_for_timeout(1_200)
    frames.append(_frame(page))
    durations = [1_200, *[PACE] * (len(frames) - 2), LINGER]
    frames[0].save(target, save_all=True, append_images=frames[1:], duration=durations, loop=0, quality=70, method=6)


def _frame(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(SHRUNK, Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
