"""An agent that only calls tools: it has no solver and no rules of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from tests.depth import scaled

import pushbox
from pushbox.deadline import NEVER
from pushbox.mcp import search_tools

if TYPE_CHECKING:
    from tests.mcp.conftest import Caller, Work

    Run = Callable[[Work], Any]

# With boxes, and how many levels: a hundred in the nightly run. Hard ones take half a minute each to be made.
GRADES = (("easy", 3, scaled(9, least=9)), ("medium", 4, scaled(1, least=1)))


async def by_hints(call: Caller, game: str) -> str:
    """Play the moves of hints until the game is over; return its status."""
    for _ in range(200):
        hint = await call("hint", subject=game, step=5)
        assert hint["status"] == "winnable"
        state = await call("move", game=game, moves=hint["moves"])
        assert not state["illegal"], (hint, state)
        if state["status"] != "playing":
            break
    return str((await call("state", game=game))["status"])


async def by_solution(call: Caller, game: str) -> str:
    """Play the solution of the game as it stands, move by move in three parts."""
    answer = await call("solve", subject=game)
    text = answer["solution"]
    third = len(text) // 3
    for part in (text[:third], text[third : 2 * third], text[2 * third :]):
        if part:
            await call("move", game=game, moves=part)
    return str((await call("state", game=game))["status"])


@pytest.fixture
def without_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the attempts alone limit how long levels are made, as a busy machine may need minutes for one."""
    monkeypatch.setattr(search_tools, "Deadline", lambda _: NEVER)
    monkeypatch.setattr(
        search_tools, "generate", lambda spec, **given: pushbox.generate(spec, **given | {"seconds": None})
    )


@pytest.mark.usefixtures("without_clock")
def test_an_agent_solves_graded_levels(run: Run) -> None:
    """Of two grades, most by solutions that it replays, some by hints alone; it makes the levels by a tool, too."""

    async def work(call: Caller) -> None:
        solved = {"by_hints": 0, "by_solution": 0}
        for grade, boxes, count in GRADES:
            made: list[Any] = []
            for seed in range(0, count, 15):
                wanted = {"difficulty": grade, "count": min(15, count - seed), "seed": seed}
                made += (await call("generate", columns=9, rows=8, boxes=boxes, **wanted))["levels"]
            assert len(made) == count, grade
            for number, level in enumerate(made):
                opened = await call("open_game", level=level["level"])
                way = by_solution if number % 5 else by_hints
                assert await way(call, opened["game"]) == "solved", level
                assert pushbox.verify(
                    pushbox.read(level["level"])[0], (await call("state", game=opened["game"]))["line"]
                ).solved
                solved[way.__name__] += 1
        assert solved["by_hints"] == sum(-(-count // 5) for *_, count in GRADES)
        assert sum(solved.values()) == sum(count for *_, count in GRADES)

    run(work)
