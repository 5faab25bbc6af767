# ruff: noqa: S603  # a compiler
"""How fast other environments step and begin beside those of pushbox, all in one run.

Speeds are those of processor time on all cores, so that one that uses several gains nothing by it.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

BOARDS = 4_096
_MOST = 120  # steps of an episode
_RESETS = 3  # of gym-sokoban, which takes seconds for each


def speed(step: Callable[[], object], seconds: float = 1.0) -> float:
    """Return how often a second of processor time something can be done."""
    for _ in range(5):
        step()
    begin, count = time.process_time(), 0
    while time.process_time() - begin < seconds:
        step()
        count += 1
    return count / (time.process_time() - begin)


def speeds() -> Iterator[str]:
    """Yield a line for each environment: what it is, and steps or resets a second."""
    started = time.process_time()
    for number in range(20_000_000):
        number + number
    yield f"20 million additions in Python: {time.process_time() - started:.2f} s of the processor"
    for name, count, begin in (
        ("EnvPool, 4,096 boards", BOARDS, _envpool),
        ("Jumanji, 4,096 boards, without resets", BOARDS, _jumanji),
        ("a loop in C like PufferLib's, 4,096 boards", BOARDS, _loop),
        ("pushbox, 4,096 boards, what is seen as PufferLib's", BOARDS, partial(_pushbox, "pufferlib")),
        ("pushbox, 4,096 boards", BOARDS, partial(_pushbox, "pushbox")),
    ):
        yield _line(name, "steps", count, begin)
    yield _line("pushbox, fresh levels of 10 x 10 with 4 boxes", "resets", 64, _fresh)
    try:
        yield f"gym-sokoban, the same: {_gym_sokoban():,.2f} resets/s"
    except ImportError as error:
        yield f"gym-sokoban: not measured, as {error.name} cannot be had here"


def _line(name: str, what: str, count: int, begin: Callable[[], Callable[[], object]]) -> str:
    try:
        step = begin()
    except ImportError as error:
        return f"{name}: not measured, as {error.name} cannot be had here"
    return f"{name}: {count * speed(step):,.0f} {what}/s"


def _levels() -> list[Any]:
    from pushbox import LevelSpec, generate

    return [one.level for one in generate(LevelSpec(columns=10, rows=10, boxes=4), seed=1, count=64, seconds=None)]


def _rows(actions: int) -> Callable[[], Any]:
    """Return what gives an action for each board, again and again from a hundred rows."""
    import numpy as np

    rows = np.random.default_rng(0).integers(actions, size=(100, BOARDS))
    turn = iter(range(10**9))
    return lambda: rows[next(turn) % 100]


def _pushbox(convention: str) -> Callable[[], object]:
    from pushbox.env.vector import SokobanVectorEnv

    envs = SokobanVectorEnv(BOARDS, levels=_levels(), convention=convention)
    envs.reset(seed=1)
    row = _rows(len(envs.convention.actions))
    return lambda: envs.step(row())


def _fresh() -> Callable[[], object]:
    import numpy as np

    from pushbox import LevelSpec
    from pushbox.env.vector import SokobanVectorEnv

    spec = LevelSpec(columns=10, rows=10, boxes=4)
    envs = SokobanVectorEnv(64, levels=spec, max_steps=1, autoreset_mode="SameStep")
    envs.reset(seed=1)
    actions = np.zeros(64, np.int64)
    return lambda: envs.step(actions)


def _envpool() -> Callable[[], object]:
    import envpool

    envs = envpool.make_gymnasium("Sokoban-v0", num_envs=BOARDS, num_threads=1, seed=5)
    envs.reset()
    row = _rows(4)
    return lambda: envs.step(row().astype("int32"))


def _jumanji() -> Callable[[], object]:
    import jax
    import numpy as np

    env, state_of = jumanji_sokoban()
    levels = _levels()
    states = [state_of(levels[board % len(levels)]) for board in range(BOARDS)]
    held = [jax.tree.map(lambda *parts: np.stack(parts), *states)]
    step, row = jax.jit(jax.vmap(env.step)), _rows(4)

    def play() -> None:
        held[0], seen = step(held[0], row())
        jax.block_until_ready(seen)

    return play


def jumanji_sokoban() -> tuple[Any, Callable[[Any], Any]]:
    """Return Jumanji's environment, and what makes its state of a level.  Raises ImportError without Jumanji."""
    import jax
    import numpy as np
    from jumanji.environments.routing.sokoban.env import Sokoban
    from jumanji.environments.routing.sokoban.types import State

    key = np.asarray(jax.random.PRNGKey(0))

    def state_of(level: Any) -> Any:
        board = level.board
        shape = (board.height, board.width)
        fixed = np.reshape([{"wall": 1, "goal": 2}.get(sort.kind, 0) for sort in board.terrain], shape)
        moving = np.zeros(shape, np.uint8)
        for piece in board.pieces:
            moving[board.rc(piece.anchor)] = {"pusher": 3, "box": 4}[piece.kind]
        player = np.array(np.argwhere(moving == 3)[0], np.int32)
        return State(
            key=key,
            fixed_grid=fixed.astype(np.uint8),
            variable_grid=moving,
            agent_location=player,
            step_count=np.int32(0),
        )

    # A generator of its own would fetch levels; ours are put in as states.
    return Sokoban(generator=lambda _: None), state_of


def _loop() -> Callable[[], object]:
    """Return a step of the loop in C.  Raises ImportError where no compiler is."""
    import numpy as np

    from pushbox.env.vector import SokobanVectorEnv

    compiler = shutil.which("cc")
    if compiler is None:
        raise ImportError(name="a C compiler")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "loop.so"
        source = Path(__file__).with_name("loop.c")
        subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
        loop = ctypes.CDLL(str(library))
    envs = SokobanVectorEnv(BOARDS, levels=_levels(), convention="pufferlib")
    levels = envs.reset(seed=1)[0]  # the same planes
    seen, boards = np.zeros_like(levels), np.zeros((BOARDS, 4), np.int32)
    rewards, ends = np.zeros(BOARDS, np.float32), np.zeros(BOARDS, np.uint8)
    rows = np.random.default_rng(0).integers(5, size=(100, BOARDS), dtype=np.uint8)
    turn = iter(range(10**9))

    def at(array: Any) -> ctypes.c_void_p:
        return ctypes.c_void_p(array.ctypes.data)

    loop.begin_all(BOARDS, at(boards), at(seen), at(levels))

    def play() -> None:
        actions = rows[next(turn) % 100]
        loop.step_all(BOARDS, at(boards), at(seen), at(levels), at(actions), at(rewards), at(ends), _MOST)

    return play


def _gym_sokoban() -> float:
    """Return the resets a second of gym-sokoban, which makes a room for each."""
    import numpy as np
    from gym_sokoban.envs.sokoban_env import SokobanEnv

    np.random.seed(1)  # the generator that it draws from
    env = SokobanEnv(dim_room=(10, 10), num_boxes=4)
    begin = time.process_time()
    for _ in range(_RESETS):
        env.reset()
    return _RESETS / (time.process_time() - begin)


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    for line in speeds():
        print(line, flush=True)
