"""Hold the levels that other packages make for language models beside the bands: how fast, how many, how hard.

Each makes levels by its own sizes from seeds 0, 1, 2 ...; the solver of pushbox proves the fewest pushes of each.
Speeds are levels a second of processor time, without that proof; those of pushbox have theirs.
"""

from __future__ import annotations

import statistics
import sys
import time
import warnings
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from typing import Any

from options import parsed


def main() -> int:
    """Measure each maker that can be had here, and the bands."""
    warnings.filterwarnings("ignore")
    options = parsed()
    makers = {"reasoning-gym": _reasoning_gym, "textarena": _textarena, "ragen": lambda: _ragen(options.ragen)}
    for name in options.maker or makers:
        try:
            make = makers[name]()
        except ImportError as error:
            print(f"{name}: not measured, as {error.name} cannot be had here", flush=True)
            continue
        begin = time.process_time()
        boards = [make(seed) for seed in range(options.levels)]
        print(_described(name, _read(boards), time.process_time() - begin), flush=True)
    _bands(options.levels)
    return 0


def _reasoning_gym() -> Callable[[int], tuple[str, str]]:
    """Return what makes the board of a seed, with the name of its signs."""
    from reasoning_gym import create_dataset

    return lambda seed: (create_dataset("sokoban", size=1, seed=seed)[0]["metadata"]["gamestr"], "reasoning-gym")


def _textarena() -> Callable[[int], tuple[str, str]]:
    """Return what makes the board of a seed, with the name of its signs."""
    from textarena.envs.Sokoban.env import SokobanEnv

    def make(seed: int) -> tuple[str, str]:
        env = SokobanEnv(dim_room=(6, 6), max_turns=30, num_boxes=3)
        env.reset(num_players=1, seed=seed)
        return env.create_board_str(env.room_state), "ragen"

    return make


def _ragen(repository: Path | None) -> Callable[[int], tuple[str, str]]:
    """Return what makes the board of a seed as RAGEN's smallest task does, with the name of its signs.

    Raises ImportError where no copy is named.
    """
    if repository is None:
        raise ImportError(name="--ragen, your copy of its repository,")
    import random

    import numpy as np

    path = repository / "ragen" / "env" / "sokoban" / "utils.py"
    spec = spec_from_file_location("ragen_rooms", path)  # alone: its package asks for a whole training
    if spec is None or spec.loader is None or not path.exists():
        raise SystemExit(f"{path} does not exist, expected a copy of the repository of RAGEN")
    rooms = module_from_spec(spec)
    spec.loader.exec_module(rooms)

    def make(seed: int) -> tuple[str, str]:
        while True:
            random.seed(seed)
            np.random.seed(seed)  # the generator that it draws from
            try:
                ground, room, *_ = rooms.generate_room(dim=(6, 6), num_steps=20, num_boxes=1, search_depth=300)
            except (RuntimeError, RuntimeWarning):  # after which RAGEN takes another seed
                seed = random.Random(f"again {seed}").randrange(2**32)
                continue
            seen = np.where((room == 5) & (ground == 2), 6, room)
            return "\n".join("".join("#_O\u221aXPS"[int(code)] for code in row) for row in seen), "ragen"

    return make


def _read(boards: list[tuple[str, str]]) -> list[Any]:
    from pushbox import read

    return [read(board.replace(" ", ""), symbols=signs)[0] for board, signs in boards]


def _described(name: str, levels: list[Any], seconds: float) -> str:
    """Return in a line how fast levels came, how many are distinct, and how many pushes they need."""
    from pushbox import Limit, Solved, solve
    from pushbox.identity import canonical_id

    answers = [solve(level, objective="pushes", limit=Limit(seconds=None, nodes=200_000)) for level in levels]
    pushes = [answer.metrics.pushes for answer in answers if isinstance(answer, Solved) and answer.optimal]
    distinct = len({canonical_id(level) for level in levels})
    return (
        f"{name}: {len(levels) / seconds:,.1f} levels/s; {distinct} of {len(levels)} distinct up to symmetry; "
        f"{min(pushes)} to {max(pushes)} pushes, median {statistics.median(pushes):g}, {len(pushes)} proven"
    )


def _bands(count: int) -> None:
    from pushbox.env import text

    levels, seconds = [], 0.0
    for band in text.BANDS:
        begin = time.process_time()
        made = [*islice(text.levels(0, band=band.number), -(-count // len(text.BANDS)))]
        seconds += time.process_time() - begin
        levels += [one.level for one in made]
    print(_described("pushbox, ten bands", levels, seconds))


if __name__ == "__main__":
    sys.exit(main())
