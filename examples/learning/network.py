"""A small network that judges positions of Sokoban: its inputs, its answers with NumPy alone, its weights in a file.

It is a residual network of 3 x 3 convolutions (He, Zhang, Ren and Sun 2016) that sees a board of any size.  Hidden
values of walls are 0, so that walls around a board change nothing.  It answers three questions of a position:

* how many pushes a solution takes, a sum of what each cell adds;
* whether there is none, the logarithm of the odds;
* how good each push is, four logits for each cell: left, up, right, down.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

WALL, GOAL, BOX, PLAYER = 1, 2, 4, 8
PLANES = 6  # floor, goals, boxes, the player's part of the free cells, where a box is lost, pushes to the nearest goal
STEPS = ((0, -1), (-1, 0), (0, 1), (1, 0))  # left, up, right, down
LOST = 40.0  # pushes that a position which is surely lost counts more
_FAR = 30.0  # pushes to a goal that are as 1 in a plane

Boards = NDArray[np.uint8]  # (positions, rows, columns)
Floats = NDArray[np.float32]
Weights = Mapping[str, Any]


def shifted(cells: NDArray[Any], step: tuple[int, int]) -> NDArray[Any]:
    """Return for each cell what its neighbour in a direction has, 0 beyond the edge: (positions, rows, columns)."""
    result = np.zeros_like(cells)
    rows, columns = cells.shape[1:3]
    down, right = step
    here = slice(max(0, -down), rows - max(0, down)), slice(max(0, -right), columns - max(0, right))
    there = slice(max(0, down), rows - max(0, -down)), slice(max(0, right), columns - max(0, -right))
    result[:, *here] = cells[:, *there]
    return result


def reach(boards: Boards) -> NDArray[np.bool_]:
    """Return the cells that the player can walk to."""
    free = (boards & (WALL | BOX)) == 0
    cells = (boards & PLAYER) != 0
    while True:
        wider = cells.copy()
        wider[:, 1:] |= cells[:, :-1]
        wider[:, :-1] |= cells[:, 1:]
        wider[:, :, 1:] |= cells[:, :, :-1]
        wider[:, :, :-1] |= cells[:, :, 1:]
        wider &= free
        if (wider == cells).all():
            return cells
        cells = wider


def goal_distances(board: NDArray[np.uint8]) -> Floats:
    """Return the pushes that a box alone takes from each cell to the nearest goal, infinity where it has no way."""
    floor = (board & WALL)[None] == 0
    distances = np.where((board & GOAL)[None] != 0, 0, np.inf).astype(np.float32)
    pushable = [floor & shifted(floor, step) & shifted(floor, (-step[0], -step[1])) for step in STEPS]
    while True:
        nearer = distances
        for step, can in zip(STEPS, pushable, strict=True):
            with np.errstate(invalid="ignore"):
                nearer = np.minimum(nearer, np.where(can, shifted(distances, step) + 1, np.inf))
        if (nearer == distances).all():
            return np.asarray(distances[0], np.float32)
        distances = nearer


def planes(boards: Boards, distances: Floats) -> Floats:
    """Return what the network sees of positions: (positions, rows, columns, PLANES).

    `distances` are those of `goal_distances`, for each position or for all.
    """
    floor = (boards & WALL) == 0
    seen = np.empty((*boards.shape, PLANES), np.float32)
    seen[..., 0] = floor
    seen[..., 1] = (boards & GOAL) != 0
    seen[..., 2] = (boards & BOX) != 0
    seen[..., 3] = reach(boards)
    seen[..., 4] = floor & np.isinf(distances)
    seen[..., 5] = np.where(floor & np.isfinite(distances), distances, 0) / _FAR
    return seen


def legal(boards: Boards) -> NDArray[np.bool_]:
    """Return the pushes that the player can walk to: (positions, rows, columns, 4)."""
    near, free, boxes = reach(boards), (boards & (WALL | BOX)) == 0, (boards & BOX) != 0
    return np.stack([boxes & shifted(free, (r, c)) & shifted(near, (-r, -c)) for r, c in STEPS], axis=-1)


def convolved(seen: Any, kernel: Any) -> Any:
    """Return a convolution of 3 x 3 cells, one product of matrices."""
    positions, rows, columns, values = seen.shape
    edged = np.zeros((positions, rows + 2, columns + 2, values), np.float32)
    edged[:, 1:-1, 1:-1] = seen
    around = [edged[:, r : r + rows, c : c + columns] for r in range(3) for c in range(3)]
    return np.concatenate(around, axis=-1) @ kernel


def judged(weights: Weights, seen: Any, array: Any = np, convolved: Any = convolved) -> tuple[Any, Any, Any]:
    """Return the pushes left and the odds of being lost, of each position, and the logits of all pushes.

    With JAX `array` is ``jax.numpy``, and `convolved` a convolution of its own.
    """
    floor, relu = seen[..., :1], array.maximum
    hidden = relu(convolved(seen, weights["first"]) + weights["first bias"], 0) * floor
    for block in range(sum(name.startswith("inner ") for name in weights)):
        inner = relu(convolved(hidden, weights[f"inner {block}"]) + weights[f"bias {block}"], 0) * floor
        hidden = relu(hidden + convolved(inner, weights[f"outer {block}"]), 0) * floor
    each = hidden @ weights["cell"] + weights["cell bias"]
    added = array.logaddexp(each[..., 0], 0) * floor[..., 0]  # of each cell, never below 0
    pooled = hidden.max(axis=(1, 2)) @ weights["lost"] + weights["lost bias"]
    return added.sum(axis=(1, 2)), pooled[..., 0], each[..., 1:]


class Network:
    """Weights that judge positions, as `pushbox.solve` asks: ``heuristic=network.heuristic, policy=network.policy``."""

    def __init__(self, weights: Weights) -> None:
        self._weights = {name: np.asarray(weight, np.float32) for name, weight in weights.items()}
        self._distances: dict[bytes, Floats] = {}
        self._answers: dict[bytes, tuple[float, Floats]] = {}

    @classmethod
    def load(cls, file: str | Path) -> Network:
        """Return the network of a file that `save` wrote."""
        with np.load(file) as stored:
            return cls(dict(stored))

    def save(self, file: str | Path) -> None:
        """Write the weights, in 16 bits each."""
        np.savez_compressed(file, **{name: weight.astype(np.float16) for name, weight in self._weights.items()})

    def heuristic(self, boards: Any) -> list[float]:
        """Return the pushes to a solution that each position seems to need, more where it seems lost."""
        return [pushes for pushes, _ in self._answered(np.asarray(boards))]

    def policy(self, boards: Any) -> Floats:
        """Return the logits of the pushes of each position: (positions, rows, columns, 4)."""
        return np.stack([logits for _, logits in self._answered(np.asarray(boards))])

    def _answered(self, boards: Boards) -> list[tuple[float, Floats]]:
        """Return what there is to say of positions of one level; each is asked once."""
        keys = [board.tobytes() for board in boards]
        fresh = {key: index for index, key in enumerate(keys) if key not in self._answers}
        if fresh:
            level = boards[0] & (WALL | GOAL)
            if level.tobytes() not in self._distances:  # another level
                self._distances = {level.tobytes(): goal_distances(level)}
                self._answers.clear()
                fresh = {key: index for index, key in enumerate(keys)}
            chosen = boards[[*fresh.values()]]
            pushes, lost, logits = judged(self._weights, planes(chosen, self._distances[level.tobytes()]))
            totals = pushes + LOST / (1 + np.exp(-lost))
            self._answers.update(zip(fresh, zip(totals.tolist(), logits, strict=True), strict=True))
        return [self._answers[key] for key in keys]
