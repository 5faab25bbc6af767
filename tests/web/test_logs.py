"""Logs: what is alike is written a few times and counted, and requests are written where somebody wants them."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pushbox.web import logs
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

from .conftest import GENEROUS, HEADERS, room

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (\S+) (\S+) (\S+) (\d+) (\d+) [\d.]+")


@contextmanager
def logged(clock: Any) -> Iterator[logging.Logger]:
    """Yield a logger whose records go to a bounded handler."""
    logger = logging.getLogger("test.bounded")
    logger.propagate = False
    handler = logs.BoundedHandler(clock)
    logger.addHandler(handler)
    try:
        yield logger
    finally:
        logger.removeHandler(handler)
        handler.close()


def test_what_is_alike_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """A flood of one fault leaves the others to be read, and is summed up when the time has come, and at the end."""
    now = 0.0
    with logged(lambda: now) as logger:
        for number in range(1_000):
            logger.warning("bad request %d", number)
        logger.warning("the disk is full")
        lines = capsys.readouterr().err.splitlines()
        assert [line.split(" ", 2)[2] for line in lines] == [
            *(f"WARNING bad request {number}" for number in range(logs.MAX_ALIKE)),
            "WARNING the disk is full",
        ]
        now = logs.PERIOD
        logger.warning("bad request %d", 5_000)
        lines = capsys.readouterr().err.splitlines()
        assert lines[0].endswith("997 more like this: bad request 999")
        assert lines[1].endswith("bad request 5000")
        for number in range(10):
            logger.warning("bad request %d", number)
    assert capsys.readouterr().err.splitlines()[-1].endswith("8 more like this: bad request 9")


def test_a_flood_of_many_faults_is_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten thousand that are all different, with tracebacks, in a minute."""
    now = 0.0
    with logged(lambda: now) as logger:
        for number in range(10_000):
            now += 0.006
            try:
                raise ValueError("x" * 10_000)
            except ValueError:
                logger.exception(f"fault {number}")  # so that none is like another
    assert len(capsys.readouterr().err) < 7 * 2 * logs.MAX_RECORDS * 4_200


def test_a_record_does_nothing_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """No escapes, no lines that it did not write, no bidirectional text."""
    with logged(lambda: 0.0) as logger:
        logger.warning("GET /%s", "\x1b[2J\n2026 ERROR false\r\u202egnp.exe")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(r"GET /\x1b[2J\n2026 ERROR false\x0d\u202egnp.exe")


def test_requests_are_written(tmp_path: Path, static: Path) -> None:
    """Each a line, with neither its cookie nor what its query says; a file that is moved away is begun anew."""
    path = tmp_path / "access.log"
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'a.sqlite'}", limits=GENEROUS, static=static, access_log=str(path)
    )
    with (
        logs.open_logs(settings.access_log),
        TestClient(create_app(settings), headers=HEADERS, client=("2001:db8::1", 1)) as client,
    ):
        body = client.get("/api/games?secret=word").content
        client.get("/static/%0a%1b%22%e2%80%ae%20x")
        play = client.post("/api/plays", json={"level": room()}).json()["play"]
        with client.websocket_connect(f"/ws/play?play={play}") as window:
            window.receive_text()
        path.rename(tmp_path / "access.log.1")
        client.delete("/api/me", headers={"Origin": "http://evil.example"})
        token = client.cookies["pushbox"]
    old, new = (tmp_path / "access.log.1").read_text(), path.read_text()
    lines = [match.groups() for line in (old + new).splitlines() if (match := LINE.fullmatch(line))]
    assert len(lines) == len((old + new).splitlines()) == 5
    assert [line[:4] for line in lines] == [
        ("2001:db8::1", "GET", "/api/games", "200"),
        ("2001:db8::1", "GET", "/static/%0A%1B%22%E2%80%AE%20x", "404"),
        ("2001:db8::1", "POST", "/api/plays", "201"),
        ("2001:db8::1", "WEBSOCKET", "/ws/play", "101"),
        ("2001:db8::1", "DELETE", "/api/me", "403"),
    ]
    assert 0 < int(lines[0][4]) <= len(body)
    assert new.count("\n") == 1
    assert "secret" not in old
    assert token not in old


def test_an_access_log_on_a_full_disk(capsys: pytest.CaptureFixture[str]) -> None:
    """Is a fault that is written, and no more; requests are answered."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with logs.open_logs("/dev/full"):
        for _ in range(100):
            logging.getLogger("pushbox.web.requests").info("a request")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == logs.MAX_ALIKE + 1
    assert "/dev/full: the access log cannot be written" in lines[0]


def test_logs_as_json(tmp_path: Path, static: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every line is an object with time and level: of a fault its message and traceback, of a request its fields."""
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'a.sqlite'}", access_log=str(tmp_path / "access"), log_json=True, static=static
    )
    with logs.open_logs(settings.access_log, as_json=True), TestClient(create_app(settings), headers=HEADERS) as client:
        assert client.get("/api/games?secret=1").status_code == 200
        try:
            raise ValueError("no\nway to postgresql://ann:hunter2@host/levels")
        except ValueError:
            logging.getLogger("pushbox.web").exception("it broke\x1b[2J")
    (request,) = map(json.loads, (tmp_path / "access").read_text().splitlines())
    assert (request["level"], request["method"], request["path"], request["status"]) == (
        "request", "GET", "/api/games", 200,
    )  # fmt: skip
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", request["time"])
    printed = capsys.readouterr().err
    fault = json.loads(printed.splitlines()[-1])
    assert (fault["level"], fault["message"]) == ("error", "it broke\x1b[2J")
    assert "ValueError: no\nway" in fault["traceback"]
    assert "hunter2" not in printed
    assert "\x1b" not in printed


def test_passwords_of_addresses_stay_out_of_logs(capsys: pytest.CaptureFixture[str]) -> None:
    """An error that quotes the address of a database does so without the password."""
    with logged(lambda: 0.0) as logger:
        logger.error("postgresql://ann:hunter2@host/levels and redis://:s3cret@rates do not answer, a:b@c")
    printed = capsys.readouterr().err
    assert "postgresql://ann:***@host/levels and redis://:***@rates do not answer, a:b@c" in printed
