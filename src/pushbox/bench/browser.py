"""Waiting times of a player in a browser: for a step, the overlay of a box, the first page.

A real server and Debian's Chromium on one machine.  Frames are not held back for a screen (60 a second would hide
everything below 17 ms): what is measured is from the key event to after the frame that shows the step.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import Figure
from .web import served

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = Path("/usr/bin/chromium")
STEPS = 400
SIZE = 50
_QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-frame-rate-limit", "--disable-gpu-vsync",
)  # fmt: skip

_WATCH = """() => {
  window.times = [];
  addEventListener("keydown", ({ timeStamp }) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.times.push(performance.now() - timeStamp);
    channel.port2.postMessage(null);
  }), true);
}"""
_OVERLAY = """async (cell) => {
  const board = document.querySelector("push-board");
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const start = performance.now();
  board.dispatchEvent(new CustomEvent("cell-press", { detail: { cell } }));
  while (!board.querySelector(".overlay.reach") && performance.now() - start < 5000) await frame();
  const shown = board.querySelector(".overlay.reach");
  const marks = Number(shown?.dataset.count ?? 0);
  const time = performance.now() - start;
  dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  await frame();
  return [time, marks];
}"""
_BYTES = """() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
  .reduce((sum, { transferSize }) => sum + transferSize, 0)"""


def browser(_shared: Path) -> Iterator[Figure]:
    """Yield milliseconds of a step and of an overlay, and the kilobytes of the first page; nothing without Chromium."""
    if not CHROMIUM.exists():
        yield Figure("browser", "skipped", 0, "", f"there is no {CHROMIUM}")
        return
    with _page() as page:
        yield Figure("browser", "first page", page.evaluate(_BYTES) / 1000, "kB", "everything that /play loads")
        page.evaluate(_WATCH)
        for number in range(STEPS):
            page.keyboard.press(("ArrowRight", "ArrowLeft")[number % 2])
            page.wait_for_timeout(20)
        times: list[float] = sorted(page.evaluate("() => window.times"))
        yield Figure("browser", "step to paint, median", statistics.median(times), "ms", f"{len(times)} steps")
        yield Figure("browser", "step to paint, 95th percentile", times[len(times) * 95 // 100], "ms", "the bar is 16")
        path = _overlays(page)
        detail = f"{SIZE} x {SIZE}, up to {max(marks for _, marks in path):.0f} cells marked; the bar is 50"
        yield Figure("browser", "overlay, median", statistics.median(time for time, _ in path), "ms", detail)


def _overlays(page: Page) -> list[list[float]]:
    """Return for each box of a large room how long its overlay took, and how many cells it marks."""
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Paste levels").fill(room())
    page.get_by_role("button", name="Read", exact=True).click()
    page.wait_for_function(f"() => document.querySelector('push-board').board?.width === {SIZE}")
    page.wait_for_timeout(1000)  # until what it opens with is done
    pieces: list[dict[str, Any]] = page.evaluate("() => document.querySelector('push-board').board.pieces")
    return [page.evaluate(_OVERLAY, piece["cells"][0]) for piece in pieces if piece["kind"] == "box"]


def room() -> str:
    """Return a walled square with a box and its goal every ten cells, each way."""
    cells = [
        ["#" if 0 in {row, column} or SIZE - 1 in {row, column} else " " for column in range(SIZE)]
        for row in range(SIZE)
    ]
    for row in range(5, SIZE - 5, 10):
        for column in range(5, SIZE - 5, 10):
            cells[row][column], cells[row + 1][column + 1] = "$", "."
    cells[1][1] = "@"
    return "\n".join(map("".join, cells)) + "\n"


@contextmanager
def _page() -> Iterator[Page]:
    """Open the first page of a fresh server in a fresh browser; yield it once a level is on the table."""
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"sqlite:///{Path(folder) / 'library.sqlite'}") as (address, _),
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(_QUIET))
        page = chromium.new_page()
        page.goto(f"http://{address}/play")
        page.wait_for_function("() => document.body.dataset.waiting === '0'")
        yield page
