"""Searches in steps: whatever the steps, the verdict and the positions are those of `pushbox.solve`."""

from __future__ import annotations

import asyncio
import gc
import random
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from tests.depth import scaled
from tests.search import ENDLESS
from tests.solver.test_native_rules import NATIVE_GAMES, shipped, unlimited

import pushbox
from pushbox import games
from pushbox.conformance import random_levels
from pushbox.errors import ArgumentError, UnsupportedError
from pushbox.games import load
from pushbox.level import Level
from pushbox.solver import OBJECTIVES, GaveUp, Limit, Objective, Progress, Search, Solved, Verdict, native, solve

LEVEL = pushbox.builtin("lessons")[1]
SLOW = pushbox.read(ENDLESS)[0]
UNTIMED = Limit(seconds=None, nodes=2_000)


def finish(search: Search, positions: int | None = None) -> tuple[Verdict, list[Progress]]:
    """Step a search to its end; return its verdict without seconds, and its progress after each step."""
    states = []
    while search.step(positions):
        states.append(search.progress)
    assert search.result is not None
    return replace(search.result, seconds=0.0), states


def is_searched(level: Level) -> bool:
    """Return whether a level can be played, and has a native search without a limit of its own."""
    rules = games.find(level.game).rules
    is_sound = not level.options and all(problem.severity != "error" for problem in rules.problems(level))
    return is_sound and native.search_for(load(level), 0, 1) is not None


def compare(level: Level, objective: Objective, limit: Limit, positions: int, seed: int = 0) -> int:
    """Hold a search in steps against one at once; return how often it has paused."""
    at_once = solve(level, objective=objective, limit=limit, seed=seed)
    verdict, states = finish(Search(level, objective=objective, limit=limit, seed=seed), positions)
    assert verdict == replace(at_once, seconds=0.0), (objective, positions, str(level.board))
    nodes = [state.nodes for state in states]
    assert nodes == sorted(nodes)
    assert all(state.nodes <= verdict.nodes for state in states)
    return len(states)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_random_levels_of_sokoban_and_kin(objective: Objective) -> None:
    """With numbers and several pushers too, in steps of any size."""
    rng = random.Random(41)
    paused = 0
    for key in ("sokoban", "plus", "multiban"):
        for level in random_levels(games.find(key), scaled(1000), seed=9, largest=7, plain=key == "sokoban"):
            if is_searched(level):
                paused += compare(level, objective, UNTIMED, rng.choice((1, 2, 30)), rng.randrange(4))
    assert paused > scaled(50)


@pytest.mark.parametrize("key", NATIVE_GAMES)
def test_every_game_by_native_rules(key: str) -> None:
    """Levels that come along, for any solution and for the best."""
    levels = [unlimited(level) for level in shipped(key)[:4]]
    paused = sum(compare(level, objective, UNTIMED, 1) for level in levels for objective in ("any", "moves"))
    assert paused > 0


def test_collections_by_long_searches(shared: Path) -> None:
    """Levels for which all parts of the solver have turns: both ends, plans, mid-points, and the optimizer."""
    levels = pushbox.read_file(shared / "xsokoban_90" / "XSokoban_90.xsb").levels[: scaled(10) + 2]
    limit = Limit(seconds=None, nodes=30_000)
    for level in levels:
        assert compare(level, "any", limit, 997) + compare(level, "pushes-moves", limit, 5_000) > 2


def test_a_step_is_as_long_as_it_is_said_to_be() -> None:
    """In positions, and about 20 ms where they are many."""
    search = Search(SLOW, objective="moves", limit=Limit(seconds=None))
    assert search.step(5)
    assert search.progress.nodes <= 5
    assert search.step()
    assert 5 < search.progress.nodes < 1_000_000
    assert search.progress.bound
    assert search.result is None


def test_one_that_is_stopped_ends_with_what_it_has_found() -> None:
    """With the next step; more of them change nothing."""
    search = Search(SLOW, objective="pushes", limit=Limit(seconds=None))
    search.step(5)
    search.stop()
    assert not search.step()
    assert isinstance(search.result, GaveUp)
    assert search.result.limit == "stopped"
    known = search.result
    assert not search.step(1)
    assert search.result is known


def test_the_time_of_the_limit_passes_between_steps() -> None:
    """A search that nobody steps in time has no time left."""
    search = Search(SLOW, limit=Limit(seconds=0.2))
    assert search.step(1)
    threading.Event().wait(0.3)
    while search.step():
        pass
    assert isinstance(search.result, GaveUp)
    assert search.result.limit == "seconds"


def test_several_take_turns_in_an_event_loop() -> None:
    """None of them has a thread, and other tasks go on."""
    ticks = 0

    async def solved(objective: Objective) -> Verdict:
        search = Search(LEVEL, objective=objective)
        while search.step(1):  # noqa: ASYNC110  # the search goes on in the step
            await asyncio.sleep(0)
        assert search.result is not None
        return search.result

    async def count() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    async def both() -> tuple[Verdict, ...]:
        counting = asyncio.ensure_future(count())
        before = threading.active_count()
        verdicts = await asyncio.gather(solved("pushes"), solved("moves"))
        assert threading.active_count() == before
        counting.cancel()
        return verdicts

    assert all(isinstance(verdict, Solved) for verdict in asyncio.run(both()))
    assert ticks > 3


def test_what_a_search_holds_is_freed_with_it() -> None:
    """Many that are dropped in the midst of their work take no more memory than a few."""

    def some(count: int) -> int:
        for _ in range(count):
            search = Search(SLOW, objective="moves", limit=Limit(seconds=None))
            search.step(200)
            del search
        gc.collect()
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * 4096

    if not Path("/proc/self/statm").is_file():
        pytest.skip("the memory of a process is read from /proc")
    few = some(3)
    assert some(30) < few + (64 << 20)


def test_it_may_go_on_in_another_thread() -> None:
    """Which steps it alone."""
    search = Search(LEVEL, objective="pushes")
    search.step(1)
    thread = threading.Thread(target=finish, args=(search,))
    thread.start()
    thread.join()
    assert isinstance(search.result, Solved)


def test_what_it_does_not_take_is_refused() -> None:
    """Games without native rules, levels that limit their steps, and arguments that are none."""
    limited = next(level for level in shipped("sokoban") if "steps" in dict(level.options))
    with pytest.raises(UnsupportedError, match="one native search"):
        Search(limited)
    with pytest.raises(ArgumentError, match="objective: found 'best'"):
        Search(LEVEL, objective="best")  # type: ignore[arg-type]  # refused
    with pytest.raises(ArgumentError, match="seed"):
        Search(LEVEL, seed=-1)
    with pytest.raises(ArgumentError, match="positions: found 0, expected 1 or more"):
        Search(LEVEL).step(0)
    with pytest.raises(TypeError, match="threads: found a parameter that Search does not have"):
        Search(LEVEL, threads=2)  # type: ignore[call-arg]  # refused
