"""What `make peers` is asked to do; every program of this folder reads the same words."""

from __future__ import annotations

import argparse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VARIANTS = ("FixedTarget", "TwoPlayer", "PushAndPull")  # of gym-sokoban
# The name of each convention or environment, and its package
PEERS = {"gym-sokoban": "gym-sokoban", "envpool": "envpool", "jumanji": "jumanji"}
PEERS |= dict.fromkeys(VARIANTS, "gym-sokoban")
PUFFERLIB, FAR = "pufferlib", "far-envpool"  # which have no package with their Sokoban
MAKERS = ("reasoning-gym", "textarena", "ragen")  # of levels for language models
SPEEDS, LEVELS, WRAPPED = "speeds", "levels", "language-models"

_ABOUT = """Play the environments of other packages beside those of pushbox: whether they are equal, how fast.

Installs what can be had of gym-sokoban, EnvPool and Jumanji into an environment of its own, .venv/peers-rl, and runs
there.  PufferLib's Sokoban and FAR AI's fork of EnvPool are in no package: --pufferlib and --far-envpool name your
copies of their repositories, whose rules are compiled then.
Each episode begins with a level of the peer; every fourth plays the solver's solution, the others at random.  A step
that gives another observation, reward or end makes the exit code 1.  Speeds are steps a second of processor time.

speeds measures all environments with 4,096 boards in one run, and new levels.
levels holds the levels that reasoning-gym, TextArena and RAGEN make for language models beside the bands of pushbox.
RAGEN is in no package: --ragen names your copy of its repository.
language-models installs each package whose form pushbox.env.wrappers has into an environment of its own below
.venv/peers-text, as they do not go together, and runs tests/env/test_wrappers.py there.
"""


def parsed() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="make peers", description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [*PEERS, PUFFERLIB, FAR, SPEEDS, LEVELS, WRAPPED]
    parser.add_argument("what", nargs="*", metavar="WHAT", choices=[[], *names], help=f"one of: {', '.join(names)}")
    parser.add_argument("--pufferlib", type=Path, metavar="FOLDER", help="your copy of the repository of PufferLib")
    parser.add_argument("--far-envpool", type=Path, metavar="FOLDER", help="your copy of FAR AI's fork of EnvPool")
    parser.add_argument("--ragen", type=Path, metavar="FOLDER", help="your copy of the repository of RAGEN")
    parser.add_argument("--steps", type=int, default=100_000, help="how many steps are compared (default: 100,000)")
    parser.add_argument("--levels", type=int, default=300, help="how many levels are made of each (default: 300)")
    parser.add_argument("--maker", action="append", choices=MAKERS, help="whose levels are measured (default: all)")
    home = ROOT / ".venv"
    parser.add_argument("--environment", type=Path, default=home / "peers-rl", help="where gym-sokoban and EnvPool are")
    parser.add_argument("--golden", action="store_true", help="write golden data; needs all copies")
    return parser.parse_args()


def copies(options: argparse.Namespace) -> dict[str, Path]:
    """Return the copies of repositories with rules that are named."""
    named = {PUFFERLIB: options.pufferlib, FAR: options.far_envpool}
    return {name: folder for name, folder in named.items() if folder is not None}


def asked(options: argparse.Namespace) -> list[str]:
    """Return what is to be done: what the words say, else all that there is."""
    return options.what or [*PEERS, *copies(options), SPEEDS, LEVELS, WRAPPED]


def peers_of(options: argparse.Namespace) -> list[str]:
    """Return the peers that are compared."""
    return [name for name in asked(options) if name not in {SPEEDS, LEVELS, WRAPPED}]
