"""A library without room, busy or out of reach: 507 and 503 in the one shape, and never where the library is."""

from __future__ import annotations

import json
import logging
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.outages import busy, full_disk

from pushbox.cli import main
from pushbox.errors import LibraryBusy, LibraryFull, LibraryUnavailable
from pushbox.store import Store
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

from .conftest import GENEROUS, HEADERS, TEXT, refused, room

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

pytestmark = pytest.mark.usefixtures("unseeded")

LEVEL = {"text": TEXT, "name": "mine"}


@pytest.fixture
def client(make_url: Callable[[], str], static: Path) -> Iterator[TestClient]:
    """Yield a browser with a cookie, of a server that waits for nothing longer than a fifth of a second."""
    settings = Settings(database=make_url(), busy_timeout=0.2, limits=GENEROUS, static=static)
    with TestClient(create_app(settings), headers=HEADERS) as client:
        client.get("/api/me")
        yield client


def library_of(client: TestClient) -> Store:
    app: Any = client.app
    library: Store = app.state.store
    return library


def check_discreet(client: TestClient, answer: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Check that an answer names neither the database nor what it was asked, and that the log does name it."""
    url = library_of(client).url
    for part in (url, url.split("/")[-1], "sqlite", "postgres", "INSERT", "secret", "/tmp"):  # noqa: S108
        assert part not in answer.text, answer.text
    assert url in caplog.text
    assert "INSERT" not in caplog.text


def test_a_full_disk_is_507(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever would be added is refused by a sentence, reading goes on, and with room all works again."""
    with caplog.at_level(logging.ERROR, "pushbox.web"):
        with full_disk(library_of(client)):
            for _ in range(3):
                answer = client.post("/api/collections", json=LEVEL)
                assert "its disk is full" in refused(answer, 507, "full")
                check_discreet(client, answer, caplog)
            refused(client.post("/api/plays", json={"level": room()}), 507, "full")
            assert client.get("/api/collections").status_code == 200
        assert client.post("/api/collections", json=LEVEL).status_code == 201
        assert client.post("/api/plays", json={"level": room()}).status_code == 201


def test_a_busy_library_is_503(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    """A write that finds another one for too long may come again, as the header says; readers wait for nobody."""
    with caplog.at_level(logging.ERROR, "pushbox.web"):
        with busy(library_of(client)):
            answer = client.post("/api/collections", json=LEVEL)
            assert "please try again" in refused(answer, 503, "busy")
            assert int(answer.headers["Retry-After"]) > 0
            check_discreet(client, answer, caplog)
            assert client.get("/api/collections").status_code == 200
        assert client.post("/api/collections", json=LEVEL).status_code == 201


def test_a_library_out_of_reach_is_503(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests get 503, a socket is closed with 1013, on which clients come again, and the server goes on."""
    play = client.post("/api/plays", json={"level": room()}).json()["play"]
    library = library_of(client)
    file = Path(library.engine.url.database or "")
    with monkeypatch.context() as away:
        if library.engine.dialect.name == "postgresql":
            import psycopg

            def connect(*_: Any, **__: Any) -> None:
                raise psycopg.OperationalError("connection to server at 10.1.2.3 failed: refused")

            away.setattr(library.engine.dialect, "connect", connect)
        else:
            file.rename(file.with_suffix(".away"))
            file.mkdir()
        library.close()  # the connections that are there, also those that a thread uses; others can be made
        answer = client.get("/api/collections")
        assert "10.1.2.3" not in refused(answer, 503, "busy")
        with client.websocket_connect(f"/ws/play?play={play}") as socket, pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1013
    if library.engine.dialect.name == "sqlite":
        file.rmdir()
        file.with_suffix(".away").rename(file)
    with client.websocket_connect(f"/ws/play?play={play}") as socket:
        assert socket.receive_json()["is"] == "opened"


def test_the_command_line_names_the_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever runs it learns in one line which database it is and what it says."""
    folder = tmp_path / "library.sqlite"
    folder.mkdir()
    with pytest.raises(SystemExit) as ended:
        main(["library", "--database", f"sqlite:///{folder}", "list"])
    assert ended.value.code == 2
    words = capsys.readouterr().err
    assert words.count("\n") == 1
    assert "please try again: sqlite:///" in words
    assert "unable to open database file" in words


LONG = {"text": TEXT + "; a line of words, which is no level at all\n" * 20, "name": "long"}  # no work for a thread


@contextmanager
def full_for_all(client: TestClient) -> Iterator[None]:
    """Let nothing be added to a library by this process or a worker, which is there once it has done an import."""
    library = library_of(client)
    app: Any = client.app
    with full_disk(library), ExitStack() as stack:
        if library.engine.dialect.name == "sqlite":
            for seat in app.state.imports._seats:
                process = seat.worker._process._process
                if process is not None:
                    limits = resource.prlimit(process._process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
                    stack.callback(resource.prlimit, process._process.pid, resource.RLIMIT_FSIZE, limits)
        yield


def import_by_job(client: TestClient, body: Any) -> Any:
    """Return the end of a job that imports a text, as its stream and its state have it."""
    answer = client.post("/api/jobs", json={"task": "import"} | body)
    assert answer.status_code == 202, answer.text
    job = answer.json()["job"]
    end = json.loads(client.get(f"/api/jobs/{job}/events").text.rpartition("data: ")[2])
    state = client.get(f"/api/jobs/{job}").json()
    assert (end["status"], end.get("message", ""), end.get("code")) == (state["state"], state["message"], state["code"])
    return end


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limit of another process can be set here")
def test_a_full_disk_is_507_for_workers_too(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    """An import that a worker process does is refused as one that a thread does; the log names the library."""
    assert client.post("/api/collections", json=LONG | {"name": "first"}).status_code == 201
    with caplog.at_level(logging.ERROR, "pushbox.web"):
        with full_for_all(client):
            answer = client.post("/api/collections", json=LONG)
            assert "its disk is full" in refused(answer, 507, "full")
            assert answer.json()["error"]["phrase"]["code"] == "library-full"
            check_discreet(client, answer, caplog)
            end = import_by_job(client, LONG)
            assert (end["status"], end["code"]) == ("failed", "full")
            assert "its disk is full" in end["message"]
        assert client.post("/api/collections", json=LONG).status_code == 201


def test_a_busy_library_is_503_for_workers_too(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    """A worker waits for another writer as long as a thread does."""
    assert client.post("/api/collections", json=LONG | {"name": "first"}).status_code == 201
    with caplog.at_level(logging.ERROR, "pushbox.web"):
        with busy(library_of(client)):
            answer = client.post("/api/collections", json=LONG)
            assert "please try again" in refused(answer, 503, "busy")
            assert answer.json()["error"]["phrase"]["code"] == "library-busy"
            assert int(answer.headers["Retry-After"]) > 0
            check_discreet(client, answer, caplog)
            end = import_by_job(client, LONG)
            assert (end["status"], end["code"]) == ("failed", "busy")
        assert client.post("/api/collections", json=LONG).status_code == 201


def test_a_library_that_fails_after_the_worker(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the server itself does for an import is refused as what the worker does, and a defect is one."""
    for error, status, code in (
        (LibraryFull.said("library-full"), 507, "full"),
        (LibraryBusy.said("library-busy"), 503, "busy"),
        (LibraryUnavailable.said("library-failed"), 500, "server"),
        (RuntimeError("a secret"), 500, "server"),
    ):

        def fail(*_: Any, error: Exception = error) -> Any:
            raise error

        with monkeypatch.context() as broken:
            broken.setattr("pushbox.web.api.imports._report", fail)
            answer = client.post("/api/collections", json=LONG | {"name": f"{status} {error}"})
            assert "secret" not in refused(answer, status, code)


def test_bad_input_of_a_worker_is_bad_input(client: TestClient) -> None:
    """A text without levels, by a job too."""
    words = {"text": "nothing but words " * 100, "name": "words"}
    refused(client.post("/api/collections", json=words), 422, "bad-input")
    assert import_by_job(client, words)["code"] == "bad-input"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder on a disk of a few MiB, where the machine lets tests mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_full_is_507(small_disk: Path, static: Path) -> None:
    """The same on a disk that is full indeed; once something is deleted all works again."""
    settings = Settings(database=f"sqlite:///{small_disk / 'library.sqlite'}", limits=GENEROUS, static=static)
    with TestClient(create_app(settings), headers=HEADERS) as client:
        filling = small_disk / "filling"
        with suppress(OSError), filling.open("wb", buffering=0) as file:
            while file.write(b"x" * 4096):
                continue
        answers = []
        for number in range(1000):  # the log of the database has room for some
            answers.append(client.post("/api/collections", json=LEVEL | {"name": f"{number:0100}"}))
            if answers[-1].status_code != 201:
                break
        refused(answers[-1], 507, "full")
        assert str(small_disk) not in answers[-1].text
        filling.unlink()
        assert client.post("/api/collections", json=LEVEL).status_code == 201
        own = client.get("/api/collections").json()["collections"]
        assert sum(one["mine"] for one in own) == 1 + sum(answer.status_code == 201 for answer in answers)
