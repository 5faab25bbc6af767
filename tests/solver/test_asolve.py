"""`await pushbox.asolve(...)`: the answers and arguments of `solve`, beside all else that the event loop does."""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import replace
from typing import Any

import pytest
from tests.search import ENDLESS

import pushbox
from pushbox import solver
from pushbox.errors import ArgumentError, LevelError
from pushbox.games.api import Game
from pushbox.games.parts import single_pusher
from pushbox.games.sokoban import INFO, Sokoban

LEVEL = pushbox.builtin("lessons")[1]
SLOW = pushbox.read(ENDLESS)[0]
LIMIT = pushbox.Limit(seconds=120)  # only for a search that is not stopped


class Plain(Sokoban):
    """Sokoban that the search in Python solves."""

    info = replace(INFO, key="plain", name="Plain", source="this test")


PLAIN = Game(Plain(), single_pusher.SinglePusherControls)


def test_it_takes_what_solve_takes() -> None:
    """The same parameters with the same defaults."""
    assert inspect.signature(pushbox.asolve) == inspect.signature(pushbox.solve)
    assert inspect.iscoroutinefunction(pushbox.asolve)


def test_it_answers_as_solve_does() -> None:
    """Several at once, too."""

    async def ask() -> list[pushbox.Verdict]:
        return await asyncio.gather(*(pushbox.asolve(LEVEL, objective=goal) for goal in ("pushes", "moves")))

    answers = asyncio.run(ask())
    expected = [pushbox.solve(LEVEL, objective="pushes"), pushbox.solve(LEVEL, objective="moves")]
    assert [replace(answer, seconds=0) for answer in answers] == [replace(answer, seconds=0) for answer in expected]


def test_a_wrong_argument_is_refused_when_it_is_awaited() -> None:
    """By the sentences of `solve`."""
    asolve: Any = pushbox.asolve
    with pytest.raises(ArgumentError, match="threads: found 0, expected 1 or more"):
        asyncio.run(asolve(LEVEL, threads=0))
    with pytest.raises(ArgumentError, match="progress: found 5, expected a function, or None"):
        asyncio.run(asolve(LEVEL, progress=5))
    with pytest.raises(LevelError, match="found no box"):
        asyncio.run(asolve(pushbox.read("###\n#@#\n###")[0]))


@pytest.mark.parametrize("game", [None, PLAIN], ids=["native", "plain"])
@pytest.mark.parametrize("end", ["cancel", "timeout"])
def test_a_cancelled_search_stops(game: Game | None, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The await ends at once, and the search itself soon after: it answers that it was stopped."""
    verdicts: list[pushbox.Verdict] = []

    def recorded(*arguments: Any, **keywords: Any) -> pushbox.Verdict:
        verdicts.append(pushbox_solve(*arguments, **keywords))
        return verdicts[-1]

    pushbox_solve = solver.solve
    monkeypatch.setattr(solver, "solve", recorded)

    async def ask() -> None:
        loop, runs = asyncio.get_running_loop(), asyncio.Event()

        def report(progress: pushbox.Progress) -> None:
            assert progress.nodes >= 0
            loop.call_soon_threadsafe(runs.set)

        search = asyncio.create_task(pushbox.asolve(SLOW, limit=LIMIT, progress=report, game=game))
        await asyncio.wait((search, begun := asyncio.create_task(runs.wait())), return_when=asyncio.FIRST_COMPLETED)
        assert begun.done()  # the loop goes on while the search runs
        if end == "timeout":
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(search, 0)
        search.cancel()
        with pytest.raises(asyncio.CancelledError):
            await search

    asyncio.run(ask())  # which waits for the threads of its executor
    (verdict,) = verdicts
    assert isinstance(verdict, pushbox.GaveUp)
    assert verdict.limit == "stopped"


def test_progress_ends_the_search_as_in_solve() -> None:
    """Where it returns True."""
    answer = asyncio.run(pushbox.asolve(SLOW, limit=LIMIT, progress=lambda _: True))
    assert isinstance(answer, pushbox.GaveUp)
    assert answer.limit == "stopped"
