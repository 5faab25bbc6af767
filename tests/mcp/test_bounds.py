"""Whatever a client sends, a tool answers within its bounds, or refuses in one sentence."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from threading import Semaphore
from typing import TYPE_CHECKING, Any

import pytest
from tests.search import ENDLESS

import pushbox
from pushbox.errors import PushboxError
from pushbox.mcp import bounds
from pushbox.mcp.games import IDLE_SECONDS, MAX_GAMES, Games
from pushbox.play.recorded_session import MAX_NODES
from pushbox.solver import GaveUp
from pushbox.web.play.game_view import PlayView

if TYPE_CHECKING:
    from tests.mcp.conftest import Caller, Work

    Run = Callable[[Work], Any]

ROOM = "#######\n#@ $ .#\n#     #\n#######"
HOSTILE: list[tuple[str, dict[str, Any], str]] = [
    ("open_game", {"level": "#" * 10_000_000}, "level: "),
    ("read_levels", {"text": "x" * (bounds.MAX_TEXT + 1)}, "text: "),
    ("open_game", {"level": ""}, "level"),
    ("open_game", {"level": "hello"}, "found"),
    ("open_game", {"level": "level://builtin/../../etc/passwd/1"}, "expected level://"),
    ("open_game", {"level": "level://builtin/nothing/1"}, "builtin:nothing"),
    ("open_game", {"level": "level://builtin/lessons/999"}, "999"),
    ("open_game", {"level": ROOM, "number": 2}, "1 to 1"),
    ("open_game", {"level": ROOM, "number": 0}, "number: "),
    ("open_game", {"level": ROOM, "number": "many"}, "number: "),
    ("open_game", {}, "level: "),
    ("open_game", {"level": "200#|#@$.196 #|" + 60 * "200#|"}, "cells"),
    ("open_game", {"level": "#####\n# $.#\n#####"}, "player"),
    ("state", {"game": "game-0000000000000000"}, "no open game game-0000000000000000"),
    ("state", {"game": "x" * 61}, "game: "),
    ("move", {"game": "nothing", "moves": "r"}, "no open game"),
    ("solve", {"subject": ROOM, "seconds": -1}, "seconds: "),
    ("solve", {"subject": ROOM, "seconds": 1e9}, "seconds: "),
    ("solve", {"subject": ROOM, "memory": 0}, "memory: "),
    ("solve", {"subject": ROOM, "memory": 1 << 40}, "memory: "),
    ("solve", {"subject": ROOM, "objective": "beauty"}, "objective: "),
    ("solve", {"subject": "game-gone"}, "no open game"),
    ("hint", {"subject": ROOM, "step": 6}, "step: "),
    ("verify", {"subject": ROOM, "moves": "500000(rl)"}, "at most 10,000"),
    ("convert", {"text": ROOM, "to": "nothing"}, "nothing"),
    ("render", {"subject": ROOM, "cell": 128, "skin": "glass"}, "skin: "),
    ("render", {"subject": "#" * 90 + "\n#@$." + " " * 85 + "#\n" + "#" * 90, "cell": 64}, "pixels"),
    ("generate", {"columns": 1_000, "boxes": 3}, "columns: "),
    ("generate", {"boxes": 30, "columns": 5, "rows": 5}, ""),
    ("generate", {"rules": "hanano"}, "hanano"),
    ("generate", {"rating_from": 90, "rating_to": 10}, "rating"),
    ("list_levels", {"collection": "nothing"}, "nothing"),
    ("search_library", {"limit": 0}, "limit: "),
    ("nothing", {}, "nothing"),
]


def test_the_page_says_the_limits() -> None:
    """As they are."""
    page = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text("utf-8")
    limits = page.partition("## Limits")[2]
    for number in (
        *(bounds.MAX_TEXT, bounds.MAX_MOVES, bounds.MAX_CELLS, bounds.MAX_ALL_CELLS, MAX_NODES, MAX_GAMES),
        *(int(IDLE_SECONDS // 3600), int(bounds.MAX_SECONDS), bounds.MAX_MEMORY, bounds.SEARCHES),
        *(bounds.MAX_LEVELS, bounds.MAX_LISTED),
    ):
        assert re.search(rf"(?<![\d,]){number:,}(?![\d,]*\d)", limits), number


def test_hostile_calls_are_refused_in_a_sentence(run: Run) -> None:
    """Sizes, numbers, names and ids of any kind, one after the other on one server, which goes on."""

    async def work(call: Caller) -> None:
        for tool, arguments, part in HOSTILE:
            sentence = await call.fails(tool, **arguments)
            assert part in sentence, (tool, sentence)
        assert (await call("open_game", level=ROOM))["status"] == "playing"

    run(work)


def test_a_million_moves_are_refused_before_they_are_played(run: Run) -> None:
    """As letters, as run lengths, as words and as requests of a board."""

    async def work(call: Caller) -> None:
        game = (await call("open_game", level=ROOM))["game"]
        for moves in ("r" * 1_000_000, "500000(rl)", "1000000r"):
            assert "at most" in await call.fails("move", game=game, moves=moves)
        assert "requests" in await call.fails("board", game=game, requests=["{}"] * 1_000)
        assert (await call("state", game=game))["moves"] == 0

    run(work)


def test_a_history_has_an_end(run: Run) -> None:
    """Beyond its positions the moves are refused, and the game goes on where it is."""

    async def work(call: Caller) -> None:
        game = (await call("open_game", level=ROOM))["game"]
        for _ in range(2):
            assert not (await call("move", game=game, moves="4999(du)"))["illegal"]
        moved = await call("move", game=game, moves="5000(du)")
        assert "start a new one" in moved["illegal"]
        assert (await call("undo", game=game, count=3))["moves"] == moved["moves"] - 3

    run(work)


def test_games_are_few_and_those_that_nobody_plays_are_closed() -> None:
    """The one that was used longest ago gives way."""
    now = [0.0]
    games = Games(most=2, idle=10.0, clock=lambda: now[0])
    position = pushbox.load(pushbox.read(ROOM)[0])
    first, second = games.open(position), games.open(position)
    games.find(first.id)
    third = games.open(position)
    with pytest.raises(PushboxError, match="no open game"):
        games.find(second.id)
    now[0] = 9.0
    assert games.find(third.id) is third
    now[0] = 18.0
    assert games.find(third.id) is third
    with pytest.raises(PushboxError, match="no open game"):
        games.find(first.id)


def test_a_search_is_bounded_by_its_seconds(run: Run) -> None:
    """One that would go on gives up, and says why."""

    async def work(call: Caller) -> None:
        answer = await call("solve", subject=ENDLESS, objective="pushes", seconds=0.2)
        assert (answer["status"], answer["limit"]) == ("gave-up", "seconds")

    run(work)


def test_a_cancelled_search_stops_and_others_go_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it runs the server answers; once its request is cancelled it ends, and takes no turn from others."""
    begun, ended = Semaphore(0), Semaphore(0)

    def endless(*_: object, progress: bounds.Progress, **__: object) -> GaveUp:
        begun.release()
        while not progress(None):
            pass
        ended.release()
        return GaveUp("stopped", 0, 0.0)

    monkeypatch.setattr("pushbox.mcp.search_tools.solve", endless)

    async def work(call: Caller) -> None:
        searching = [asyncio.create_task(call("solve", subject=ROOM)) for _ in range(bounds.SEARCHES)]
        for _ in searching:
            assert await asyncio.to_thread(begun.acquire, timeout=300)
        assert (await call("open_game", level=ROOM))["status"] == "playing"
        for task in searching:
            task.cancel()
        for _ in searching:
            assert await asyncio.to_thread(ended.acquire, timeout=300)
        assert (await call("hint", subject=ROOM))["status"] == "winnable"

    run(work)


def test_hidden_things_stay_hidden(run: Run) -> None:
    """No search looks at an open game that hides something, nor does its picture show it."""
    level = next(
        f"level://builtin/{name}/{number}"
        for name in ("blockage", "plus", "versus")
        for number, level in enumerate(pushbox.builtin(name), start=1)
        if not PlayView(level).can_preview
    )

    async def work(call: Caller) -> None:
        game = (await call("open_game", level=level))["game"]
        for tool in ("solve", "hint", "explain", "rate"):
            assert "hidden" in await call.fails(tool, subject=game)

    run(work)


def test_a_library_that_cannot_be_opened_is_a_sentence(tmp_path: Path, run: Run) -> None:
    """Other tools go on."""
    (tmp_path / "library.sqlite").write_text("no database, whatever its name says" * 100)

    async def work(call: Caller) -> None:
        assert "library" in await call.fails("search_library")
        assert (await call("solve", subject=ROOM))["status"] == "solved"

    run(work)
