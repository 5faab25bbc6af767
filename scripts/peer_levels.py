# ruff: noqa: S603  # programs of its own
"""Hold the levels that other packages make for language models beside the bands: how fast, how many, how hard.

::

    python scripts/peer_levels.py [--levels 300] [--environment FOLDER] [--ragen FOLDER] [PEER...]

Installs what can be had of reasoning-gym and TextArena into an environment of its own, `.venv/peers-levels`, and runs
there.  RAGEN is no package: `--ragen` names your copy of its repository, whose rooms of one box are measured then.

Each makes levels by its own sizes from seeds 0, 1, 2 ...; the solver of pushbox proves the fewest pushes of each.
Speeds are levels a second of processor time, without that proof; those of pushbox have theirs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
import tomllib
import warnings
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PEERS = {"reasoning-gym": "reasoning-gym", "textarena": "textarena", "ragen": "matplotlib"}
# The name of each, and its package, of RAGEN that which its rooms are made with


def main() -> int:
    """Set up the environment, then measure in it."""
    arguments = _arguments()
    if Path(sys.prefix) != arguments.environment.resolve():
        return _inside(arguments)
    warnings.filterwarnings("ignore")
    makers = {"reasoning-gym": _reasoning_gym, "textarena": _textarena, "ragen": lambda: _ragen(arguments.ragen)}
    for name in arguments.peers or PEERS:
        if name == "ragen" and arguments.ragen is None:
            print("ragen: not measured without --ragen, your copy of its repository")
            continue
        try:
            make = makers[name]()
        except ImportError as error:
            print(f"{name}: not measured, as {error.name} cannot be had here")
            continue
        begin = time.process_time()
        boards = [make(seed) for seed in range(arguments.levels)]
        print(_described(name, _read(boards), time.process_time() - begin))
    _bands(arguments.levels)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peers", nargs="*", metavar="PEER", choices=[[], *PEERS], help=f"one of: {', '.join(PEERS)}")
    parser.add_argument("--levels", type=int, default=300, help="how many levels are made of each (default: 300)")
    parser.add_argument("--environment", type=Path, default=ROOT / ".venv" / "peers-levels", help="where they are")
    parser.add_argument("--ragen", type=Path, metavar="FOLDER", help="your copy of the repository of RAGEN")
    return parser.parse_args()


def _inside(arguments: argparse.Namespace) -> int:
    """Run this script in an environment that has the peers."""
    python = arguments.environment / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(arguments.environment)], check=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, *project["dependencies"]], check=True)
    for package in PEERS.values():
        subprocess.run([*pip, package], check=False)
    options = ["--levels", str(arguments.levels), "--environment", str(arguments.environment)]
    options += [] if arguments.ragen is None else ["--ragen", str(arguments.ragen)]
    command = [str(python), __file__, *arguments.peers, *options]
    return subprocess.run(command, env=os.environ | {"PYTHONPATH": str(ROOT / "src")}, check=False).returncode


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


def _ragen(repository: Path) -> Callable[[int], tuple[str, str]]:
    """Return what makes the board of a seed as RAGEN's smallest task does, with the name of its signs."""
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
