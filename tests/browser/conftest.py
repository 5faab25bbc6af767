"""A real server and a real Chromium: Debian's package, at the path that it installs to."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip

Open = Callable[..., Page]


class Server:
    """`pushbox serve` with a library of its own; it may be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self._database = f"sqlite:///{folder / 'library.sqlite'}"
        self._port = "0"
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        command = [sys.executable, "-m", "pushbox", "serve", "--port", self._port, "--database", self._database]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert said.startswith("pushbox is at "), said
        self.address = said.split()[-1].rstrip("/")
        self._port = self.address.rsplit(":", 1)[1]

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        self._process.communicate()
        self._process = None


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("browser"))
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"there is no {CHROMIUM}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Open]:
    """Open a path in a browser without a past; what goes wrong in a page fails the test."""
    wrong: list[str] = []
    contexts = []

    def visit(path: str, *, phone: bool = False, **options: Any) -> Page:
        width, height = (390, 844) if phone else (1440, 900)
        size = ViewportSize(width=width, height=height)
        context = chromium.new_context(viewport=size, has_touch=phone, is_mobile=phone, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(server.address + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert wrong == []
