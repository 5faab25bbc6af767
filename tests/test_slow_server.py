"""The plugin that makes servers slow at random, in which the tests in browsers are run now and then."""

from __future__ import annotations

import asyncio
import runpy
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pushbox.web import security
from pushbox.web.sockets import handler

if TYPE_CHECKING:
    import pytest

SLOW: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[1] / "fuzz" / "slow_server.py"), run_name="slow")


def test_requests_of_the_api_and_sockets_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are handled all the same, and files at once; afterwards everything is as it was."""
    waits: list[float] = []
    done: list[Any] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def act(*arguments: Any) -> Any:
        done.append(arguments[-1])
        return arguments[-1]

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(security.Security, "_handle", act)
    monkeypatch.setattr(handler, "_let_in", act)
    end = SLOW["install"](lambda: 0.25)
    layer: Any = object.__new__(security.Security)
    for number, (kind, path) in enumerate((("http", "/static/a.js"), ("http", "/api/me"), ("websocket", "/api/x"))):
        asyncio.run(layer._handle({"type": kind, "path": path}, None, number))
    assert (done, waits) == ([0, 1, 2], [0.25])
    let_in: Any = handler._let_in
    assert asyncio.run(let_in(None, None, "let in")) == "let in"
    assert waits == [0.25, 0.25]
    end()
    assert (security.Security._handle, handler._let_in) == (act, act)


def test_a_seed_draws_the_same_waits() -> None:
    """A third of them, up to so many seconds; another seed draws others."""
    draws = [
        [draw() for _ in range(300)] for draw in map(SLOW["draw_of"], ("seed=7,seconds=2", "seed=7,seconds=2", ""))
    ]
    assert draws[0] == draws[1] != draws[2]
    assert 60 < sum(wait > 0 for wait in draws[0]) < 140
    assert 1 < max(draws[0]) < 2
    assert max(draws[2]) < 0.5


def test_servers_that_tests_start_are_slow_ones() -> None:
    """The program with the server alone; other programs are what they are."""
    options = ["--port", "0"]
    command = SLOW["command_of"]([sys.executable, "-m", "pushbox", "serve", *options])
    assert [Path(part).name for part in command[1:]] == ["slow_server.py", "serve", *options]
    for other in (["node"], [sys.executable, "-m", "pushbox", "solve"], [sys.executable, "-m", "pushbox.batch.worker"]):
        assert SLOW["command_of"](other) == other
