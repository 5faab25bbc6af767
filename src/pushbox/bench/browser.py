"""Waiting times of a player in a browser: for a step, the overlay of a box, the first page.

A real server and Debian's Chromium on one machine, with a proxy between them that delays what goes through it.  Frames
are not held back for a screen (60 a second would hide everything below 17 ms): what is measured is from the event of a
key or of a release to after the frame in which the piece stands where this very step, or drag, takes it.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..formats import read
from ..play.session import Session
from . import Figure
from .delay import Proxy, delayed
from .web import served

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

# The first draws no window around a page that nobody sees, and takes half the processor time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
FRAME = 1000 / 60  # milliseconds
INTERVAL = 33  # milliseconds between two presses, as a keyboard repeats a key that is held
SIZE = 50
_PHONE = 4  # times as slow as this machine
_STARTS = 5
_HAS_BOARD = "() => document.querySelector('push-board')?.querySelector('[data-kind=pusher]')"
FEW, MANY = 10, 5  # cells from one box to the next, which makes 16 and 100 boxes
_QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
_UNBOUND = ("--disable-frame-rate-limit", "--disable-gpu-vsync")  # no frame waits for a screen


HALL = """
##################################
#                                #
# @                     #        #
#                       #        #
#              #                 #
#   .  $                ###      #
#                         #      #
#                 $           .  #
#                                #
##################################
"""
# What is pressed there: a key that is held, a zigzag, pushes, and back and forth through them.
PRESSES = "r" * 10 + "dr" * 5 + "R" * 10 + "<" * 10 + ">" * 10
# What is pressed where there are many boxes: each box of the upper row is pushed, all is undone, and redone.
_DOWN_THE_ROW = "r" + "Durrrrr" * 9 + "Du"
MANY_PRESSES = _DOWN_THE_ROW + "<" * len(_DOWN_THE_ROW) + ">" * len(_DOWN_THE_ROW)
_KEYS = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown", "<": "u", ">": "Insert"}

# Notes where each piece is moved to, how many presses have their answers, and when that has been painted; `presses`
# dispatches keys, each on time, but none while so many wait for their answers that a page cannot know where the next
# one leads.
WATCH = """() => {
  window.watchers?.forEach((watcher) => watcher.disconnect());
  [window.moved, window.pressed, window.replies] = [[], [], []];
  const painted = (records) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => records.forEach((record) => (record.painted = performance.now()));
    channel.port2.postMessage(null);
  });
  const place = /translate\\((-?[\\d.]+)px, (-?[\\d.]+)px\\)/;
  const pieces = new MutationObserver((changes) => {
    const records = [];
    for (const { target } of changes) {
      const [, x, y] = place.exec(target.style?.transform ?? "") ?? [];
      const { width } = document.querySelector("push-board").board;
      if (x === undefined) continue;
      records.push({ kind: target.dataset.kind, cell: (y / 100) * width + x / 100, painted: Infinity });
    }
    window.moved.push(...records);
    painted(records);
  });
  pieces.observe(document.querySelector("push-board"), { subtree: true, attributeFilter: ["style"] });
  const answers = new MutationObserver(() => {
    const count = pressed.length - Number(document.body.dataset.waiting) - replies.length;
    const records = Array.from({ length: Math.max(0, count) }, () => ({ painted: Infinity }));
    replies.push(...records);
    painted(records);
  });
  answers.observe(document.body, { attributeFilter: ["data-waiting"] });
  window.watchers = [pieces, answers];
  window.presses = (keys, interval) => new Promise((done) => {
    const times = (window.pressed = []);
    window.replies = [];
    const start = performance.now() + interval;
    const press = () => {
      if (times.length === keys.length) return done(times);
      const waiting = Number(document.body.dataset.waiting);
      if (performance.now() < start + times.length * interval || waiting > MOST) return setTimeout(press);
      times.push(performance.now());
      const key = keys[times.length - 1];
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      setTimeout(press);
    };
    press();
  });
}""".replace("MOST", "12")  # at 33 ms a press and a round trip of 300 ms there are ten
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
    if CHROMIUM is None:
        yield Figure("browser", "skipped", 0, "", f"found none of {', '.join(PROGRAMS)}")
        return
    with _page(0) as (page, proxy):
        yield Figure(
            "browser", "first page", page.evaluate(_BYTES) / 1000, "kB", "everything that /play loads; the bar is 110"
        )
        yield from _steps(page, proxy)
        path = _overlays(page)
        detail = f"{SIZE} x {SIZE}, up to {max(marks for _, marks in path):.0f} cells marked; the bar is 50"
        yield Figure("browser", "overlay, median", statistics.median(time for time, _ in path), "ms", detail)
        yield from _large(page)
    with _page(0, _QUIET) as (page, proxy):
        yield from _phone(page, proxy)


def behind(round_trip: int) -> Iterator[Figure]:
    """Yield milliseconds of steps and drags over a network with a round trip of so many milliseconds."""
    if CHROMIUM is None:
        yield Figure("browser", "skipped", 0, "", f"found none of {', '.join(PROGRAMS)}")
        return
    with _page(round_trip) as (page, proxy):
        yield from _steps(page, proxy)


def _steps(page: Page, proxy: Proxy) -> Iterator[Figure]:
    """Yield how long each kind of press, and a drag, waits for its paint, and what a press takes."""
    open_level(page, HALL)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("u")
    _wait_until_quiet(page, proxy)  # what comes once for all plays is there: the core, and the pages for later
    open_level(page, HALL)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    processor, received = _processor_time(session), proxy.received
    times = press(page, HALL, PRESSES)
    processor = (_processor_time(session) - processor) / len(PRESSES)
    received = round((proxy.received - received) / len(PRESSES))
    names = ("a key held", "zigzag", "pushes", "undo", "redo")
    for number, name in enumerate(names):
        part = sorted(times[number * 10 : number * 10 + 10])
        late = sum(time > FRAME for time in part)
        detail = f"median {statistics.median(part):.1f} ms; {late} of {len(part)} later than a frame of {FRAME:.1f} ms"
        yield Figure("browser", f"{name}, slowest", part[-1], "ms", detail)
    yield Figure("browser", "received, a key", received, "bytes", "all that the server sends; the bar is 2,000")
    yield Figure("browser", "processor time, a key", processor * 1000, "ms", "of the page's main thread")
    yield Figure("browser", "drag of a box", drag(page, HALL), "ms", "from the release")


def _wait_until_quiet(page: Page, proxy: Proxy) -> None:
    """Wait until the server has sent nothing for a second."""
    received = -1
    while received != proxy.received:
        received = proxy.received
        page.wait_for_timeout(1000)


def _large(page: Page) -> Iterator[Figure]:
    """Yield how long keys wait for their answer on a board with a hundred boxes."""
    level = room(MANY)
    open_level(page, level)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    processor = _processor_time(session)
    press(page, level, MANY_PRESSES)
    processor = (_processor_time(session) - processor) / len(MANY_PRESSES)
    times = answers(page)
    parts = statistics.quantiles(times, n=100)
    detail = (
        f"median {parts[49]:.1f} ms, 99th percentile {parts[98]:.1f}, slowest {max(times):.1f}; the bar is 100 for each"
    )
    yield Figure("browser", "100 boxes, answer, 95th", parts[94], "ms", detail)
    yield Figure("browser", "100 boxes, processor time", processor * 1000, "ms", "of the page's main thread, a key")


def _phone(page: Page, proxy: Proxy) -> Iterator[Figure]:
    """Yield how long keys, and the first board of a page, wait on a slow processor once the server is gone.

    Frames come at the pace of a screen, 60 a second: without it a slow page would draw those between all the time.
    """
    open_level(page, HALL)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("u")
    _wait_until_quiet(page, proxy)
    open_level(page, HALL)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": _PHONE})
    proxy.stop()
    page.wait_for_timeout(1000)
    times = press(page, HALL, PRESSES)
    late = sum(time > FRAME for time in times)
    detail = f"slowest {max(times):.1f} ms; {late} of {len(times)} later than a frame of {FRAME:.1f} ms, of 60 a second"
    yield Figure("browser", "phone alone, median", statistics.median(times), "ms", detail)
    starts = []
    for _ in range(_STARTS):
        page.reload(wait_until="commit")
        page.wait_for_function(_HAS_BOARD)
        starts.append(page.evaluate("() => performance.now()"))
    detail = f"slowest of {_STARTS} {max(starts):.0f} ms; the bar is 1,000"
    yield Figure("browser", "phone alone, start", statistics.median(starts), "ms", detail)


def open_level(page: Page, level: str) -> None:
    """Import a level, and wait until it can be played and nothing is under way."""
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Paste levels").fill(level)
    page.get_by_role("button", name="Read", exact=True).click()
    board = read(level).levels[0].board
    size = f"board?.width === {board.width} && document.querySelector('push-board').board.height === {board.height}"
    page.wait_for_function(f"() => document.querySelector('push-board').{size}")
    page.wait_for_timeout(1500)  # a player looks at a level before they begin
    page.evaluate(WATCH)


def press(page: Page, level: str, presses: str, interval: float = INTERVAL) -> list[float]:
    """Press keys on a level that is open; return how many milliseconds after each press its step was painted.

    Presses are letters of LURD, < to undo and > to redo.  Infinite for what is not painted within ten seconds.
    """
    from playwright.sync_api import Error

    keys = [_KEYS[sign if sign in "<>" else sign.lower()] for sign in presses]
    began = page.evaluate("([keys, interval]) => presses(keys, interval)", [keys, interval])
    page.wait_for_function("() => document.body.dataset.waiting === '0'")
    with suppress(Error):
        painted = "() => moved.every((it) => it.painted < Infinity)"
        page.wait_for_function(painted, timeout=10_000)
    moved = page.evaluate("() => moved.filter(({ kind }) => kind === 'pusher').map((it) => [it.cell, it.painted])")
    return _waits(began, moved, cells(level, presses))


def answers(page: Page) -> list[float]:
    """Return how many milliseconds after each press of the last `press` a page showed what the server answered.

    That is its counts and its place in the history.  Infinite for a press without an answer.
    """
    page.wait_for_function("() => replies.every((it) => it.painted < Infinity)")
    shown = "() => pressed.map((time, number) => (replies[number]?.painted ?? Infinity) - time)"
    times: list[float] = page.evaluate(shown)
    return times


def _processor_time(session: CDPSession) -> float:
    """Return how many seconds of the processor the main thread of a page has taken: others do not lengthen them."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(it["value"]) for it in metrics if it["name"] == "TaskDuration")


def drag(page: Page, level: str) -> float:
    """Drag the first box of a level three cells to the left, by the mouse; return the milliseconds to its paint."""
    board = read(level).levels[0].board
    start = board.of_kind("box")[0].anchor
    place = (
        "(cell) => { const { x, y, width } = document.querySelector(`[data-cell='${cell}']`).getBoundingClientRect();"
    )
    places = [page.evaluate(place + " return [x + width / 2, y + width / 2]; }", cell) for cell in (start, start - 3)]
    page.evaluate(
        "() => addEventListener('pointerup', ({ timeStamp }) => window.released = timeStamp, { capture: true })"
    )
    page.keyboard.press("Home")
    page.wait_for_timeout(1500)
    page.wait_for_function("() => document.body.dataset.waiting === '0'")
    page.evaluate("() => { moved.length = 0; }")
    page.mouse.move(*places[0])
    page.locator(".overlay.reach").wait_for(state="attached")
    page.wait_for_timeout(300)  # as somebody does who looks where to take it
    page.mouse.down()
    page.mouse.move(*places[1], steps=10)
    page.wait_for_timeout(200)
    page.mouse.up()
    page.wait_for_function("(cell) => moved.some((it) => it.cell === cell && it.kind === 'box')", arg=start - 3)
    page.wait_for_timeout(100)
    painted = "(cell) => moved.find((it) => it.cell === cell && it.kind === 'box').painted - released"
    return float(page.evaluate(painted, start - 3))


def cells(level: str, presses: str) -> list[int]:
    """Return where the player is after each press."""
    session = Session(read(level).levels[0])
    cells = []
    for sign in presses:
        if sign == "<":
            session.undo()
        elif sign == ">":
            session.redo()
        else:
            session.play_text(sign)
        assert session.focus is not None, "the level has a player"
        cells.append(session.focus.anchor)
    return cells


def _waits(began: Sequence[float], moved: Sequence[tuple[int, float]], cells: Sequence[int]) -> list[float]:
    """Return how long each press waited; `moved` are the cells that the player was drawn on, with the times."""
    waits = []
    place = 0
    for start, cell in zip(began, cells, strict=True):
        found = next((at for at in range(place, len(moved)) if moved[at][0] == cell and moved[at][1] >= start), None)
        waits.append(float("inf") if found is None else moved[found][1] - start)
        place = place if found is None else found + 1
    return waits


def _overlays(page: Page) -> list[list[float]]:
    """Return for each box of a large room how long its overlay took, and how many cells it marks."""
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Paste levels").fill(room())
    page.get_by_role("button", name="Read", exact=True).click()
    page.wait_for_function(f"() => document.querySelector('push-board').board?.width === {SIZE}")
    page.wait_for_timeout(1000)  # until what it opens with is done
    pieces: list[dict[str, Any]] = page.evaluate("() => document.querySelector('push-board').board.pieces")
    return [page.evaluate(_OVERLAY, piece["cells"][0]) for piece in pieces if piece["kind"] == "box"]


def room(apart: int = FEW) -> str:
    """Return a walled square with a box and its goal every so many cells, each way."""
    cells = [
        ["#" if 0 in {row, column} or SIZE - 1 in {row, column} else " " for column in range(SIZE)]
        for row in range(SIZE)
    ]
    places = range(apart // 2, SIZE - apart // 2, apart)
    for row in places:
        for column in places:
            cells[row][column], cells[row + 1][column + 1] = "$", "."
    cells[1][1] = "@"
    return "\n".join(map("".join, cells)) + "\n"


@contextmanager
def _page(round_trip: int, arguments: Sequence[str] = _QUIET + _UNBOUND) -> Iterator[tuple[Page, Proxy]]:
    """Open the first page of a fresh server in a fresh browser; yield both once a level is on the table.

    There and back takes so many milliseconds longer than on one machine.  The browser begins with some arguments.
    """
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"sqlite:///{Path(folder) / 'library.sqlite'}") as (server, _),
        delayed(server, round_trip) as proxy,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(arguments))
        page = chromium.new_page()
        page.goto(f"http://{proxy.address}/play")
        page.wait_for_function("() => document.body.dataset.waiting === '0'")
        yield page, proxy
