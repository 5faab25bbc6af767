"""A server with a library of its own, and browsers."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from starlette.testclient import TestClient
from tests.programs import Forked

import pushbox
from pushbox import store
from pushbox.formats.json import level_to_json
from pushbox.store import Store
from pushbox.web import accounts
from pushbox.web.app import create_app
from pushbox.web.settings import Limits, Rate, Settings

TEXT = "#####\n#@$.#\n#####\n"
HEADERS = {"X-Pushbox": "1"}
NO_RATE = Rate(1e9, 1e9)
GENEROUS = Limits(
    reads=NO_RATE, writes=NO_RATE, works=NO_RATE, logins=NO_RATE, visitors=NO_RATE, sent=NO_RATE, registrations=NO_RATE
)

Browser = Callable[[], TestClient]


def room(text: str = TEXT) -> dict[str, Any]:
    """Return the first level of a text, as JSON."""
    return level_to_json(pushbox.read(text).levels[0])


def refused(answer: Any, status: int, code: str) -> str:
    """Check that an answer is a refusal in the one shape, and return its sentence."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["code"] == code
    assert error["message"]
    assert set(answer.json()) <= {"error", "problems"}
    return str(error["message"])


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a client of one page."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "pages").mkdir()
    (folder / "head.html").write_text('<!doctype html><link rel="stylesheet" href="/static/css/PAGE.css">')
    (folder / "header.html").write_text("<header></header>")
    (folder / "footer.html").write_text("<footer></footer>")
    (folder / "pages" / "home.html").write_text("<title>pushbox</title><body>" + "<p>a page</p>" * 200)
    (folder / "core.js").write_text("export const one = 1;\n" * 200)
    return folder


@pytest.fixture(scope="session", autouse=True)
def quick_start(shipped_file: Path) -> Iterator[None]:
    """Let servers of this process that make a library of SQLite copy one that has the shipped levels."""

    def open_copy(url: str, **options: Any) -> Store:
        file = Path(sa.make_url(url).database or "")
        if url.startswith("sqlite:") and not file.exists() and file.parent.is_dir():
            shutil.copy(shipped_file, file)
        return store.open(url, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pushbox.web.library.store", SimpleNamespace(open=open_copy))
        yield


@pytest.fixture
def unseeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers of this process start without the shipped levels on a library that has none."""
    monkeypatch.setattr("pushbox.store.seed_library.seed_library", lambda _: None)


@pytest.fixture(scope="session", autouse=True)
def quick_workers() -> Iterator[None]:
    """Let the worker processes of servers of this process be forked, where a start takes two seconds."""

    def start(command: Sequence[str], **options: Any) -> subprocess.Popen[Any]:
        if command[:3] == (sys.executable, "-m", "pushbox.batch.worker"):
            return Forked(command, text=False, **options)
        return subprocess.Popen(command, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pushbox.process.subprocess", SimpleNamespace(**vars(subprocess) | {"Popen": start}))
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_hashes() -> Iterator[None]:
    """Let servers of this process hash passwords at once, which takes a real one a tenth of a second on purpose."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "_hasher", hasher)
        patch.setattr(accounts, "_DUMMY_HASH", accounts._hash_of_nothing(hasher))
        yield


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[Any]:
    """Yield a running app that nobody is too quick for."""
    database = f"sqlite:///{tmp_path_factory.mktemp('web') / 'library.sqlite'}"
    app = create_app(Settings(database=database, limits=GENEROUS, static=static))
    with TestClient(app):
        yield app


@pytest.fixture
def browser(app: Any) -> Browser:
    """Return new browsers, without a cookie each."""
    return lambda: TestClient(app, headers=HEADERS)


@pytest.fixture
def client(browser: Browser) -> TestClient:
    return browser()
