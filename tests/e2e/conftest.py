"""A real server, a real Chromium: what a player does, done by a program."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest

from pushbox.bench.browser import CHROMIUM

# Without a network of its own a browser would look for updates all the time; root has no sandbox. A process for each
# window would cost a sixth of all processor time, and a graphics card that is only imitated a tenth.
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-gpu-compositing", "--num-raster-threads=1", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--renderer-process-limit=1", "--process-per-site",
]  # fmt: skip


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark all tests of this folder."""
    item.add_marker("e2e")


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of the library of the server."""
    return f"sqlite:///{tmp_path_factory.mktemp('library')}/e2e.db"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[str]:
    """Yield the address of a server with a library of its own."""
    with serving(tmp_path_factory.mktemp("server"), database) as address:
        yield address


@contextmanager
def serving(folder: Path, database: str, **environment: str) -> Iterator[str]:
    """Run a server, which writes its log into a folder; yield its address."""
    port = free_port()
    with server_at(port, folder, database, **environment):
        yield f"http://127.0.0.1:{port}"


def free_port() -> int:
    """Return the number of a port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def server_at(port: int, folder: Path, database: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server at a port, which writes its log into a folder; yield its process, which the test may kill."""
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "pushbox", "serve", "--port", str(port), "--database", database],
            stdout=log,
            stderr=subprocess.STDOUT,
            env=os.environ | environment,
            start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            if process.poll() is not None:
                pytest.fail(f"the server ended: {(folder / 'log').read_text()}")
            try:
                urllib.request.urlopen(address, timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)


@contextmanager
def static_host(folder: Path) -> Iterator[str]:
    """Serve the files of a folder as `python -m http.server` does; yield the address."""
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}/"
        for _ in range(200):
            try:
                urllib.request.urlopen(address).close()
                break
            except OSError:
                time.sleep(0.05)
        try:
            yield address
        finally:
            process.terminate()  # also where the test fails, which would wait for its end for good


def while_it_is_alone(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:  # noqa: ARG001
    """Return how long a browser runs: its driver keeps an event loop running, which other tests must not find."""
    return "session" if all(Path(arg).is_relative_to("tests/e2e") for arg in config.args) else "module"


@pytest.fixture(scope=while_it_is_alone)
def chromium() -> Iterator[Any]:
    """Yield the browser; every test takes windows of it."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (Debian: apt install chromium-headless-shell)")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def window(chromium: Any, server: str) -> Iterator[Callable[..., Any]]:
    """Make windows, each of a visitor of its own; an error in the console of one fails the test."""
    contexts: list[Any] = []
    faults: list[str] = []

    def make(**options: Any) -> Any:
        size = {"width": 1440, "height": 900}
        options = {"viewport": size, "locale": "en-GB", "base_url": server, "service_workers": "block"} | options
        context = chromium.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """Yield a page that may ask for what does not answer."""
    faults: list[str] = []
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults


@pytest.fixture(scope="session")
def axe() -> Path:
    """Return the accessibility checker that runs in a page."""
    source = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
    if not source.exists():
        pytest.skip("axe-core is not installed (Debian: apt install npm)")
    return source
