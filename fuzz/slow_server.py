"""A server that is slow at random: what a page shows must not depend on which answer comes first.

As a plugin of pytest it makes slow the servers of the tests, those in the process of pytest and those that tests start
as ``python -m pushbox serve``; as a program it is ``pushbox``, with such a server::

    python -m pytest -p slow_server tests/e2e           with fuzz/ on PYTHONPATH
    PUSHBOX_SLOW=seed=7,seconds=1 python fuzz/slow_server.py serve

One request of the API in `EVERY`, and one socket that opens, waits up to so many seconds before it is looked at.  A
test that hangs or fails then, and passes without, waits for something else than it says, or shows a fault of the page.
Nothing in pushbox knows of this.
"""

# ruff: noqa: SLF001
from __future__ import annotations

import asyncio
import functools
import os
import random
import subprocess
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

EVERY = 3
VARIABLE = "PUSHBOX_SLOW"
SERVER = [sys.executable, "-m", "pushbox", "serve"]

Draw = Callable[[], float]


def draw_of(settings: str) -> Draw:
    """Return what draws the seconds of waits, by settings as ``seed=7,seconds=1``; a seed draws the same ones again."""
    named = {"seed": "1", "seconds": "0.5"} | dict(part.split("=", 1) for part in settings.split(",") if part)
    numbers, most = random.Random(int(named["seed"])), float(named["seconds"])
    return lambda: numbers.random() * most if numbers.randrange(EVERY) == 0 else 0.0


def install(draw: Draw) -> Callable[[], None]:
    """Make the servers of this process slow from now on; return what ends that."""
    from pushbox.web import security
    from pushbox.web.sockets import handler

    originals = security.Security._handle, handler._let_in
    security.Security._handle = slowed_requests(originals[0], draw)  # type: ignore[method-assign]
    handler._let_in = slowed(originals[1], draw)

    def end() -> None:
        security.Security._handle, handler._let_in = originals  # type: ignore[method-assign]

    return end


def slowed(act: Callable[..., Coroutine[Any, Any, Any]], draw: Draw) -> Callable[..., Coroutine[Any, Any, Any]]:
    """Return something that waits before it acts."""

    @functools.wraps(act)
    async def wait_and_act(*arguments: Any) -> Any:
        await asyncio.sleep(draw())
        return await act(*arguments)

    return wait_and_act


def slowed_requests(handle: Callable[..., Any], draw: Draw) -> Callable[..., Coroutine[Any, Any, Any]]:
    """Return the handler of a layer that waits before requests of the API; files and pages come as they do."""
    slow = slowed(handle, draw)

    @functools.wraps(handle)
    async def act(layer: Any, scope: Any, *rest: Any) -> None:
        is_api = scope["type"] == "http" and scope["path"].startswith("/api/")
        await (slow if is_api else handle)(layer, scope, *rest)

    return act


def command_of(command: Sequence[str]) -> Sequence[str]:
    """Return the command that starts a slow server where one starts a server, any other as it is."""
    if [*command[: len(SERVER)]] == SERVER:
        return [sys.executable, str(Path(__file__).resolve()), *command[len(SERVER) - 1 :]]
    return command


def pytest_configure(config: Any) -> None:
    """Make the servers of the tests slow."""
    config.add_cleanup(install(draw_of(os.environ.get(VARIABLE, ""))))

    class Popen(subprocess.Popen):  # type: ignore[type-arg]
        """A process, which is a slow server where it would be a server."""

        def __init__(self, command: Any, *rest: Any, **options: Any) -> None:
            super().__init__(command_of(command) if isinstance(command, list) else command, *rest, **options)

    original = subprocess.Popen
    subprocess.Popen = Popen  # type: ignore[misc]
    config.add_cleanup(lambda: setattr(subprocess, "Popen", original))


if __name__ == "__main__":
    from pushbox.cli import main

    install(draw_of(os.environ.get(VARIABLE, "")))
    sys.argv[0] = "pushbox"
    main()
