"""Reviews, comparisons and graphs of levels end at every stage, and take no more memory than there is.

No test measures time: a clock that the tests advance counts how often it is asked, beside the work that there is.
"""

from __future__ import annotations

import pytest
from tests.analysis.deadlines.parts import Clock, hall

from pushbox import builtin, load, read
from pushbox.analysis import state_graph
from pushbox.analysis.certificates import (
    OutOfTime,
)
from pushbox.analysis.duplicates import near_duplicates
from pushbox.analysis.push_space import PushSpace
from pushbox.analysis.review import EACH, push_graph, review, solutions
from pushbox.analysis.review.branches import find_branches, find_traps
from pushbox.analysis.review.budget import Budget
from pushbox.analysis.review.push_graph import PushGraph, explore
from pushbox.analysis.similarity import compare, find_difference, layout, layout_of
from pushbox.analysis.state_size import bytes_of_state
from pushbox.deadline import Deadline
from pushbox.errors import TooLarge
from pushbox.level import Level
from pushbox.solver import Limit, Solved, solve

ROOM = read("#########\n#@  #   #\n# $   . #\n#  #  # #\n#   $ . #\n#########")[0]


def space_of(level: Level) -> PushSpace:
    space = PushSpace.of(load(level))
    assert space is not None
    return space


def test_a_review_ends_wherever_the_time_is_over(clock: Clock) -> None:
    """It says what it has found and that it is not all, and asks only a few times more on its way out."""
    whole = review(ROOM, seconds=1000.0, each=Limit(seconds=1000.0, nodes=500))
    looks = clock.asked
    assert whole.complete
    assert looks > 400
    for most in (2, 5, 20, 60, *range(100, looks, looks // 15)):
        clock.asked, clock.most = 0, most
        cut = review(ROOM, seconds=1000.0, each=Limit(seconds=1000.0, nodes=500))
        assert not cut.complete
        assert clock.asked < most + 80


def test_each_push_of_a_review_asks(clock: Clock) -> None:
    """When all positions are explored, when other pushes are tried, and when hidden positions are counted."""
    space, budget = space_of(builtin("lessons")[9]), Budget(1000.0, EACH, None)
    graph = explore(space, budget)
    assert graph is not None
    assert clock.asked > sum(map(len, graph.successors.values())) > 100
    path = [space.start, *graph.shortest(space.start)]
    clock.asked = 0
    blind = find_branches(space, path, PushGraph(graph.successors, {}), budget)  # which calls each push lost at once
    assert blind is not None
    pushes = sum(len([*space.successors(one)]) for one in path[:-1])
    assert clock.asked == len(path) - 1 + pushes + len({one.position for one in blind.alternatives})
    branches = find_branches(space, path, graph, budget)
    assert branches is not None
    lost = [one for one in branches.alternatives if one.status == "lost"]
    clock.asked = 0
    traps = find_traps(space, branches, budget)
    assert clock.asked > len(lost) + sum(trap.hidden for trap in traps)
    for run in (lambda: explore(space, budget), lambda: find_branches(space, path, graph, budget)):
        clock.asked, clock.most = 0, 40
        assert run() is None
        assert clock.asked == 41
    clock.asked, clock.most = 0, len(lost) + 1
    assert not find_traps(space, branches, budget)
    with pytest.raises(OutOfTime):
        space.path([(0, 1)], Deadline(1))
    with pytest.raises(OutOfTime):
        space.text(path, Deadline(1))


def test_positions_of_a_review_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they do not, not all are explored, and no solution is looked at that has as many."""
    space, budget = space_of(ROOM), Budget(1000.0, EACH, None)
    graph = explore(space, budget)
    assert graph is not None
    most, pushes = len(graph.successors), sum(map(len, graph.successors.values()))
    for name, count, expected in (
        ("MAX_POSITIONS", most, True), ("MAX_POSITIONS", most - 1, False),
        ("MAX_PUSHES", pushes, True), ("MAX_PUSHES", pushes - 1, False),
    ):  # fmt: skip
        with monkeypatch.context() as patch:
            patch.setattr(push_graph, name, count)
            assert (explore(space, budget) is not None) is expected
    assert space.most_positions(Limit(memory=1)) == (1 << 20) // space.position_bytes
    monkeypatch.setattr(PushSpace, "most_positions", lambda *_: 5)
    cut = review(ROOM, seconds=1000.0, each=Limit(nodes=500))
    assert not cut.complete
    assert not [finding for finding in cut.findings if finding.kind in ("losing", "orders", "bottlenecks")]


def test_solutions_of_a_review_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best stay, those of the level itself among them."""
    monkeypatch.setattr(solutions, "MAX_MOVES", 20)
    known = solutions.Solutions(load(hall(3, 1, 1)))
    best = solve(load(hall(3, 1, 1)))
    assert isinstance(best, Solved)
    detours = [f"{'lr' * count}{best.text}" for count in range(8)]
    for text in (detours[6], detours[7]):
        assert known.add(text, own=True)
    for text in detours[:5]:
        assert known.add(text)
    assert sum(one.metrics.moves for one in known if not one.own) <= 20
    assert [one.text for one in known.own] == [detours[6]]
    assert known.best().text == best.text
    with pytest.raises(OutOfTime):
        known.add(detours[5], deadline=Deadline(0))


def corridor(length: int, boxes: int = 1) -> Level:
    wall = "#" * (length + 2)
    return read(f"{wall}\n#@{'$' * boxes}{'.' * boxes}{' ' * (length - 2 * boxes - 1)}#\n{wall}\n")[0]


def test_long_levels_are_not_compared() -> None:
    """Turned and laid over another, a corridor takes the square of its length; walls around it do not count."""
    assert layout_of(corridor(layout.MAX_SIDE)) is not None
    assert layout_of(corridor(layout.MAX_SIDE + 1)) is None
    assert compare(corridor(1_000), corridor(1_000, 2)) is None
    assert [*near_duplicates(enumerate([corridor(1_000), corridor(1_000, 2)]))] == []


def test_layers_of_large_levels_are_not_kept() -> None:
    """An index of many of them would take more memory than there is; those of small ones are."""
    for length, is_kept in ((20, True), (200, False)):
        first, second = layout_of(corridor(length)), layout_of(corridor(length, 2))
        assert first is not None
        assert second is not None
        assert find_difference(first, second) is not None
        assert bool(first._layers) is bool(first._sums) is bool(second._sums) is is_kept


def test_a_graph_has_no_more_nodes_than_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its state and its board, so that those of a large board are fewer than are asked for."""
    level = hall(4, 1, 1)
    nodes = len(state_graph.state_graph(level).nodes)
    position = load(level)
    each = bytes_of_state(position) + 2 * len(position.board.terrain)
    monkeypatch.setattr(state_graph, "_MEMORY", each * nodes)
    assert len(state_graph.state_graph(level, most=10**6).nodes) == nodes
    monkeypatch.setattr(state_graph, "_MEMORY", each * nodes - 1)
    with pytest.raises(TooLarge, match=f"expected at most {nodes - 1}"):
        state_graph.state_graph(level, most=10**6)
