"""The terminal game under test: starting it, waiting for it, and what it shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.tui.waiting import until
from textual.pilot import Pilot

from pushbox import formats, levels, solve
from pushbox.level import Level
from pushbox.play.session import Session
from pushbox.solver import Solved
from pushbox.tui.fullscreen.app import TerminalGame
from pushbox.tui.fullscreen.board_view import BoardView
from pushbox.tui.fullscreen.line_view import LineView
from pushbox.tui.fullscreen.play_screen import PlayScreen

ROOM = formats.read("########\n#@ $  .#\n#      #\n########\nTitle: Room\n", format="xsb").levels[0]
Game = Pilot[None]


@asynccontextmanager
async def running(
    database: str, level: Level | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Game, PlayScreen]]:
    """Yield a game that shows a level, or where the player was."""
    app = TerminalGame(
        [] if level is None else [level, ROOM],
        0,
        "a file",
        database=database,
        settings_file=Path(database.removeprefix("sqlite:///")).with_name("terminal.json"),
    )
    async with app.run_test(size=size) as pilot:
        yield pilot, await playing(pilot)


async def playing(pilot: Game) -> PlayScreen:
    """Return the screen of the level that is played, once there is one."""
    for _ in range(6_000):
        await pilot.pause(0.02)
        screen = pilot.app.screen
        if isinstance(screen, PlayScreen) and screen.query(BoardView) and screen.query_one(BoardView).virtual_size:
            await pilot.pause()  # until it is laid out, as what is clicked has its place then
            return screen
    raise AssertionError("no level is shown")


def session_of(screen: PlayScreen) -> Session:
    return screen._saved.session.session


def message(screen: PlayScreen) -> str:
    return screen.query_one("#message", LineView).words


async def saved(screen: PlayScreen) -> None:
    """Wait until what was played is in the library."""
    await until(lambda: screen._saving is None)
    await asyncio.wait_for(asyncio.to_thread(screen._saved._thread.submit(lambda: None).result), 120)


async def killed(screen: PlayScreen) -> None:
    """Let a game end without a word, once what was played is in the library."""
    await saved(screen)
    screen._saved.close = lambda: None  # type: ignore[method-assign]


def played(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]  # a coroutine


def first_level(key: str) -> Level:
    name = "lessons" if key == "sokoban" else key
    return formats.read_file(levels.path(name)).levels[0]


def solution_of(level: Level) -> list[Any]:
    verdict = solve(level)
    assert isinstance(verdict, Solved)
    return Session(level).parse(verdict.text)
