"""Play the board of a notebook in a real JupyterLab, in Chromium: keys, mouse, two views, and what Python has of it.

``make lab`` runs it, in an environment with JupyterLab; ``--pictures FOLDER`` keeps screenshots, to be looked at.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

CELLS = (
    "import pushbox\nfrom pushbox.notebook import PlayWidget\nlevel = pushbox.builtin('lessons')[1]",
    "level",
    "board = PlayWidget(level)\nboard",
    "print('played', board.text, board.status)",
    "board.undo(); board.skin = 'wood'; board.rulers = True; board.mark('problem', ['C4'])\nboard",
    "pushbox.builtin('lessons')",
    "PlayWidget(pushbox.builtin('hanano')[0], cell=36)",
)


def notebook() -> str:
    """Return a notebook of the cells."""
    plain = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    cells = [plain | {"id": f"cell-{number}", "source": source} for number, source in enumerate(CELLS)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


@contextmanager
def jupyterlab(folder: Path) -> Iterator[str]:
    """Yield the address of a JupyterLab that serves a folder, until the context ends."""
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0"]
    options = ["--ServerApp.port_retries=50", "--IdentityProvider.token=lab", "--LabApp.news_url=None"]
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(folder / ".config"),
        "JUPYTER_DATA_DIR": str(folder / ".data"),
    }
    with subprocess.Popen(  # noqa: S603  # of arguments from here
        [*command, *options], cwd=folder, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as server:
        assert server.stderr is not None
        try:
            for line in server.stderr:
                if address := re.search(r"http://127\.0\.0\.1:\d+/", line):
                    yield address[0]
                    return
            raise SystemExit("JupyterLab has ended before it had an address")
        finally:
            os.killpg(server.pid, signal.SIGTERM)


class Lab:
    """The notebook on its page."""

    def __init__(self, page: Page, pictures: Path) -> None:
        self.page = page
        self.pictures = pictures
        pictures.mkdir(parents=True, exist_ok=True)

    def cell(self, number: int) -> Locator:
        """Return a cell by its number."""
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(number)

    def run(self, number: int) -> Locator:
        """Run a cell; return its output once it is there."""
        cell = self.cell(number)
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        cell.locator(".jp-InputPrompt", has_text=re.compile(r"\[\d+\]")).wait_for()
        cell.locator(".jp-OutputArea").scroll_into_view_if_needed()
        return cell.locator(".jp-OutputArea")

    def played(self) -> str:
        """Return what Python has of the play."""
        output = self.run(3).locator("pre").last
        output.get_by_text("played").wait_for()
        return output.inner_text().strip()

    def picture(self, name: str) -> None:
        """Keep a screenshot."""
        self.page.screenshot(path=self.pictures / f"{name}.png")


def cell_of(board: Locator, name: str) -> Locator:
    """Return a cell of a board by its name on the rulers, which its label begins with."""
    return board.locator(f'[role="gridcell"][aria-label^="{name}"]')


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Drag what stands on a cell to another."""
    start.hover()
    page.mouse.down()
    end.hover()
    page.mouse.up()


def check_accessibility(board: Locator) -> None:
    """Compare the roles and names of the board with what a screen reader needs."""
    assert board.locator('[role="grid"][aria-label="Board"]').count() == 1
    assert board.locator('[role="gridcell"]:not([aria-label])').count() == 0
    assert {button.inner_text() for button in board.locator(".pushbox button").all()} == {"Undo", "Redo", "Restart"}
    assert board.locator('[role="status"]').count() == 1


def play(lab: Lab) -> None:
    """Play with keys and mouse, and compare with what Python has."""
    lab.run(0)
    lab.run(1).locator("svg").first.wait_for()
    board = lab.run(2)
    board.locator("push-board svg").wait_for()
    count = lab.page.locator(".jp-Notebook .jp-Cell").count()
    cell_of(board, "B4").wait_for()
    check_accessibility(board)
    lab.picture("opened")
    cell_of(board, "B4").click()
    for key in ("ArrowUp", "ArrowUp", "d", "l", "s"):  # d, l and s are commands of the notebook, too
        lab.page.keyboard.press(key)
    board.locator(".counts", has_text="moves 5, pushes 1").wait_for()
    assert lab.page.locator(".jp-Notebook .jp-Cell").count() == count, "a key has reached the notebook"
    assert lab.played() == "played uurrD playing", lab.played()
    cell_of(board, "D4").click()  # the box, and then where it is to go
    lab.picture("picked")
    cell_of(board, "F4").click()
    board.locator(".status", has_text="Solved!").wait_for()
    lab.picture("solved")
    assert lab.played() == "played uurrDldRR solved", lab.played()
    second = lab.run(4)
    second.locator(".rulers text").first.wait_for()
    board.locator(".counts", has_text="moves 8, pushes 2").wait_for()
    cell_of(second, "F4").focus()
    lab.page.keyboard.press("u")
    for view in (board, second):
        view.locator(".counts", has_text="moves 7, pushes 1").wait_for()
    lab.picture("two-views")
    drag(lab.page, cell_of(second, "D4"), cell_of(second, "F4"))
    for view in (board, second):
        view.locator(".status", has_text="Solved!").wait_for()
    lab.run(5).locator("table img").last.scroll_into_view_if_needed()
    lab.picture("collection")
    board = lab.run(6)
    board.locator('[role="gridcell"]').first.wait_for()
    board.locator(".status").scroll_into_view_if_needed()
    lab.picture("hanano")


def main() -> None:
    """Play, and say that it went well."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, default=Path("target/lab"))
    pictures = parser.parse_args().pictures
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        (Path(folder) / "play.ipynb").write_text(notebook(), encoding="utf-8")
        with jupyterlab(Path(folder)) as address:
            browser = playwright.chromium.launch(executable_path=chromium)
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"{address}lab/tree/play.ipynb?token=lab")
            page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
            page.get_by_text("| Idle").wait_for(timeout=60_000)
            lab = Lab(page, pictures)
            try:
                play(lab)
            except BaseException:
                lab.picture("failed")
                raise
            browser.close()
    print(f"played in JupyterLab; screenshots in {pictures}")


if __name__ == "__main__":
    main()
