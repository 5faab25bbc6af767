"""The example that trains a network: what it sees and learns from, and that its stored weights guide the solver."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pushbox import Solved, builtin, load, solve
from pushbox.sim import Batch
from pushbox.solver import Guidance

np = pytest.importorskip("numpy", reason="NumPy is not installed")

FOLDER = Path(__file__).parents[2] / "examples" / "learning"


@pytest.fixture(scope="module")
def example() -> Iterator[Any]:
    """Return the modules of the example that need no JAX."""
    sys.path.insert(0, str(FOLDER))
    try:
        yield importlib.import_module("network"), importlib.import_module("positions")
    finally:
        sys.path.remove(str(FOLDER))
        for name in ("network", "positions"):
            sys.modules.pop(name, None)


def boards_of(name: str, count: int) -> Any:
    """Return the first levels of a collection as boards of one size."""
    return np.asarray(Batch([*builtin(name)][:count], count).cells).copy()


def test_legal_pushes_are_those_of_the_rules(example: Any) -> None:
    levels = [*builtin("campaign-03")]
    batch = Batch(levels, len(levels))
    seen = example[0].legal(np.asarray(batch.cells))
    assert seen.any(axis=(1, 2, 3)).all()
    assert (seen == (np.asarray(batch.legal_pushes()).reshape(seen.shape) > 0)).all()


def test_distances_to_goals_are_those_of_a_box_alone(example: Any) -> None:
    """By the solver, from each cell of a level: with the player on any side, so never more than it proves."""
    network = example[0]
    board = boards_of("lessons", 1)[0]
    distances = network.goal_distances(board & (network.WALL | network.GOAL))
    assert (distances[(board & network.GOAL) > 0] == 0).all()
    assert np.isinf(distances[(board & network.WALL) > 0]).all()
    for row, column in np.argwhere(np.isfinite(distances) & (distances > 0)):
        near = [(row + r, column + c) for r, c in network.STEPS if board[row - r, column - c] & network.WALL == 0]
        assert distances[row, column] == 1 + min(distances[cell] for cell in near)


def test_walls_around_a_board_change_no_answer(example: Any) -> None:
    network = example[0]
    guide = network.Network.load(FOLDER / "weights.npz")
    board = boards_of("campaign-05", 1)
    wider = np.pad(board, ((0, 0), (2, 1), (1, 3)), constant_values=network.WALL)
    assert np.allclose(guide.heuristic(board), guide.heuristic(wider), atol=1e-3)
    rows, columns = board.shape[1:]
    logits, inside = guide.policy(board), guide.policy(wider)[:, 2 : 2 + rows, 1 : 1 + columns]
    assert np.allclose(logits[example[0].legal(board)], inside[example[0].legal(board)], atol=1e-3)


def test_lessons_are_proven(example: Any) -> None:
    """The pushes left of each position, and that its push leads to one with a push less."""
    positions = example[1]
    (level,) = positions.levels(3, [4], 1)
    lessons = [*positions.lessons(level, random.Random(1))]
    assert any(np.isinf(lesson.pushes) for lesson in lessons) or len(lessons) > 8
    batch = Batch([level], 1)
    for lesson in lessons:
        batch.put(0, load(positions.level_of(lesson.board)))
        found = solve(positions.level_of(lesson.board), objective="pushes")
        assert isinstance(found, Solved) == np.isfinite(lesson.pushes)
        assert not isinstance(found, Solved) or found.metrics.pushes == lesson.pushes
        if lesson.push >= 0:
            batch.push(np.array([lesson.push], np.uint32))
            after = solve(positions.level_of(np.asarray(batch.cells)[0]), objective="pushes")
            assert isinstance(after, Solved)
            assert after.metrics.pushes == lesson.pushes - 1


def test_a_turned_position_has_its_pushes_turned(example: Any) -> None:
    network, positions = example
    lessons = positions.collected(positions.levels(3, [4], 2), 9, 1)
    every = np.arange(len(lessons.push))
    for symmetry in range(8):
        seen, can, push, _ = positions.examples(lessons, every, symmetry)
        turned = np.ascontiguousarray(positions.turned(lessons.boards, symmetry))
        assert (network.legal(turned).reshape(can.shape) == can).all()
        assert (network.reach(turned) == seen[..., 3]).all()
        assert (push <= can).all()
        assert (push.sum(axis=1) == (lessons.push >= 0)).all()


def test_the_stored_network_expands_fewer_positions_than_the_solver(example: Any) -> None:
    """On levels that it has not learned from; every solution is replayed by the rules."""
    network, positions = example
    guide = network.Network.load(FOLDER / "weights.npz")
    alone = guided = 0
    for level in positions.levels(77, [5], 6):
        first = solve(level)
        second = solve(level, heuristic=guide.heuristic, policy=guide.policy, guidance=Guidance(batch=1))
        assert isinstance(second, Solved)
        alone, guided = alone + first.nodes, guided + second.nodes
    assert guided < alone
