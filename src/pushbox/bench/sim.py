"""The speed of batches of boards, on one processor."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from .. import sim as batches
from ..errors import PushboxError
from ..generator import LevelSpec, generate
from ..tiling import SQUARE
from . import Figure, timed

_LEVELS = 64
_STEPS = 1_000_000  # of all boards together, in a run


def sim(_shared: Path) -> Iterator[Figure]:
    """Yield steps a second, played in rows and call by call, and pushes and views, on boards of 10x10 with 4 boxes."""
    spec = LevelSpec(columns=10, rows=10, boxes=4)
    levels = batches.Levels([made.level for made in islice(generate(spec, seed=1), _LEVELS)])
    rng = random.Random(0)
    for boards in (64, 4096):
        batch = batches.Batch(levels, boards)
        rows = _STEPS // boards
        actions, events = bytes(rng.choices(SQUARE.directions, k=rows * boards)), bytearray(rows * boards)
        played = partial(batch.step, actions, events)
        yield _figure(f"steps, {boards} boards", rows * boards, played, "all rows in one call")
        calls = max(1, rows // 10)
        row, out = actions[:boards], bytearray(boards)
        yield _figure(
            f"steps, {boards} boards, a call each", calls * boards, partial(_call, batch, row, out, calls), ""
        )
    batch = batches.Batch(levels, 4096)
    planes, mask = bytearray(4 * batch.cells.nbytes), bytearray(4 * batch.cells.nbytes)
    yield _figure(
        "planes", len(batch), lambda: batch.observe(batches.PLANES, planes, planes=True), "boards of 4 planes"
    )
    yield _figure("legal pushes", len(batch), lambda: batch.legal_pushes(mask), "boards")
    try:
        from ..env.vector import SokobanVectorEnv
    except PushboxError as error:
        yield Figure("sim", "Gymnasium, 4096 boards", 0, "/s", f"not measured: {error}")
        return
    envs = SokobanVectorEnv(4096, levels=levels)
    envs.reset(seed=0)
    samples = [envs.action_space.sample() for _ in range(20)]
    yield _figure(
        "Gymnasium, 4096 boards", 20 * 4096, lambda: [envs.step(sample) for sample in samples], "steps, with resets"
    )
    fresh = SokobanVectorEnv(64, levels=spec, max_steps=1, autoreset_mode="SameStep")
    fresh.reset(seed=0)
    row = fresh.action_space.sample()
    yield _figure("Gymnasium, generated levels", 64, lambda: fresh.step(row), "resets, a new level each")


def _call(batch: batches.Batch, row: bytes, out: bytearray, calls: int) -> None:
    for _ in range(calls):
        batch.step(row, out)


def _figure(name: str, count: int, action: Callable[[], object], note: str) -> Figure:
    """Return how many a second an action does, by processor time."""
    return Figure("sim", name, count / timed(action, clock=time.process_time), "/s", note)
