"""A real server: it says where it is, ends in order, and when it is killed nothing that it confirmed is lost."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.programs import Forked, deaf, ended, running

from .conftest import HEADERS, room

pytestmark = pytest.mark.servers

KILLS = 3
ROWS = "#####\n#@$.#\n#####\n"


@pytest.fixture(autouse=True)
def library(shipped_file: Path, tmp_path: Path) -> None:
    """Let servers begin with the shipped levels; those on a file of another name add them."""
    shutil.copy(shipped_file, tmp_path / "library.sqlite")


@contextmanager
def served(
    database: Path, *options: str, start: Callable[..., subprocess.Popen[str]] = Forked, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """Yield a server on a library, and a browser that knows where it is; whatever happens it has ended afterwards."""
    command = [sys.executable, "-m", "pushbox", "serve", "--port", "0", "--database", f"sqlite:///{database}", *options]
    with start(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"} | environment,
    ) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address is not None
            with httpx.Client(base_url=address[0], headers=HEADERS, timeout=300) as client:
                yield process, client
        finally:
            process.kill()


def test_a_killed_server_loses_nothing_confirmed(tmp_path: Path) -> None:
    """Killed in the middle of writes again and again, it has everything that it had answered for."""
    database = tmp_path / "library.sqlite"
    cookies: Any = None
    confirmed: list[tuple[int, str]] = []
    for life in range(KILLS):
        with served(database) as (process, client):
            client.cookies = cookies or client.cookies
            client.get("/api/me").raise_for_status()
            cookies = client.cookies
            kill = threading.Timer(0.4, process.kill)
            for number in range(10_000):
                title = f"{life}-{number}"
                try:
                    answer = client.post("/api/collections", json={"name": title, "text": f"{ROWS}Title: {title}\n"})
                except httpx.TransportError:
                    break
                if number == 0:
                    kill.start()  # in the middle of the others
                if answer.status_code == 429:
                    continue
                assert answer.status_code == 201, answer.text
                confirmed.append((answer.json()["collection"]["id"], title))
            kill.join()
            assert process.wait() == -signal.SIGKILL
    assert confirmed
    with served(database) as (_, client):
        client.cookies = cookies
        for ident, title in confirmed:
            (level,) = client.get(f"/api/collections/{ident}/levels").raise_for_status().json()["levels"]
            assert level["title"] == title
        assert client.get("/api/me").json()["visitor"]


def test_a_file_has_one_server(tmp_path: Path) -> None:
    """The second ends at once with a sentence that says where the first is; after a kill the next starts at once."""
    database = tmp_path / "library.sqlite"
    command = [sys.executable, "-m", "pushbox", "serve", "--port", "0", "--database", f"sqlite:///{database}"]
    with served(database) as (process, client):
        refused = ended(command)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.count("\n") == 1
        assert f"served already by process {process.pid} at {client.base_url}: open that address" in refused.stderr
        assert client.get("/api/games").status_code == 200
        process.kill()
        process.wait()  # on a busy machine it may take a moment to die
        with served(database) as (_, again):
            assert again.get("/api/games").status_code == 200


@pytest.mark.parametrize(
    ("sort", "code", "start"),
    [(signal.SIGINT, 130, partial(subprocess.Popen, text=True)), (signal.SIGTERM, 0, Forked)],
)
def test_a_server_ends_in_order(tmp_path: Path, sort: signal.Signals, code: int, start: Any) -> None:
    """Ctrl-C ends it without a word on errors, and it wrote what was played; so does SIGTERM."""
    with served(tmp_path / "library.sqlite", "--open", start=start, BROWSER="false") as (process, client):
        begun = client.post("/api/plays", json={"level": room()}).json()
        cookies = client.cookies
        process.send_signal(sort)
        out, err = process.communicate()
        assert (process.returncode, out, err.strip()) == (code, "", "")
    with served(tmp_path / "library.sqlite") as (_, client):
        client.cookies = cookies
        assert client.get(f"/api/plays/{begun['play']}").status_code == 200


def test_a_server_in_the_background_does_not_heed_ctrl_c(tmp_path: Path) -> None:
    """It ignores what it was started to ignore, as `nohup pushbox serve &` in a script says, and SIGTERM ends it."""
    command = [sys.executable, "-m", "pushbox", "serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'a.db'}"]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with running(deaf(command, "INT", "HUP"), env=environment) as process:
        assert process.stdout is not None
        assert "http://" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.terminate()
        _, err = process.communicate(timeout=300)
        assert (process.returncode, err) == (0, "")


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::"])  # noqa: S104
def test_it_answers_to_its_names_only(tmp_path: Path, host: str) -> None:
    """A name that somebody else has made to point here is refused; an address is nobody's name."""
    if host == "::" and not socket.has_dualstack_ipv6():
        pytest.skip("there is no IPv6")
    with served(tmp_path / "library.sqlite", "--host", host, "--name", "Proxy.example") as (_, client):
        named = "proxy.example:443", "PROXY.example.", "localhost:8100", "192.0.2.7", "192.0.2.7:80", "[2001:db8::7]:80"
        for name in named if host == "127.0.0.1" else (*named, socket.gethostname()):
            assert client.get("/api/games", headers={"Host": name}).status_code == 200, name
        for name in ("evil.example", "192.0.2.7.evil.example", "proxy.example.evil.example", "", "[::1", "127.1"):
            answer = client.get("/api/games", headers={"Host": name})
            assert answer.status_code == 403, name
            assert "--name" in answer.json()["error"]["message"]
        assert "server" not in client.get("/api/games").headers


def test_requests_are_written_to_a_file(tmp_path: Path) -> None:
    """With the client that a trusted proxy names."""
    log = tmp_path / "access.log"
    options = ("--access-log", str(log), "--proxy", "127.0.0.0/8")
    with served(tmp_path / "library.sqlite", *options) as (process, client):
        client.get("/api/games?q=1", headers={"X-Forwarded-For": "203.0.113.9, 198.51.100.7"})
        client.get("/api/games")
        process.send_signal(signal.SIGTERM)
        process.wait()
    lines = log.read_text().splitlines()
    assert [line.split()[1:5] for line in lines] == [
        ["198.51.100.7", "GET", "/api/games", "200"],
        ["127.0.0.1", "GET", "/api/games", "200"],
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--database", "nonsense"], "found the database 'nonsense'"),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid"),
        (["--proxy", "proxy.example"], "proxy.example"),
        (["--rates", "nonsense"], "found rates at 'nonsense'"),
        (["--access-log", "/nonsense/access.log"], "/nonsense/access.log"),
    ],
)
def test_what_keeps_it_from_starting_is_one_sentence(tmp_path: Path, options: list[str], expected: str) -> None:
    """On standard error, with exit code 2."""
    command = [sys.executable, "-m", "pushbox", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path / 'a.sqlite'}", *options]
    refused = ended(command)
    assert refused.returncode == 2
    assert expected in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    """Is named."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "pushbox", "serve", "--port", port]
        command += ["--database", f"sqlite:///{tmp_path / 'a.sqlite'}"]
        refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert f"port {port}" in refused.stderr
